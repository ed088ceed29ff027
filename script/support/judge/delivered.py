"""Verdicts about order, acknowledgements, retries, resuming and fences."""

import json

from facts import END, is_message, walk
from verdicts import verdict


@verdict("cursor-order", "delivery.md D2",
         "A session receives durable notifications in the order of their cursors, each cursor once.")
def cursor_order(facts):
    for session in facts.sessions.values():
        last, before = session.after or 0, None
        if session.role == "observer":
            last = min(last, session.hello["cursor"])
        for entry in session.stream:
            cursor = entry["params"].get("cursor") if entry["k"] == "told" else None
            if cursor is None:
                continue
            if cursor < last or cursor == last and session.role != "observer":
                yield f"{session.name} was told cursor {cursor} after {last}", [before, entry]
            last, before = max(last, cursor), entry


@verdict("sequence", "delivery.md D3",
         "The messages of a conversation are numbered 1, 2, 3 … without gaps, in the order of delivery.")
def sequence(facts):
    for conversation, thread in facts.threads.items():
        numbers = [entry["message"]["sequence"] for entry in thread if entry["kind"] == "message"]
        if numbers != list(range(1, len(numbers) + 1)):
            yield f"the thread of {conversation} has the numbers {numbers[:60]}", []
    for session in facts.sessions.values():
        last = {}
        for entry in session.stream:
            if entry["k"] == "told" and entry["method"] == "message.posted":
                message = entry["params"]["message"]
                if message["sequence"] <= last.get(message["conversation"], 0):
                    yield (f"{session.name} was told message {message['sequence']} of {message['conversation']} "
                           f"after {last[message['conversation']]}"), [entry]
                last[message["conversation"]] = message["sequence"]


@verdict("one-order", "delivery.md D1",
         "Everything in a world has one order. Each fact has a position 1, 2, 3 … without gaps")
def one_order(facts):
    for conversation, thread in facts.threads.items():
        last, before = 0, None
        for entry in thread:
            cursor = facts.cursor.get(entry["id"])
            if cursor is not None and entry["kind"] != "notice":
                if cursor <= last:
                    yield f"{entry['id']} (cursor {cursor}) stands behind {before} (cursor {last}) in {conversation}", []
                last, before = cursor, entry["id"]
    placed = {}
    for session in facts.sessions.values():
        for entry in session.stream:
            if entry["k"] == "told" and entry["method"] == "message.posted":
                identifier, cursor = entry["params"]["message"]["id"], entry["params"]["cursor"]
                if placed.setdefault(identifier, cursor) != cursor:
                    yield f"{identifier} was told with the cursors {placed[identifier]} and {cursor}", [entry]


@verdict("time", "run-a-server.md, Logs and time",
         "The time of a world never goes back.")
def time_goes_on(facts):
    for conversation, thread in facts.threads.items():
        last = ""
        for entry in thread:
            if entry["kind"] == "message":
                if entry["message"]["sentAt"] < last:
                    yield f"{entry['id']} was sent at {entry['message']['sentAt']}, after one of {last}", []
                last = entry["message"]["sentAt"]


@verdict("lost", "delivery.md D4",
         "Everything answered or notified is in the log.")
def lost(facts):
    if not facts.threads:
        return
    for step in facts.steps.values():
        if step.outcome != "ok":
            continue
        message, line = step.result.get("message"), step.result.get("line")
        if isinstance(message, dict) and message["id"] not in facts.place:
            yield f"{step.method} of {step.person} was answered with {message['id']}, which stands in no thread", \
                [step.asks[0], step.oks[0]]
        if line and line["id"] not in facts.place:
            yield f"{step.method} of {step.person} was answered with the line {line['id']}, which stands in no thread", \
                [step.asks[0], step.oks[0]]
    for identifier in facts.messages:
        if identifier not in facts.place:
            yield f"{identifier} was told or answered, and stands in no thread", []
    for step in facts.steps.values():
        if step.method == "message.edit" and step.outcome == "ok":
            if step.result["message"]["id"] not in facts.place:
                continue
            conversation, index = facts.place[step.result["message"]["id"]]
            message = facts.threads[conversation][index]["message"]
            texts = [message["text"]] + [version["text"] for version in message.get("versions", [])]
            if not message.get("unsentAt") and step.result["message"]["text"] not in texts:
                yield f"an edit of {message['id']} was acknowledged and is neither its text nor one of its versions", \
                    [step.asks[0], step.oks[0]]
        if step.method == "message.unsend" and step.outcome == "ok":
            place = facts.place.get(step.result["message"]["id"])
            if place and not facts.threads[place[0]][place[1]]["message"].get("unsentAt"):
                yield f"{step.result['message']['id']} was unsent, and stands in the thread with its text", \
                    [step.asks[0], step.oks[0]]


