"""Waits, negative assertions, the virtual clock and faults."""
from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from understudy import Arrival, Disconnected, NothingCame, Observer, Person, SomethingCame, World, edit, mention
from understudy.contract import Conversation


def test_wait_returns_each_notification_once(anna: Person, bea: Person, conversation: Conversation) -> None:
    for text in ("One", "Two"):
        anna.send(text, conversation)
    assert bea.wait_for("message.posted", lambda params: params["message"]["text"] == "Two")["message"]["text"] == "Two"
    assert bea.wait_for("message.posted")["message"]["text"] == "One"
    with pytest.raises(NothingCame, match="2 matches arrived, but earlier waits returned them; the last was: message.posted"):
        bea.wait_for("message.posted")
    bea.is_not_notified("notice.posted")
    assert [params["message"]["text"] for params in bea.received("message.posted")] == ["One", "Two"]


def test_wait_without_a_match_names_the_nearest_notification(anna: Person, bea: Person, conversation: Conversation) -> None:
    anna.send("One", conversation)
    with pytest.raises(NothingCame) as failure:
        bea.wait_for("message.posted", lambda params: params["message"]["text"] == "Two")
    assert "Nearest: message.posted" in str(failure.value)
    assert failure.value.rules


def test_wait_without_a_cause_says_that_nothing_arrived(world: World, bea: Person) -> None:
    with pytest.raises(NothingCame, match="Bea received nothing."):
        bea.wait_for("typing")
    with pytest.raises(NothingCame, match="Another task or program had 0.01 s to do it"):
        bea.wait_for("typing", patience=0.01)


def test_error_in_a_condition_reaches_the_test(anna: Person, bea: Person, conversation: Conversation) -> None:
    anna.send("One", conversation)
    with pytest.raises(ZeroDivisionError):
        bea.wait_for("message.posted", lambda params: 1 / 0 > 0)


def test_growing_notice_arrives_again_under_its_id(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    for _ in range(3):
        notes.post(edit(), plan)
    notice = bea.wait_for("notice.posted", lambda params: params["notice"]["count"] == 3)["notice"]
    assert notice["text"] == "Anna made 3 edits to “Trip plan”"
    assert {params["notice"]["id"] for params in bea.received("notice.posted")} == {notice["id"]}
    anna.is_not_notified("notice.posted")


def test_unexpected_notification_is_shown_with_its_rules(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    for _ in range(6):
        anna.app().post(mention(bea), plan)
    with pytest.raises(SomethingCame) as failure:
        bea.is_not_notified("notice.posted")
    assert failure.value.rules == ["ev-mention-private", "ntc-collapse", "ntc-push"]
    assert "  and 1 more" in str(failure.value)
    bea.is_not_notified("notice.posted", lambda params: params["notice"]["count"] == 9)


def test_delayed_notice_arrives_when_the_clock_advances(
    anna: Person, bea: Person, observer: Observer, conversation: Conversation
) -> None:
    plan = anna.share("Trip plan", conversation)
    fault = observer.inject("delay", "notice.posted", seconds=60, to=bea)
    anna.app().post(edit(), plan)
    bea.is_not_notified("notice.posted")
    with pytest.raises(NothingCame, match=f"{fault['id']}: this fault delays notice.posted to Bea by 60000 ms"):
        bea.wait_for("notice.posted", within=59)
    assert bea.wait_for("notice.posted", within=60)["notice"]["count"] == 1


def test_clock_of_the_world_advances_by_seconds(world: World, observer: Observer) -> None:
    before = observer.clock.now()["now"]
    assert before < world.advance(60) < observer.advance(0.5) == observer.clock.now()["now"]


def test_fault_that_drops_a_message_is_named(
    anna: Person, bea: Person, observer: Observer, conversation: Conversation
) -> None:
    observer.fault.inject(do="drop", on={"notification": "message.posted", "to": "bea"})
    anna.send("One", conversation)
    with pytest.raises(NothingCame, match="this fault dropped message.posted to Bea"):
        bea.wait_for("message.posted")


def test_stream_that_a_fault_ends_resumes(
    anna: Person, bea: Person, observer: Observer, conversation: Conversation
) -> None:
    observer.inject("disconnect", "message.posted", to=bea)
    anna.send("One", conversation)
    with pytest.raises(Disconnected, match="Bea: the server"):
        bea.wait_for("message.posted")
    bea.reconnect()
    assert bea.wait_for("message.posted")["message"]["text"] == "One"


def test_fault_of_an_author_and_a_device_affects_only_them(
    anna: Person, bea: Person, carl: Person, observer: Observer, conversation: Conversation
) -> None:
    tablet = bea.device("iPad")
    observer.inject("drop", "message.posted", to=bea, author=anna, device="iPad", nth=1)
    carl.send("From Carl", conversation)
    anna.send("From Anna", conversation)
    assert [params["message"]["text"] for params in bea.received("message.posted")] == ["From Carl", "From Anna"]
    assert [params["message"]["text"] for params in tablet.received("message.posted")] == ["From Carl"]


def test_duplicated_message_arrives_twice(anna: Person, bea: Person, observer: Observer, conversation: Conversation) -> None:
    observer.inject("duplicate", "message.posted", to=bea, percent=100)
    anna.send("One", conversation)
    assert len(bea.received("message.posted")) == 2


def test_wait_with_patience_lets_another_thread_act(anna: Person, bea: Person, conversation: Conversation) -> None:
    thread = threading.Thread(target=lambda: anna.send("Late", conversation))
    thread.start()
    try:
        assert bea.wait_for("message.posted", patience=20)["message"]["text"] == "Late"
    finally:
        thread.join()


def test_observer_receives_the_notifications_of_all(anna: Person, observer: Observer, conversation: Conversation) -> None:
    anna.send("One", conversation)
    assert observer.wait_for("message.posted")["message"]["text"] == "One"
    assert observer.received("request.done")[-1]["method"] == "message.send"


def test_arrival_names_its_subject(anna: Person, bea: Person, conversation: Conversation) -> None:
    message = anna.send("One", conversation)
    bea.session.ping()
    bea.session.fence()
    arrival = next(each for each in bea.arrivals if each.method == "message.posted")
    assert (arrival.subject, str(arrival).startswith('message.posted {"cursor":')) == (message["id"], True)
    assert Arrival("typing", {"typing": True}).subject is None


def test_wait_on_a_real_clock_is_given_time(make_world: Callable[..., World]) -> None:
    world = make_world("Anna", "Bea", clock="real")
    world.observer.inject("delay", "message.posted", to=world.bea, seconds=0.05)
    world.anna.send("Soon", world.conversation)
    assert world.bea.wait_for("message.posted", within=20)["message"]["text"] == "Soon"
