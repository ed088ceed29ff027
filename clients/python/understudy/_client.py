"""Clients for tests: a world, its people, their apps and an observer."""
from __future__ import annotations

import secrets
from functools import cached_property
from typing import Any, Literal, Self

from . import contract
from ._core import (
    Arrival, Context, Reference, Session, ask, connect, identifier, link, make_world, member, person, share_document,
    subject,
)
from ._line import Group
from ._methods import AppMethods, ObserverMethods, PersonAppMethods, PersonMethods, PersonShareMethods
from .errors import Disconnected, UnderstudyError
from .server import Server

__tracebackhide__ = True


class Client(Group):
    """A session of a test with a server. It stores all notifications that it receives.

        for client in (anna, notes, observer):
            client.call("session.ping")
    """

    @property
    def name(self) -> str:
        """The name that a failed test shows.

            assert anna.device("iPad").name == "Anna’s iPad"
        """
        return self._session.name

    @property
    def arrivals(self) -> list[Arrival]:
        """All received notifications, oldest first. Notifications on their way are missing.

            anna.send("Hi", conversation)
            bea.wait_for("message.posted")
            assert [each.method for each in bea.arrivals] == ["message.posted"]
        """
        return list(self._session.arrivals)

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Sends a request, valid or invalid, with the names of the protocol, and returns its result.

            with pytest.raises(Refused, match="text"):
                anna.call("message.send", conversation=trip, text=7)
        """
        return self._run(ask(self._session, method, params, tuple(params)))

    def disconnect(self) -> None:
        """Ends the connection without a notice to the server, as in a tunnel. The client misses what follows.

            bea.disconnect()
            with pytest.raises(Disconnected):
                bea.session.ping()
        """
        self._session.end(Disconnected(f"{self.name} has disconnected; call reconnect()"))

    def reconnect(self) -> None:
        """Connects again and receives the missed notifications: each stored one, once.

            bea.disconnect()
            anna.send("Hi", conversation)
            bea.reconnect()
            bea.wait_for("message.posted")
        """
        self._run(connect(self._session))

    def _app(self, app: str | None) -> str:
        found = app or self._session.context.app
        if found is None:
            raise UnderstudyError("No app is known, for this session belongs to no World: pass the id of one.")
        return found

    def _about(self, about: str | Any) -> str:
        found = about if isinstance(about, str) else subject(about) or about.get("url") or about.get("id")
        if not isinstance(found, str):
            raise UnderstudyError(f"Nothing to explain in {about}: pass an id, a link or the params of a notification.")
        return found


class Sharing(Client, PersonShareMethods):
    """The methods `share.…`; a call shares a document."""

    def __call__(
        self, title: str, conversation: Reference, *, url: str | None = None, app: str | None = None
    ) -> contract.ShareView:
        """Shares a document of an app, by default of the world's app, and sends its link to a conversation."""
        return self._run(share_document(self._session, title, identifier(conversation), url, self._app(app)))


class Apps(Client, PersonAppMethods):
    """The methods `app.…`; a call runs an app."""

    def __call__(self, app: str | None = None) -> App:
        """Connects an app that runs as the person; by default the world's app."""
        app, handle = self._app(app), self._session.person
        session = Session(self._session.context, f"{app} of {handle}", role="app", app=app, handle=handle)
        return App(self._run(connect(session)))


