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

# receives PERSON NAME MATCH, and receives_no PERSON NAME [MATCH]. Neither waits: the server's fence proves that nothing is
# pending.
receives() {
  "$client" wait "$address" --as "$1" --for "$2" --match "$3" --after 0 --timeout 0 --world "$world" > /dev/null
}
receives_no() {
  "$client" wait "$address" --as "$1" --for "$2" ${3:+--match "$3"} --after 0 --not --world "$world"
}

same() { [ "$1" = "$2" ] || { echo "expected “$2”, got “$1”" >&2 && return 1; }; }

an_edit_notifies_the_other_participants() {
  post '{"type": "change", "trigger": "edit"}'
  receives bea notice.posted 'notice.text="Anna edited “Trip plan”"'
  receives carl notice.posted 'notice.text="Anna edited “Trip plan”"'
}

a_mention_notifies_only_the_mentioned_person() {
  post '{"type": "mention", "mentioned": "bea"}'
  receives bea notice.posted 'notice.event.mentioned=bea'
  receives_no carl notice.posted
}

a_pin_puts_the_link_into_shared_with_you() {
  ask bea settings.set "{\"automaticSharing\": {\"apps\": {\"$notes\": false}}}"
  ask anna message.send "{\"conversation\": \"$trip\", \"text\": \"Look: $link\"}"
  same "$(get bea highlight.list '{}' highlights)" '[]'
  ask bea link.pin "{\"conversation\": \"$trip\", \"url\": \"$link\"}"
  same "$(get bea highlight.list '{}' highlights.url)" "$link"
}

a_lost_connection_resumes_without_duplicates() {
  cursor=$(get bea session.hello '{}' cursor)
  for attempt in first again; do # as if the first answer was lost
    ask anna message.send "{\"conversation\": \"$trip\", \"text\": \"Two\", \"clientID\": \"a-retry\"}"
  done
  "$client" watch "$address" --as bea --after "$cursor" --world "$world" > "$folder/$world" &
  watching=$!
  ask anna message.send "{\"conversation\": \"$trip\", \"text\": \"Three\"}"
  until grep -q '"Three"' "$folder/$world"; do sleep 0.05; done
  kill "$watching"
  same "$(grep -c '"Two"' "$folder/$world")" 1
}

the_rule_explains_why_carl_gets_no_notice() {
  post '{"type": "mention", "mentioned": "bea"}'
  receives_no carl notice.posted
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
all='an_edit_notifies_the_other_participants a_mention_notifies_only_the_mentioned_person
  a_pin_puts_the_link_into_shared_with_you a_lost_connection_resumes_without_duplicates
  the_rule_explains_why_carl_gets_no_notice'
for name in ${*:-$all}; do
  # In a condition, the shell would ignore -e and continue after a failure.
  set +e
  (set -e; make_world "$name"; "$name")
  if [ $? = 0 ]; then echo "ok      $name"; else echo "FAILED  $name" && status=1; fi
done
exit "$status"
