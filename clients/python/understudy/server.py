"""A running chat-server."""
from __future__ import annotations

import os
import selectors
import subprocess
from typing import Self

from .errors import UnderstudyError

__tracebackhide__ = True


class Server:
    """A server: one that runs already, or one that `start()` starts.

        same = Server(server.address, timeout=5)
        assert (same.host, same.port, same.timeout) == (server.host, server.port, 5)
    """

    #: The host, such as `127.0.0.1`.
    host: str
    #: The port.
    port: int
    #: The seconds that a request may take.
    timeout: float

    def __init__(self, address: str, *, timeout: float = 30) -> None:
        host, _, port = address.rpartition(":")
        if not host or not port.isdigit():
            raise UnderstudyError(f"“{address}” is no address: write HOST:PORT, such as 127.0.0.1:7400.")
        self.host, self.port = host.strip("[]"), int(port)
        self.timeout = timeout
        self._process: subprocess.Popen[bytes] | None = None

    @classmethod
    def start(cls, program: str | None = None, *, timeout: float = 30) -> Self:
        """Starts a server that keeps its data in memory and ends with this process.

        The program is by default the one in the variable CHAT_SERVER, or `chat-server` in PATH.

            with Server.start() as own:
                Observer.connect(own).session.ping()
        """
        program = program or os.environ.get("CHAT_SERVER") or "chat-server"
        command = [program, "--ephemeral", "--port", "0", "--exit-with-parent"]
        try:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        except OSError as error:
            raise UnderstudyError(
                f"{program} cannot be started: {error.strerror}. Add chat-server to PATH, or set CHAT_SERVER.") from None
        assert process.stdout
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            line = process.stdout.readline().decode(errors="replace").strip() if selector.select(timeout) else ""
        address = line.rpartition(" ")[2]
        if " listening on " not in line:
            process.kill()
            process.wait()
            process.stdout.close()
            raise UnderstudyError(f"{program} did not start; its first line was “{line}”.")
        server = cls(address, timeout=timeout)
        server._process = process
        return server

    @property
    def address(self) -> str:
        """The address, such as `127.0.0.1:7400`.

            assert server.address == f"{server.host}:{server.port}"
        """
        return f"{self.host}:{self.port}"

    def close(self) -> None:
        """Ends the server, if `start()` started it.

            own = Server.start()
            own.close()
            with pytest.raises(UnderstudyError, match="no server at"):
                Observer.connect(own)
        """
        if self._process:
            process, self._process = self._process, None
            process.terminate()
            try:
                process.wait(self.timeout)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout:
                process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
