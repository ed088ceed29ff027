"""Worlds, their people, and the shorter forms of frequent requests."""
from __future__ import annotations

from collections.abc import Callable

import pytest

from understudy import (
    Observer, Person, Refused, Server, UnderstudyError, World, added, comment, edit, mention, removed, renamed, rules,
)
from understudy.contract import Conversation


def test_world_has_people_an_app_and_a_conversation(world: World) -> None:
    assert [person.handle for person in world.people] == ["anna", "bea", "carl"]
    assert [person.name for person in world.people] == ["Anna", "Bea", "Carl"]
    assert (world.app, world.conversation["participants"]) == ("com.example.notes", ["anna", "bea", "carl"])
    assert world.person("BEA") is world.bea
    assert all(person.arrivals == [] for person in world.people)


def test_missing_person_is_an_error_that_names_the_way_to_add_them(world: World) -> None:
    with pytest.raises(AttributeError, match="This world has no person “zoe”. World.'Anna', 'Bea', 'Carl', 'Zoe'. has one."):
        world.zoe


def test_world_of_one_person_has_no_conversation(make_world: Callable[..., World]) -> None:
    alone = make_world("Anna", app="Photos")
    assert alone.app == "com.example.photos"
    with pytest.raises(UnderstudyError, match="needs two people, as in World.'Anna', 'Bea'."):
        alone.conversation


def test_worlds_on_one_server_are_isolated(make_world: Callable[..., World]) -> None:
    one, other = make_world("Anna", "Bea"), make_world("Anna", "Bea")
    one.anna.send("Hi", one.conversation)
    one.bea.wait_for("message.posted")
    other.bea.is_not_notified("message.posted")


def test_world_without_a_server_starts_and_ends_its_own() -> None:
    with World("Anna", "Bea", conversation="Weekend") as world:
        world.anna.send("Hi", world.conversation)
        address = world._server and world._server.address
    assert address
    with pytest.raises(UnderstudyError, match="no server at|closed"):
        World("Anna", server=Server(address)).__enter__()


def test_person_sends_reacts_and_reads_a_thread(world: World, anna: Person, bea: Person, conversation: Conversation) -> None:
    message = anna.send("Who drives?", conversation)
    reply = bea.send("Me", conversation["id"], reply_to=message)
    assert anna.react("heart", reply)["reactions"][0]["reaction"] == "heart"
    entries = bea.history(conversation, limit=2)
    assert [entry["message"]["text"] for entry in entries if entry["kind"] == "message"] == ["Who drives?", "Me"]


def test_person_creates_a_conversation(world: World, anna: Person, bea: Person) -> None:
    pair = anna.create_conversation(bea)
    assert anna.create_conversation(bea)["id"] == pair["id"]
    anna.send("Carl has birthday", pair)
    bea.wait_for("message.posted")
    world.carl.is_not_notified("message.posted")


def test_person_allows_the_links_of_an_app(world: World, anna: Person, bea: Person, conversation: Conversation) -> None:
    bea.allow(allowed=False)
    anna.send("Look: https://notes.example/d/1", conversation)
    assert bea.highlights(world.app) == []
    bea.pin("https://notes.example/d/1", conversation)
    assert len(bea.highlights()) == 1


def test_person_opens_a_share(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation, url="https://notes.example/d/7")
    assert (plan["title"], plan["url"]) == ("Trip plan", "https://notes.example/d/7")
    assert bea.open(plan)["id"] == bea.open(plan["url"])["id"] == plan["id"]
    assert [share["id"] for share in bea.share.list()["shares"]] == [plan["id"]]


def test_app_posts_each_event_and_clears_the_notices(anna: Person, bea: Person, carl: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    carl.open(plan)
    notes = anna.app()
    for event in (edit(), comment(), mention(bea), renamed("Lake"), added(carl)):
        assert len(notes.post(event, plan)) == 1
    with pytest.raises(Refused, match="refused by the rule ev-membership .conflict.: event: .* that person is on it"):
        notes.post(removed(carl), plan)
    texts = [params["notice"]["text"] for params in bea.received("notice.posted")]
    assert texts[-4:] == [
        "Anna commented on “Trip plan”", "Anna mentioned you in “Trip plan”", "Anna renamed “Trip plan” to “Lake”",
        "Anna added Carl to “Lake”"], texts
    assert bea.app().clear_notices(plan) != []
    assert [each["url"] for each in bea.app().highlights()] == [plan["url"]]
    assert anna.app.get(app=notes.call("app.get")["app"]["id"])["app"]["name"] == "Notes"


def test_device_of_a_person_is_another_session(anna: Person, bea: Person, conversation: Conversation) -> None:
    tablet = bea.device("iPad")
    assert tablet.name == "Bea’s iPad"
    anna.send("Hi", conversation)
    assert tablet.wait_for("message.posted") == bea.wait_for("message.posted")


def test_decision_is_explained_by_id_link_and_notification(
    anna: Person, bea: Person, carl: Person, observer: Observer, conversation: Conversation
) -> None:
    plan = anna.share("Trip plan", conversation)
    [notice] = anna.app().post(mention(bea), plan)
    params = bea.wait_for("notice.posted")
    assert rules(carl.explain(notice)) == rules(carl.explain(params)) == ["ev-mention-private"]
    assert rules(observer.explain(notice, to=carl)) == ["ev-mention-private"]
    assert carl.explain(plan)["delivered"] and carl.explain(plan["url"])["delivered"]
    with pytest.raises(UnderstudyError, match="Nothing to explain"):
        carl.explain({"typing": True})


def test_session_outside_of_a_world_names_its_app(understudy_server: Server) -> None:
    observer = Observer.connect(understudy_server)
    person = Person.connect(understudy_server, "Zoe", device="Mac")
    assert person.call("session.fence")["pending"] == observer.session.fence()["pending"]
    with pytest.raises(UnderstudyError, match="this session belongs to no World: pass the id"):
        person.app()
    person.disconnect()
    observer.disconnect()


def test_server_without_an_address_is_an_error() -> None:
    with pytest.raises(UnderstudyError, match="“7400” is no address: write HOST:PORT"):
        Server("7400")


def test_refused_login_closes_the_world(understudy_server: Server) -> None:
    with pytest.raises(Refused, match="session.hello was refused .invalid_params"):
        World("An na", server=understudy_server).__enter__()


