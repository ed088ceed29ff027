"""The three transports of the protocol: JSON lines, WebSocket and HTTP POST.

Written from docs/reference/protocol.md, "Connections". A stream has `send`, `receive`, `close` and `abort`.
"""

import asyncio
import base64
import json
import os
import struct
from urllib.parse import urlencode

LONGEST = 16 * 1024 * 1024


class Closed(Exception):
    """The stream ended. The argument is the close code of a WebSocket, or None."""


class LineStream:
    """JSON-RPC messages, one a line."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, port):
        return cls(*await asyncio.open_connection("127.0.0.1", port, limit=LONGEST))

    def send(self, text):
        self.writer.write(text.encode() + b"\n")

    async def receive(self):
        """Returns the next message as text. Raises Closed at the end, also amid a message."""
        try:
            line = await self.reader.readline()
        except (OSError, ValueError) as error:
            raise Closed(None) from error
        if not line.endswith(b"\n"):
            raise Closed(None)
        return line.decode()

    def close(self):
        self.writer.close()

    def abort(self):
        """Ends the connection at once, with a reset."""
        self.writer.transport.abort()


class SocketStream:
    """JSON-RPC messages over a WebSocket (RFC 6455), one a text message."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=LONGEST)
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write((f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
                      f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                      f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: chat.v1\r\n\r\n").encode())
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except (OSError, asyncio.IncompleteReadError) as error:
            raise Closed(None) from error
        if b" 101 " not in head.split(b"\r\n")[0]:
            writer.close()
            raise Closed(None)
        return cls(reader, writer)

    def frame(self, opcode, payload):
        size, mask = len(payload), os.urandom(4)
        if size < 126:
            head = struct.pack("!BB", 0x80 | opcode, 0x80 | size)
        elif size < 65536:
            head = struct.pack("!BBH", 0x80 | opcode, 0xFE, size)
        else:
            head = struct.pack("!BBQ", 0x80 | opcode, 0xFF, size)
        cover = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(payload, "big") ^ int.from_bytes(cover, "big")).to_bytes(size, "big") if size else b""
        self.writer.write(head + mask + masked)

    def send(self, text):
        self.frame(1, text.encode())

    async def receive(self):
        """Returns the next text message. Answers pings. Raises Closed at the end."""
        parts = []
        try:
            while True:
                first, second = await self.reader.readexactly(2)
                size = second & 0x7F
                if size == 126:
                    size, = struct.unpack("!H", await self.reader.readexactly(2))
                elif size == 127:
                    size, = struct.unpack("!Q", await self.reader.readexactly(8))
                payload = await self.reader.readexactly(size)
                opcode = first & 0x0F
                if opcode == 8:
                    raise Closed(struct.unpack("!H", payload[:2])[0] if len(payload) > 1 else None)
                if opcode == 9:
                    self.frame(10, payload)
                elif opcode in (0, 1):
                    parts.append(payload)
                    if first & 0x80:
                        return b"".join(parts).decode()
        except (OSError, asyncio.IncompleteReadError) as error:
            raise Closed(None) from error

    def close(self):
        try:
            self.frame(8, struct.pack("!H", 1000))
        except OSError:
            pass
        self.writer.close()

    def abort(self):
        self.writer.transport.abort()


async def http(port, method, target, body=None, timeout=10):
    """Makes one HTTP request on a connection of its own. Returns the status and the body, or raises Closed."""
    async def exchange():
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=LONGEST)
        try:
            content = b"" if body is None else body.encode()
            length = f"Content-Length: {len(content)}\r\n" if body is not None else ""
            writer.write((f"{method} {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{length}"
                          "Content-Type: application/json\r\nConnection: close\r\n\r\n").encode() + content)
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            sizes = [line for line in head.split("\r\n") if line.lower().startswith("content-length:")]
            size = int(sizes[0].split(":")[1]) if sizes else 0
            answer = await reader.readexactly(size)
            return int(head.split(" ")[1]), answer.decode()
        finally:
            writer.close()

    try:
        return await asyncio.wait_for(exchange(), timeout)
    except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError, ValueError) as error:
        raise Closed(None) from error


async def post(port, greeting, request, timeout=10):
    """Makes one JSON-RPC request by POST /rpc, with the login in the query. Returns the answer."""
    query = urlencode({key: str(value).lower() if isinstance(value, bool) else value
                       for key, value in greeting.items() if key not in ("after", "system")})
    status, body = await http(port, "POST", f"/rpc?{query}", json.dumps(request), timeout)
    if status != 200:
        raise Closed(status)
    return json.loads(body)


STREAMS = {"line": LineStream, "socket": SocketStream}
