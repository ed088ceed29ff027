"""Verdicts about the views of devices, settings, consent and documents."""

from alerts import Switch
from facts import END, instant, is_message
from verdicts import verdict

TABLE = {"unset": {"offered", "on", "revoked"}, "offered": {"on", "postponed", "never", "revoked", "unset"},
         "on": {"revoked"}, "postponed": {"offered", "on", "revoked"}, "never": {"on", "revoked"}, "revoked": {"on"}}


class View:
    """What a device shows: folded from its answers and notifications in the order in which they came.

    An answer to a request that was sent again may be the first result, of an earlier time. It is kept beside
    what was known: each place holds the values that the device may show.
    """

    def __init__(self):
        self.messages, self.conversations, self.settings = {}, {}, {}
        self.read_through = {}

    def take(self, entry, old, person):
        value = entry["params"] if entry["k"] == "told" else entry.get("result")
        if value is None or entry["method"] in ("conversation.history", "message.search", "message.thread",
                                                "conversation.list", "conversation.recentlyDeleted", "session.hello"):
            return
        if entry["method"] == "deletion.changed":
            self.forget(value)
            return
        places = []
        if is_message(value.get("message") or {}):
            places.append((self.messages, value["message"]["id"], value["message"]))
        if isinstance(value.get("conversation"), dict):
            places.append((self.conversations, value["conversation"]["id"], value["conversation"]))
        if "settings" in value:
            places.append((self.settings, "settings", value["settings"]))
        for shown, key, item in places:
            shown[key] = shown.get(key, []) + [item] if old else [item]
            if shown is self.conversations:
                # An answer of an earlier time says nothing about now.
                self.read_through[key] = None if old else read_through(item)
            elif shown is self.messages and item["sender"] == person:
                # Whoever writes has read what stands before.
                known = self.read_through.get(item["conversation"])
                if known is not None:
                    self.read_through[item["conversation"]] = max(known, item["sequence"])

    def forget(self, change):
        """Forgets the messages of a deletion: what becomes of them meanwhile is told by reading them again."""
        for identifier, values in list(self.messages.items()):
            if values[-1]["conversation"] == change["conversation"]["id"] and any(
                    run["first"] <= values[-1]["sequence"] <= run["last"] for run in change["messages"]):
                del self.messages[identifier]


def read_through(conversation):
    """Returns the number of the last message that was read, or None if nothing was said in the conversation."""
    if "lastMessage" not in conversation:
        return None
    return conversation.get("readThrough", conversation["lastMessage"]["sequence"] - conversation["unread"])


def last_reading(facts):
    """Returns for each person what they were answered at the end, by method."""
    read = {}
    for session in facts.person_sessions():
        if session.device.endswith("#end"):
            for entry in session.stream:
                if entry["k"] == "answer" and "result" in entry:
                    read.setdefault(session.person, {}).setdefault(entry["method"], []).append(entry)
    return read


def look(message):
    return (message["text"], bool(message.get("unsentAt")), bool(message.get("editedAt")),
            tuple(sorted((r["handle"], r["reaction"]) for r in message.get("reactions", []))))


def repeated(facts):
    """Returns the answers that repeat the first result of an earlier request: they say how things stood then."""
    found = set()
    for step in facts.steps.values():
        found.update(answer["i"] for answer in step.oks[1:])
        if step.oks and facts.asks[step.oks[0]["r"]]["attempt"] > 1:
            found.add(step.oks[0]["i"])
    return found


@verdict("devices", "delivery.md D26",
         "All sessions of a person are equal: messages, reads, mutes, pins, settings and answers of one "
         "appear on the others, also later.")
