"""Verdicts about the state at the end: settings, mutes, contacts and access, as they were acknowledged; and resuming."""

from alerts import Switch, switches
from facts import END, SETTLED
from verdicts import verdict
from views import last_reading


@verdict("settings", "delivery.md D4",
         "Everything answered or notified is in the log (asked of settings, mutes and contacts).")
def settings(facts):
    muted, mentions, receipts = switches(facts)
    everywhere, contacts, blocked = {}, {}, {}
    for step in sorted(facts.steps.values(), key=lambda step: step.asks[0]["t"] if step.asks else 0):
        if not step.asks:
            continue
        if step.method == "settings.set" and "everywhere" in step.params.get("automaticSharing", {}):
            everywhere.setdefault(step.person, Switch(True)).change(step, step.params["automaticSharing"]["everywhere"])
        elif step.method in ("contact.add", "contact.remove") and "handle" in step.params:
            contacts.setdefault((step.person, step.params["handle"]), Switch(None)).change(step, step.method == "contact.add")
        elif step.method in ("contact.block", "contact.unblock"):
            blocked.setdefault((step.person, step.params["handle"]), Switch(None)).change(step, step.method == "contact.block")
    left = {step.person for step in facts.steps.values() if step.outcome == "maybe"}
    for person, answers in last_reading(facts).items():
        for entry in answers.get("settings.get", [])[-1:]:
            now = entry["result"]["settings"]
            for name, switch, value in (("mentionAlerts", mentions.get(person), now["mentionAlerts"]),
                                        ("readReceipts", receipts.get(person), now["readReceipts"]["everywhere"]),
                                        ("automaticSharing", everywhere.get(person), now["automaticSharing"]["everywhere"])):
                state = switch.between(entry["t"], entry["t"]) if switch and person not in left else None
                if state is not None and state != value:
                    yield f"{name} of {person} was acknowledged as {state}, and is {value}", [entry]
        for entry in answers.get("conversation.list", [])[-1:]:
            for conversation in entry["result"]["conversations"]:
                switch = muted.get((person, conversation["id"]))
                state = switch.between(entry["t"], entry["t"]) if switch and not conversation.get("left") else None
                if state is not None and state != conversation["muted"]:
                    yield f"{person} was answered muted {state} for {conversation['id']}, and it is {conversation['muted']}", [entry]
        for entry in answers.get("contact.list", [])[-1:]:
            for name, table in (("contacts", contacts), ("blocked", blocked)):
                there = {contact["handle"] for contact in entry["result"][name]}
                for (owner, handle), switch in table.items():
                    state = switch.between(entry["t"], entry["t"]) if owner == person else None
                    if state is not None and state != (handle in there):
                        yield f"{handle} among the {name} of {person} was acknowledged as {state}, and is {handle in there}", [entry]


@verdict("access", "collaboration.md, Documents",
         "A document is `not_found` for people who are not on its share.")
def access(facts):
    """Who was removed, or left, or whose share was stopped, reads the document no more; who accepted it does."""
    changes, unclear, urls = {}, set(), {}
    for entry in facts.entries:
        if entry["k"] == "answer" and isinstance((entry.get("result") or {}).get("share"), dict):
            share = entry["result"]["share"]
            urls[share.get("id")] = share.get("url")
    for step in facts.steps.values():
        if step.outcome == "refused" or not step.asks:
            continue
        url = urls.get(step.params.get("share")) or step.params.get("url")
        if step.method in ("share.setAccess", "share.save", "document.delete", "share.create"):
            if step.method != "share.create":
                unclear.add(url)
            continue
        people = {"share.removeParticipant": [step.params.get("handle")], "share.addParticipant": [step.params.get("handle")],
                  "share.accept": [step.person], "document.open": [step.person], "share.leave": [step.person]}.get(step.method)
        if step.method in ("share.send", "share.stop"):
            people = list(facts.names)
        if step.method == "notice.answer":
            people = list(facts.names)
            for each in set(urls.values()):
                unclear.add(each)
        for person in people or ():
            begin, ends = step.asks[0]["t"], [e["t"] for e in (*step.oks, *step.errors, *step.losts)]
            changes.setdefault((url, person), []).append((begin, max(ends) if step.outcome == "ok" else END, step))
    for session in facts.person_sessions():
        if not session.device.endswith("#end"):
            continue
        for entry in session.stream:
            if entry["k"] != "answer" or entry["method"] != "document.get":
                continue
            url = facts.asks[entry["r"]]["params"]["url"]
            found = sorted(changes.get((url, session.person), []), key=lambda change: change[0])
            if not found or url in unclear or any(end == END for _, end, _ in found):
                continue
            if len(found) > 1 and max(end for _, end, _ in found[:-1]) > found[-1][0]:
                continue
            last = found[-1][2]
            if last.method in ("share.removeParticipant", "share.leave", "share.stop") and "result" in entry \
                    and entry["result"]["document"].get("owner") != session.person:
                yield f"{session.person} reads {url} after {last.method} of {last.person}", [last.oks[0], entry]
            if last.method in ("share.accept", "document.open") and "error" in entry:
                yield f"{session.person} accepted {url}, and is refused: {entry['error']['message']}", [last.oks[0], entry]