@verdict("doubled", "delivery.md D7",
         "A repeated `clientID` gets the first result and does nothing, also after a restart.")
def doubled(facts):
    for number in {number for _, number in facts.message_of_token}:
        found = facts.message_of_token.get(("t", number), set()) | facts.message_of_token.get(("z", number), set())
        if len(found) > 1:
            yield f"step {number} became several messages: {sorted(found)}", facts.steps[number].asks[:3]
    for step in facts.steps.values():
        # D7 names what is current in a result: a document that the request did not change, and unsent texts.
        first = step.oks[0] if step.oks and "clientID" in step.params and not leaves_document(step) else None
        for answer in step.oks[1:] if first else ():
            if lasting(answer["result"]) != lasting(first["result"]) and not unsent(answer["result"]):
                yield (f"{step.method}, sent again with its clientID, was answered {json.dumps(answer['result'])[:300]} "
                       f"and before {json.dumps(first['result'])[:300]}"), [first, answer]
                break


@verdict("retry-refused", "delivery.md D7",
         "A repeated `clientID` gets the first result and does nothing, also after a restart.")
def retry_refused(facts):
    for step in facts.steps.values():
        if not step.oks or "clientID" not in step.params:
            continue
        done = step.oks[0]
        for error in step.errors:
            ask = facts.asks[error["r"]]
            reason = error["error"]["data"].get("reason")
            # D7: the result had a document that the person may no longer read.
            if reason == "forbidden" and "document" in done["result"] and "was done" in error["error"]["message"]:
                continue
            if ask["t"] > done["t"] and reason not in ("unavailable", "rate_limited"):
                yield f"{step.method} was done, and sent again it was refused: {error['error']['message']}", [done, error]


@verdict("trace", "delivery.md D6",
         "A refused request leaves no trace, neither in views nor in the log.")
def trace(facts):
    refused = {}
    for number, step in facts.steps.items():
        if step.outcome == "refused":
            refused[number] = step
    for entry in facts.entries:
        if entry["k"] in ("told", "answer"):
            for letter, number in facts.tokens_in(entry):
                if int(number) in refused:
                    step = refused.pop(int(number))
                    yield f"{step.method} of {step.person} was refused, and its text was told", \
                        [step.asks[0], step.errors[0], entry]


def lasting(result):
    """Returns a result without who is active in a document now, which nothing keeps."""
    if isinstance(result.get("document"), dict):
        return {**result, "document": {key: value for key, value in result["document"].items()
                                       if key not in ("active", "activeParticipantCount")}}
    return result


def leaves_document(step):
    """True if a request answered a document without changing it: the contract's `change` is missing then."""
    return step.method == "document.open" or (
        step.method in ("document.edit", "document.rename", "document.move") and "change" not in step.result)


def unsent(result):
    """True if a message in a result was unsent meanwhile: its content is gone, also from the first result."""
    found = []
    walk(result, lambda value: found.append(value) if is_message(value) and value.get("unsentAt") else None)
    return bool(found)


def missing_of(facts, device, person, mentioned):
    """Yields the messages that a device must know and was never told of."""
    deleted = facts.deleted.get(person, set())
    for conversation, thread in facts.threads.items():
        for start, end in facts.intervals.get((conversation, person), ()):
            for index in range(max(start, 0), min(end, len(thread))):
                entry = thread[index]
                if entry["kind"] == "message" and entry["id"] not in mentioned and entry["id"] not in deleted:
                    yield entry["message"]


def mentioned_by(session):
    """Returns the ids of messages of which a session learned by notifications or its own requests."""
    found = set()
    for entry in session.stream:
        if entry["k"] == "told" and entry["method"] in ("message.posted", "message.changed"):
            found.add(entry["params"]["message"]["id"])
        elif entry["k"] == "answer" and "result" in entry and entry["method"] not in (
                "conversation.history", "conversation.list", "message.search", "message.thread",
                "conversation.recentlyDeleted"):
            walk(entry["result"], lambda value: found.add(value["id"]) if is_message(value) else None)
    return found


