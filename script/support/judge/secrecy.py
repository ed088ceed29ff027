"""Verdicts about who may know what: people who were not there, and apps."""

import json
import re

from facts import END, TOKEN, walk
from verdicts import verdict


def rights(facts):
    """Returns a function that says whether a person may know a token."""
    on_share, titles, names, public = {}, {}, {}, set()

    def see(value):
        if "participants" in value and "owner" in value and "url" in value:
            if value["access"] == "public":
                public.add(value["url"])
            people = on_share.setdefault(value["url"], set())
            people.update(p["handle"] for p in value["participants"])
            people.add(value["owner"])

    for entry in facts.entries:
        if entry["k"] == "answer" and "result" in entry:
            walk(entry["result"], see)
        elif entry["k"] == "told":
            walk(entry["params"], see)
    for step in facts.steps.values():
        if step.method in ("document.create", "share.create"):
            on_share.setdefault(f"https://notes.example/d/{step.number}", set()).add(step.person)
            titles[step.number] = f"https://notes.example/d/{step.number}"
        elif step.method in ("document.edit", "document.comment", "document.rename"):
            titles[step.number] = step.params["url"]
    readers = {}
    for message in facts.messages.values():
        for link in message["links"]:
            readers.setdefault(link["url"], []).append(message["id"])
    for conversation, thread in facts.threads.items():
        renames = [(index, TOKEN.findall(entry["text"])) for index, entry in enumerate(thread)
                   if entry["kind"] == "system"]
        renames = [(index, int(found[-1][1])) for index, found in renames if found]
        for position, (index, number) in enumerate(renames):
            until = renames[position + 1][0] if position + 1 < len(renames) else END
            names[number] = (conversation, index, until)
        first = renames[0][0] if renames else END
        for step in facts.steps.values():
            if step.method == "conversation.create" and step.oks and step.result["conversation"]["id"] == conversation:
                names.setdefault(step.number, (conversation, -1, first))

    def may_know(person, letter, number):
        step = facts.steps.get(number)
        if step and step.person == person:
            return True
        if letter in "tz":
            found = facts.message_of_token.get((letter, number), ())
            return all(facts.may_see(person, message) for message in found)
        if letter == "e":
            message = step.params.get("message") if step else None
            if not message or message not in facts.place:
                return True
            cursor = facts.edit_cursor.get((letter, number))
            if cursor is None:
                return facts.may_see(person, message)
            spans = facts.cursor_spans(person, facts.place[message][0])
            return facts.may_see(person, message) and any(
                (a is None or a < cursor) and (b is None or cursor < b) for a, b in spans)
        if letter == "g":
            if number not in names:
                return True
            conversation, start, end = names[number]
            return any(a < end and start < b for a, b in facts.intervals.get((conversation, person), ()))
        if letter in "db":
            url = titles.get(number)
            if url is None or person in on_share.get(url, ()):
                return True
            return letter == "d" and any(
                facts.may_see(person, message) or url in public and message in facts.place
                and (facts.place[message][0], person) in facts.intervals for message in readers.get(url, ()))
        return letter != "i"

    return may_know


@verdict("stranger", "delivery.md D12; security.md",
         "A former member receives what happened until they left, and how it ended, and nothing later. A "
         "new member receives nothing earlier.")
def stranger(facts):
    may_know, known = rights(facts), {}
    for entry in facts.entries:
        if entry["k"] not in ("told", "answer") or entry.get("role") != "person":
            continue
        for letter, number in set(facts.tokens_in(entry)):
            key = (entry["person"], letter, int(number))
            if key not in known:
                known[key] = may_know(*key)
                if not known[key]:
                    step = facts.steps.get(int(number))
                    yield (f"{entry['person']} was told {letter}{number}x by {entry['method']}, which "
                           f"{step.method if step else 'a step'} of {step.person if step else 'nobody'} made"), \
                        [step.asks[0] if step else None, entry]


