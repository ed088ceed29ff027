"""The errors of the package."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from . import contract


class UnderstudyError(Exception):
    """The base of all errors of this package."""


class Disconnected(UnderstudyError):
    """A session without a connection: the server closed it, or the test did."""


class Unreadable(Disconnected):
    """A connection that was closed because the server sent something that is not the protocol."""


class TimedOut(UnderstudyError):
    """A server that did not answer in time."""


class Refused(UnderstudyError):
    """A request that the server refused."""

    def __init__(self, method: str, error: Mapping[str, Any]) -> None:
        self.method, self.message = method, str(error.get("message"))
        #: The `data` of the error, with all of its members.
        self.data = cast(contract.ErrorData, error.get("data") or {})
        self.reason, self.rule, self.field = (self.data.get(key) for key in ("reason", "rule", "field"))
        rule = f" by the rule {self.rule}" if self.rule else ""
        super().__init__(f"{method} was refused{rule} ({self.reason}): {self.message}")


class NothingCame(UnderstudyError, AssertionError):
    """A wait whose notification did not arrive. The text has what did arrive, and the reasons."""

    def __init__(self, text: str, rules: Sequence[str] = ()) -> None:
        super().__init__(text)
        #: The rules of the decision, in the order in which the server applied them.
        self.rules = list(rules)


class SomethingCame(NothingCame):
    """A notification that must not arrive. The text has it, and the rules by which it was delivered."""
