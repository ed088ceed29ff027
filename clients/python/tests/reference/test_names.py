"""The examples of the classes and functions in docs/reference/python.md.

Written by script/docs from the docstrings of the package: change them instead.
"""
from __future__ import annotations

import asyncio
import socket
import threading

import pytest

from understudy import (
    Disconnected, NothingCame, Observer, Person, Refused, Server, SomethingCame, TimedOut, UnderstudyError,
    Unreadable, World, added, aio, comment, contract, edit, mention, removed, renamed, rules,
)
from understudy.contract import Conversation


def test_app(bea: Person) -> None:
    theirs = bea.app("com.example.notes")
    assert theirs.app.get()["app"]["name"] == "Notes"


def test_app_post(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    [notice] = notes.post(edit(), plan)
    assert bea.wait_for("notice.posted")["notice"]["id"] == notice


def test_app_clear_notices(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    notices = notes.post(edit(), plan)
    assert bea.app().clear_notices(plan) == notices


def test_app_highlights(anna: Person, bea: Person, conversation: Conversation) -> None:
    notes = anna.app()
    bea.send("https://notes.example/d/1", conversation)
    assert notes.highlights()[0]["url"] == "https://notes.example/d/1"


def test_arrival(anna: Person, bea: Person, conversation: Conversation) -> None:
    anna.send("Hi", conversation)
    bea.wait_for("message.posted")
    [arrival] = bea.arrivals
    assert (arrival.method, arrival.params["message"]["text"]) == ("message.posted", "Hi")


def test_arrival_subject(anna: Person, bea: Person, conversation: Conversation) -> None:
    message = anna.send("Hi", conversation)
    bea.wait_for("message.posted")
    assert bea.arrivals[0].subject == message["id"]


def test_client(anna: Person, observer: Observer) -> None:
    notes = anna.app()
    for client in (anna, notes, observer):
        client.call("session.ping")


def test_client_name(anna: Person) -> None:
    assert anna.device("iPad").name == "Anna’s iPad"


def test_client_arrivals(anna: Person, bea: Person, conversation: Conversation) -> None:
    anna.send("Hi", conversation)
    bea.wait_for("message.posted")
    assert [each.method for each in bea.arrivals] == ["message.posted"]


def test_client_call(anna: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    with pytest.raises(Refused, match="text"):
        anna.call("message.send", conversation=trip, text=7)


def test_client_disconnect(bea: Person) -> None:
    bea.disconnect()
    with pytest.raises(Disconnected):
        bea.session.ping()


def test_client_reconnect(anna: Person, bea: Person, conversation: Conversation) -> None:
    bea.disconnect()
    anna.send("Hi", conversation)
    bea.reconnect()
    bea.wait_for("message.posted")


def test_disconnected(bea: Person) -> None:
    bea.disconnect()
    with pytest.raises(Disconnected, match="call reconnect"):
        bea.session.ping()


def test_nothing_came(anna: Person, bea: Person, carl: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    notes.post(mention(bea), plan)
    with pytest.raises(NothingCame) as failure:
        carl.wait_for("notice.posted")
    assert failure.value.rules == ["ev-mention-private"]


def test_observer(anna: Person, observer: Observer, conversation: Conversation) -> None:
    anna.send("Hi", conversation)
    assert observer.wait_for("message.posted")["message"]["sender"] == "anna"


def test_observer_connect(world: World, server: Server) -> None:
    second = Observer.connect(server, world=world.name)
    assert second.clock.now()["clock"] == "virtual"


def test_observer_advance(observer: Observer) -> None:
    before = observer.clock.now()["now"]
    assert observer.advance(0.5) > before


def test_observer_inject(anna: Person, bea: Person, observer: Observer, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    observer.inject("delay", "notice.posted", to=bea, seconds=60)
    notes.post(edit(), plan)
    bea.wait_for("notice.posted", within=60)


def test_observer_explain(
    anna: Person, bea: Person, carl: Person, observer: Observer, conversation: Conversation
) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    [notice] = notes.post(mention(bea), plan)
    assert not observer.explain(notice, to=carl)["delivered"]


def test_person(anna: Person, bea: Person, conversation: Conversation) -> None:
    anna.send("Hi", conversation)
    bea.wait_for("message.posted")


def test_person_connect(world: World, server: Server) -> None:
    zoe = Person.connect(server, "Zoe", world=world.name)
    zoe.contact.add(handle="anna")


def test_person_handle(anna: Person) -> None:
    assert anna.handle == "anna"


def test_person_share(anna: Person, bea: Person, conversation: Conversation) -> None:
    budget = anna.share("Budget", conversation)
    message = bea.wait_for("message.posted")["message"]
    assert message["links"][0]["url"] == budget["url"]


def test_person_app(bea: Person) -> None:
    theirs = bea.app()
    assert theirs.highlights() == []


def test_person_device(anna: Person, bea: Person, conversation: Conversation) -> None:
    tablet = bea.device("iPad")
    anna.send("Hi", conversation)
    tablet.wait_for("message.posted")


def test_person_create_conversation(anna: Person, bea: Person) -> None:
    pair = anna.create_conversation(bea)
    assert pair["participants"] == ["anna", "bea"]


def test_person_send(anna: Person, bea: Person, conversation: Conversation) -> None:
    message = anna.send("Who drives?", conversation)
    reply = bea.send("Me", conversation, reply_to=message)
    assert reply["replyTo"] == message["id"]


def test_person_react(anna: Person, bea: Person, conversation: Conversation) -> None:
    message = anna.send("Dinner?", conversation)
    assert bea.react("heart", message)["reactions"][0]["handle"] == "bea"


def test_person_history(anna: Person, bea: Person, conversation: Conversation) -> None:
    anna.send("Hi", conversation)
    assert bea.history(conversation, limit=1)[0]["kind"] == "message"


def test_person_pin(anna: Person, bea: Person, conversation: Conversation) -> None:
    anna.send("https://notes.example/d/1", conversation)
    bea.pin("https://notes.example/d/1", conversation)
    assert bea.highlights()[0]["pinned"]


def test_person_allow(anna: Person, bea: Person, conversation: Conversation) -> None:
    bea.allow(allowed=False)
    anna.send("https://notes.example/d/1", conversation)
    assert bea.highlights() == []


def test_person_highlights(anna: Person, bea: Person, conversation: Conversation) -> None:
    anna.send("https://notes.example/d/1", conversation)
    assert bea.highlights()[0]["attribution"][0]["name"] == "Anna"


def test_person_open(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    notes.post(mention(bea), plan)
    bea.open(plan)
    bea.wait_for("notice.cleared")


def test_person_explain(anna: Person, bea: Person, carl: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    [notice] = notes.post(mention(bea), plan)
    assert not carl.explain(notice)["delivered"]


def test_refused(anna: Person, bea: Person) -> None:
    pair = anna.create_conversation(bea)
    with pytest.raises(Refused) as refused:
        anna.conversation.leave(conversation=pair["id"])
    error = refused.value
    assert (error.method, error.reason, error.rule) == ("conversation.leave", "conflict", "grp-leave")
    assert error.message in str(error) and error.data["reason"] == error.reason and error.field is None


def test_server(server: Server) -> None:
    same = Server(server.address, timeout=5)
    assert (same.host, same.port, same.timeout) == (server.host, server.port, 5)


def test_server_start() -> None:
    with Server.start() as own:
        Observer.connect(own).session.ping()


def test_server_address(server: Server) -> None:
    assert server.address == f"{server.host}:{server.port}"


def test_server_close() -> None:
    own = Server.start()
    own.close()
    with pytest.raises(UnderstudyError, match="no server at"):
        Observer.connect(own)


def test_something_came(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    notes.post(mention(bea), plan)
    with pytest.raises(SomethingCame) as failure:
        bea.is_not_notified("notice.posted")
    assert failure.value.rules[0] == "ev-mention-private"


def test_timed_out() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        with pytest.raises(TimedOut):
            Observer.connect(Server(f"127.0.0.1:{silent.getsockname()[1]}", timeout=0.05))


def test_understudy_error() -> None:
    with pytest.raises(UnderstudyError, match="write HOST:PORT"):
        Server("7400")


def test_unreadable() -> None:
    def answer(port: socket.socket) -> None:
        port.accept()[0].sendall(b"Hello!\n")

    with socket.create_server(("127.0.0.1", 0)) as port:
        threading.Thread(target=answer, args=[port]).start()
        with pytest.raises(Unreadable, match="Hello!"):
            Observer.connect(Server(f"127.0.0.1:{port.getsockname()[1]}"))


def test_world(server: Server) -> None:
    with World("Anna", "Bea", server=server, name="choir") as choir:
        choir.anna.send("Hi", choir.conversation)
        choir.bea.wait_for("message.posted")
        assert (choir.name, choir.app) == ("choir", "com.example.notes")


def test_world_close(anna: Person, world: World, conversation: Conversation) -> None:
    world.close()
    with pytest.raises(Disconnected):
        anna.send("Hi", conversation)


def test_world_conversation(world: World) -> None:
    assert world.conversation["participants"] == ["anna", "bea", "carl", "dan"]


def test_world_person(world: World) -> None:
    assert world.people[0] is world.person("Anna") is world.anna


def test_world_advance(world: World) -> None:
    before = world.observer.clock.now()["now"]
    assert world.advance(60) > before


def test_added(anna: Person, bea: Person, carl: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    carl.open(plan)
    [id] = notes.post(added(carl), plan)
    notice = bea.wait_for("notice.posted", lambda params: params["notice"]["id"] == id)["notice"]
    assert notice["text"] == "Anna added Carl to “Trip plan”"


def test_aio(server: Server) -> None:
    async def main() -> None:
        async with aio.World("Anna", "Bea", server=server) as pair:
            await pair.anna.send("Hi", pair.conversation)
            await pair.bea.wait_for("message.posted")

    asyncio.run(main())


def test_comment(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    notes.post(comment(), plan)
    assert bea.wait_for("notice.posted")["notice"]["text"] == "Anna commented on “Trip plan”"


def test_contract(anna: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    def title(share: contract.ShareView) -> str:
        return share["title"]

    assert title(plan) == "Trip plan"


def test_edit(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    notes.post(edit(), plan)
    assert bea.wait_for("notice.posted")["notice"]["text"] == "Anna edited “Trip plan”"


def test_mention(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    notes.post(mention(bea), plan)
    assert bea.wait_for("notice.posted")["notice"]["text"] == "Anna mentioned you in “Trip plan”"


def test_removed(anna: Person, bea: Person, carl: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    anna.share.remove_participant(share=plan["id"], handle="carl")
    notes.post(removed(carl), plan)
    assert bea.wait_for("notice.posted")["notice"]["text"] == "Anna removed Carl from “Trip plan”"


def test_renamed(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    notes.post(renamed("Lake"), plan)
    assert bea.wait_for("notice.posted")["notice"]["text"] == "Anna renamed “Trip plan” to “Lake”"


def test_rules(anna: Person, bea: Person, carl: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    [notice] = notes.post(mention(bea), plan)
    assert rules(carl.explain(notice)) == ["ev-mention-private"]


def test_wait_for(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    for _ in range(2):
        anna.app().post(edit(), plan)
    grown = bea.wait_for("notice.posted", lambda params: params["notice"]["count"] == 2)
    assert grown["notice"]["text"] == "Anna made 2 edits to “Trip plan”"


def test_is_not_notified(anna: Person, bea: Person, carl: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    notes.post(mention(bea), plan)
    carl.is_not_notified("notice.posted")


def test_received(anna: Person, bea: Person, conversation: Conversation) -> None:
    for text in ("One", "Two"):
        anna.send(text, conversation)
    assert [params["message"]["text"] for params in bea.received("message.posted")] == ["One", "Two"]
