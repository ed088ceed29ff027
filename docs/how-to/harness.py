#!/usr/bin/env python3
"""An integration test in another language: a world of its own, two people, an app, and what each of them is told.

Usage: python3 docs/how-to/harness.py [path of chat-server]
"""
import json
import socket
import subprocess
import sys

SERVER = sys.argv[1] if len(sys.argv) > 1 else ".build/debug/chat-server"


class Session:
    """One session: requests are answered in order, notifications are kept."""

    def __init__(self, port, **hello):
        connection = socket.create_connection(("127.0.0.1", port))
        # Two files: one for both ways would forget what it has read ahead at each write.
        self.lines = connection.makefile("r", encoding="utf-8", newline="\n")
        self.stream = connection.makefile("w", encoding="utf-8", newline="\n")
        self.told, self.count = [], 0
        self.call("session.hello", **hello)

    def call(self, method, **params):
        self.count += 1
        request = {"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}
        self.stream.write(json.dumps(request) + "\n")
        self.stream.flush()
        while True:
            message = json.loads(self.lines.readline())
            if message.get("id") == self.count:
                assert "error" not in message, message["error"]
                return message["result"]
            self.told.append(message)

    def notices(self):
        """What stands on the stream now: the ping is answered behind all that was put on it before."""
        self.call("session.ping")
        return [m["params"]["notice"]["text"] for m in self.told if m["method"] == "notice.posted"]


server = subprocess.Popen([SERVER, "--ephemeral", "--port", "0"], stdout=subprocess.PIPE, text=True)
try:
    port = int(server.stdout.readline().rsplit(":", 1)[1])
    Session(port, role="observer").call("world.create", world="test", clock="virtual")
    harness = Session(port, role="observer", world="test")
    harness.call("app.register", app="com.example.notes", name="Notes", domains=["notes.example"])

    anna = Session(port, role="person", handle="anna", world="test")
    bea = Session(port, role="person", handle="bea", world="test")
    trip = anna.call("conversation.create", participants=["bea", "carl"], name="Trip")["conversation"]["id"]
    share = anna.call("share.create", app="com.example.notes", title="Plan", url="https://notes.example/d/1")["share"]
    anna.call("share.send", share=share["id"], conversation=trip)

    notes = Session(port, role="app", app="com.example.notes", handle="anna", world="test")
    for _ in range(3):
        event = {"type": "change", "trigger": "edit"}
        notice = notes.call("highlightCenter.postNotice", url=share["url"], event=event)["notices"][0]
    harness.call("session.fence")  # now everything stands on the streams it is meant for

    assert bea.notices()[-1] == "Anna made 3 edits to “Plan”", bea.told
    assert anna.notices() == [], "nobody is told of what they did themselves"
    why = harness.call("delivery.explain", person="anna", about=notice)
    assert why["reasons"][0]["rule"] == "ntc-self", why
    print("passed")
finally:
    server.terminate()
    server.wait()
