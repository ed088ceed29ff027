"""The state of a session without input and output, and the steps of everything that a client does.

An operation is a generator: it yields steps, and a driver performs them on a socket (`_line`) or with asyncio
(`_async_line`).
"""
from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol, TypeAlias, TypeVar, cast

from . import contract
from .errors import Disconnected, NothingCame, Refused, SomethingCame, UnderstudyError, Unreadable

T = TypeVar("T")
#: A person, conversation or message: the value itself, or its id.
Reference: TypeAlias = str | Mapping[str, Any]
#: A condition on the params of a notification.
Where: TypeAlias = Callable[[Any], bool] | None
MAXIMUM_LINE = 64 * 2**20
# pytest shows the line of the test, and not ours.
__tracebackhide__ = True


@dataclass(frozen=True)
class Arrival:
    """A received notification.

        anna.send("Hi", conversation)
        bea.wait_for("message.posted")
        [arrival] = bea.arrivals
        assert (arrival.method, arrival.params["message"]["text"]) == ("message.posted", "Hi")
    """

    #: The kind, such as `message.posted`.
    method: str
    #: The params, with the names of the protocol.
    params: dict[str, Any]

    @property
    def subject(self) -> str | None:
        """The id or the link that `delivery.explain` can explain.

            message = anna.send("Hi", conversation)
            bea.wait_for("message.posted")
            assert bea.arrivals[0].subject == message["id"]
        """
        return subject(self.params)

    def __str__(self) -> str:
        text = json.dumps(self.params, ensure_ascii=False, separators=(",", ":"))
        return f"{self.method} {text if len(text) <= 300 else text[:300] + '…'}"


def subject(params: Mapping[str, Any]) -> str | None:
    """Returns the id or the link in the params of a notification that `delivery.explain` can explain."""
    for path in (("notice", "id"), ("message", "id"), ("consent",), ("share", "url"), ("document", "url"), ("added", 0, "url")):
        value: Any = params
        for key in path:
            try:
                value = value[key]
            except (KeyError, IndexError, TypeError):
                value = None
        if isinstance(value, str):
            return value
    return None


class Line(Protocol):
    """A connection with a server."""

    def close(self) -> None: ...


@dataclass(eq=False)
class Context:
    """The sessions of one world of a server."""

    host: str
    port: int
    world: str = "main"
    app: str | None = None
    timeout: float = 30
    sessions: list[Session] = field(default_factory=list)
    observer: Session | None = None

    def close(self) -> None:
        for session in self.sessions:
            session.end(Disconnected(f"{session.name}: the world is closed"))


