"""Verdicts about windows, deletion, search, lists, explanations, shelves, pins and typing."""

import re

from alerts import sent_at
from facts import END, instant
from verdicts import verdict
from views import last_reading


@verdict("window", "rules.md msg-edit-window, msg-edit-limit, msg-unsend-window", "A sent message may be edited for up to 15 "
         "minutes after it was sent. Up to five edits a message. A message can be unsent for two minutes.")
def window(facts):
    limits = facts.plan["config"]["limits"]
    edit, unsend = limits.get("editMilliseconds", 900000), limits.get("unsendMilliseconds", 120000)
    for step in facts.steps.values():
        if step.outcome != "ok" or step.method not in ("message.edit", "message.unsend"):
            continue
        message = step.result["message"]
        if step.method == "message.edit" and message.get("editedAt"):
            age = (instant(message["editedAt"]) - instant(message["sentAt"])) * 1000
            if age > edit + 1:
                yield f"{message['id']} was edited {age:.0f} ms after it was sent; the limit is {edit}", [step.oks[0]]
            if len(message.get("versions", [])) > limits.get("edits", 5):
                yield f"{message['id']} was edited {len(message['versions'])} times", [step.oks[0]]
        if step.method == "message.unsend" and message.get("unsentAt"):
            age = (instant(message["unsentAt"]) - instant(message["sentAt"])) * 1000
            if age > unsend + 1:
                yield f"{message['id']} was unsent {age:.0f} ms after it was sent; the limit is {unsend}", [step.oks[0]]
        if facts.steps and step.person != message["sender"]:
            yield f"{step.person} changed {message['id']} of {message['sender']}", [step.oks[0]]


@verdict("deleted", "methods.md, message.delete",
         "Deletes messages of one conversation on all devices of the caller")
def deleted(facts):
    restored, gone = set(), {}
    for step in facts.steps.values():
        if step.method in ("message.restore", "conversation.restore") and step.outcome != "refused":
            restored.add(step.person)
        elif step.method == "message.delete" and step.outcome == "ok":
            for identifier in step.params["messages"]:
                gone.setdefault(step.person, {})[identifier] = step
    for person, answers in last_reading(facts).items():
        if person in restored:
            continue
        for entry in answers.get("conversation.history", []):
            for item in entry["result"]["entries"]:
                if item["id"] in gone.get(person, {}):
                    yield f"{person} deleted {item['id']}, and has it in the history", \
                        [gone[person][item["id"]].oks[0], entry]


@verdict("list", "methods.md, conversation.list",
         "A page of conversations: the pinned ones in their order, then by newest message.")
def listed(facts):
    deleting = {step.person for step in facts.steps.values() if step.method in ("conversation.delete",)}
    for person, answers in last_reading(facts).items():
        if "conversation.list" not in answers or person in deleting:
            continue
        there = {c["id"] for c in answers["conversation.list"][-1]["result"]["conversations"]}
        for (conversation, member), spans in facts.intervals.items():
            if member == person and spans[-1][1] == END and conversation not in there:
                yield f"{person} is in {conversation}, which is not in their list", [answers["conversation.list"][-1]]


@verdict("search", "methods.md, message.search",
         "Finds messages with all these words; the last can be a prefix.")
def search(facts):
    for session in facts.person_sessions():
        if not session.device.endswith("#end"):
            continue
        touched = set()
        for step in facts.steps.values():
            if step.person == session.person and step.method == "message.delete":
                touched.update(step.params["messages"])
            elif step.person == session.person and step.method == "conversation.delete":
                touched.update(e["id"] for e in facts.threads.get(step.params["conversation"], []))
        for entry in session.stream:
            if entry["k"] != "answer" or entry["method"] != "message.search" or "result" not in entry:
                continue
            query = facts.asks[entry["r"]]["params"]["text"]
            if not re.fullmatch(r"t\d{5}x", query):
                continue
            number = int(query[1:6])
            found = {message["id"] for message in entry["result"]["messages"]}
            for identifier in facts.message_of_token.get(("t", number), ()):
                place = facts.place.get(identifier)
                if not place or identifier in touched:
                    continue
                now = facts.threads[place[0]][place[1]]["message"]
                spans = facts.intervals.get((place[0], session.person), [(0, 0)])
                if query in now["text"] and spans[-1][1] == END and spans[-1][0] <= place[1] and identifier not in found:
                    yield f"{session.person} searched for {query} and did not find {identifier}", [entry]


