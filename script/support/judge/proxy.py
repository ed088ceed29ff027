"""A TCP proxy for one device, which cuts the line, slows it, or makes it one-sided."""

import asyncio
import socket


class Proxy:
    """Forwards connections to `target`, a port that may change.

    `up` and `down` are the rates to and from the server in bytes a second:
    None is unlimited, 0 is a line on which nothing comes through.
    """

    def __init__(self, target):
        self.target = target
        self.up = self.down = None
        self.refuses = False
        self.pairs = set()
        self.server = None
        self.changed = asyncio.Event()

    async def start(self):
        self.server = await asyncio.start_server(self.accept, "127.0.0.1", 0, limit=4096)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def accept(self, reader, writer):
        if self.refuses or not self.target():
            writer.transport.abort()
            return
        try:
            there, back = await self.reach(self.target())
        except OSError:
            writer.transport.abort()
            return
        pair = (writer, back)
        self.pairs.add(pair)
        ways = [asyncio.ensure_future(self.pump(reader, back, "up")),
                asyncio.ensure_future(self.pump(there, writer, "down"))]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait(ways, timeout=0.5)
        finally:
            for way in ways:
                way.cancel()
            self.pairs.discard(pair)
            for side in pair:
                side.close()

    @staticmethod
    async def reach(port):
        """Connects to the server with a small receive buffer, so that a slow line is felt there."""
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.setblocking(False)
        try:
            await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", port))
        except OSError:
            line.close()
            raise
        return await asyncio.open_connection(sock=line, limit=4096)

    async def pump(self, reader, writer, way):
        try:
            while True:
                data = await reader.read(2048)
                if not data:
                    if writer.can_write_eof():
                        writer.write_eof()
                    return
                while getattr(self, way) == 0:
                    self.changed.clear()
                    await self.changed.wait()
                rate = getattr(self, way)
                if rate:
                    await asyncio.sleep(len(data) / rate)
                writer.write(data)
                await writer.drain()
        except (OSError, RuntimeError):
            pass

    def set(self, up=None, down=None, refuses=False):
        """Changes the rates. What waits on a line that was one-sided goes on."""
        self.up, self.down, self.refuses = up, down, refuses
        self.changed.set()

    def cut(self):
        """Resets all connections, and drops what was under way in the proxy."""
        for pair in list(self.pairs):
            for side in pair:
                side.transport.abort()

    async def stop(self):
        self.cut()
        self.server.close()
