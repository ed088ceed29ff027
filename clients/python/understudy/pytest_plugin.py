"""The pytest plugin: a server for the run, and a world of its own for each test."""
from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from . import aio
from ._client import Observer, Person, World
from .contract import Conversation
from .server import Server

__tracebackhide__ = True

_numbers = itertools.count(1)


def pytest_addoption(parser: pytest.Parser) -> None:
    help = "the chat-server to start, by default CHAT_SERVER or the one in PATH"
    parser.getgroup("understudy").addoption("--understudy-server", metavar="PROGRAM", help=help)
    parser.addini("understudy_server", help)


@pytest.fixture(scope="session")
def understudy_server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """The server of all tests; with pytest-xdist, each worker has one.

        def test_server_has_worlds(understudy_server):
            assert Observer.connect(understudy_server).world.list()["worlds"]
    """
    config = request.config
    program = config.getoption("--understudy-server") or config.getini("understudy_server") or None
    with Server.start(program) as server:
        yield server


def _name(request: pytest.FixtureRequest) -> str:
    """A name that no other world of the server has."""
    return f"{request.node.nodeid} #{next(_numbers)}"


@pytest.fixture
def make_world(understudy_server: Server, request: pytest.FixtureRequest) -> Iterator[Callable[..., World]]:
    """Makes a world with other people: `make_world("Anna", "Zoe", app="Photos")`.

        def test_photos_reach_zoe(make_world):
            world = make_world("Anna", "Zoe", app="Photos", conversation="Choir")
            world.anna.share("Concert", world.conversation)
            world.zoe.wait_for("message.posted")
    """
    with ExitStack() as stack:
        yield lambda *names, **options: stack.enter_context(
            World(*names, server=understudy_server, name=_name(request), **options))


@pytest.fixture
def async_world(understudy_server: Server, request: pytest.FixtureRequest) -> Callable[..., aio.World]:
    """Makes a world for asyncio: `async with async_world("Anna", "Bea") as world`.

        def test_message_reaches_bea(async_world):
            async def main():
                async with async_world("Anna", "Bea") as world:
                    await world.anna.send("Hi", world.conversation)
                    await world.bea.wait_for("message.posted")

            asyncio.run(main())
    """
    def make(*names: str, **options: Any) -> aio.World:
        return aio.World(*names, server=understudy_server, name=_name(request), **options)
    return make


@pytest.fixture
def world(make_world: Callable[..., World]) -> World:
    """Anna, Bea and Carl, with an app and a conversation, on a virtual clock.

        def test_world_has_three_people(world):
            assert [person.name for person in world.people] == ["Anna", "Bea", "Carl"]
    """
    return make_world("Anna", "Bea", "Carl")


@pytest.fixture
def anna(world: World) -> Person:
    """The first person of `world`.

        def test_anna_sends(anna, conversation):
            assert anna.send("Hi", conversation)["sender"] == "anna"
    """
    return world.anna


@pytest.fixture
def bea(world: World) -> Person:
    """The second person of `world`.

        def test_bea_receives(anna, bea, conversation):
            anna.send("Hi", conversation)
            bea.wait_for("message.posted")
    """
    return world.bea


@pytest.fixture
def carl(world: World) -> Person:
    """The third person of `world`.

        def test_carl_is_not_notified(anna, bea, carl):
            anna.send("Hi", anna.create_conversation(bea))
            carl.is_not_notified("message.posted")
    """
    return world.carl


@pytest.fixture
def observer(world: World) -> Observer:
    """The observer of `world`.

        def test_faults_can_be_listed(observer):
            assert observer.fault.list()["faults"] == []
    """
    return world.observer


@pytest.fixture
def conversation(world: World) -> Conversation:
    """The conversation of `world`.

        def test_conversation_has_a_name(conversation):
            assert conversation["name"] == "Trip"
    """
    return world.conversation
