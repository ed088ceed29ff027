"""The examples of the fixtures in docs/reference/python.md.

Written by script/docs from the docstrings of the package: change them instead.
"""
# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import asyncio

from understudy import (
    Observer,
)


def test_server_has_worlds(understudy_server):
    assert Observer.connect(understudy_server).world.list()["worlds"]


def test_photos_reach_zoe(make_world):
    world = make_world("Anna", "Zoe", app="Photos", conversation="Choir")
    world.anna.share("Concert", world.conversation)
    world.zoe.wait_for("message.posted")


def test_message_reaches_bea(async_world):
    async def main():
        async with async_world("Anna", "Bea") as world:
            await world.anna.send("Hi", world.conversation)
            await world.bea.wait_for("message.posted")

    asyncio.run(main())


def test_world_has_three_people(world):
    assert [person.name for person in world.people] == ["Anna", "Bea", "Carl"]


def test_anna_sends(anna, conversation):
    assert anna.send("Hi", conversation)["sender"] == "anna"


def test_bea_receives(anna, bea, conversation):
    anna.send("Hi", conversation)
    bea.wait_for("message.posted")


def test_carl_is_not_notified(anna, bea, carl):
    anna.send("Hi", anna.create_conversation(bea))
    carl.is_not_notified("message.posted")


def test_faults_can_be_listed(observer):
    assert observer.fault.list()["faults"] == []


def test_conversation_has_a_name(conversation):
    assert conversation["name"] == "Trip"
