"""Indexes of a history: what became of each step, the threads, who was a member when, and where each text belongs."""

import datetime
import json
import re

TOKEN = re.compile(r"\b([tezgdbif])(\d{5})x")
LINES = [(re.compile(r"^(\w+) added (\w+) to the conversation"), "added"),
         (re.compile(r"^(\w+) removed (\w+) from the conversation"), "removed"),
         (re.compile(r"^(\w+) left the conversation"), "left")]
END = 10 ** 9
# A session that began less than this many seconds ago may still catch up, and receives things as they are now.
SETTLED = 2.0


class Step:
    """A step with all its attempts."""

    def __init__(self, number, entry):
        self.number, self.method, self.person = number, entry["method"], entry["person"]
        self.asks, self.oks, self.errors, self.losts = [], [], [], []

    @property
    def outcome(self):
        """`ok`, `refused` (each attempt was, or did nothing), or `maybe`."""
        if self.oks:
            return "ok"
        if self.losts or len(self.errors) < len(self.asks) or any(unsure(error["error"]) for error in self.errors):
            return "maybe"
        return "refused"

    @property
    def params(self):
        return self.asks[0]["params"]

    @property
    def result(self):
        return self.oks[0]["result"]


def unsure(error):
    data = (error or {}).get("data", {})
    return data.get("reason") == "unavailable" and data.get("outcome") != "none" or data.get("reason") == "internal"


class Session:
    """One connection of a device, from its login to its end."""

    def __init__(self, entry):
        self.name, self.device, self.person = entry["session"], entry["device"], entry["person"]
        self.role, self.app, self.after = entry["role"], entry.get("app"), entry["after"]
        self.opened, self.asked, self.hello = entry["t"], entry["asked"], entry["hello"]
        self.closed = END
        self.stream = []