@verdict("rights", "collaboration.md, Documents",
         "It is `forbidden` for readers, except to read and comment.")
def rights(facts):
    """Who may not change a document, by the answer itself, was not let change it."""
    for step in facts.steps.values():
        if step.outcome == "ok" and step.method in ("document.edit", "document.rename", "document.move") \
                and len(step.asks) == 1 and step.result["document"].get("canEdit") is False:
            yield f"{step.person} may only view {step.result['document']['url']}, and did {step.method}", [step.oks[0]]


# What may change the permission of a person on a share.
PERMITS = ("share.setPermission", "share.save", "share.addParticipant", "share.removeParticipant", "share.setRole",
           "share.send", "share.accept", "document.open", "share.setAccess", "share.create", "notice.answer")


@verdict("posting", "rules.md, Posting", "Edits and changes of the content need write permission.")
def posting(facts):
    """An app whose person was a reader on the share, for some time and certainly, posted nothing of this kind."""
    seen, changes = {}, facts.share_changes(PERMITS)
    for entry in facts.entries:
        value = (entry.get("params") if entry["k"] == "told" else entry.get("result")) or {}
        share = value.get("share")
        if entry["k"] in ("told", "answer") and isinstance(share, dict):
            for each in share.get("participants", ()):
                if "handle" in each:
                    seen.setdefault((share["url"], each["handle"]), []).append((entry["t"], each.get("permission")))
    for step in facts.steps.values():
        if step.outcome != "ok" or step.method != "highlightCenter.postNotice" or len(step.asks) > 1:
            continue
        event, url, begin, end = step.params["event"], step.params["url"], step.asks[0]["t"], step.oks[0]["t"]
        before = [(time, permission) for time, permission in seen.get((url, step.person), ()) if time < begin]
        if event["type"] == "mention" or event.get("trigger") == "comment" or not before or before[-1][1] != "readOnly":
            continue
        if any(first < end and last > before[-1][0] - SETTLED
               for first, last in (*changes.get(url, ()), *changes.get(None, ()))):
            continue
        yield f"{step.person} may only view {url}, and an app posted {event} for them", [step.oks[0]]


@verdict("settled-question", "delivery.md D11",
         "Settled questions … are not repeated.")
def settled_question(facts):
    settled = {}
    for step in facts.steps.values():
        if step.method == "consent.answer" and step.oks:
            settled[step.params["consent"]] = step.oks[0]
    for session in facts.person_sessions():
        for entry in session.stream:
            if entry["k"] == "told" and entry["method"] == "consent.requested":
                answer = settled.get(entry["params"]["consent"])
                if answer and answer["t"] < session.asked:
                    yield f"{session.name} was told of {entry['params']['consent']}, which was answered before", [answer, entry]


@verdict("as-it-was", "delivery.md D10",
         "Messages, their changes, notices, receipts, questions and shares arrive as they were.")
def as_it_was(facts):
    original = {}
    for step in facts.steps.values():
        if step.method == "message.send" and step.oks and facts.asks[step.oks[0]["r"]]["attempt"] == 1:
            original[step.result["message"]["id"]] = (step.result["message"]["text"], step.oks[0])
    for session in facts.person_sessions():
        for entry in session.stream:
            if entry["k"] != "told" or entry["method"] != "message.posted":
                continue
            message = entry["params"]["message"]
            text, answer = original.get(message["id"], (None, None))
            if text is not None and message["text"] != text and not message.get("unsentAt"):
                yield f"{session.name} was told {message['id']} as “{message['text']}”; it was “{text}”", [answer, entry]


@verdict("unsent", "methods.md, message.unsend",
         "A note replaces it, and the log erases its content.")
def unsent(facts):
    """After an unsend was acknowledged, nobody who asks or logs in later is told a text of the message."""
    gone = {}
    for step in facts.steps.values():
        if step.method == "message.unsend" and step.oks:
            gone[step.result["message"]["id"]] = step.oks[0]["t"]
    texts = {}
    for key, ids in facts.message_of_token.items():
        for identifier in ids & gone.keys():
            texts[key] = gone[identifier]
    for step in facts.steps.values():
        if step.method == "message.edit" and step.params["message"] in gone:
            texts[("e", step.number)] = gone[step.params["message"]]
    for entry in facts.entries:
        if entry["k"] == "answer":
            asked = facts.asks[entry["r"]]["t"]
        elif entry["k"] == "told" and entry["session"] in facts.sessions:
            asked = facts.sessions[entry["session"]].asked
        else:
            continue
        for letter, number in facts.tokens_in(entry):
            if texts.get((letter, int(number)), END) < asked:
                yield f"{entry.get('person') or 'an observer'} was told {letter}{number}x by {entry['method']} after it " \
                      "was unsent", [entry]
                break
