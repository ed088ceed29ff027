"""The driver of operations on a socket."""
from __future__ import annotations

import socket
import time
from typing import Any, TypeVar

from ._core import Ask, More, Open, Operation, Session
from .errors import Disconnected, TimedOut, UnderstudyError

T = TypeVar("T")
__tracebackhide__ = True


class SocketLine:
    """A connection over TCP."""

    def __init__(self, session: Session) -> None:
        self._session = session
        context = session.context
        try:
            self._socket = socket.create_connection((context.host, context.port), timeout=context.timeout)
        except OSError as error:
            raise Disconnected(f"{session.name}: no server at {context.host}:{context.port}: {error}") from None
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, data: bytes, deadline: float) -> None:
        try:
            self._socket.settimeout(max(0.001, deadline - time.monotonic()))
            self._socket.sendall(data)
        except OSError as error:
            self._session.end(Disconnected(f"{self._session.name}: the connection ended: {error}"))

    def read(self, deadline: float) -> bool:
        """Reads once. Returns False if nothing arrived in time."""
        rest = deadline - time.monotonic()
        if rest <= 0:
            return False
        try:
            self._socket.settimeout(rest)
            data = self._socket.recv(1 << 18)
        except TimeoutError:
            return False
        except OSError:
            data = b""
        self._session.receive(data)
        return True

    def close(self) -> None:
        self._socket.close()


def perform(step: Open | Ask | More) -> Any:
    """Performs a step on the socket of its session."""
    session = step.session
    if isinstance(step, Open):
        session.begin(SocketLine(session))
        return None
    if isinstance(step, More):
        deadline = time.monotonic() + step.seconds
        while len(session.arrivals) <= step.count:
            if not isinstance(session.line, SocketLine):
                raise session.ended
            if not session.line.read(deadline):
                return None
        return None
    number, data = session.request(step.method, step.params)
    deadline = time.monotonic() + session.context.timeout
    line = session.line
    assert isinstance(line, SocketLine)
    line.send(data, deadline)
    while (result := session.answer(number, step.method)) is None:
        if not line.read(deadline):
            session.answers.pop(number)
            raise TimedOut(f"{session.name}: no answer to {step.method} within {session.context.timeout} seconds")
    return result


def run(operation: Operation[T]) -> T:
    """Performs all steps of an operation, and returns its result."""
    try:
        step = next(operation)
        while True:
            try:
                value = perform(step)
            except UnderstudyError as error:
                step = operation.throw(error)
            else:
                step = operation.send(value)
    except StopIteration as end:
        result: T = end.value
        return result


class Group:
    """The methods of a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def _run(self, operation: Operation[T]) -> T:
        return run(operation)