@verdict("explain", "delivery.md D27",
         "`delivery.explain` explains for every message, notice, highlight and question why it reached a "
         "person or not, with the rules.")
def explain(facts):
    for entry in facts.entries:
        if entry["k"] != "answer" or entry["method"] != "delivery.explain" or "result" not in entry:
            continue
        params = facts.asks[entry["r"]]["params"]
        message = facts.messages.get(params["about"])
        if not message or message["sender"] == params["person"] or params["about"] not in facts.place:
            continue
        expected = facts.may_see(params["person"], params["about"])
        if entry["result"]["delivered"] != expected:
            yield (f"{params['about']} was {'' if expected else 'not '}for {params['person']}, and delivery.explain says "
                   f"{entry['result']}"), [entry]


@verdict("shelf-source", "consent.md; rules.md swy-block, surf-group-contact, swy-one-to-one-unknown", "Links from blocked "
         "people do not surface. In a group conversation, links surface only if at least one participant is a contact.")
def shelf_source(facts):
    for person, answers in last_reading(facts).items():
        if "contact.list" not in answers:
            continue
        lists = answers["contact.list"][-1]["result"]
        contacts, blocked = ({c["handle"] for c in lists[key]} for key in ("contacts", "blocked"))
        for entry in answers.get("highlight.list", []):
            for item in entry["result"]["highlights"]:
                for sharer in item["attribution"]:
                    if sharer["handle"] in blocked and not item["pinned"]:
                        yield f"{person} blocked {sharer['handle']}, who stands at {item['url']} on the shelf", [entry]
                if not item["pinned"] and item["attribution"] and not any(
                        contacts & set(facts.participants.get(sharer["conversation"], contacts)) - {person}
                        for sharer in item["attribution"]):
                    yield f"{person} has {item['url']} on the shelf, and no contact is in its conversations", [entry]


@verdict("app-shelf", "methods.md, highlight.list",
         "The shelf of a person, or the highlights of an app, in ranked order.")
def app_shelf(facts):
    shelves = {}
    for session in facts.sessions.values():
        if session.role == "app" and session.device.endswith("#end"):
            for entry in session.stream:
                if entry["k"] == "answer" and entry["method"] == "highlight.list" and "result" in entry:
                    shelves[(session.person, session.app)] = entry
    for person, answers in last_reading(facts).items():
        for entry in answers.get("highlight.list", [])[-1:]:
            for (other, app), shelf in shelves.items():
                if other != person or entry["result"]["more"] or shelf["result"]["more"]:
                    continue
                mine = [item["id"] for item in entry["result"]["highlights"] if item["app"] == app]
                theirs = [item["id"] for item in shelf["result"]["highlights"]]
                if mine != theirs:
                    yield f"{person} has {mine} of {app} on the shelf; the app is answered {theirs}", [entry, shelf]


@verdict("pin", "rules.md pin-always",
         "Pinned content is always available to the app's Shared with You.")
def pin(facts):
    last, unclear, sent = {}, set(), sent_at(facts)
    for step in sorted(facts.steps.values(), key=lambda step: step.asks[0]["t"] if step.asks else 0):
        if step.method in ("link.pin", "link.unpin"):
            key = (step.person, step.params["url"])
            if step.outcome == "maybe" or len(step.asks) > 1 or step.method == "link.unpin":
                unclear.add(key)
            elif step.outcome == "ok" and step.result["pin"].get("app"):
                last[key] = step
        elif step.method == "highlight.hide":
            unclear.add(step.person)
    for (person, url), step in last.items():
        conversation = step.params["conversation"]
        if (person, url) in unclear or person in unclear:
            continue
        # A pin ends with its link, and the link that is sent again is not pinned (consent.md).
        standing = [e for e in facts.threads.get(conversation, []) if e["kind"] == "message"
                    and sent.get(e["id"], END) < step.oks[0]["t"]
                    and any(link["url"] == url for link in e["message"]["links"]) and facts.may_see(person, e["id"])]
        spans = facts.intervals.get((conversation, person), [(0, 0)])
        if not standing or spans[-1][1] != END:
            continue
        deleting = any(s.person == person and s.method in ("message.delete", "conversation.delete")
                       for s in facts.steps.values())
        for entry in last_reading(facts).get(person, {}).get("highlight.list", [])[-1:]:
            shown = {item["url"] for item in entry["result"]["highlights"] if item["pinned"]}
            if url not in shown and not entry["result"]["more"] and not deleting:
                yield f"{person} pinned {url}, which is not on the shelf", [step.oks[0], entry]