def devices(facts):
    from alerts import changed_by_deletion
    read, old, deleting = last_reading(facts), repeated(facts), changed_by_deletion(facts)
    views = {}
    for session in facts.person_sessions():
        if session.device.endswith("#end"):
            continue
        view = views.setdefault((session.device, session.person), View())
        for entry in session.stream:
            view.take(entry, entry["i"] in old, session.person)
    for (device, person), view in views.items():
        answers = read.get(person, {})
        now = {c["id"]: c for entry in answers.get("conversation.list", []) for c in entry["result"]["conversations"]}
        for entry in answers.get("conversation.history", []):
            for item in entry["result"]["entries"]:
                if item["kind"] != "message" or item["id"] not in view.messages:
                    continue
                shown = [look(message) for message in view.messages[item["id"]]]
                if look(item["message"]) not in shown:
                    yield f"{device} shows {item['id']} as {shown[-1]}, and it is " \
                          f"{look(item['message'])}", [entry]
        for identifier, conversation in now.items():
            shown = view.conversations.get(identifier)
            if shown is None:
                yield f"{device} was never told of the conversation {identifier}", []
                continue
            through = read_through(conversation)
            known = view.read_through.get(identifier)
            if through and known and through != known and (person, identifier) not in deleting \
                    and not conversation.get("markedUnread"):
                yield f"{device} shows {identifier} as read through {known}, and it is read through {through}", []
            for member in ("name", "participants", "muted", "photo"):
                if conversation.get(member) not in [value.get(member) for value in shown]:
                    yield f"{device} shows {member} of {identifier} as {shown[-1].get(member)}, and it is " \
                          f"{conversation.get(member)}", []
        settings = [entry["result"]["settings"] for entry in answers.get("settings.get", [])]
        if settings and view.settings:
            for member in ("automaticSharing", "readReceipts", "mentionAlerts"):
                values = [value[member] for value in view.settings["settings"]]
                if settings[-1][member] not in values:
                    yield f"{device} shows the settings {member} as {values[-1]}, and they are " \
                          f"{settings[-1][member]}", []


@verdict("members", "rules.md grp-lines",
         "A line in the thread names who was added, removed, left or renamed the conversation.")
def members(facts):
    for conversation, entry in facts.contradictions:
        yield f"the lines of {conversation} and its participants contradict each other at {entry['id']}: {entry['text']}", []
    for person, answers in last_reading(facts).items():
        for entry in answers.get("conversation.list", []):
            for conversation in entry["result"]["conversations"]:
                there = facts.participants.get(conversation["id"])
                if there is not None and there != conversation["participants"]:
                    yield f"{person} sees {conversation['participants']} in {conversation['id']}, the observer {there}", [entry]
                if person not in conversation["participants"]:
                    yield f"{person} lists {conversation['id']} and is not in it", [entry]


@verdict("consent", "consent.md, States",
         "The table shows the next state.")
def consent(facts):
    for person, answers in last_reading(facts).items():
        for entry in answers.get("settings.audit", []):
            state, postponed, refusals = {}, {}, {}
            rules = facts.plan["config"].get("consent", {})
            pause, most = rules.get("postponementMilliseconds", 604800000) / 1000, rules.get("notNowMax", 3)
            for change in entry["result"]["changes"]:
                if change["scope"] != "app" or entry["result"]["more"]:
                    continue
                before = state.get(change["app"], "unset")
                if change["from"] != before or change["to"] not in TABLE[before]:
                    if not (before == "offered" and change["to"] == "postponed"):
                        yield f"{person}: {change['app']} goes from {change['from']} to {change['to']}, and was {before}", [entry]
                app, at = change["app"], instant(change["at"])
                if before == "postponed" and change["to"] == "offered" and (
                        at - postponed.get(app, 0) <= pause or refusals.get(app, 0) >= most):
                    yield (f"{person} was asked about {app} {at - postponed.get(app, 0):.3f} s after Not Now number "
                           f"{refusals.get(app, 0)}"), [entry]
                if change["to"] == "postponed" and change["cause"]["rule"] != "consent-levels":
                    postponed[app], refusals[app] = at, refusals.get(app, 0) + 1
                elif change["to"] in ("on", "revoked"):
                    refusals[app] = 0
                state[app] = change["to"]
            settings = answers["settings.get"][-1]["result"]["settings"] if "settings.get" in answers else None
            if settings is None or entry["result"]["more"]:
                continue
            asked = [c["app"] for c in settings["consents"]]
            if len(asked) != len(set(asked)):
                yield f"{person} is asked twice about an app: {asked}", [entry]
            for app in set(state) | set(asked) | set(settings["automaticSharing"]["apps"]):
                now = state.get(app, "unset")
                switch = settings["automaticSharing"]["apps"].get(app)
                if (now == "offered") != (app in asked) or {"on": True, "revoked": False}.get(now) != switch:
                    yield f"{person}: the audit leaves {app} {now}; the switch is {switch}, asked: {app in asked}", [entry]


