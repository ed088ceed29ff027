"""The people of a soak or a cluster: who talks until each word is acknowledged, and who listens and misses nothing."""
import threading
import time

from chat import Refused, Session


class Life:
    """What all of them share: where the servers are, whether it goes on, and what may have gone wrong."""

    def __init__(self, *ports, patience=90):
        self.port, self.ports, self.patience = ports[0], ports, patience
        # How often each person went on to the next server, beginning with a home of theirs.
        self.turns = {}
        self.hushed = threading.Event()
        self.over = threading.Event()
        self.problems = []

    def came(self, person, **hello):
        """A session, as soon as there is one to be had; nil once all is over."""
        while not self.over.is_set():
            turn = self.turns.setdefault(person, 0)
            try:
                # Where there are other servers, they are tried soon.
                session = Session(self.ports[turn % len(self.ports)],
                                  timeout=1 if len(self.ports) > 1 else self.patience,
                                  **{"role": "person", "handle": person, **hello})
                session.socket.settimeout(self.patience)
                return session
            except (OSError, Refused, ValueError):
                self.turns[person] = turn + 1
                time.sleep(0.05)
        return None


class Talker(threading.Thread):
    """Says one thing after the other, each again with the same id until it is acknowledged."""

    def __init__(self, life, name, conversation, pause):
        super().__init__(daemon=True)
        self.life, self.name, self.conversation, self.pause = life, name, conversation, pause
        self.acknowledged, self.times, self.resent = {}, [], 0

    def run(self):
        session, count = None, 0
        while not self.life.hushed.is_set():
            session = session or self.life.came(self.name)
            if session is None:
                return
            text = f"{self.name} says {count}"
            try:
                start = time.monotonic()
                message = session.call(
                    "message.send", conversation=self.conversation, text=text, clientID=f"{self.name}-{count}")["message"]
                self.times.append((time.monotonic(), (time.monotonic() - start) * 1000))
                self.acknowledged[message["id"]] = text
                session.told.clear()
                count += 1
                self.life.hushed.wait(self.pause)
            except (OSError, ValueError):
                session.close()
                session, self.resent = None, self.resent + 1
            except Refused as refusal:
                # What is not available now is tried again; anything else would be news.
                if refusal.args[0].get("data", {}).get("reason") not in ("unavailable", "rate_limited"):
                    self.life.problems.append(f"{self.name} was refused: {refusal}")
                time.sleep(0.1)
        if session:
            session.close()


class Listener(threading.Thread):
    """Hears what is posted, comes back with its cursor wherever it is cut off, and must be told of all, once."""

    def __init__(self, life, name, conversation, pause=0.0):
        super().__init__(daemon=True)
        self.life, self.name, self.conversation, self.pause = life, name, conversation, pause
        self.heard, self.notices, self.cursor, self.comings = [], [], None, 0

    def run(self):
        while not self.life.over.is_set():
            session = self.life.came(self.name, **({} if self.cursor is None else {"after": self.cursor}))
            if session is None:
                return
            if self.cursor is None:
                self.cursor = session.welcome["cursor"]
            self.comings += 1
            session.socket.settimeout(1)
            try:
                self.listen(session)
            except (OSError, ValueError):
                pass
            session.close()

    def listen(self, session):
        while not self.life.over.is_set():
            for message in session.told:
                self.take(message)
            session.told.clear()
            try:
                self.take(session.line())
            except TimeoutError:
                continue
            time.sleep(self.pause)

    def take(self, message):
        cursor = message.get("params", {}).get("cursor")
        if cursor is None:
            return
        if cursor > self.cursor:
            self.cursor = cursor
        posted = message["params"].get("message")
        if message["method"] == "message.posted" and posted["conversation"] == self.conversation:
            self.heard.append(posted["id"])
        if message["method"] == "notice.posted":
            self.notices.append(message["params"]["notice"]["url"])

    def judged(self, expected):
        """What is wrong with what it heard, in words."""
        if len(set(self.heard)) != len(self.heard):
            yield f"{self.name} was told {len(self.heard) - len(set(self.heard))} messages twice"
        missing = set(expected) - set(self.heard)
        if missing:
            yield f"{self.name} was not told {len(missing)} messages that were acknowledged"


def history(port, person, conversation):
    """All that stands in a conversation, newest first page by page: id and text in order."""
    session, pages, before = Session(port, role="person", handle=person), [], None
    while True:
        answer = session.call(
            "conversation.history", conversation=conversation, limit=200, **({"before": before} if before else {}))
        entries = [entry.get("message") or entry for entry in answer["entries"]]
        pages.insert(0, entries)
        if not answer["more"]:
            break
        before = entries[0]["id"]
    session.close()
    return [(entry["id"], entry.get("text")) for page in pages for entry in page]


def lost(said, acknowledged):
    """What is wrong between what was acknowledged and what stands in the thread."""
    texts = dict(said)
    if len(texts) != len(said):
        yield f"{len(said) - len(texts)} entries stand twice in the thread"
    by_text = [text for _, text in said if text and " says " in text]
    if len(set(by_text)) != len(by_text):
        yield f"{len(by_text) - len(set(by_text))} messages were posted twice"
    for identity, text in acknowledged.items():
        if texts.get(identity) != text:
            yield f"what was acknowledged as {identity} is lost: {text}"
