"""The world of the examples in docs/reference/python.md."""
from __future__ import annotations

from collections.abc import Callable

import pytest

from understudy import Person, Server, World


@pytest.fixture
def server(understudy_server: Server) -> Server:
    return understudy_server


@pytest.fixture
def world(make_world: Callable[..., World]) -> World:
    return make_world("Anna", "Bea", "Carl", "Dan")


@pytest.fixture
def dan(world: World) -> Person:
    return world.person("Dan")
