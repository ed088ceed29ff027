"""Verdicts about alerts, unread counts and receipts."""

from facts import END, SETTLED
from verdicts import verdict


class Switch:
    """The states of something that a person turns on and off, with the times at which it is certain."""

    def __init__(self, begin):
        self.begin, self.changes = begin, []

    def change(self, step, value):
        if step.outcome == "refused":
            return
        last = max(a["t"] for a in [*step.oks, *step.losts, *step.asks])
        first_ok = step.oks[0]["t"] if step.oks else END
        self.changes.append((step.asks[0]["t"], first_ok if step.outcome == "ok" else END, value, last))

    def between(self, start, end):
        """Returns the state throughout a time, or None if it is not certain."""
        value, known, is_certain = self.begin, -1.0, True
        for asked, done, new, _ in sorted(self.changes, key=lambda change: change[0]):
            if asked > end:
                break
            if done > start:
                return None
            # Of two changes at one time either may have come last.
            is_certain = asked >= known or is_certain and new == value
            value, known = new, max(known, done)
        return value if is_certain else None


def switches(facts):
    muted, mentions, receipts = {}, {}, {}
    for step in sorted(facts.steps.values(), key=lambda step: step.asks[0]["t"] if step.asks else 0):
        if not step.asks:
            continue
        if step.method == "conversation.mute":
            muted.setdefault((step.person, step.params["conversation"]), Switch(False)).change(step, step.params["muted"])
        elif step.method in ("conversation.leave", "conversation.removeParticipant"):
            # A person who is added again finds alerts on (delivery.md D21).
            gone = step.params.get("handle", step.person)
            muted.setdefault((gone, step.params["conversation"]), Switch(False)).change(step, False)
        elif step.method == "settings.set":
            if "mentionAlerts" in step.params:
                mentions.setdefault(step.person, Switch(True)).change(step, step.params["mentionAlerts"])
            if "everywhere" in step.params.get("readReceipts", {}):
                receipts.setdefault(step.person, Switch(True)).change(step, step.params["readReceipts"]["everywhere"])
    return muted, mentions, receipts


def sent_at(facts):
    """Returns when each message was first asked for, by its id."""
    found = {}
    for (letter, number), ids in facts.message_of_token.items():
        step = facts.steps.get(number)
        if step and step.asks:
            for identifier in ids:
                found[identifier] = step.asks[0]["t"]
    return found


def alert_faults(facts):
    """Yields what is wrong, and the entries."""
    muted, mentions, _ = switches(facts)
    sent = sent_at(facts)
    for session in facts.person_sessions():
        person = session.person
        for entry in session.stream:
            if entry["k"] != "told" or entry["method"] != "message.posted":
                continue
            message, alerts = entry["params"]["message"], entry["params"].get("alert", False)
            if message["id"] not in sent or message.get("unsentAt") or message.get("editedAt"):
                continue
            if message["sender"] == person:
                if alerts:
                    yield f"{person} was alerted to their own {message['id']}", [entry]
                continue
            start, end = sent[message["id"]], entry["t"]
            mute = muted.get((person, message["conversation"]))
            quiet = mute.between(start, end) if mute else False
            mention = mentions.get(person)
            wanted = mention.between(start, end) if mention else True
            if quiet is None or wanted is None:
                continue
            expected = not quiet or wanted and any(m["handle"] == person for m in message["mentions"])
            if alerts != expected:
                left = any(end < END and facts.was_there(person, *facts.place.get(message["id"], ("", 0)))
                           for _, end in facts.intervals.get((message["conversation"], person), ()))
                # Who left is not alerted when they resume.
                if left and not alerts and entry["params"]["cursor"] <= session.hello["cursor"]:
                    continue
                yield (f"{session.name} was{'' if alerts else ' not'} alerted to {message['id']}: muted {quiet}, "
                             f"mentions {message['mentions']}, mention alerts {wanted}"), [entry]


@verdict("alert", "delivery.md D21, D22",
         "A message of another person alerts, unless its conversation is muted. A message that mentions "
         "the reader alerts even if muted, unless they turned that off.")
def alert(facts):
    yield from alert_faults(facts)


@verdict("alert-change", "delivery.md D23, D24",
         "A tapback alerts the author of the message alone. An edit alerts the people it newly mentions. "
         "Unsending alerts no one.")
def alert_change(facts):
    _, mentions, _ = switches(facts)
    for session in facts.person_sessions():
        person = session.person
        for entry in session.stream:
            if entry["k"] != "told" or entry["method"] != "message.changed":
                continue
            change, message = entry["params"]["change"], entry["params"]["message"]
            alerts, kind = entry["params"].get("alert", False), change["kind"]
            if alerts and (kind == "unsent" or kind == "reacted" and (message["sender"] != person or change["by"] == person)
                           or kind == "edited" and person not in change.get("mentioned", [])):
                yield f"{session.name} was alerted to a change of {message['id']} ({kind})", [entry]
            live = entry["params"]["cursor"] > session.hello["cursor"]
            if live and kind == "edited" and not alerts and person in change.get("mentioned", []) \
                    and message["sender"] != person and mentions.get(person) is None:
                yield f"{session.name} was not alerted to an edit of {message['id']} that mentions them newly", [entry]
            muted = any(step.method == "conversation.mute" and step.person == person
                        and step.params["conversation"] == message["conversation"] for step in facts.steps.values()) \
                if not alerts and live and kind == "reacted" else False
            if live and kind == "reacted" and not alerts and not change.get("removed") and not muted \
                    and message["sender"] == person and change["by"] != person:
                yield f"{session.name} was not alerted to a tapback on their {message['id']}", [entry]