@verdict("after-leaving", "delivery.md D12",
         "A former member receives what happened until they left, and how it ended, and nothing later.")
def after_leaving(facts):
    gone = {}
    for (conversation, person), spans in facts.intervals.items():
        cursors = facts.cursor_spans(person, conversation)
        if all(a is not None and b is not None for a, b in cursors):
            gone[(conversation, person)] = cursors
    conversations = set(facts.threads)
    answered = {(step.person, step.params["notice"]) for step in facts.steps.values()
                if step.method in ("notice.answer", "notice.dismiss")}
    for session in facts.person_sessions():
        for entry in session.stream:
            if entry["k"] != "told" or entry["params"].get("cursor") is None:
                continue
            if (session.person, (entry["params"].get("notice") or {}).get("id")) in answered:
                continue
            method, params = entry["method"], entry["params"]
            conversation = params.get("conversation") or params.get("message", params.get("notice", {})).get("conversation")
            conversation = conversation["id"] if isinstance(conversation, dict) else conversation
            if method in ("deletion.changed", "notice.cleared", "consent.requested") or conversation not in conversations:
                continue
            spans = gone.get((conversation, session.person))
            if spans is None and (conversation, session.person) not in facts.intervals:
                yield f"{session.person} was never in {conversation}, and was told {method}", [entry]
            elif spans and not any(a <= params["cursor"] <= b for a, b in spans):
                yield (f"{session.person} was told {method} of {conversation} at cursor {params['cursor']}; "
                       f"they were there at {spans}"), [entry]


@verdict("app", "protocol.md, Sessions",
         "It sees the app's highlights for that person and posts notices. It never sees names, "
         "conversations or texts.")
def app(facts):
    people = re.compile(r"\b(" + "|".join([*facts.names, *facts.names.values()]) + r")\b")
    ids = set(facts.threads) | set(facts.messages)
    strings = re.compile(r'"((?:[^"\\]|\\.)*)"')
    for entry in facts.entries:
        if entry.get("role") != "app" or entry["k"] not in ("told", "answer"):
            continue
        value = entry.get("params") if entry["k"] == "told" else entry.get("result", entry.get("error"))
        text = json.dumps(value, ensure_ascii=False)
        found = people.search(text)
        if found:
            yield f"an app was told the name {found.group(1)} by {entry['method']}: {text[:200]}", [entry]
            continue
        secret = next((item for item in strings.findall(text) if item in ids), None)
        if secret:
            yield f"an app was told the id {secret} by {entry['method']}", [entry]
        letters = {letter for letter, _ in TOKEN.findall(text)}
        if letters & set("tzegf"):
            yield f"an app was told a text of people by {entry['method']}: {text[:200]}", [entry]


@verdict("identifier", "values.md, Collaborations",
         "Only the sending app sees `localIdentifier`.")
def identifier(facts):
    for entry in facts.entries:
        if entry["k"] not in ("told", "answer"):
            continue
        for letter, number in facts.tokens_in(entry):
            if letter == "i" and not (entry["role"] == "app" and entry["person"] == facts.steps[int(number)].person):
                yield f"{entry.get('person') or 'an observer'} ({entry['role']}) was told the identifier of step {number}", [entry]


@verdict("alike", "security.md",
         "a hidden thing and a missing thing get the same answer, byte for byte")
def alike(facts):
    texts = {}
    for entry in facts.entries:
        error = entry.get("error") or {}
        if entry["k"] == "answer" and entry.get("role") == "person" and \
                error.get("data", {}).get("reason") == "not_found" and entry["method"] in (
                    "conversation.history", "message.edit", "message.react", "message.thread", "share.get",
                    "document.get"):
            key = (entry["method"], error["data"].get("field"))
            texts.setdefault(key, {}).setdefault(json.dumps(error, sort_keys=True), entry)
    for (method, field), found in texts.items():
        if len(found) > 1:
            yield f"{method} answers not_found for {field} in {len(found)} ways: {sorted(found)}", list(found.values())
