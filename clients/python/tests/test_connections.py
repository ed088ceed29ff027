"""Connections that end, and servers that send something else than the protocol."""
from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from understudy import Disconnected, Observer, Person, Server, TimedOut, UnderstudyError, Unreadable, World, aio
from understudy import _core
from understudy.contract import Conversation

ANSWER = b'{"jsonrpc":"2.0","id":1,"result":{"cursor":1,"clock":{"kind":"virtual","now":"2026-01-01T00:00:00.000Z"}}}\n'


@contextmanager
def fake(behavior: Callable[[socket.socket], None]) -> Iterator[str]:
    """A server that waits for a login and then does something else. Returns its address."""
    def serve() -> None:
        with suppress(OSError):
            connection, _ = listener.accept()
            with connection:
                connection.recv(1 << 16)
                behavior(connection)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield f"127.0.0.1:{listener.getsockname()[1]}"
        finally:
            with suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            thread.join()


def login(form: str, address: str, timeout: float = 30) -> None:
    """Logs in with the clients of one form, and sends a ping."""
    server = Server(address, timeout=timeout)

    async def awaited() -> None:
        person = await aio.Person.connect(server, "Bea")
        await person.session.ping()

    if form == "asyncio":
        asyncio.run(awaited())
    else:
        Person.connect(server, "Bea").session.ping()


def sends(data: bytes) -> Callable[[socket.socket], None]:
    def behavior(connection: socket.socket) -> None:
        connection.sendall(data)
        connection.recv(1 << 16)
    return behavior


@pytest.mark.parametrize("form", ["socket", "asyncio"])
@pytest.mark.parametrize("line", [
    b"garbage", b"[]", b"7", b"{}", b'"text"', b'{"id":1}', b'{"id":1,"result":[]}', b'{"id":1,"error":"no"}',
    b'{"method":"typing","params":7}', b'{"method":"typing"}', b'{"id":null}', b"\xff\xfe", b"[" * 100_000,
    b'{"method":"typing","params":{"cursor":"x"}}', b'{"id":[],"result":{}}',
])
def test_line_that_is_no_message_ends_the_session_with_an_error_that_shows_it(form: str, line: bytes) -> None:
    with fake(sends(line + b"\n")) as address, pytest.raises(Unreadable) as error:
        login(form, address)
    assert str(error.value).startswith("Bea: the server sent a line that is not a message of the protocol: ")
    assert str(error.value).endswith(line[:200].decode(errors="replace"))


@pytest.mark.parametrize("form", ["socket", "asyncio"])
def test_answer_without_its_members_is_an_error(form: str) -> None:
    with fake(sends(b'{"id":1,"result":{}}\n')) as address, pytest.raises(Unreadable, match="session.hello returned no"):
        login(form, address)


@pytest.mark.parametrize("form", ["socket", "asyncio"])
def test_line_without_an_end_is_an_error(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_core, "MAXIMUM_LINE", 1 << 20)

    def behavior(connection: socket.socket) -> None:
        with suppress(OSError):
            for _ in range(64):
                connection.sendall(b"x" * (1 << 17))

    with fake(behavior) as address, pytest.raises(Unreadable, match="a line of more than 1048576 bytes"):
        login(form, address)


@pytest.mark.parametrize("form", ["socket", "asyncio"])
@pytest.mark.parametrize("data", [b"", b'{"jsonrpc":"2.0","id":1,"res', ANSWER, ANSWER + b'{"jsonrpc":"2.0","id":9,"result":{}}\n'])
def test_connection_that_the_server_closes_is_an_error(form: str, data: bytes) -> None:
    with fake(lambda connection: connection.sendall(data)) as address, pytest.raises(Disconnected, match="Bea: the (server|conn)"):
        login(form, address)


@pytest.mark.parametrize("form", ["socket", "asyncio"])
def test_last_error_of_a_session_is_shown(form: str) -> None:
    last = b'{"jsonrpc":"2.0","id":null,"error":{"code":-32008,"message":"The server stops.","data":{"reason":"unavailable"}}}\n'
    with fake(sends(last)) as address, pytest.raises(Disconnected, match="the server ended the session: The server stops."):
        login(form, address)


@pytest.mark.parametrize("form", ["socket", "asyncio"])
def test_silent_server_is_given_up_after_the_deadline(form: str) -> None:
    with fake(sends(b"")) as address, pytest.raises(TimedOut, match="Bea: no answer to session.hello within 0.05 seconds"):
        login(form, address, timeout=0.05)


@pytest.mark.parametrize("form", ["socket", "asyncio"])
def test_server_that_sends_without_an_end_is_given_up_after_the_deadline(form: str) -> None:
    def behavior(connection: socket.socket) -> None:
        with suppress(OSError):
            while True:
                connection.sendall(b'{"jsonrpc":"2.0","method":"typing","params":{}}\n')

    with fake(behavior) as address, pytest.raises(TimedOut):
        login(form, address, timeout=0.2)


@pytest.mark.parametrize("form", ["socket", "asyncio"])
def test_address_without_a_server_is_an_error(form: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"127.0.0.1:{listener.getsockname()[1]}"
    with pytest.raises(Disconnected, match="Bea: no server at 127.0.0.1:"):
        login(form, address)


def test_request_after_a_disconnect_names_the_way_back(anna: Person, bea: Person, conversation: Conversation) -> None:
    bea.disconnect()
    with pytest.raises(Disconnected, match=r"Bea has disconnected; call reconnect\(\)"):
        bea.send("Hi", conversation)
    anna.send("One", conversation)
    bea.reconnect()
    bea.send("Two", conversation)
    assert [params["message"]["text"] for params in bea.received("message.posted")] == ["One"]


def test_repeated_reconnect_receives_each_message_once(anna: Person, bea: Person, conversation: Conversation) -> None:
    for number in range(5):
        anna.send(str(number), conversation)
        bea.reconnect()
    assert [params["message"]["text"] for params in bea.received("message.posted")] == list("01234")


def test_closed_world_refuses_further_requests(make_world: Callable[..., World]) -> None:
    world = make_world("Anna", "Bea")
    world.close()
    with pytest.raises(Disconnected, match="Anna: the world is closed"):
        world.anna.session.ping()


def test_end_of_the_server_is_an_error_of_the_next_request() -> None:
    server = Server.start()
    observer = Observer.connect(server)
    server.close()
    server.close()
    with pytest.raises(UnderstudyError):
        observer.session.ping()