@verdict("mention-once", "delivery.md D24", "An edit alerts the people that it newly mentions.")
def mention_once(facts):
    """Who an earlier text of a message mentioned is not mentioned newly by its edit."""
    earlier = {}
    for session in facts.person_sessions():
        for entry in session.stream:
            if entry["k"] == "told" and entry["method"] in ("message.posted", "message.changed"):
                params = entry["params"]
                handles = {mention["handle"] for mention in params["message"]["mentions"]}
                earlier.setdefault(params["message"]["id"], {}).setdefault(params["cursor"], set()).update(handles)
    for session in facts.person_sessions():
        for entry in session.stream:
            if entry["k"] != "told" or entry["method"] != "message.changed" or entry["params"]["change"]["kind"] != "edited":
                continue
            params = entry["params"]
            before = set().union(*(handles for cursor, handles in earlier[params["message"]["id"]].items()
                                   if cursor < params["cursor"]))
            again = sorted(before & set(params["change"].get("mentioned", ())))
            if again:
                yield (f"{session.name} was told that an edit of {params['message']['id']} newly mentions "
                       f"{', '.join(again)}, whom an earlier text mentions"), [entry]


def has_left(facts, session, entry):
    """True if a session that resumes is told something from a conversation that its reader may have left by then (D21)."""
    spans = facts.cursor_spans(session.person, entry["params"]["notice"]["conversation"])
    return entry["t"] < session.opened + SETTLED and any(end != END for _, end in spans)


@verdict("alert-notice", "delivery.md D25",
         "A mention is the only notice that alerts, and nothing else does.")
def alert_notice(facts):
    _, mentions, _ = switches(facts)
    for session in facts.person_sessions():
        for entry in session.stream:
            if entry["k"] != "told":
                continue
            alerts = entry["params"].get("alert", False)
            if entry["method"] == "notice.posted":
                kind = entry["params"]["notice"]["event"]["type"]
                mention = mentions.get(session.person)
                if alerts and kind != "mention" or not alerts and kind == "mention" and mention is None \
                        and entry["params"]["cursor"] > session.hello["cursor"] \
                        and not has_left(facts, session, entry):
                    yield f"{session.name} was{'' if alerts else ' not'} alerted to a notice ({kind})", [entry]
            elif alerts and entry["method"] not in ("message.posted", "message.changed"):
                yield f"{session.name} was alerted by {entry['method']}", [entry]


@verdict("mention", "rules.md mention-syntax", "A member's name after @ is a mention of that member.")
def mention(facts):
    for step in facts.steps.values():
        if step.outcome != "ok" or step.method != "message.send" or " @" not in step.params.get("text", ""):
            continue
        message = step.result["message"]
        if message["text"] != step.params["text"] or message["id"] not in facts.place:
            continue
        conversation, index = facts.place[message["id"]]
        named = facts.handles[message["text"].split("@")[1].split(" ")[0]]
        expected = [named] if facts.was_there(named, conversation, index) else []
        if [m["handle"] for m in message["mentions"]] != expected:
            yield f"{message['id']} “{message['text']}” mentions {message['mentions']}, and {expected} are there", [step.oks[0]]


def changed_by_deletion(facts):
    """Returns the pairs of a person and a conversation in which the person may have deleted or recovered messages."""
    found = set()
    for step in facts.steps.values():
        if step.method.split(".")[-1] in ("delete", "restore", "erase") and step.outcome != "refused":
            found.add((step.person, step.params.get("conversation")))
            for identifier in step.params.get("messages", ()):
                if identifier in facts.place:
                    found.add((step.person, facts.place[identifier][0]))
    return found


@verdict("read", "delivery.md D3",
         "A read position only moves forward … The unread count is never negative.")
def read(facts):
    deleting = changed_by_deletion(facts)
    for session in facts.person_sessions():
        last = {}
        for entry in session.stream:
            value = entry.get("params") if entry["k"] == "told" else entry.get("result")
            conversation = (value or {}).get("conversation")
            if not isinstance(conversation, dict) or (session.person, conversation["id"]) in deleting:
                continue
            if facts.asks.get(entry.get("r"), {}).get("attempt", 1) > 1:
                continue
            if conversation["unread"] < 0:
                yield f"{session.name}: unread is {conversation['unread']} in {conversation['id']}", [entry]
            if "lastMessage" not in conversation or conversation.get("left") or conversation.get("markedUnread"):
                continue
            through = conversation.get("readThrough", conversation["lastMessage"]["sequence"] - conversation["unread"])
            before = last.get(conversation["id"])
            if before and through < before[0] and entry["k"] == "told":
                yield (f"{session.name} had read {conversation['id']} through {before[0]}, then through {through}"), \
                    [before[1], entry]
            last[conversation["id"]] = (through, entry)


