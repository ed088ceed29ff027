"""Checks messages of clients by the schemas of docs/reference/openrpc.json, and counts them.

    wire_schemas.py FOLDER

Each file in FOLDER has the lines of a test process: an array of a connection, "sent" or "received", and the message.
"""
from __future__ import annotations

import functools
import importlib
import json
import sys
from collections.abc import Hashable, Iterable
from pathlib import Path
from typing import Any

DOCUMENT = Path(__file__).parents[2] / "docs/reference/openrpc.json"


class Wire:
    """The messages so far, checked by the schemas of the contract."""

    def __init__(self) -> None:
        self.count = 0
        self.problems: set[str] = set()
        self._asked: dict[tuple[Hashable, int], tuple[str, Any]] = {}
        self._validator: Any = importlib.import_module("jsonschema").Draft202012Validator
        document = json.loads(DOCUMENT.read_text())
        self._components = document["components"]
        self._methods = {method["name"]: method for method in document["methods"]}
        self._notifications: dict[str, list[Any]] = {}
        for each in document["x-notifications"]:
            self._notifications.setdefault(each["properties"]["method"]["const"], []).append(self._of(each))

    def sends(self, connection: Hashable, message: dict[str, Any]) -> None:
        """Notes a request. It is checked with its answer."""
        # A test may ask for a method that is refused as unknown.
        if message["method"] in self._methods:
            self._asked[connection, message["id"]] = message["method"], message["params"]

    def receives(self, connection: Hashable, message: dict[str, Any]) -> None:
        """Checks a notification, or an answer with its request."""
        if "method" in message:
            self._note(message["method"], self._notification_problems(message))
        elif (connection, message.get("id")) in self._asked:
            method, params = self._asked.pop((connection, message["id"]))
            error = message.get("error")
            # A test may send wrong params, which are then refused.
            if not error or error["data"]["reason"] != "invalid_params":
                self._note(method, self._param_problems(method, params))
            self._note(method, self._answer_problems(method, message))

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


def main(folder: Path) -> int:
    wire = Wire()
    for file in sorted(folder.iterdir()):
        for line in file.read_text().splitlines():
            connection, direction, message = json.loads(line)
            (wire.sends if direction == "sent" else wire.receives)((file.name, connection), message)
    for problem in sorted(wire.problems):
        print(f"not valid by the schema: {problem}")
    if not wire.count:
        print(f"no messages in {folder}")
    elif not wire.problems:
        print(f"{wire.count} messages of the clients are valid by the schema")
    return 1 if wire.problems or not wire.count else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