@verdict("answered-twice", "consent.md, Several devices",
         "A second answer is `not_found` with the result.")
def answered_twice(facts):
    answers = {}
    for step in facts.steps.values():
        if step.method == "consent.answer" and step.outcome == "ok":
            answers.setdefault((step.person, step.params["consent"]), []).append(step)
    for (person, question), steps in answers.items():
        if len(steps) > 1:
            yield f"{person} answered {question} {len(steps)} times", [step.oks[0] for step in steps]


@verdict("document", "methods.md, document.edit",
         "Replaces the text. If it changed after `revision`, `conflict` carries the current document")
def document(facts):
    saves = {}
    for step in facts.steps.values():
        if step.outcome == "ok" and step.method in ("document.edit", "document.comment", "document.rename"):
            saves.setdefault(step.params["url"], []).append(
                (step.result["document"]["revision"], step.params.get("revision"), step.method, step))
    for url, found in saves.items():
        found.sort(key=lambda save: save[0])
        last = None
        for revision, base, method, step in found:
            if last and last[0] == revision:
                yield f"two saves of {url} were both answered as revision {revision}", [last[3].oks[0], step.oks[0]]
            last = (revision, base, method, step)
        edit = None
        for save in found:
            if save[2] == "document.edit":
                if edit and edit[0] > save[1]:
                    yield f"an edit of {url} based on {save[1]} went over the edit {edit[0]}", [edit[3].oks[0], save[3].oks[0]]
                edit = save
        texts = {}
        for session in facts.sessions.values():
            if session.device.endswith("#end"):
                for entry in session.stream:
                    if entry["k"] == "answer" and entry["method"] == "document.get" and "result" in entry:
                        value = entry["result"]["document"]
                        if value["url"] == url:
                            texts[(value["revision"], value["text"])] = entry
        if len(texts) > 1:
            yield f"people read different texts of {url}: {sorted(texts)}", list(texts.values())
        unsure = any(step.method == "document.edit" and step.outcome == "maybe" and step.params["url"] == url
                     for step in facts.steps.values()) if edit else True
        for (revision, text), entry in texts.items():
            if edit and revision < edit[0] or edit and not unsure and text != edit[3].params["text"]:
                yield f"{url} reads “{text}” at revision {revision}; the last edit was acknowledged as {edit[0]}: " \
                      f"“{edit[3].params['text']}”", [edit[3].oks[0], entry]


@verdict("shelf", "consent.md",
         "A link surfaces by itself only if automatic sharing is on everywhere, for the app and for the "
         "conversation.")
def shelf(facts):
    for person, answers in last_reading(facts).items():
        if "settings.get" not in answers:
            continue
        sharing = answers["settings.get"][-1]["result"]["settings"]["automaticSharing"]
        for entry in answers.get("highlight.list", []):
            for item in entry["result"]["highlights"]:
                if item["pinned"]:
                    continue
                if not sharing["everywhere"] or sharing["apps"].get(item["app"]) is not True:
                    yield f"{person} has {item['url']} on the shelf, not pinned; automatic sharing is {sharing}", [entry]
                from_others = [a for a in item["attribution"] if a["handle"] != person]
                if not from_others or all(sharing["conversations"].get(a["conversation"]) is False for a in from_others):
                    yield f"{person} has {item['url']} on the shelf from conversations that are off", [entry]


def turned_on(facts):
    """Returns when each person first asked to turn on each app's automatic sharing, by person and app."""
    apps, first = {}, {}
    for session in facts.person_sessions():
        for entry in session.stream:
            if entry["k"] == "told" and entry["method"] == "consent.requested":
                apps[entry["params"]["consent"]] = entry["params"]["app"]
    for step in facts.steps.values():
        if not step.asks or step.outcome == "refused":
            continue
        if step.method == "consent.answer" and step.params["answer"] == "allow":
            on = [apps.get(step.params["consent"])]
        elif step.method == "settings.set":
            on = [app for app, isOn in step.params.get("automaticSharing", {}).get("apps", {}).items() if isOn]
        else:
            continue
        for app in on:
            key = (step.person, app)
            first[key] = min(first.get(key, END), step.asks[0]["t"])
    return first


@verdict("shelf-message", "rules.md swy-edit, surf-links",
         "Editing the link out of a message removes it.")