def instant(text):
    """Returns a time of the wire in seconds."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def walk(value, visit):
    """Calls `visit` with each object in a value."""
    if isinstance(value, dict):
        visit(value)
        for item in value.values():
            if isinstance(item, (dict, list)):
                walk(item, visit)
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, (dict, list)):
                walk(item, visit)


def is_message(value):
    return "sentAt" in value and "sequence" in value and "conversation" in value


class Facts:
    """Everything that the verdicts look up, made in one pass over the entries."""

    def __init__(self, plan, entries, names):
        self.plan, self.entries, self.names = plan, entries, names
        self.handles = {name: handle for handle, name in names.items()}
        self.steps, self.sessions, self.asks = {}, {}, {}
        self.cursor = {}
        self.message_of_token, self.messages = {}, {}
        self.edit_cursor = {}
        self.threads, self.place = {}, {}
        self.participants = {}
        self.notes, self.tokens = [], {}
        for entry in entries:
            getattr(self, "take_" + entry["k"], lambda entry: None)(entry)
        self.fold_members()

    def step(self, entry):
        number = entry.get("step")
        if number is None or entry.get("method") in ("session.ping", "session.fence"):
            return None
        if number not in self.steps:
            if "person" not in entry:
                return None
            self.steps[number] = Step(number, entry)
        return self.steps[number]

    def take_ask(self, entry):
        self.asks[entry["r"]] = entry
        step = self.step(entry)
        if step:
            step.asks.append(entry)

    def take_answer(self, entry):
        step = self.step(entry)
        if step:
            (step.oks if "result" in entry else step.errors).append(entry)
        session = self.sessions.get(entry["session"])
        if session:
            session.stream.append(entry)
        if "result" in entry:
            walk(entry["result"], self.see)
            if entry["session"].startswith("observer#end"):
                self.take_reading(entry)

    def take_lost(self, entry):
        step = self.step(entry)
        if step:
            step.losts.append(entry)

    def take_open(self, entry):
        self.sessions[entry["session"]] = Session(entry)

    def take_closed(self, entry):
        if entry["session"] in self.sessions:
            self.sessions[entry["session"]].closed = entry["t"]

    def take_note(self, entry):
        self.notes.append(entry)

    def take_told(self, entry):
        session = self.sessions.get(entry["session"])
        if session:
            session.stream.append(entry)
        params, method = entry["params"], entry["method"]
        walk(params, self.see)
        cursor = params.get("cursor")
        if method == "message.posted":
            self.cursor[params["message"]["id"]] = cursor
        elif method == "conversation.changed" and params.get("line"):
            self.cursor[params["line"]["id"]] = cursor
        elif method == "notice.posted":
            self.cursor.setdefault(params["notice"]["id"], cursor)
        elif method == "message.changed" and params["change"].get("kind") == "edited":
            for letter, number in TOKEN.findall(params["message"]["text"]):
                self.edit_cursor.setdefault((letter, int(number)), cursor)

    def see(self, value):
        if is_message(value):
            known = self.messages.get(value["id"])
            if known is None or value["text"] and not known["text"]:
                self.messages[value["id"]] = value
            for letter, number in TOKEN.findall(value["text"]):
                if letter in "tz":
                    self.message_of_token.setdefault((letter, int(number)), set()).add(value["id"])

    def take_reading(self, entry):
        """Takes in what the observer read at the end: the whole threads."""
        if entry["method"] == "conversation.list":
            for conversation in entry["result"]["conversations"]:
                self.participants[conversation["id"]] = list(conversation["participants"])
        if entry["method"] == "conversation.history":
            conversation = self.asks[entry["r"]]["params"]["conversation"]
            self.threads[conversation] = entry["result"]["entries"] + self.threads.get(conversation, [])

    # Who was a member when

    def fold_members(self):
        """Undoes the lines of each thread from its end, and so finds who was there at each place."""
        self.intervals, self.contradictions = {}, []
        for conversation, thread in self.threads.items():
            there = {person: END for person in self.participants.get(conversation, [])}
            spans = {}
            for index in range(len(thread) - 1, -1, -1):
                entry = thread[index]
                self.place[entry["id"]] = (conversation, index)
                if entry["kind"] != "system":
                    continue
                for pattern, kind in LINES:
                    found = pattern.match(entry.get("text", ""))
                    if not found:
                        continue
                    person = self.handles.get(found.group(2 if kind != "left" else 1))
                    if kind == "added":
                        if person not in there:
                            self.contradictions.append((conversation, entry))
                        else:
                            spans.setdefault(person, []).append((index, there.pop(person)))
                    elif person in there:
                        self.contradictions.append((conversation, entry))
                    else:
                        there[person] = index
            for person, end in there.items():
                spans.setdefault(person, []).append((-1, end))
            for person, found in spans.items():
                self.intervals[(conversation, person)] = sorted(found)

    def was_there(self, person, conversation, index):
        return any(start <= index < end for start, end in self.intervals.get((conversation, person), ()))

    def may_see(self, person, message):
        """True if the person was a member where the message stands; also if that is not known."""
        if message not in self.place:
            return True
        return self.was_there(person, *self.place[message])

    def cursor_spans(self, person, conversation):
        """The intervals of a membership in cursors; None where a cursor is not known."""
        thread = self.threads.get(conversation, [])
        spans = []
        for start, end in self.intervals.get((conversation, person), ()):
            first = 0 if start < 0 else self.cursor.get(thread[start]["id"])
            last = END if end == END else self.cursor.get(thread[end]["id"])
            spans.append((first, last))
        return spans

    def share_changes(self, methods):
        """Returns when requests of these methods may have taken effect, by the address of the share; None for any share."""
        urls, changes = {}, {}
        for entry in self.entries:
            share = entry["k"] == "answer" and (entry.get("result") or {}).get("share")
            if isinstance(share, dict):
                urls[share.get("id")] = share.get("url")
        for step in self.steps.values():
            if step.asks and step.method in methods and step.outcome != "refused":
                ends = [entry["t"] for entry in (*step.oks, *step.errors, *step.losts, *step.asks)]
                url = step.params.get("url") or urls.get(step.params.get("share"))
                changes.setdefault(url, []).append((step.asks[0]["t"], max(ends) if step.outcome == "ok" else END))
        return changes

    def person_sessions(self):
        return [session for session in self.sessions.values() if session.role == "person"]

    def tokens_in(self, entry):
        """The tokens in what an entry tells, errors left out."""
        if entry["i"] not in self.tokens:
            value = entry.get("params") if entry["k"] == "told" else entry.get("result")
            text = json.dumps(value, ensure_ascii=False) if value is not None else ""
            self.tokens[entry["i"]] = TOKEN.findall(text)
        return self.tokens[entry["i"]]