class Person(Client, PersonMethods):
    """A person in Messages, on one of their devices. It has every method that a person may call.

        anna.send("Hi", conversation)
        bea.wait_for("message.posted")
    """

    @classmethod
    def connect(cls, server: Server, name: str, *, world: str = "main", **hello: Any) -> Person:
        """Logs in to any world of a server. `hello` are more params of `session.hello`, such as `token`.

            zoe = Person.connect(server, "Zoe", world=world.name)
            zoe.contact.add(handle="anna")
        """
        self = cls(person(Context(server.host, server.port, world, timeout=server.timeout), name, **hello))
        self._run(connect(self._session))
        return self

    @property
    def handle(self) -> str:
        """The handle, such as `anna`.

            assert anna.handle == "anna"
        """
        return str(self._session.person)

    @cached_property
    def share(self) -> Sharing:
        """Shares a document: `anna.share("Trip plan", conversation)`. It also has the methods `share.…`.

            budget = anna.share("Budget", conversation)
            message = bea.wait_for("message.posted")["message"]
            assert message["links"][0]["url"] == budget["url"]
        """
        return Sharing(self._session)

    @cached_property
    def app(self) -> Apps:
        """Runs an app: `anna.app()`. It also has the methods `app.…`.

            theirs = bea.app()
            assert theirs.highlights() == []
        """
        return Apps(self._session)

    def device(self, name: str) -> Person:
        """Connects another device of the person.

            tablet = bea.device("iPad")
            anna.send("Hi", conversation)
            tablet.wait_for("message.posted")
        """
        hello = {**self._session.hello, "device": name}
        return Person(self._run(connect(Session(self._session.context, f"{self.name}’s {name}", **hello))))

    def create_conversation(self, *others: Person, name: str | None = None) -> contract.Conversation:
        """Creates a conversation. With one other person, it returns their existing conversation if they have one.

            pair = anna.create_conversation(bea)
            assert pair["participants"] == ["anna", "bea"]
        """
        params = {"participants": [other.handle for other in others], "name": name}
        return self._run(member("conversation", self._session, "conversation.create", params))

    def send(
        self, text: str, conversation: Reference, *, reply_to: Reference | None = None, client_id: str | None = None
    ) -> contract.Message:
        """Sends a message. A retry with the client id of an earlier attempt does not send it twice.

            message = anna.send("Who drives?", conversation)
            reply = bea.send("Me", conversation, reply_to=message)
            assert reply["replyTo"] == message["id"]
        """
        replied = None if reply_to is None else identifier(reply_to)
        params = {"conversation": identifier(conversation), "text": text, "replyTo": replied, "clientID": client_id}
        return self._run(member("message", self._session, "message.send", params))

    def react(self, reaction: str, message: Reference) -> contract.Message:
        """Sets a tapback on a message: an emoji, or a word such as `heart`.

            message = anna.send("Dinner?", conversation)
            assert bea.react("heart", message)["reactions"][0]["handle"] == "bea"
        """
        params = {"message": identifier(message), "reaction": reaction}
        return self._run(member("message", self._session, "message.react", params))

    def history(self, conversation: Reference, limit: int | None = None) -> list[contract.ThreadEntry]:
        """Returns the newest entries of a thread, oldest first.

            anna.send("Hi", conversation)
            assert bea.history(conversation, limit=1)[0]["kind"] == "message"
        """
        params = {"conversation": identifier(conversation), "limit": limit}
        return self._run(member("entries", self._session, "conversation.history", params))

    def pin(self, url: str, conversation: Reference) -> contract.Pin:
        """Pins a link in a conversation.

            anna.send("https://notes.example/d/1", conversation)
            bea.pin("https://notes.example/d/1", conversation)
            assert bea.highlights()[0]["pinned"]
        """
        params = {"conversation": identifier(conversation), "url": url}
        return self._run(member("pin", self._session, "link.pin", params))

    def allow(self, app: str | None = None, allowed: bool = True) -> contract.Settings:
        """Allows or forbids the automatic sharing of an app's links; by default those of the world's app.

            bea.allow(allowed=False)
            anna.send("https://notes.example/d/1", conversation)
            assert bea.highlights() == []
        """
        params = {"automaticSharing": {"apps": {self._app(app): allowed}}}
        return self._run(member("settings", self._session, "settings.set", params))

    def highlights(self, app: str | None = None) -> list[contract.PersonHighlight]:
        """Returns the shelf, ranked: the highlights of one app or of all.

            anna.send("https://notes.example/d/1", conversation)
            assert bea.highlights()[0]["attribution"][0]["name"] == "Anna"
        """
        return self._run(member("highlights", self._session, "highlight.list", {"app": app}))

    def open(self, share: Reference) -> contract.ShareView:
        """Opens a share, which clears the pending notices about it.

            notes.post(mention(bea), plan)
            bea.open(plan)
            bea.wait_for("notice.cleared")
        """
        return self._run(member("share", self._session, "share.accept", {"url": link(share)}))

    def explain(self, about: str | Any) -> contract.ExplanationResult:
        """Explains why the person did or did not receive something: an id, a link or the params of a notification.

            [notice] = notes.post(mention(bea), plan)
            assert not carl.explain(notice)["delivered"]
        """
        params = {"person": self.handle, "about": self._about(about)}
        return self._run(ask(self._session, "delivery.explain", params))


class App(Client, AppMethods):
    """An app that runs as a person. It has every method that an app may call.

        theirs = bea.app("com.example.notes")
        assert theirs.app.get()["app"]["name"] == "Notes"
    """

    def post(self, event: contract.PostNoticeEvent, about: Reference) -> list[str]:
        """Posts an event of the person in a shared document, and returns the ids of the notices.

            [notice] = notes.post(edit(), plan)
            assert bea.wait_for("notice.posted")["notice"]["id"] == notice
        """
        params = {"url": link(about), "event": event}
        return self._run(member("notices", self._session, "highlightCenter.postNotice", params))

    def clear_notices(self, about: Reference) -> list[str]:
        """Clears the notices about a document that the person has seen in the app, and returns their ids.

            notices = notes.post(edit(), plan)
            assert bea.app().clear_notices(plan) == notices
        """
        return self._run(member("cleared", self._session, "highlightCenter.clearNotices", {"url": link(about)}))

    def highlights(self) -> list[contract.AppHighlight]:
        """Returns the app's highlights for its person, ranked.

            bea.send("https://notes.example/d/1", conversation)
            assert notes.highlights()[0]["url"] == "https://notes.example/d/1"
        """
        return self._run(member("highlights", self._session, "highlight.list", {}))