def shelf_message(facts):
    """A link on a shelf stands in a message of each person who is named as having shared it."""
    links = {}
    for conversation, thread in facts.threads.items():
        for entry in thread:
            if entry["kind"] == "message":
                links.setdefault((conversation, entry["message"]["sender"]), []).extend(
                    link["url"] for link in entry["message"]["links"])
    for person, answers in last_reading(facts).items():
        for entry in answers.get("highlight.list", []):
            for item in entry["result"]["highlights"]:
                for sharer in () if item["pinned"] else item["attribution"]:
                    urls = links.get((sharer["conversation"], sharer["handle"]), ())
                    if not any(url.startswith(item["url"]) for url in urls):
                        yield (f"{person} has {item['url']} on the shelf from {sharer['handle']} in "
                               f"{sharer['conversation']}, and no message of theirs there has it"), [entry]


@verdict("pin-message", "consent.md",
         "It ends when no message of the conversation has the link any more, after an edit or Undo Send.")
def pin_message(facts):
    """A pinned link on a shelf stands in a message of a conversation in which the reader pinned it."""
    pinned = {}
    for step in facts.steps.values():
        if step.method == "link.pin" and step.outcome != "refused":
            pinned.setdefault((step.person, step.params["url"]), set()).add(step.params["conversation"])
    links = {conversation: [link["url"] for entry in thread if entry["kind"] == "message"
                            for link in entry["message"]["links"]] for conversation, thread in facts.threads.items()}
    for person, answers in last_reading(facts).items():
        for entry in answers.get("highlight.list", []):
            for item in entry["result"]["highlights"]:
                places = pinned.get((person, item["url"]), set())
                # A person who left keeps the pin, also if they are added again.
                spans = [facts.intervals.get((place, person), ()) for place in places]
                if any(len(span) != 1 or span[0][1] != END for span in spans):
                    continue
                if item["pinned"] and places and not any(item["url"] in links.get(place, ()) for place in places):
                    yield (f"{person} has {item['url']} pinned, and no message of {', '.join(sorted(places))} has it"), \
                        [entry]


@verdict("since", "consent.md, States; rules.md, Turning automatic sharing on",
         "`on`: allowed. Links received from then on surface.")
def since(facts):
    """A link that everybody else sent before the app's sharing was first turned on, or while sharing was off everywhere,
    is not on the shelf by itself."""
    first, posted, links, during, everywhere = turned_on(facts), {}, {}, {}, {}
    for key, ids in facts.message_of_token.items():
        step = facts.steps.get(key[1])
        if step and step.outcome == "ok":
            during.update({identifier: (step.asks[0]["t"], step.oks[0]["t"]) for identifier in ids})
    for step in sorted(facts.steps.values(), key=lambda step: step.asks[0]["t"] if step.asks else 0):
        if step.asks and step.method == "settings.set" and "everywhere" in step.params.get("automaticSharing", {}):
            everywhere.setdefault(step.person, Switch(True)).change(step, step.params["automaticSharing"]["everywhere"])
    for session in facts.sessions.values():
        for entry in session.stream:
            if entry["k"] == "told" and entry["method"] == "message.posted":
                message = entry["params"]["message"]
                posted[message["id"]] = min(posted.get(message["id"], END), entry["t"])
    for thread in facts.threads.values():
        for entry in thread:
            if entry["kind"] == "message":
                for link in entry["message"]["links"]:
                    links.setdefault(link["url"], []).append(entry["message"])
    for person, answers in last_reading(facts).items():
        for entry in answers.get("highlight.list", []):
            for item in entry["result"]["highlights"]:
                sent = [message for message in links.get(item["url"], []) if message["sender"] != person]
                if item["pinned"] or not sent or any(message.get("editedAt") for message in sent):
                    continue
                last, start = max(posted.get(message["id"], END) for message in sent), first.get((person, item["app"]))
                if start is not None and last < start:
                    yield (f"{person} has {item['url']} on the shelf, not pinned; it was sent before the sharing of "
                           f"{item['app']} was turned on"), [entry]
                switch = everywhere.get(person)
                if switch and all(message["id"] in during and switch.between(*during[message["id"]]) is False
                                  for message in sent):
                    yield (f"{person} has {item['url']} on the shelf, not pinned; it was sent while automatic sharing was "
                           "off everywhere"), [entry]
