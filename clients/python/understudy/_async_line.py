"""The driver of operations with asyncio."""
from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, TypeVar

from ._core import Ask, More, Open, Operation, Session
from .errors import Disconnected, TimedOut, UnderstudyError

T = TypeVar("T")
__tracebackhide__ = True


class AsyncLine(asyncio.Protocol):
    """A connection over TCP. Several tasks can use it at a time."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._transport: asyncio.Transport | None = None
        self._waiters: set[asyncio.Future[None]] = set()

    @classmethod
    async def open(cls, session: Session) -> AsyncLine:
        context, loop = session.context, asyncio.get_running_loop()
        try:
            opening = loop.create_connection(lambda: cls(session), context.host, context.port)
            _, line = await asyncio.wait_for(opening, context.timeout)
        except (OSError, asyncio.TimeoutError) as error:
            raise Disconnected(f"{session.name}: no server at {context.host}:{context.port}: {error}") from None
        return line

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        if self._session.line is self:
            self._session.receive(data)
        self._wake()

    def connection_lost(self, _: Exception | None) -> None:
        if self._session.line is self:
            self._session.receive(b"")
        self._wake()

    def _wake(self) -> None:
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)

    def send(self, data: bytes) -> None:
        if self._transport:
            self._transport.write(data)

    async def until(self, is_true: Callable[[], bool], seconds: float) -> bool:
        """Waits until a condition is true or the session has ended. Returns False if the time passed first."""
        deadline = time.monotonic() + seconds
        while not is_true() and self._session.line is self:
            waiter = asyncio.get_running_loop().create_future()
            self._waiters.add(waiter)
            try:
                # Not wait_for: Python 3.11 ignores a cancellation there if the waiter is done (bpo-42130).
                async with asyncio.timeout(max(0, deadline - time.monotonic())):
                    await waiter
            except TimeoutError:
                return False
            finally:
                self._waiters.discard(waiter)
        return True

    def close(self) -> None:
        if self._transport:
            self._transport.abort()
        self._wake()


async def perform(step: Open | Ask | More) -> Any:
    """Performs a step on the connection of its session."""
    session = step.session
    if isinstance(step, Open):
        session.begin(await AsyncLine.open(session))
        return None
    line = session.line
    if isinstance(step, More):
        if not isinstance(line, AsyncLine):
            raise session.ended
        count = step.count
        await line.until(lambda: len(session.arrivals) > count, step.seconds)
        return None
    number, data = session.request(step.method, step.params)
    assert isinstance(line, AsyncLine)
    line.send(data)
    try:
        if not await line.until(lambda: session.answers.get(number) is not None, session.context.timeout):
            raise TimedOut(f"{session.name}: no answer to {step.method} within {session.context.timeout} seconds")
        return session.answer(number, step.method)
    finally:
        session.answers.pop(number, None)


async def run(operation: Operation[T]) -> T:
    """Performs all steps of an operation, and returns its result."""
    try:
        step = next(operation)
        while True:
            try:
                value = await perform(step)
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

    async def _run(self, operation: Operation[T]) -> T:
        return await run(operation)
