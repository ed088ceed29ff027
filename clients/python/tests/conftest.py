"""Records the messages between the clients and the server of the tests in the folder UNDERSTUDY_WIRE, if it is set.

Servers that a test starts for itself, or plays, are left out. `script/clients` checks the messages by the schemas of the
contract (script/support/wire_schemas.py).
"""
from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from understudy import Server
from understudy._core import Session


@pytest.fixture(scope="session", autouse=True)
def recorded_wire(understudy_server: Server) -> Iterator[None]:
    """Records each request, answer and notification, in a file for each process."""
    if "UNDERSTUDY_WIRE" not in os.environ:
        yield
        return
    request, take = Session.request, Session._take

    with open(Path(os.environ["UNDERSTUDY_WIRE"], f"python-{os.getpid()}"), "w") as file, pytest.MonkeyPatch.context() as patch:

        def record(session: Session, direction: str, message: bytes | bytearray) -> None:
            if (session.context.host, session.context.port) == (understudy_server.host, understudy_server.port):
                file.write(json.dumps([id(session), direction, json.loads(message)]) + "\n")

        def recorded_request(session: Session, method: str, params: Any) -> tuple[int, bytes]:
            number, data = request(session, method, params)
            record(session, "sent", data)
            return number, data

        def recorded_take(session: Session, line: bytearray) -> None:
            take(session, line)
            if session.line:
                record(session, "received", line)

        patch.setattr(Session, "request", recorded_request)
        patch.setattr(Session, "_take", recorded_take)
        yield
