"""A browser without a window, worked over its own protocol: no module but Python's own."""

import base64
import contextlib
import json
import os
import re
import socket
import struct
import subprocess
import tempfile
import threading
import urllib.request


class Page:
    """A page of the browser: one WebSocket, one request at a time."""

    def __init__(self, port, address):
        path = address.split(f":{port}", 1)[1]
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = b""
        while b"\r\n\r\n" not in head:
            head += self.socket.recv(1)
        assert b" 101 " in head, head
        self.number = 0
        self.events = []
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(f"{domain}.enable")

    def read(self, count):
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            assert part, "the browser is gone"
            data += part
        return data

    def message(self):
        text = b""
        while True:
            first, second = self.read(2)
            length = second & 127
            if length == 126:
                (length,) = struct.unpack(">H", self.read(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self.read(8))
            text += self.read(length)
            if first & 128:
                return json.loads(text)

    def ask(self, method, **params):
        self.number += 1
        data = json.dumps({"id": self.number, "method": method, "params": params}).encode()
        length = struct.pack(">BH", 0x80 | 126, len(data)) if len(data) < 65536 else struct.pack(">BQ", 0x80 | 127, len(data))
        self.socket.sendall(b"\x81" + length + b"\0\0\0\0" + data)
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                assert "error" not in answer, (method, answer)
                return answer["result"]
            self.events.append(answer)

    def open(self, file, hash=""):
        self.visit("file://" + os.path.abspath(file) + hash)

    def visit(self, address):
        # By way of an empty page: to another place of one page there is nothing to load.
        for url in ("about:blank", address):
            self.events = []
            self.ask("Page.navigate", url=url)
            while not any(event["method"] == "Page.loadEventFired" for event in self.events):
                self.events.append(self.message())

    def run(self, script):
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, (script, answer["exceptionDetails"])
        return answer["result"].get("value")

    def until(self, script, seconds=10):
        """Whether it comes to be so in a while, for what a browser does a moment later."""
        return self.run(
            f"(async () => {{ for (let round = 0; round < {seconds * 50}; round += 1) {{ if ({script}) return true;"
            " await new Promise((done) => setTimeout(done, 20)); } return false; })()")

    def press(self, key, text=None):
        codes = {"ArrowRight": 39, "ArrowLeft": 37, "ArrowUp": 38, "ArrowDown": 40, "Escape": 27, "Enter": 13, "Home": 36, "End": 35, "Tab": 9}
        text = text if text is not None else key if len(key) == 1 else ""
        common = {"key": key, "windowsVirtualKeyCode": codes.get(key, ord(key[0].upper()))}
        self.ask("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **common)

    def click(self, selector):
        place = self.run(
            f"(() => {{ const found = document.querySelector({json.dumps(selector)}); found.scrollIntoView({{block: 'nearest'}});"
            " const box = found.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)

    def size(self, width, height, is_phone=False, scale=1):
        self.width = width
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=is_phone)
        self.ask("Emulation.setTouchEmulationEnabled", enabled=is_phone)

    def colours(self, name):
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def shoot(self, file):
        data = self.ask("Page.captureScreenshot", format="png")["data"]
        with open(file, "wb") as out:
            out.write(base64.b64decode(data))

    def complaints(self, own=()):
        """What the page said was wrong, and what it asked of a network beside its own addresses."""
        found = []
        for event in self.events:
            method, params = event["method"], event["params"]
            if method == "Runtime.exceptionThrown":
                found.append(params["exceptionDetails"].get("exception", {}).get("description") or params["exceptionDetails"]["text"])
            elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
                found.append(str(params["args"]))
            elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
                found.append(params["entry"]["text"])
            elif method == "Network.requestWillBeSent":
                url = params["request"]["url"]
                if not url.startswith(("file:", "data:", "about:", *own)):
                    found.append("a request to " + url)
        return found


class Check:
    def __init__(self):
        self.passed = 0
        self.failed = []

    def that(self, what, is_so, seen=None):
        if is_so:
            self.passed += 1
        else:
            self.failed.append(what)
            print(f"✗ {what}" + (f": {seen!r}" if seen is not None else ""))

    def same(self, what, value, wanted):
        self.that(f"{what} is {wanted!r}", value == wanted, value)


@contextlib.contextmanager
def browser(program):
    """A page of a browser, which ends with the block."""
    with tempfile.TemporaryDirectory() as profile:
        process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-port=0",
             "--remote-allow-origins=*", f"--user-data-dir={profile}", "--no-first-run", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        # Whoever does not say in time where it listens has ended, and so has what it says.
        deadline = threading.Timer(60, process.kill)
        drain = threading.Thread(target=process.stderr.read, daemon=True)
        deadline.start()
        try:
            said = (re.search(r"DevTools listening on ws://[^:/]+:(\d+)/", line) for line in process.stderr)
            found = next((match for match in said if match), None)
            deadline.cancel()
            assert found, "the browser does not start"
            port = int(found[1])
            drain.start()
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
                target = next(one for one in json.load(answer) if one["type"] == "page")
            yield Page(port, target["webSocketDebuggerUrl"])
        finally:
            deadline.cancel()
            process.terminate()
            process.wait()
            # Its children write into the profile until they end, and then nobody holds what it speaks through.
            if drain.is_alive():
                drain.join(30)
