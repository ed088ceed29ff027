"""A chat server in a container, with Testcontainers: pip install testcontainers pytest, and clients/python.

The image is understudy:VERSION of a release. UNDERSTUDY_IMAGE names another one.
"""
import json
import os
import urllib.request
from collections.abc import Iterator

import pytest
from testcontainers.core.container import DockerContainer
from testcontainers.core.waiting_utils import wait_for_logs

from understudy import Person
from understudy.server import Server


class ChatServer(DockerContainer):
    """A server with tokens, because it listens beyond loopback inside the container."""

    def __init__(self, image: str) -> None:
        super().__init__(image)
        self.with_exposed_ports(7400)

    def start(self) -> "ChatServer":
        super().start()
        wait_for_logs(self, "listening on")
        return self

    def server(self) -> Server:
        """The address of the server, for the clients of the package `understudy`."""
        return Server(f"{self.get_container_host_ip()}:{self.get_exposed_port(7400)}")

    def token(self, *words: str) -> str:
        """Makes a token: `token("--role", "person", "--handle", "anna")`."""
        status, output = self.exec(["chat-server", "token", "add", *words, "--tokens", "/data/tokens.json"])
        assert status == 0, output
        return output.decode().split()[0]

    def person(self, name: str) -> Person:
        """Logs in as a person."""
        return Person.connect(self.server(), name, token=self.token("--role", "person", "--handle", name.lower()))


@pytest.fixture(scope="session")
def chat() -> Iterator[ChatServer]:
    with ChatServer(os.environ.get("UNDERSTUDY_IMAGE", "understudy:0.1.0")) as container:
        yield container


def test_a_message_reaches_bea(chat: ChatServer) -> None:
    anna, bea = chat.person("Anna"), chat.person("Bea")
    conversation = anna.create_conversation(bea)
    anna.send("On my way", conversation)
    assert bea.wait_for("message.posted", patience=10)["message"]["text"] == "On my way"


def test_the_server_reports_that_it_is_healthy(chat: ChatServer) -> None:
    with urllib.request.urlopen(f"http://{chat.server().address}/healthz", timeout=10) as answer:
        assert answer.read().decode().strip() == "ok"


def test_a_person_without_a_token_is_refused(chat: ChatServer) -> None:
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "conversation.list"}).encode()
    address = f"http://{chat.server().address}/rpc?role=person&handle=anna"
    with urllib.request.urlopen(address, data=body, timeout=10) as answer:
        assert json.load(answer)["error"]["data"]["reason"] == "unauthenticated"
