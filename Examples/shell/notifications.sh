#!/bin/sh
# What people are told of a document that they work on together, in a shell: notifications.sh [TEST …].
# chat-server and chat-client are taken from PATH, or from CHAT_SERVER and CHAT_CLIENT.
set -eu
server=${CHAT_SERVER:-chat-server} client=${CHAT_CLIENT:-chat-client}
notes=com.example.notes link=https://notes.example/d/1

# Anna, Bea and Carl, who know each other, an app that they allow, a conversation, and a document that all are on: each
# test has a world of its own.
make_world() {
  world=$1
  "$client" call "$address" world.create "{\"world\": \"$world\"}" --observer > /dev/null
  ask observer app.register "{\"app\": \"$notes\", \"name\": \"Notes\", \"domains\": [\"notes.example\"]}"
  for person in anna bea carl; do
    for other in anna bea carl; do [ $other = $person ] || ask $person contact.add "{\"handle\": \"$other\"}"; done
    ask $person settings.set "{\"automaticSharing\": {\"apps\": {\"$notes\": true}}}"
  done
  trip=$(get anna conversation.create '{"participants": ["bea", "carl"], "name": "Trip"}' conversation.id)
  share=$(get anna share.create "{\"app\": \"$notes\", \"title\": \"Trip plan\"}" share.id)
  ask anna share.send "{\"share\": \"$share\", \"conversation\": \"$trip\"}"
  document=$(get anna share.get "{\"share\": \"$share\"}" share.url)
}

# ask WHO METHOD [PARAMS] [OPTION …], and get WHO METHOD PARAMS PATH, which prints a part of the answer.
ask() {
  who=$1 && shift
  if [ "$who" = observer ]; then set -- "$@" --observer; else set -- "$@" --as "$who"; fi
  "$client" call "$address" "$@" --world "$world" > "$folder/answer"
}
get() {
  "$client" call "$address" "$2" "$3" --as "$1" --world "$world" --get "$4"
}

# Anna's app tells what she did: a JSON object.
post() {
  notice=$("$client" call "$address" highlightCenter.postNotice "{\"url\": \"$document\", \"event\": $1}" \
    --as anna --app "$notes" --world "$world" --get notices)
}

# is_told WHO NAME MATCH, and is_not_told WHO NAME [MATCH]: by the server's fence nothing is on its way, so neither waits.
is_told() {
  "$client" wait "$address" --as "$1" --for "$2" --match "$3" --after 0 --timeout 0 --world "$world" > /dev/null
}
is_not_told() {
  "$client" wait "$address" --as "$1" --for "$2" ${3:+--match "$3"} --after 0 --not --world "$world"
}

same() { [ "$1" = "$2" ] || { echo "expected “$2”, and it is “$1”" >&2 && return 1; }; }

an_edit_reaches_those_on_the_share() {
  post '{"type": "change", "trigger": "edit"}'
  is_told bea notice.posted 'notice.text="Anna edited “Trip plan”"'
  is_told carl notice.posted 'notice.text="Anna edited “Trip plan”"'
}

a_mention_reaches_only_the_mentioned() {
  post '{"type": "mention", "mentioned": "bea"}'
  is_told bea notice.posted 'notice.event.mentioned=bea'
  is_not_told carl notice.posted
}

a_pin_is_permission_to_surface() {
  ask bea settings.set "{\"automaticSharing\": {\"apps\": {\"$notes\": false}}}"
  ask anna message.send "{\"conversation\": \"$trip\", \"text\": \"Look: $link\"}"
  same "$(get bea highlight.list '{}' highlights)" '[]'
  ask bea link.pin "{\"conversation\": \"$trip\", \"url\": \"$link\"}"
  same "$(get bea highlight.list '{}' highlights.url)" "$link"
}

a_lost_line_resumes_without_doubling() {
  cursor=$(get bea session.hello '{}' cursor)
  for attempt in first again; do # the answer to the first was lost, say
    ask anna message.send "{\"conversation\": \"$trip\", \"text\": \"Two\", \"clientID\": \"a-retry\"}"
  done
  "$client" watch "$address" --as bea --after "$cursor" --world "$world" > "$folder/$world" &
  watching=$!
  ask anna message.send "{\"conversation\": \"$trip\", \"text\": \"Three\"}"
  until grep -q '"Three"' "$folder/$world"; do sleep 0.05; done
  kill "$watching"
  same "$(grep -c '"Two"' "$folder/$world")" 1
}

carl_is_not_told_by_the_fence() {
  post '{"type": "mention", "mentioned": "bea"}'
  is_not_told carl notice.posted
  about=$(echo "$notice" | tr -d '[]"')
  same "$(get carl delivery.explain "{\"person\": \"carl\", \"about\": \"$about\"}" reasons.rule)" ev-mention-private
}

folder=$(mktemp -d)
mkfifo "$folder/line"
"$server" --ephemeral --port 0 > "$folder/line" &
process=$!
trap 'kill "$process"; rm -rf "$folder"' EXIT
read -r line < "$folder/line"
address=${line##* }
status=0
all='an_edit_reaches_those_on_the_share a_mention_reaches_only_the_mentioned a_pin_is_permission_to_surface
  a_lost_line_resumes_without_doubling carl_is_not_told_by_the_fence'
for name in ${*:-$all}; do
  # Not as a condition: there a shell goes on after what fails.
  set +e
  (set -e; make_world "$name"; "$name")
  if [ $? = 0 ]; then echo "ok      $name"; else echo "FAILED  $name" && status=1; fi
done
exit "$status"