@verdict("unread", "values.md, Conversations and messages",
         "`readThrough` is the number of the last message that they read; by default `lastMessage` minus "
         "`unread`.")
def unread(facts):
    """The unread count of the end, from acknowledged reading, own messages and the begin of the membership."""
    from views import last_reading
    unclear, through = changed_by_deletion(facts), {}
    for step in facts.steps.values():
        if step.method == "conversation.markRead":
            key = (step.person, step.params["conversation"])
            if step.outcome == "maybe":
                unclear.add(key)
            elif step.outcome == "ok" and "lastMessage" in step.result["conversation"]:
                sequence = step.result["conversation"]["lastMessage"]["sequence"]
                through[key] = max(through.get(key, 0), sequence)
    for person, answers in last_reading(facts).items():
        for entry in answers.get("conversation.list", []):
            for conversation in entry["result"]["conversations"]:
                key = (person, conversation["id"])
                thread = facts.threads.get(conversation["id"])
                spans = facts.intervals.get((conversation["id"], person))
                if key in unclear or not thread or not spans or "lastMessage" not in conversation \
                        or conversation.get("markedUnread"):
                    continue
                start = max(spans[-1][0], 0)
                messages = [e["message"] for e in thread[start:] if e["kind"] == "message"]
                own = [m["sequence"] for m in messages if m["sender"] == person]
                if not messages:
                    continue
                known = max([through.get(key, 0), messages[0]["sequence"] - 1, *own[-1:]])
                expected = messages[-1]["sequence"] - known
                if conversation["unread"] != expected:
                    yield (f"{person} has {conversation['unread']} unread in {conversation['id']}; read, sent or "
                           f"joined through {known} of {messages[-1]['sequence']}"), [entry]


@verdict("marked", "methods.md, conversation.markUnread",
         "Marks a conversation as unread until the caller reads it or writes in it.")
def marked(facts):
    """A conversation that was marked last, and neither read nor written in since, is unread at the end."""
    from views import last_reading
    touched, deleting = {}, changed_by_deletion(facts)
    for step in facts.steps.values():
        if step.asks and step.outcome != "refused" and step.method in (
                "conversation.markUnread", "conversation.markRead", "message.send", "share.send", "collaboration.start",
                "conversation.leave"):
            touched.setdefault((step.person, step.params.get("conversation")), []).append(step)
    for person, answers in last_reading(facts).items():
        for entry in answers.get("conversation.list", []):
            for conversation in entry["result"]["conversations"]:
                key = (person, conversation["id"])
                steps = sorted(touched.get(key, []), key=lambda step: step.asks[-1]["t"])
                if not steps or steps[-1].method != "conversation.markUnread" \
                        or any(step.outcome != "ok" for step in steps) or len(facts.intervals.get(key[::-1], ())) != 1:
                    continue
                begin = steps[-1].asks[0]["t"]
                through = steps[-1].result["conversation"].get("lastMessage", {}).get("sequence", 0)
                if key in deleting or any(max(ok["t"] for ok in step.oks) >= begin for step in steps[:-1]) or any(
                        item["kind"] == "message" and item["message"]["sender"] == person
                        and item["message"]["sequence"] > through for item in facts.threads.get(key[1], ())):
                    continue
                if not conversation.get("markedUnread") and not conversation["unread"]:
                    yield f"{person} marked {conversation['id']} as unread, and it is read at the end", [steps[-1].oks[0], entry]


@verdict("receipt", "rules.md rcpt-setting",
         "Read receipts have one switch, and one for each conversation that overrides it. Groups do not "
         "show Read.")
def receipt(facts):
    _, _, receipts = switches(facts)
    reads = {}
    for step in facts.steps.values():
        if step.method in ("conversation.markRead", "message.send", "share.send", "conversation.history"):
            reads.setdefault((step.person, step.params.get("conversation")), []).append(step)
    for session in facts.person_sessions():
        for entry in session.stream:
            if entry["k"] != "told" or entry["method"] != "receipt":
                continue
            params = entry["params"]
            people = {person for (conversation, person) in facts.intervals if conversation == params["conversation"]}
            if people and people != {session.person, params["person"]}:
                yield f"{session.name} was told a receipt of {params['person']} in {params['conversation']}, where {people} are", [entry]
            switch = receipts.get(params["person"])
            if params["status"] == "read" and switch:
                asked = [s.asks[0]["t"] for s in reads.get((params["person"], params["conversation"]), []) if s.outcome != "refused"]
                if asked and switch.between(min(asked), entry["t"]) is False:
                    yield f"{session.name} was told that {params['person']} has read, who sends no read receipts", [entry]
