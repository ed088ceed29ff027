"""Clients for tests against Understudy, a simulator of collaboration in Messages.

`with World("Anna", "Bea") as world:` starts a server and has a person for each name. `understudy.aio` has the same classes
for asyncio, and the pytest plugin has fixtures.
"""
from . import aio, contract
from ._client import App, Client, Observer, Person, World
from ._core import Arrival, rules
from .errors import Disconnected, NothingCame, Refused, SomethingCame, TimedOut, UnderstudyError, Unreadable
from .events import added, comment, edit, mention, removed, renamed
from .server import Server

__all__ = [
    "App", "Arrival", "Client", "Disconnected", "NothingCame", "Observer", "Person", "Refused", "Server", "SomethingCame",
    "TimedOut", "UnderstudyError", "Unreadable", "World", "added", "aio", "comment", "contract", "edit", "mention",
    "removed", "renamed", "rules",
]
