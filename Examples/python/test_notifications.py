"""Notifications about a shared document, with pytest and the package `understudy`.

    pip install clients/python             # once
    pytest Examples/python                 # chat-server from PATH, or CHAT_SERVER=…/chat-server
    pytest -n auto Examples/python         # side by side, with pytest-xdist
"""
from understudy import Person, World, edit, mention


def test_an_edit_notifies_the_other_participants(world: World, anna: Person) -> None:
    plan = anna.share("Trip plan", world.conversation)
    anna.app().post(edit(), plan)
    for person in (world.bea, world.carl):
        assert person.wait_for("notice.posted")["notice"]["text"] == "Anna edited “Trip plan”"


def test_a_mention_notifies_only_the_mentioned_person(world: World, anna: Person, bea: Person, carl: Person) -> None:
    plan = anna.share("Trip plan", world.conversation)
    anna.app().post(mention(bea), plan)
    bea.wait_for("notice.posted", lambda params: params["notice"]["text"] == "Anna mentioned you in “Trip plan”")
    # No time-out: the server's fence proves that nothing is pending.
    carl.is_not_notified("notice.posted")


def test_a_pin_puts_the_link_into_shared_with_you(world: World, anna: Person, bea: Person) -> None:
    link = "https://notes.example/d/1"
    bea.allow(world.app, False)
    anna.send(f"Look: {link}", world.conversation)
    assert bea.highlights() == []
    bea.pin(link, world.conversation)
    assert [each["url"] for each in bea.highlights()] == [link]


def test_a_lost_connection_resumes_without_duplicates(world: World, anna: Person, bea: Person) -> None:
    anna.send("One", world.conversation)
    bea.wait_for("message.posted")
    bea.disconnect()
    for _ in range(2):  # as if the first answer was lost
        anna.send("Two", world.conversation, client_id="a-retry")
    bea.reconnect()
    assert [params["message"]["text"] for params in bea.received("message.posted")] == ["One", "Two"]


def test_the_rule_explains_why_carl_gets_no_notice(world: World, anna: Person, bea: Person, carl: Person) -> None:
    plan = anna.share("Trip plan", world.conversation)
    [notice] = anna.app().post(mention(bea), plan)
    why = carl.explain(notice)
    assert not why["delivered"]
    assert [reason["rule"] for reason in why["reasons"]] == ["ev-mention-private"]
