"""What people are told of a document that they work on together, with pytest and Python's own modules.

    pytest Examples/python                 # chat-server from PATH, or CHAT_SERVER=…/chat-server
    pytest -n auto Examples/python         # side by side, with pytest-xdist
"""
import itertools
import json
import os
import socket
import subprocess

import pytest

NOTES = "com.example.notes"


class Session:
    """One session: requests are answered in order, and what is told meanwhile is kept."""
    def __init__(self, port, world, **hello):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.lines = self.socket.makefile("r", encoding="utf-8", newline="\n")
        self.told, self.numbers = [], itertools.count(1)
        self.cursor = self.call("session.hello", world=world, **hello)["cursor"]

    def call(self, method, **params):
        request = {"jsonrpc": "2.0", "id": next(self.numbers), "method": method, "params": params}
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        for message in map(json.loads, self.lines):
            if message.get("id") == request["id"]:
                assert "error" not in message, message["error"]
                return message["result"]
            self.told.append(message)
            self.cursor = max(self.cursor, message["params"].get("cursor", 0))
        raise EOFError(f"the line ended before {method} was answered")

    def heard(self, name):
        """All of that name that came. The fence is answered once everything that was asked before has arrived."""
        self.call("session.fence")
        return [message["params"] for message in self.told if message["method"] == name]


class World:
    """Anna, Bea and Carl, who know each other, an app that they allow, and a conversation: one for each test."""
    def __init__(self, port, name):
        self.port, self.name = port, name
        Session(port, "main", role="observer").call("world.create", world=name)
        self.observer = self.session("observer")
        self.observer.call("app.register", app=NOTES, name="Notes", domains=["notes.example"])
        people = ["anna", "bea", "carl"]
        self.anna, self.bea, self.carl = sessions = [self.session("person", handle=handle) for handle in people]
        for handle, person in zip(people, sessions):
            person.call("contact.add", handles=[other for other in people if other != handle])
            person.call("settings.set", automaticSharing={"apps": {NOTES: True}})
        self.trip = self.anna.call("conversation.create", participants=people, name="Trip")["conversation"]["id"]

    def session(self, role, **hello):
        return Session(self.port, self.name, role=role, **hello)

    def share(self):
        """A document of Anna's that all three are on, and its app, which runs as Anna."""
        share = self.anna.call("share.create", app=NOTES, title="Trip plan")["share"]
        self.anna.call("share.send", share=share["id"], conversation=self.trip)
        return share["url"], self.session("app", app=NOTES, handle="anna")


@pytest.fixture(scope="session")
def port():
    server = [os.environ.get("CHAT_SERVER", "chat-server"), "--ephemeral", "--port", "0"]
    with subprocess.Popen(server, stdout=subprocess.PIPE, text=True) as process:
        yield int(process.stdout.readline().rsplit(":", 1)[1])
        process.terminate()
        assert process.wait() == 0


@pytest.fixture
def world(port, request):
    return World(port, request.node.name)


def test_an_edit_notifies_the_other_participants(world):
    url, notes = world.share()
    notes.call("highlightCenter.postNotice", url=url, event={"type": "change", "trigger": "edit"})
    for person in (world.bea, world.carl):
        assert [told["notice"]["text"] for told in person.heard("notice.posted")] == ["Anna edited “Trip plan”"]


def test_a_mention_notifies_only_the_mentioned_person(world):
    url, notes = world.share()
    notes.call("highlightCenter.postNotice", url=url, event={"type": "mention", "mentioned": "bea"})
    assert [told["notice"]["event"]["mentioned"] for told in world.bea.heard("notice.posted")] == ["bea"]
    assert world.carl.heard("notice.posted") == []


def test_a_pin_puts_the_link_into_shared_with_you(world):
    world.bea.call("settings.set", automaticSharing={"apps": {NOTES: False}})
    link = "https://notes.example/d/1"
    world.anna.call("message.send", conversation=world.trip, text=f"Look: {link}")
    assert world.bea.call("highlight.list")["highlights"] == []
    world.bea.call("link.pin", conversation=world.trip, url=link)
    assert [each["url"] for each in world.bea.call("highlight.list")["highlights"]] == [link]


def test_a_lost_connection_resumes_without_duplicates(world):
    world.anna.call("message.send", conversation=world.trip, text="One")
    assert [told["message"]["text"] for told in world.bea.heard("message.posted")] == ["One"]
    world.bea.socket.shutdown(socket.SHUT_RDWR)
    for _ in range(2):  # as if the first answer was lost
        world.anna.call("message.send", conversation=world.trip, text="Two", clientID="a-retry")
    bea = world.session("person", handle="bea", after=world.bea.cursor)
    assert [told["message"]["text"] for told in bea.heard("message.posted")] == ["Two"]


def test_the_rule_explains_why_carl_gets_no_notice(world):
    url, notes = world.share()
    mention = {"type": "mention", "mentioned": "bea"}
    notice = notes.call("highlightCenter.postNotice", url=url, event=mention)["notices"][0]
    assert world.carl.heard("notice.posted") == []
    why = world.observer.call("delivery.explain", person="carl", about=notice)
    assert not why["delivered"] and why["reasons"][-1]["rule"] == "ev-mention-private"
