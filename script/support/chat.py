"""What script/hostile and script/soak share: a server that is started, a session in line mode, and numbers of a process."""
import json
import os
import random
import re
import resource
import socket
import subprocess
import sys
import time

HOST = "127.0.0.1"


class Server:
    """A chat-server that we started and that we end, by its process id alone."""

    def __init__(self, *words, files=None, memory=None, port=0, log=subprocess.DEVNULL, environment=None):
        def limit():
            if files:
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
            if memory:
                resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

        self.process = subprocess.Popen(
            [*words, "--port", str(port)], stdout=subprocess.PIPE, stderr=log, preexec_fn=limit, env=environment)
        line = self.process.stdout.readline().decode()
        if not re.search(r":\d+\n$", line):
            raise RuntimeError(f"{words[0]} did not start: {line!r}")
        self.port = int(line.rsplit(":", 1)[1])
        self.pid = self.process.pid

    def rss(self):
        """MiB of memory that are resident."""
        with open(f"/proc/{self.pid}/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize() / 2**20

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def end(self, signal=15):
        if self.process.poll() is None:
            self.process.send_signal(signal)
        status = self.process.wait(timeout=60)
        self.process.stdout.close()
        return status


class Refused(Exception):
    pass


class Session:
    """One session in line mode: a request is waited for, notifications that come before are kept."""

    def __init__(self, port, timeout=30, **hello):
        self.socket = socket.create_connection((HOST, port), timeout=timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer, self.told, self.count = b"", [], 0
        self.welcome = self.call("session.hello", **hello)

    def line(self):
        while b"\n" not in self.buffer:
            more = self.socket.recv(1 << 18)
            if not more:
                raise ConnectionError("the server ended the connection")
            self.buffer += more
        line, self.buffer = self.buffer.split(b"\n", 1)
        return json.loads(line)

    def answer(self, number):
        while True:
            message = self.line()
            if message.get("id") == number and "method" not in message:
                if "error" in message:
                    raise Refused(message["error"])
                return message["result"]
            if "error" in message:
                raise Refused(message["error"])
            self.told.append(message)

    def send(self, method, **params):
        self.count += 1
        self.socket.sendall(request(self.count, method, params))
        return self.count

    def call(self, method, **params):
        return self.answer(self.send(method, **params))

    def calls(self, several, depth=50):
        """Many requests, some of them under way at a time; the results in order."""
        waiting, results = [], []
        for method, params in several:
            waiting.append(self.send(method, **params))
            if len(waiting) >= depth:
                results.append(self.answer(waiting.pop(0)))
        return results + [self.answer(number) for number in waiting]

    def close(self):
        self.socket.close()


def request(number, method, params):
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    return (json.dumps(message, separators=(",", ":")) + "\n").encode()


def pinged(session, seconds, warming=0.2, pause=0.008):
    """How long each ping of one healthy session takes, in milliseconds, once it has gone on for a while."""
    times, start = [], time.monotonic()
    while time.monotonic() < start + warming + seconds:
        asked = time.perf_counter()
        session.call("session.ping")
        if time.monotonic() > start + warming:
            times.append((time.perf_counter() - asked) * 1000)
        session.told.clear()
        # Not in step with anything.
        time.sleep(random.uniform(0.5, 1.5) * pause)
    return times


def quantile(numbers, share):
    ordered = sorted(numbers)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def table(rows):
    """Columns as wide as their widest cell; the first is words, the others are numbers."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(widths[0]) if column == 0 else cell.rjust(widths[column])
                        for column, cell in enumerate(row)).rstrip(), flush=True)


def say(text):
    print(text, file=sys.stderr, flush=True)