class Observer(Client, ObserverMethods):
    """A test harness in a world. It receives all notifications, registers apps, moves the clock and injects faults.

        anna.send("Hi", conversation)
        assert observer.wait_for("message.posted")["message"]["sender"] == "anna"
    """

    @classmethod
    def connect(cls, server: Server, *, world: str = "main", **hello: Any) -> Observer:
        """Logs in to any world of a server. `hello` are more params of `session.hello`, such as `token`.

            second = Observer.connect(server, world=world.name)
            assert second.clock.now()["clock"] == "virtual"
        """
        context = Context(server.host, server.port, world, timeout=server.timeout)
        self = cls(Session(context, "the observer", role="observer", **hello))
        self._run(connect(self._session))
        return self

    def advance(self, seconds: float) -> str:
        """Lets time pass on a virtual clock, and returns the new time.

            before = observer.clock.now()["now"]
            assert observer.advance(0.5) > before
        """
        return self._run(member("now", self._session, "clock.advance", {"milliseconds": round(seconds * 1000)}))

    def inject(
        self, effect: contract.FaultEffectWord, on: str | None = None, *, to: Person | None = None,
        author: Person | None = None, device: str | int | None = None, seconds: float | None = None,
        nth: int | None = None, percent: int | None = None
    ) -> contract.Fault:
        """Injects a fault into the delivery of notifications. `seconds` is the time of a delay.

            observer.inject("delay", "notice.posted", to=bea, seconds=60)
            notes.post(edit(), plan)
            bea.wait_for("notice.posted", within=60)
        """
        target = {"notification": on, "to": to and to.handle, "from": author and author.handle, "device": device,
                  "nth": nth, "percent": percent}
        params = {"do": effect, "milliseconds": None if seconds is None else round(seconds * 1000),
                  "on": {key: value for key, value in target.items() if value is not None}}
        return self._run(member("fault", self._session, "fault.inject", params))

    def explain(self, about: str | Any, to: Person) -> contract.ExplanationResult:
        """Explains why a person did or did not receive something: an id, a link or the params of a notification.

            [notice] = notes.post(mention(bea), plan)
            assert not observer.explain(notice, to=carl)["delivered"]
        """
        params = {"person": to.handle, "about": self._about(about)}
        return self._run(ask(self._session, "delivery.explain", params))


class World(Group):
    """A world for tests: people who are contacts, an app that all of them allow, and a conversation of all of them.

    A world is isolated, with its own ids and its own clock. Its clients receive no notifications of its creation.

        with World("Anna", "Bea", server=server, name="choir") as choir:
            choir.anna.send("Hi", choir.conversation)
            choir.bea.wait_for("message.posted")
            assert (choir.name, choir.app) == ("choir", "com.example.notes")
    """

    #: The name of the world on the server.
    name: str
    #: The app of the documents that the people share, such as `com.example.notes`.
    app: str
    #: The observer of the world.
    observer: Observer
    #: The people, in the order of their names.
    people: list[Person]

    def __init__(
        self, *names: str, server: Server | None = None, name: str | None = None, app: str = "Notes",
        conversation: str = "Trip", clock: Literal["virtual", "real"] = "virtual"
    ) -> None:
        self._names, self._wanted, self._clock = names or ("Anna", "Bea", "Carl"), (app, conversation), clock
        self._server, self._owned = server, server is None
        self.name = name or f"world-{secrets.token_hex(4)}"
        self._conversation: contract.Conversation | None = None
        self._context: Context | None = None

    def __enter__(self) -> Self:
        self._server = self._server or Server.start()
        self._context = Context(self._server.host, self._server.port, self.name, timeout=self._server.timeout)
        try:
            made = self._run(make_world(self._context, self._names, *self._wanted, self._clock))
        except BaseException:
            self.close()
            raise
        self._conversation, observer, people = made
        self.app, self.observer, self.people = str(self._context.app), Observer(observer), [Person(each) for each in people]
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends all sessions, and the server if it belongs to the world.

            world.close()
            with pytest.raises(Disconnected):
                anna.send("Hi", conversation)
        """
        if self._context:
            self._context.close()
        if self._owned and self._server:
            self._server.close()

    @property
    def conversation(self) -> contract.Conversation:
        """The conversation of all people.

            assert world.conversation["participants"] == ["anna", "bea", "carl", "dan"]
        """
        if self._conversation is None:
            raise UnderstudyError(f"This world has no conversation: it needs two people, as in World({self._names[0]!r}, 'Bea').")
        return self._conversation

    def __getattr__(self, name: str) -> Person:
        if name.startswith("_") or name in ("app", "observer", "people"):
            raise AttributeError(name)
        return self.person(name)

    def person(self, name: str) -> Person:
        """Returns the client of a person. `world.anna` is short for `world.person("Anna")`.

            assert world.people[0] is world.person("Anna") is world.anna
        """
        for each in self.people:
            if each.handle == name.lower():
                return each
        names = ", ".join(repr(each) for each in (*self._names, name.capitalize()))
        raise AttributeError(f"This world has no person “{name}”. World({names}) has one.")

    def advance(self, seconds: float) -> str:
        """Lets time pass on the virtual clock, and returns the new time.

            before = world.observer.clock.now()["now"]
            assert world.advance(60) > before
        """
        params = {"milliseconds": round(seconds * 1000)}
        return self._run(member("now", self.observer._session, "clock.advance", params))