def note_deleted(facts):
    """Finds which messages each person may have deleted."""
    facts.deleted = {}
    for step in facts.steps.values():
        if step.method == "message.delete":
            facts.deleted.setdefault(step.person, set()).update(step.params["messages"])
        elif step.method == "conversation.delete":
            gone = facts.deleted.setdefault(step.person, set())
            gone.update(entry["id"] for entry in facts.threads.get(step.params["conversation"], [])
                        if entry["kind"] == "message")


@verdict("resume", "delivery.md D9",
         "A login with `after` receives everything durable of that session with a larger cursor: once, in "
         "order, before live notifications")
def resume(facts):
    note_deleted(facts)
    devices = {}
    for session in facts.person_sessions():
        devices.setdefault((session.device, session.person), []).append(session)
    for (device, person), sessions in devices.items():
        if device.endswith("#end") or sessions[0].after != 0:
            continue
        mentioned = set().union(*map(mentioned_by, sessions))
        for message in missing_of(facts, device, person, mentioned):
            if message.get("unsentAt"):
                continue
            yield (f"{device} was never told of {message['id']} ({message['text'][:12]}, number {message['sequence']} "
                   f"in {message['conversation']} of {message['sender']})"), []


@verdict("history", "methods.md, conversation.history",
         "A page of a thread: the entries before an id, oldest first")
def history(facts):
    note_deleted(facts)
    read, listed = {}, {}
    for session in facts.person_sessions():
        if not session.device.endswith("#end"):
            continue
        for entry in session.stream:
            if entry["k"] == "answer" and "result" in entry:
                if entry["method"] == "conversation.history":
                    conversation = facts.asks[entry["r"]]["params"]["conversation"]
                    read.setdefault((session.person, conversation), []).extend(entry["result"]["entries"])
                elif entry["method"] == "conversation.list":
                    listed[session.person] = {c["id"] for c in entry["result"]["conversations"]}
    for (conversation, person), spans in facts.intervals.items():
        if person not in listed or spans[-1][1] != END:
            continue
        entries = {entry["id"]: entry for entry in read.get((person, conversation), [])}
        thread = facts.threads[conversation]
        for entry in thread[max(spans[-1][0], 0):]:
            if entry["kind"] != "message" or entry["id"] in facts.deleted.get(person, set()):
                continue
            if entry["id"] not in entries:
                yield f"{person} does not have {entry['id']} in the history of {conversation}", []
            elif entries[entry["id"]]["message"]["text"] != entry["message"]["text"]:
                yield f"{person} has another text of {entry['id']} than the observer", []


@verdict("fence", "delivery.md D16",
         "When `session.fence` is answered, everything accepted before it in its world is on the stream "
         "of every live receiver.")
def fence(facts):
    accepted = sorted((step.oks[0]["t"], step.result["message"]["id"]) for step in facts.steps.values()
                      if step.oks and step.method in ("message.send", "share.send")
                      and isinstance(step.result.get("message"), dict))
    fences = {entry["step"]: entry for entry in facts.notes if entry["what"] == "fence"}
    for session in facts.person_sessions():
        if session.device.endswith(("#end", "#again")):
            continue
        known, deleting, first = set(), set(), 0
        while first < len(accepted) and accepted[first][0] < session.opened:
            first += 1
        for entry in session.stream:
            if entry["k"] == "told" and entry["method"] == "message.posted":
                known.add(entry["params"]["message"]["id"])
            elif entry["k"] == "told" and entry["method"] == "deletion.changed":
                deleting.add(entry["params"]["conversation"]["id"])
            elif entry["k"] == "answer" and isinstance((entry.get("result") or {}).get("message"), dict):
                known.add(entry["result"]["message"]["id"])
            mark = fences.get(entry.get("step")) if entry.get("method") == "session.ping" else None
            if not mark or entry["k"] != "answer" or mark["asked"] < session.opened + 2.0:
                continue
            while first < len(accepted) and accepted[first][0] < mark["asked"]:
                identifier = accepted[first][1]
                first += 1
                if identifier in facts.place and identifier not in known and \
                        facts.place[identifier][0] not in deleting and \
                        facts.cursor.get(identifier, 0) > (session.hello["cursor"] if session.after is None else session.after) and \
                        facts.was_there(session.person, *facts.place[identifier]):
                    yield f"{identifier} was accepted before a fence, and is not on the stream of {session.name}", \
                        [mark, entry]
