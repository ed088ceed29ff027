"""The typed methods of the protocol, and refusals."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

from understudy import Observer, Person, Refused, aio
from understudy.contract import Conversation

METHODS = json.loads((Path(__file__).parents[3] / "docs/reference/openrpc.json").read_text())["methods"]


def test_method_has_params_in_snake_case_and_a_typed_result(anna: Person, bea: Person) -> None:
    created = anna.conversation.create(participants=["bea", "carl"], name="Lake")
    sent = anna.message.send(conversation=created["conversation"]["id"], text="Hi", client_id="once")
    assert anna.message.send(conversation=created["conversation"]["id"], text="Hi", client_id="once") == sent
    assert bea.conversation.list()["conversations"][0]["name"] == "Lake"
    assert bea.settings.set(mention_alerts=False)["settings"]["mentionAlerts"] is False


def test_nullable_param_is_sent_as_null(observer: Observer) -> None:
    observer.site.publish(domain="elsewhere.example", association=None)


def test_result_of_an_app_has_the_form_of_apps(anna: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    assert anna.app().document.get(url=plan["url"])["document"]["url"] == plan["url"]


@pytest.mark.parametrize("role", ["person", "app", "observer"])
def test_each_method_of_a_role_exists_in_both_forms(role: str, anna: Person, observer: Observer) -> None:
    client = {"person": anna, "observer": observer}.get(role) or anna.app()
    asynchronous = {"person": aio.Person, "app": aio.App, "observer": aio.Observer}[role](client._session)
    named = [method["name"] for method in METHODS if role in method["x-roles"] and method["name"] != "session.hello"]
    assert len(named) > 25
    for name in named:
        group, method = ("".join("_" + each.lower() if each.isupper() else each for each in word) for word in name.split("."))
        for each in (client, asynchronous):
            assert callable(getattr(getattr(each, group), method)), name


def test_refused_request_has_the_reason_the_rule_and_the_message(anna: Person, bea: Person, conversation: Conversation) -> None:
    message = anna.send("Hi", conversation)
    with pytest.raises(Refused) as refused:
        bea.message.unsend(message=message["id"])
    assert (refused.value.method, refused.value.reason) == ("message.unsend", "forbidden")
    assert refused.value.data["reason"] == "forbidden"
    assert str(refused.value).startswith("message.unsend was refused") and refused.value.message in str(refused.value)


def test_refusal_by_a_rule_names_it(anna: Person, bea: Person, conversation: Conversation) -> None:
    pair = anna.create_conversation(bea)
    with pytest.raises(Refused, match=r"conversation.leave was refused by the rule grp-leave \(forbidden|\(conflict") as refused:
        anna.conversation.leave(conversation=pair["id"])
    assert refused.value.rule == "grp-leave"


def test_refusal_of_a_param_names_its_field(anna: Person) -> None:
    with pytest.raises(Refused) as refused:
        anna.call("message.send", conversation="c2", text=7)
    assert (refused.value.reason, refused.value.field) == ("invalid_params", "text")


def test_unknown_method_is_refused(anna: Person) -> None:
    with pytest.raises(Refused, match="unknown_method"):
        anna.call("message.sent")
