"""Verdicts about what live sessions are told: durable facts, and receipts of delivery behind a fence."""

from alerts import changed_by_deletion
from facts import END, SETTLED
from verdicts import verdict


def live_sessions(facts):
    return [session for session in facts.person_sessions() if not session.device.endswith(("#end", "#again"))]


def told_at(facts):
    """Returns when a cursor was in the log at the latest: when it or a later one was first told to anybody."""
    first = {}
    for session in facts.sessions.values():
        for entry in session.stream:
            if entry["k"] == "told" and "cursor" in entry["params"]:
                cursor = entry["params"]["cursor"]
                first[cursor] = min(first.get(cursor, END), entry["t"])
    earliest = END
    for cursor in sorted(first, reverse=True):
        earliest = first[cursor] = min(first[cursor], earliest)
    return first


def place_of(value):
    """Returns the conversation of a notification; None if it is about no conversation."""
    for member in ("conversation", "message", "notice"):
        item = value.get(member)
        if isinstance(item, dict):
            return item.get("conversation", item.get("id"))
    return value.get("conversation")


def waits(facts, session):
    """Returns the spans in which a session waits for an answer: it learns of its own effect by that."""
    return [(facts.asks[entry["r"]]["t"], entry["t"]) for entry in session.stream
            if entry["k"] == "answer" and entry["method"] not in ("session.ping", "session.fence")]


@verdict("live", "delivery.md D5, D9",
         "The asking session learns of its effect by the answer. All other sessions learn of it by a notification.")
def live(facts):
    """Each durable notification of a login with `after` 0 was told to the sessions that were there at its time."""
    first, durable, deleting = told_at(facts), {}, changed_by_deletion(facts)
    for session in facts.person_sessions():
        if session.device.endswith("#again") and session.after == 0:
            for entry in session.stream:
                # Of what a person has deleted they are told nothing until it is recovered.
                if entry["k"] == "told" and "cursor" in entry["params"] \
                        and (session.person, place_of(entry["params"])) not in deleting:
                    durable.setdefault(session.person, {})[entry["params"]["cursor"]] = entry
    for session in live_sessions(facts):
        cursors = {entry["params"]["cursor"] for entry in session.stream
                   if entry["k"] == "told" and "cursor" in entry["params"]}
        if not cursors:
            continue
        asking = waits(facts, session)
        for cursor, entry in durable.get(session.person, {}).items():
            moment = first[cursor]
            if cursor in cursors or not session.hello["cursor"] < cursor < max(cursors) or moment > END / 2 \
                    or moment < session.opened + SETTLED or any(start - 0.1 <= moment <= end + 0.5 for start, end in asking):
                continue
            if moment < entry["t"]:
                yield f"{session.name} was never told of {entry['method']} at {cursor}", [entry]


@verdict("delivered", "protocol.md, Receipts; delivery.md D16",
         "In a one-to-one conversation the sender receives `receipt` when a message first reaches a stream of the "
         "other person. When `session.fence` is answered, everything accepted before it in its world is on the "
         "stream of every live receiver.")
def delivered(facts):
    reached = {}
    for session in live_sessions(facts):
        for entry in session.stream:
            if entry["k"] == "told" and entry["method"] == "message.posted":
                message = entry["params"]["message"]
                if message["sender"] != session.person:
                    key = (message["conversation"], message["sender"], session.person)
                    first = reached.setdefault(key, {})
                    first[message["sequence"]] = min(first.get(message["sequence"], END), entry["t"])
    # A stream that a slow line carries was reached before its device says so.
    for session in facts.sessions.values():
        for entry in session.stream:
            if entry["k"] == "told" and entry["method"] == "receipt":
                receipt = entry["params"]
                for (conversation, _, reader), first in reached.items():
                    if conversation == receipt["conversation"] and reader == receipt["person"]:
                        for sequence in first:
                            if sequence <= receipt["sequence"]:
                                first[sequence] = min(first[sequence], entry["t"])
    pairs = {key: [(moment, sequence) for sequence, moment in first.items()]
             for key, first in reached.items() if len(facts.participants.get(key[0], ())) == 2}
    fences = {entry["step"]: entry for entry in facts.notes if entry["what"] == "fence"}
    for session in live_sessions(facts):
        known = {}
        for entry in session.stream:
            if entry["k"] == "told" and entry["method"] == "receipt":
                receipt = entry["params"]
                key = (receipt["conversation"], receipt["person"])
                known[key] = max(known.get(key, 0), receipt["sequence"])
            mark = fences.get(entry.get("step")) if entry.get("method") == "session.ping" else None
            if not mark or entry["k"] != "answer":
                continue
            for (conversation, sender, reader), times in pairs.items():
                if sender != session.person:
                    continue
                there = [sequence for moment, sequence in times
                         if session.opened + SETTLED < moment < mark["asked"]]
                if there and max(there) > known.get((conversation, reader), 0):
                    yield (f"{session.name} has no receipt for number {max(there)} in {conversation}, which reached "
                           f"{reader} before a fence"), [mark, entry]


@verdict("receipt-once", "delivery.md D20; protocol.md, Receipts",
         "Typing and delivery receipts have none: only online sessions receive them, once. It covers all earlier messages "
         "too.")
def receipt_once(facts):
    for session in facts.person_sessions():
        newest = {}
        for entry in session.stream:
            if entry["k"] == "told" and entry["method"] == "receipt" and entry["params"]["status"] == "delivered":
                receipt = entry["params"]
                key = (receipt["conversation"], receipt["person"])
                if receipt["sequence"] <= newest.get(key, 0):
                    yield (f"{session.name} was told that number {receipt['sequence']} in {receipt['conversation']} was "
                           f"delivered, after number {newest[key]}"), [entry]
                newest[key] = max(newest.get(key, 0), receipt["sequence"])