class Session:
    """One session: the answers that it waits for, and the notifications that it received."""

    def __init__(self, context: Context, name: str, /, **hello: Any) -> None:
        self.context, self.name, self.hello = context, name, hello
        self.role: str = hello["role"]
        self.person: str | None = hello.get("handle")
        self.arrivals: list[Arrival] = []
        self.taken: set[int] = set()
        self.answers: dict[int, dict[str, Any] | None] = {}
        self.cursor: int | None = None
        self.clock = "virtual"
        self.line: Line | None = None
        self.ended: UnderstudyError = Disconnected(f"{name} has not connected yet")
        self._number, self._buffer = 0, bytearray()
        context.sessions.append(self)

    def begin(self, line: Line) -> None:
        """Uses a new line."""
        self.end(Disconnected(f"{self.name} has connected again"))
        self.line, self._buffer = line, bytearray()

    def end(self, why: UnderstudyError) -> None:
        """Closes the line. Every request that waits for an answer fails."""
        if self.line:
            self.line.close()
            self.line, self.ended = None, why
            self.answers.clear()

    def request(self, method: str, params: Mapping[str, Any]) -> tuple[int, bytes]:
        """Returns the number of a new request, and its bytes."""
        if not self.line:
            raise self.ended
        self._number += 1
        message = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        data = json.dumps(message, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode() + b"\n"
        self.answers[self._number] = None
        return self._number, data

    def answer(self, number: int, method: str) -> dict[str, Any] | None:
        """Returns the result of a request; None if it has not arrived yet."""
        if number not in self.answers:
            raise self.ended
        message = self.answers[number]
        if message is None:
            return None
        del self.answers[number]
        if "error" in message:
            raise Refused(method, message["error"])
        return cast(dict[str, Any], message["result"])

    def receive(self, data: bytes) -> None:
        """Processes received bytes; without bytes, the server has closed the connection."""
        if not data:
            self.end(Disconnected(f"{self.name}: the server closed the connection"))
            return
        self._buffer += data
        if b"\n" in data:
            *lines, self._buffer = self._buffer.split(b"\n")
            for line in lines:
                if line.strip() and self.line:
                    self._take(line)
        if len(self._buffer) > MAXIMUM_LINE:
            self.end(Unreadable(f"{self.name}: the server sent a line of more than {MAXIMUM_LINE} bytes"))

    def _take(self, line: bytearray) -> None:
        try:
            message = json.loads(line)
            if "method" in message:
                arrival = Arrival(str(message["method"]), dict(message["params"]))
                self.cursor = max(self.cursor or 0, int(arrival.params.get("cursor", 0)))
                self.arrivals.append(arrival)
            elif message.get("id") is None:
                self.end(Disconnected(f"{self.name}: the server ended the session: {message['error']['message']}"))
            elif message["id"] in self.answers:
                if not isinstance(message["error"] if "error" in message else message["result"], dict):
                    raise TypeError
                self.answers[message["id"]] = message
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            text = line[:200].decode(errors="replace")
            self.end(Unreadable(f"{self.name}: the server sent a line that is not a message of the protocol: {text}"))

    def take(self, kind: str, where: Where) -> dict[str, Any] | None:
        """Returns the first matching notification that no earlier wait has returned."""
        for place, arrival in enumerate(self.arrivals):
            if place not in self.taken and matches(arrival, kind, where):
                self.taken.add(place)
                return arrival.params
        return None


def matches(arrival: Arrival, kind: str, where: Where) -> bool:
    return arrival.method == kind and (where is None or bool(where(arrival.params)))


# Steps and operations


@dataclass(frozen=True)
class Open:
    """The step that opens the line of a session."""

    session: Session


@dataclass(frozen=True)
class Ask:
    """The step that sends a request and waits for its result."""

    session: Session
    method: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class More:
    """The step that waits until a session has received more notifications, for some seconds."""

    session: Session
    count: int
    seconds: float


Operation: TypeAlias = Generator[Open | Ask | More, Any, T]


def ask(session: Session, method: str, params: Mapping[str, Any], nullable: Sequence[str] = ()) -> Operation[T]:
    """Sends a request without the params that are None."""
    sent = {key: value for key, value in params.items() if value is not None or key in nullable}
    result: T = yield Ask(session, method, sent)
    return result


def member(name: str, session: Session, method: str, params: Mapping[str, Any]) -> Operation[T]:
    """Sends a request, and returns one member of its result."""
    result: dict[str, Any] = yield from ask(session, method, params)
    if name not in result:
        raise Unreadable(f"{session.name}: {method} returned no {name}")
    return cast(T, result[name])


def connect(session: Session) -> Operation[Session]:
    """Opens a line and logs in. After an earlier login, the server first sends the missed notifications."""
    yield Open(session)
    after = session.cursor
    hello = {"world": session.context.world, **session.hello}
    try:
        welcome: contract.Welcome = yield from ask(session, "session.hello", {**hello, "after": after})
        try:
            session.clock, cursor = welcome["clock"]["kind"], welcome["cursor"]
        except (KeyError, TypeError):
            raise Unreadable(f"{session.name}: session.hello returned no cursor or clock") from None
        session.cursor = max(session.cursor or 0, cursor if after is None else after)
        if after is not None:
            yield Ask(session, "session.ping")
    except BaseException:
        session.end(Disconnected(f"{session.name} could not log in"))
        raise
    return session


def harness(context: Context) -> Operation[Session]:
    """Returns the observer that explains the deliveries of a world."""
    if context.observer is None:
        context.observer = yield from connect(Session(context, "the observer", role="observer", requests=True))
    return context.observer


def received(session: Session, kind: str) -> Operation[list[Any]]:
    yield Ask(session, "session.fence")
    return [arrival.params for arrival in session.arrivals if arrival.method == kind]


def wait_for(session: Session, kind: str, where: Where, within: float, patience: float) -> Operation[Any]:
    is_virtual = session.clock == "virtual"
    left = round(within * 1000)
    deadline = time.monotonic() + patience + (0 if is_virtual else within)
    while True:
        fence = yield Ask(session, "session.fence")
        count = len(session.arrivals)
        found = session.take(kind, where)
        if found is not None:
            return found
        if is_virtual and left > 0:
            observer = yield from harness(session.context)
            pending = (yield Ask(observer, "session.fence"))["pending"]
            now = instant((yield Ask(observer, "clock.now"))["now"])
            step = max(1, min((instant(each["dueAt"]) for each in pending), default=now + left + 1) - now)
            if step <= left:
                left -= step
                yield Ask(observer, "clock.advance", {"milliseconds": step})
                continue
        rest = deadline - time.monotonic()
        if rest <= 0:
            raise (yield from nothing_came(session, kind, where, fence["cursor"], patience))
        # On a real clock, the server may still have work that is due.
        yield More(session, count, rest if is_virtual else min(rest, 0.02))


def instant(text: str) -> int:
    """Returns a time of the protocol in milliseconds."""
    return round(datetime.fromisoformat(text).timestamp() * 1000)


def check_none(session: Session, kind: str, where: Where) -> Operation[None]:
    yield Ask(session, "session.fence")
    found = [arrival for arrival in session.arrivals if matches(arrival, kind, where)]
    if not found:
        return
    lines = [f"{session.name} received {kind}, which must not arrive:", *(f"  {each}" for each in found[:5])]
    if len(found) > 5:
        lines.append(f"  and {len(found) - 5} more")
    decision = yield from decide(session, found[0].subject)
    if decision:
        lines += ["Reasons for the first delivery:", *reasons(decision)]
    raise SomethingCame("\n".join(lines), rules(decision))


def decide(session: Session, about: str | None) -> Operation[contract.ExplanationResult | None]:
    """Returns the decision about an item for the person of a session; None if the server knows of none."""
    if about is None or session.person is None:
        return None
    observer = yield from harness(session.context)
    try:
        return (yield from ask(observer, "delivery.explain", {"person": session.person, "about": about}))
    except Refused:
        return None


def reasons(decision: contract.ExplanationResult) -> Iterable[str]:
    return (f"  {each['rule']}: {each['text']}" for each in decision["reasons"])


def rules(decision: contract.ExplanationResult | None) -> list[str]:
    """Returns the ids of the rules of a decision, in the order in which the server applied them.

        [notice] = notes.post(mention(bea), plan)
        assert rules(carl.explain(notice)) == ["ev-mention-private"]
    """
    return [each["rule"] for each in decision["reasons"]] if decision else []


def nothing_came(session: Session, kind: str, where: Where, cursor: int, patience: float) -> Operation[NothingCame]:
    """Returns the error of a wait, with the same text as that of ChatTestKit in Swift."""
    name, observer = session.name, (yield from harness(session.context))
    pending = (yield Ask(observer, "session.fence"))["pending"]
    near = [arrival for arrival in session.arrivals if arrival.method == kind]
    handed = [each for place in sorted(session.taken) if matches(each := session.arrivals[place], kind, where)]
    others = others_of(session, observer, kind, where, {each.params.get("cursor") for each in near} - {None})
    about = next((each.subject for each in others if each.subject), None)
    about = about or (near[0].subject if near else None) or last_subject(observer)
    decision = yield from decide(session, about)
    lines = [f"{name} received no matching {kind}, and nothing more is on its way: everything up to cursor {cursor} "
             "has arrived (session.fence)."]
    if handed:
        count = "One match" if len(handed) == 1 else f"{len(handed)} matches"
        lines.append(f"{count} arrived, but earlier waits returned them; the last was: {handed[-1]}")
    elif near:
        lines.append(f"Nearest: {near[-1]}")
    for other in others[:3]:
        who = [other.params["person"]] if "person" in other.params else other.params.get("alerted", [])
        lines.append(f"{', '.join(who) or 'Others'} received: {other}")
    if decision:
        lines.append(f"Decision about {about}: it is {'' if decision['delivered'] else 'not '}delivered")
        lines += reasons(decision)
    if session.person is not None:
        lines += faults(kind, session, (yield Ask(observer, "fault.list"))["faults"])
    if session.arrivals:
        lines.append(f"Everything that {name} received, oldest first:")
        lines += [f"  {arrival}" for arrival in session.arrivals[-20:]]
        if len(session.arrivals) > 20:
            lines.append(f"  and {len(session.arrivals) - 20} earlier")
    else:
        lines.append(f"{name} received nothing.")
    lines += [f"Pending until {each['dueAt']}: {each['what']}; `within` advances the clock." for each in pending[:5]]
    lines.append(f"Another task or program had {patience} s to do it; `patience` gives it longer." if patience else
                 "To wait for another task or program, use `patience`: 5 is five seconds.")
    return NothingCame("\n".join(lines), rules(decision))


def others_of(session: Session, observer: Session, kind: str, where: Where, own: set[Any]) -> list[Arrival]:
    """Returns the matching notifications that other people received, newest first."""
    found = []
    for arrival in reversed(observer.arrivals if observer is not session else []):
        if arrival.method == kind and arrival.params.get("person") != session.person and arrival.params.get("cursor") not in own:
            try:
                is_match = matches(arrival, kind, where)
            except Exception:  # The condition is written for the params of another role.
                is_match = True
            if is_match:
                found.append(arrival)
    return found


def last_subject(observer: Session) -> str | None:
    """Returns the subject of the last request in the world that `delivery.explain` can explain."""
    for arrival in reversed(observer.arrivals):
        if arrival.method == "request.done" and arrival.params["method"] != "delivery.explain":
            params, result = arrival.params.get("params") or {}, arrival.params.get("result") or {}
            message = result.get("message")
            found = next(iter(result.get("notices") or []), None) or (message or {}).get("id") or params.get("url")
            if isinstance(found, str):
                return found
    return None


def faults(kind: str, session: Session, injected: Sequence[contract.Fault]) -> Iterable[str]:
    """The effects of faults on notifications of a kind to the person of a session."""
    what = f"{kind} to {session.name}"
    for fault in injected:
        on = fault["on"]
        if fault["fired"] == 0 or on.get("notification", kind) != kind or on.get("to", session.person) != session.person:
            continue
        effect = {
            "drop": f"dropped {what}", "delay": f"delays {what} by {fault.get('milliseconds')} ms",
            "reorder": f"holds {what} back until the next one arrives", "disconnect": f"ended the stream instead of {what}",
        }.get(fault["do"])
        if effect:
            yield f"{fault['id']}: this fault {effect}" + (f", {fault['fired']} times" if fault["fired"] > 1 else "")


def identifier(value: Reference) -> str:
    """Returns the id of a value, or the id itself."""
    return value if isinstance(value, str) else str(value["id"])


def link(value: Reference) -> str:
    """Returns the link of a share, or the link itself."""
    return value if isinstance(value, str) else str(value["url"])


def share_document(session: Session, title: str, conversation: str, url: str | None, app: str) -> Operation[T]:
    """Shares a document, and sends its link to a conversation."""
    share: dict[str, Any] = yield from member("share", session, "share.create", {"app": app, "title": title, "url": url})
    yield Ask(session, "share.send", {"share": share["id"], "conversation": conversation})
    return (yield from member("share", session, "share.get", {"share": share["id"]}))


def make_world(context: Context, names: Sequence[str], app: str, conversation: str, clock: str) -> Operation[Any]:
    """Creates a world, its app and its conversation. Returns the conversation, the observer and the people.

    Other sessions make it and close, so that those of the test miss the creation.
    """
    main = Context(context.host, context.port, timeout=context.timeout)
    maker = Session(context, "the observer", role="observer", events=False)
    made = None
    try:
        creator = yield from connect(Session(main, "the observer", role="observer", events=False))
        yield Ask(creator, "world.create", {"world": context.world, "clock": clock})
        yield from connect(maker)
        word = "".join(each for each in app.lower() if each.isascii() and each.isalnum())
        context.app = f"com.example.{word}"
        yield Ask(maker, "app.register", {"app": context.app, "name": app, "domains": [f"{word}.example"]})
        makers = []
        for name in names:
            makers.append((yield from connect(person(context, name))))
        handles = [str(each.person) for each in makers]
        for each in makers:
            others = [handle for handle in handles if handle != each.person]
            if others:
                yield Ask(each, "contact.add", {"handles": others})
            yield Ask(each, "settings.set", {"automaticSharing": {"apps": {context.app: True}}})
        if len(makers) > 1:
            title = {"name": conversation} if len(makers) > 2 else {}
            made = (yield Ask(makers[0], "conversation.create", {"participants": handles, **title}))["conversation"]
    finally:
        main.close()
        context.close()
        context.sessions.clear()
    observer = yield from harness(context)
    people = []
    for name in names:
        people.append((yield from connect(person(context, name))))
    return made, observer, people


def person(context: Context, name: str, /, **hello: Any) -> Session:
    """Returns the session of a person, whose handle is their name in lower case."""
    shown = {} if name == name.lower() else {"name": name}
    return Session(context, name, **{"role": "person", "handle": name.lower(), **shown, **hello})
