"""The errors of the package."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from . import contract


class UnderstudyError(Exception):
    """The base of all errors of this package.

        with pytest.raises(UnderstudyError, match="write HOST:PORT"):
            Server("7400")
    """


class Disconnected(UnderstudyError):
    """A session without a connection: the server closed it, or the test did.

        bea.disconnect()
        with pytest.raises(Disconnected, match="call reconnect"):
            bea.session.ping()
    """


class Unreadable(Disconnected):
    """A connection that was closed because the server sent something that is not the protocol.

        def answer(port: socket.socket) -> None:
            port.accept()[0].sendall(b"Hello!\\n")

        with socket.create_server(("127.0.0.1", 0)) as port:
            threading.Thread(target=answer, args=[port]).start()
            with pytest.raises(Unreadable, match="Hello!"):
                Observer.connect(Server(f"127.0.0.1:{port.getsockname()[1]}"))
    """


class TimedOut(UnderstudyError):
    """A server that did not answer in time.

        with socket.create_server(("127.0.0.1", 0)) as silent:
            with pytest.raises(TimedOut):
                Observer.connect(Server(f"127.0.0.1:{silent.getsockname()[1]}", timeout=0.05))
    """


class Refused(UnderstudyError):
    """A request that the server refused.

        pair = anna.create_conversation(bea)
        with pytest.raises(Refused) as refused:
            anna.conversation.leave(conversation=pair["id"])
        error = refused.value
        assert (error.method, error.reason, error.rule) == ("conversation.leave", "conflict", "grp-leave")
        assert error.message in str(error) and error.data["reason"] == error.reason and error.field is None
    """

    #: The method, such as `message.send`.
    method: str
    #: The sentence of the server.
    message: str
    #: The word for the cause, such as `forbidden`.
    reason: str | None
    #: The rule that refused it, if one did.
    rule: str | None
    #: The param with the mistake, if it is one.
    field: str | None
    #: The `data` of the error, with all of its members.
    data: contract.ErrorData

    def __init__(self, method: str, error: Mapping[str, Any]) -> None:
        self.method, self.message = method, str(error.get("message"))
        data = error.get("data") or {}
        self.data = cast(contract.ErrorData, data)
        self.reason, self.rule, self.field = (data.get(key) for key in ("reason", "rule", "field"))
        rule = f" by the rule {self.rule}" if self.rule else ""
        super().__init__(f"{method} was refused{rule} ({self.reason}): {self.message}")


class NothingCame(UnderstudyError, AssertionError):
    """A wait whose notification did not arrive. The text has what did arrive, and the reasons.

        notes.post(mention(bea), plan)
        with pytest.raises(NothingCame) as failure:
            carl.wait_for("notice.posted")
        assert failure.value.rules == ["ev-mention-private"]
    """

    #: The rules of the decision, in the order in which the server applied them.
    rules: list[str]

    def __init__(self, text: str, rules: Sequence[str] = ()) -> None:
        super().__init__(text)
        self.rules = list(rules)


class SomethingCame(NothingCame):
    """A notification that must not arrive. The text has it, and the rules by which it was delivered.

        notes.post(mention(bea), plan)
        with pytest.raises(SomethingCame) as failure:
            bea.is_not_notified("notice.posted")
        assert failure.value.rules[0] == "ev-mention-private"
    """