@verdict("typing", "protocol.md, Transient events",
         "`conversation.typing` with true notifies the other members")
def typing(facts):
    for session in facts.person_sessions():
        cursor = session.hello["cursor"]
        for entry in session.stream:
            if entry["k"] != "told":
                continue
            cursor = max(cursor, entry["params"].get("cursor", 0))
            if entry["method"] != "typing":
                continue
            conversation, typist = entry["params"]["conversation"], entry["params"]["person"]
            if typist == session.person:
                yield f"{session.name} was told of their own typing", [entry]
            if conversation in facts.threads and (conversation, session.person) not in facts.intervals:
                yield f"{session.name} was told that {typist} types in {conversation}, and was never there", [entry]


@verdict("typing-end", "protocol.md, Transient events",
         "They receive `typing: false` once: on request, after the minute, at the end of the last session, or before "
         "the typist's next message.")
def typing_end(facts):
    """Who types when a message of theirs comes has not stopped before it."""
    for session in facts.person_sessions():
        types = {}
        for entry in session.stream:
            if entry["k"] != "told":
                continue
            params = entry["params"]
            if entry["method"] == "typing":
                types[(params["conversation"], params["person"])] = entry if params["typing"] else None
            elif entry["method"] == "message.posted" and params["cursor"] > session.hello["cursor"]:
                message = params["message"]
                begin = types.get((message["conversation"], message["sender"]))
                # Who was away from the conversation heard of no end.
                if begin and len(facts.intervals.get((message["conversation"], session.person), ())) == 1:
                    yield f"{session.name} was told {message['id']} of {message['sender']}, who still types", [begin, entry]


# What may take a document from a person who has it open.
TAKES = ("share.removeParticipant", "share.leave", "share.stop", "share.setAccess", "share.save", "document.delete",
         "notice.answer", "share.create")


@verdict("presence", "protocol.md, Transient events",
         "`document.open` makes the caller active … A person with two devices counts once.")
def presence(facts):
    """Who has a document open on a session is active in what this session is told of it."""
    closed, taken = {}, facts.share_changes(TAKES)
    for entry in facts.entries:
        if entry["k"] == "ask" and entry["method"] == "document.close":
            closed.setdefault((entry["session"], entry["params"].get("url")), entry["t"])
    for session in facts.person_sessions():
        opened = {}
        for entry in session.stream:
            if entry["k"] == "answer" and entry["method"] == "document.open" and "result" in entry:
                opened[entry["result"]["document"]["url"]] = entry
            if entry["k"] != "told" or entry["method"] != "document.presence":
                continue
            url, time = entry["params"]["url"], entry["t"]
            if url not in opened or session.person in entry["params"]["active"]:
                continue
            begin = opened[url]["t"]
            if closed.get((session.name, url), END) < time or any(
                    t < time and end > begin for t, end in (*taken.get(url, ()), *taken.get(None, ()))):
                continue
            yield f"{session.name} has {url} open, and is not active in it", [opened[url], entry]


@verdict("question", "consent.md, Several devices",
         "Every device receives `consent.requested`, and `settings` has the question for devices that log "
         "in later")
def question(facts):
    for person, answers in last_reading(facts).items():
        for reading in answers.get("settings.get", [])[-1:]:
            for consent in reading["result"]["settings"]["consents"]:
                devices = {}
                for session in facts.person_sessions():
                    if session.person != person or session.device.endswith("#end"):
                        continue
                    devices.setdefault(session.device, False)
                    for entry in session.stream:
                        value = entry.get("params") if entry["k"] == "told" else entry.get("result")
                        value = value or {}
                        if value.get("consent") == consent["consent"] or any(
                                c["consent"] == consent["consent"] for c in (value.get("settings") or {}).get("consents", [])):
                            devices[session.device] = True
                for device, asked in devices.items():
                    if not asked:
                        yield f"{device} was never told of the question {consent['consent']}, which waits", [reading]
