"""The mix of operations. A step names an operation and a number from which its choices are drawn.

When a step is first played, what it chose is kept with it as `using`, by the step that made it ("@12").
A replay uses the same, so that other steps can be removed.
"""

import base64
import random

from appwork import AppWork, Skip
from mix import APPS, HEARTS, NAMES, token


class Chooser(AppWork):
    """Makes the request of a step out of what its person knows."""

    def __init__(self, stage, step, person, app=None):
        self.stage, self.step, self.person, self.app = stage, step, person, app
        self.rng = random.Random(step["roll"])
        self.known = stage.knowledge[(person, app)]
        self.old = step.get("using")
        self.using = {}

    def pick(self, slot, candidates):
        """Chooses an id, or on a replay the one of the same origin."""
        if self.old is not None:
            reference = self.old.get(slot)
            identifier = self.stage.found.get(reference, reference if reference and reference[0] != "@" else None)
            if identifier is None or slot == "share" and identifier not in self.stage.everything.shares:
                raise Skip(slot)
            self.using[slot] = reference
            return identifier
        candidates = list(candidates)
        if not candidates:
            raise Skip(slot)
        chosen = self.rng.choice(candidates[-12:])
        self.using[slot] = self.stage.origin.get(chosen, chosen)
        return chosen

    def choose(self, slot, values):
        if self.old is not None and slot in self.old:
            self.using[slot] = self.old[slot]
        else:
            self.using[slot] = self.rng.choice(list(values))
        return self.using[slot]

    def conversation(self, where=lambda c: True):
        mine = [c["id"] for c in self.known.conversations.values() if not c.get("left") and where(c)]
        # One conversation becomes long, so that its history has several pages in the log.
        return self.pick("conversation", mine[:1] if self.rng.random() < 0.25 else mine)

    def message(self, where=lambda m: True):
        return self.pick("message", [m["id"] for m in self.known.messages.values() if where(m)])

    def share(self, where=lambda s: True):
        return self.pick("share", [s["id"] for s in self.known.shares.values() if where(s)])

    def other(self, slot="other", among=None):
        return self.choose(slot, sorted(set(among or NAMES) - {self.person}) or ["frida"])

    def group(self):
        return self.conversation(lambda c: len(c["participants"]) > 2)

    def request(self):
        method, params = getattr(self, "do_" + self.step["do"])()
        if method in self.stage.changing:
            params["clientID"] = f"k{self.step['n']}"
        return method, params

    # Conversations

    def do_group(self):
        others = self.choose("others", [sorted(self.rng.sample(sorted(set(NAMES) - {self.person}), count))
                                        for count in (2, 3, 4)])
        return "conversation.create", {"participants": others, "name": "Group " + token(self.step["n"], "g")}

    def do_pair(self):
        return "conversation.create", {"participants": [self.other()]}

    def do_rename(self):
        return "conversation.rename", {"conversation": self.group(), "name": "Name " + token(self.step["n"], "g")}

    def do_photo(self):
        return "conversation.setPhoto", {"conversation": self.group(), "photo": self.choose("photo", "🎈🏝🚲")}

    def do_add(self):
        conversation = self.conversation()
        there = self.known.conversations.get(conversation, {}).get("participants", [])
        # People who were there before, as often as others: what they had set must not come back.
        absent = self.some(set(NAMES) - set(there), self.state_of(conversation))
        return "conversation.addParticipant", {"conversation": conversation, "handle": self.other(among=absent)}

    def do_remove(self):
        conversation = self.group()
        there = self.known.conversations.get(conversation, {}).get("participants", [])
        state = self.state_of(conversation)
        muted = {person: value for person, value in state.items() if value.get("muted")}
        return "conversation.removeParticipant", {
            "conversation": conversation, "handle": self.other(among=self.some(set(there), muted))}

    def state_of(self, conversation):
        """Returns the conversation as each person knows it who ever was in it."""
        known = ((person, self.stage.knowledge[(person, None)].conversations.get(conversation)) for person in NAMES)
        return {person: value for person, value in known if value}

    def some(self, people, preferred):
        """Returns half of the time only the preferred ones of the people, if there are any."""
        return people & set(preferred) - {self.person} or people if self.rng.random() < 0.5 else people

    def do_leave(self):
        return "conversation.leave", {"conversation": self.group()}

    def do_read(self):
        return "conversation.markRead", {"conversation": self.conversation()}

    def do_mark(self):
        return "conversation.markUnread", {"conversation": self.conversation()}

    def do_mute(self):
        return "conversation.mute", {"conversation": self.conversation(),
                                     "muted": self.choose("muted", (True, True, False))}

    def do_top(self):
        return "conversation.pin", {"conversation": self.conversation(),
                                    "pinned": self.choose("pinned", (True, True, False))}

    def do_bin(self):
        return "conversation.delete", {"conversation": self.conversation()}

    def do_unbin(self):
        return "conversation.restore", {"conversation": self.conversation()}

    def do_typing(self):
        return "conversation.typing", {"conversation": self.conversation(), "typing": self.choose("typing", (True, False))}

    # Messages

    def do_send(self):
        conversation = self.conversation()
        text = token(self.step["n"])
        there = self.known.conversations.get(conversation, {}).get("participants", [])
        kind = self.choose("kind", ["plain"] * 8 + ["mention"] * 4 + ["link"] * 4 + ["reply"] * 2 + ["file"])
        params = {"conversation": conversation}
        if kind == "mention":
            text += " @" + NAMES[self.other(among=set(there) & set(NAMES))] + " look"
        elif kind == "link":
            host = self.choose("host", APPS.values())
            # Links that several messages have, and links of one message alone.
            text += f" https://{host}/l/{self.choose('page', [*range(6), *[self.step['n']] * 4])}"
        elif kind == "reply":
            params["replyTo"] = self.message(lambda m: m["conversation"] == conversation)
        elif kind == "file":
            content = base64.b64encode(token(self.step["n"], "f").encode()).decode()
            params["attachment"] = {"name": "a.txt", "type": "text/plain", "content": content}
        return "message.send", {**params, "text": text}

    def do_talk(self):
        mine = [c["id"] for c in self.known.conversations.values() if not c.get("left")]
        return "message.send", {"conversation": self.pick("conversation", mine[:1]), "text": token(self.step["n"])}

    def do_edit(self):
        # The newest message can still be edited; of any other this may be refused.
        wanted = self.choose("edited", ("any", "newest", "link"))
        own = [m for m in self.known.messages.values() if m["sender"] == self.person and not m.get("unsentAt")]
        own = [m["id"] for m in own if wanted != "link" or m["links"]]
        message = self.pick("message", own if wanted == "any" else own[-1:])
        text = token(self.step["n"], "e")
        if self.choose("mention", (False, True)):
            # Somebody who is mentioned again is not alerted again.
            before = {m["handle"] for m in self.known.messages.get(message, {}).get("mentions", ())}
            text += " @" + NAMES[self.other(among=self.some(set(NAMES), before))]
        return "message.edit", {"message": message, "text": text}

    def do_unsend(self):
        return "message.unsend", {"message": self.message(lambda m: m["sender"] == self.person)}

    def do_react(self):
        params = {"message": self.message(), "reaction": self.choose("reaction", HEARTS)}
        if self.choose("remove", (False, False, False, True)):
            params["remove"] = True
        return "message.react", params

    def do_delete(self):
        return "message.delete", {"messages": [self.message()]}

    def do_recover(self):
        return "message.restore", {"messages": [self.pick("message", sorted(self.known.deleted))]}

    # Reading

    def do_history(self):
        return "conversation.history", {"conversation": self.conversation(), "limit": 20}

    def do_list(self):
        return "conversation.list", {}

    def do_search(self):
        return "message.search", {"text": "look"}

    def do_shelf(self):
        return "highlight.list", {}

    def do_probe(self):
        """Asks for something of others, or for something that may not be there."""
        everything = self.stage.everything
        kind = self.choose("kind", ("history", "thread", "share", "send", "edit", "react", "document", "attachment"))
        if kind in ("history", "send"):
            params = {"conversation": self.pick("conversation", sorted(everything.conversations))}
            if kind == "history":
                return "conversation.history", {**params, "limit": 5}
            return "message.send", {**params, "text": token(self.step["n"])}
        if kind in ("share", "document"):
            share = self.pick("share", sorted(everything.shares))
            if kind == "share":
                return "share.get", {"share": share}
            return "document.get", {"url": self.url_of(share)}
        message = self.pick("message", sorted(everything.messages))
        if kind == "edit":
            return "message.edit", {"message": message, "text": token(self.step["n"], "e")}
        if kind == "react":
            return "message.react", {"message": message, "reaction": "heart"}
        return ("message.thread" if kind == "thread" else "message.attachment"), {"message": message}

    def do_wrong(self):
        """A request that must be refused, with a text that must be seen nowhere."""
        conversation, text = self.conversation(), token(self.step["n"])
        kind = self.choose("kind", ("long", "member", "reply", "empty"))
        params = {"conversation": conversation, "text": text}
        if kind == "long":
            limit = self.stage.plan["config"]["limits"].get("textCharacters", 20000)
            params["text"] = text + "y" * (limit + 1 - len(text))
        elif kind == "member":
            params["colour"] = "red"
        elif kind == "reply":
            params["replyTo"] = "m999999"
        else:
            params["text"] = ""
        return "message.send", params

    # Links, settings, consent

    def do_pin(self):
        message = self.message(lambda m: m.get("links"))
        value = self.known.messages.get(message) or {}
        if not value.get("links"):
            raise Skip("links")
        return "link.pin", {"conversation": value["conversation"], "url": value["links"][0]["url"]}

    def do_unpin(self):
        return "link.unpin", self.do_pin()[1]

    def do_open(self):
        return "link.open", {"url": f"https://notes.example/l/{self.choose('page', range(6))}"}

    def do_settings(self):
        kind = self.choose("kind", ("app", "app", "everywhere", "conversation", "receipts", "mentions"))
        on = self.choose("on", (True, True, False))
        if kind == "app":
            return "settings.set", {"automaticSharing": {"apps": {self.choose("app", APPS): on}}}
        if kind == "everywhere":
            return "settings.set", {"automaticSharing": {"everywhere": on}}
        if kind == "conversation":
            return "settings.set", {"automaticSharing": {"conversations": {self.conversation(): on}}}
        if kind == "receipts":
            return "settings.set", {"readReceipts": {"everywhere": on}}
        return "settings.set", {"mentionAlerts": on}

    def do_consent(self):
        app = self.choose("app", APPS)
        asked = [c["consent"] for c in self.known.consents.values() if c["app"] == app]
        if not asked:
            raise Skip("consent")
        return "consent.answer", {"consent": asked[-1], "answer": self.choose("answer", ("allow", "allow", "notNow", "never"))}

    def do_contact(self):
        return "contact." + self.choose("kind", ("add", "add", "remove", "block", "unblock")), {"handle": self.other()}

    def do_hide(self):
        highlight = self.choose("highlight", sorted(self.known.highlights) or ["none"])
        return "highlight." + self.choose("kind", ("hide", "restore")), {"highlight": highlight}

    # Shares and documents

    def do_share(self):
        n = self.step["n"]
        return "share.create", {"app": "com.example.notes", "title": "Plan " + token(n, "d"),
                                "url": f"https://notes.example/d/{n}", "backend": "cloudRecord",
                                "permission": self.choose("permission", ("readWrite", "readWrite", "readOnly"))}

    def do_draft(self):
        n = self.step["n"]
        return "document.create", {"app": "com.example.notes", "title": "Draft " + token(n, "d"),
                                   "text": "Begin " + token(n, "b"), "url": f"https://notes.example/d/{n}"}

    def do_start(self):
        n = self.step["n"]
        return "collaboration.start", {"app": "com.example.board", "title": "Board " + token(n, "d"),
                                       "backend": "custom", "conversation": self.conversation(),
                                       "text": token(n), "localIdentifier": "local" + token(n, "i")}

    def do_sendShare(self):
        return "share.send", {"share": self.share(), "conversation": self.conversation(), "text": token(self.step["n"])}

    def do_accept(self):
        return "share.accept", {"share": self.share(lambda s: s["owner"] != self.person)}

    def do_addToShare(self):
        return "share.addParticipant", {"share": self.share(), "handle": self.other()}

    def do_dropFromShare(self):
        return "share.removeParticipant", {"share": self.share(), "handle": self.other()}

    def do_permit(self):
        return "share.setPermission", {"share": self.share(), "handle": self.other(),
                                       "permission": self.choose("permission", ("readOnly", "readWrite"))}

    def do_leaveShare(self):
        return "share.leave", {"share": self.share(lambda s: s["owner"] != self.person)}

    def do_stopShare(self):
        return "share.stop", {"share": self.share(lambda s: s["owner"] == self.person)}

    def url_of(self, share):
        value = self.stage.everything.shares.get(share) or self.known.shares.get(share)
        if not value:
            raise Skip("share")
        return value["url"]

    def linked(self):
        share = self.share(lambda s: self.rng.random() < 0.2 or any(
            p["handle"] == self.person and p["acceptance"] == "accepted" for p in s["participants"]))
        value = self.known.shares.get(share) or self.stage.everything.shares.get(share)
        if not value:
            raise Skip("share")
        return value

    def do_write(self):
        share = self.linked()
        revision = self.known.documents.get(share["url"], {}).get("revision", 0)
        return "document.edit", {"url": share["url"], "text": "Text " + token(self.step["n"], "b"), "revision": revision}

    def do_comment(self):
        return "document.comment", {"url": self.linked()["url"], "text": token(self.step["n"], "b")}

    def do_retitle(self):
        return "document.rename", {"url": self.linked()["url"], "title": "Plan " + token(self.step["n"], "d")}

    def do_dismiss(self):
        return "notice.dismiss", {"notice": self.choose("notice", sorted(self.known.notices) or ["none"])}

    def do_answerNotice(self):
        asked = [n for n in self.known.notices.values() if n.get("actions")]
        if not asked:
            raise Skip("notice")
        notice = asked[-1]
        return "notice.answer", {"notice": notice["id"], "action": notice["actions"][0]["id"]}

    def do_erase(self):
        return "message.erase", {"messages": [self.pick("message", sorted(self.known.deleted))]}

    def do_openDocument(self):
        return "document.open", {"url": self.often_opened()}

    def do_closeDocument(self):
        return "document.close", {"url": self.often_opened()}

    def often_opened(self):
        """Returns the address of a share, half of the time of the same one, so that several devices have it open."""
        joined = [s["id"] for s in self.known.shares.values() if any(
            p["handle"] == self.person and p["acceptance"] == "accepted" for p in s["participants"])]
        return self.url_of(self.pick("share", joined[:1] if self.rng.random() < 0.5 else joined))

    def do_move(self):
        return "document.move", {"url": self.linked()["url"], "folder": "Folder"}

    def do_deleteDocument(self):
        share = self.share(lambda s: s["owner"] == self.person)
        return "document.delete", {"url": self.url_of(share)}

    def do_inviting(self):
        return "share.setInviting", {"share": self.share(lambda s: s["owner"] == self.person),
                                     "allowsInviting": self.choose("on", (True, False))}

    def do_access(self):
        return "share.setAccess", {"share": self.share(lambda s: s["owner"] == self.person),
                                   "access": self.choose("access", ("public", "private"))}

    def do_role(self):
        return "share.setRole", {"share": self.share(lambda s: s["owner"] == self.person), "handle": self.other(),
                                 "role": self.choose("role", ("administrator", "privateUser"))}

    def do_cancel(self):
        starts = sorted(start["id"] for start in self.known.starts.values() if start["state"] == "waiting")
        return "collaboration.cancel", {"start": self.choose("start", starts or ["none"])}

    def do_look(self):
        """Asks for something that changes nothing."""
        kind = self.choose("kind", ("clock.now", "contact.list", "settings.audit", "link.explain", "collaboration.list",
                                    "document.list", "conversation.recentlyDeleted", "settings.get"))
        return kind, {"url": "https://notes.example/l/1"} if kind == "link.explain" else {}
