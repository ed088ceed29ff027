"""Checks the messages of the tests by the schemas of docs/reference/openrpc.json, and counts them.

Each request, answer and notification of the tests' server is checked, if `jsonschema` is installed. Servers that a test
starts for itself, or plays, are left out. With pytest-xdist, the counts of all workers are added.
"""
from __future__ import annotations

import functools
import importlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from understudy import Server
from understudy._core import Session

DOCUMENT = Path(__file__).parents[3] / "docs/reference/openrpc.json"


class Wire:
    """The messages so far, checked by the schemas of the contract."""

    def __init__(self) -> None:
        self.count = 0
        self.problems: set[str] = set()
        self.addresses: set[tuple[str, int]] = set()
        self._asked: dict[tuple[Session, int], tuple[str, Any]] = {}
        try:
            self._validator: Any = importlib.import_module("jsonschema").Draft202012Validator
        except ImportError:
            self._validator = None
            return
        document = json.loads(DOCUMENT.read_text())
        self._components = document["components"]
        self._methods = {method["name"]: method for method in document["methods"]}
        self._notifications: dict[str, list[Any]] = {}
        for each in document["x-notifications"]:
            self._notifications.setdefault(each["properties"]["method"]["const"], []).append(self._of(each))

    def sends(self, session: Session, number: int, message: dict[str, Any]) -> None:
        """Notes a request. It is checked with its answer."""
        # A test may ask for a method that is refused as unknown.
        if self._checks(session) and message["method"] in self._methods:
            self._asked[session, number] = message["method"], message["params"]

    def receives(self, session: Session, message: dict[str, Any]) -> None:
        """Checks a notification, or an answer with its request."""
        if not self._checks(session):
            return
        if "method" in message:
            self._note(message["method"], self._notification_problems(message))
        elif (session, message["id"]) in self._asked:
            method, params = self._asked.pop((session, message["id"]))
            error = message.get("error")
            # A test may send wrong params, which are then refused.
            if not error or error["data"]["reason"] != "invalid_params":
                self._note(method, self._param_problems(method, params))
            self._note(method, self._answer_problems(method, message))

    def _checks(self, session: Session) -> bool:
        return self._validator is not None and (session.context.host, session.context.port) in self.addresses

    def _note(self, method: str, problems: Iterable[str]) -> None:
        self.count += 1
        self.problems.update(f"{method}: {problem}" for problem in problems)

    def _of(self, schema: dict[str, Any]) -> Any:
        return self._validator({"components": self._components, **schema})

    @functools.cache
    def _params(self, method: str) -> dict[str, tuple[bool, Any]]:
        params = self._methods[method]["params"]
        return {each["name"]: (each.get("required", False), self._of(each["schema"])) for each in params}

    @functools.cache
    def _result(self, method: str) -> Any:
        return self._of(self._methods[method]["result"]["schema"])

    @functools.cache
    def _errors(self, method: str) -> set[tuple[int, str]]:
        names = (each["$ref"].rsplit("/", 1)[1] for each in self._methods[method]["errors"])
        return {(error["code"], error["data"]["reason"]) for error in (self._components["errors"][name] for name in names)}

    def _param_problems(self, method: str, params: dict[str, Any]) -> Iterable[str]:
        known = self._params(method)
        for name in params.keys() - known.keys():
            yield f"the param {name} is not described"
        for name, (is_required, validator) in known.items():
            if name in params:
                yield from (f"{name}: {error.message}" for error in validator.iter_errors(params[name]))
            elif is_required:
                yield f"the param {name} is missing"

    def _answer_problems(self, method: str, message: dict[str, Any]) -> Iterable[str]:
        if error := message.get("error"):
            if (error["code"], error["data"]["reason"]) not in self._errors(method):
                yield f"the error {error['data']['reason']} is not described"
            data = self._of({"$ref": "#/components/schemas/ErrorData"})
            yield from (each.message for each in data.iter_errors(error["data"]))
        else:
            yield from (each.message for each in self._result(method).iter_errors(message["result"]))

    def _notification_problems(self, message: dict[str, Any]) -> Iterable[str]:
        found = [[error.message for error in each.iter_errors(message)] for each in self._notifications[message["method"]]]
        # Several notifications may have one method.
        if all(found):
            yield from min(found, key=len)


wire = Wire()


@pytest.fixture(scope="session", autouse=True)
def checked_wire(understudy_server: Server) -> Iterable[None]:
    """Checks the messages between the clients and the server of the tests."""
    wire.addresses.add((understudy_server.host, understudy_server.port))
    request, take = Session.request, Session._take

    def checked_request(session: Session, method: str, params: Any) -> tuple[int, bytes]:
        number, data = request(session, method, params)
        wire.sends(session, number, json.loads(data))
        return number, data

    def checked_take(session: Session, line: bytearray) -> None:
        take(session, line)
        wire.receives(session, json.loads(line)) if session.line else None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Session, "request", checked_request)
        patch.setattr(Session, "_take", checked_take)
        yield


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Adds the messages of a worker of pytest-xdist."""
    count, problems = getattr(node, "workeroutput", {}).get("wire", (0, ()))
    wire.count += count
    wire.problems.update(problems)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["wire"] = (wire.count, sorted(wire.problems))
    elif wire.problems:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for problem in sorted(wire.problems):
        terminalreporter.write_line(f"not valid by the schema: {problem}", red=True)
    if wire.count and not wire.problems:
        terminalreporter.write_line(f"{wire.count} messages of the clients are valid by the schema")
