"""The tests of Examples/python, and a sixth one that fails and shows its message."""
from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from understudy import Server

EXAMPLE = Path(__file__).parents[3] / "Examples/python/test_notifications.py"
SIXTH = '''
from understudy import edit, mention


def test_carl_gets_the_notice_for_bea(world, anna, bea, carl):
    plan = anna.share("Trip plan", world.conversation)
    anna.app().post(mention(bea), plan)
    carl.wait_for("notice.posted")


def test_bea_gets_no_notice(world, anna, bea):
    plan = anna.share("Trip plan", world.conversation)
    anna.app().post(edit(), plan)
    bea.is_not_notified("notice.posted")
'''


def pytest(folder: Path, *arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", str(folder), *arguments]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    return ended.returncode, ended.stdout + ended.stderr


def error_of(printed: str, test: str) -> list[str]:
    """The lines of the error of a test, without the JSON of notifications."""
    printed = printed.split(f" {test} ")[1]
    lines = [line[8:] for line in printed.split("\n_____")[0].split("\n") if line.startswith("E   ")]
    return [re.sub(r"\{.*", "{…", line) for line in lines]


def test_five_tests_of_the_example_pass(tmp_path: Path) -> None:
    status, printed = pytest(tmp_path, str(EXAMPLE))
    assert (status, "5 passed" in printed) == (0, True), printed


def test_five_tests_of_the_example_pass_side_by_side_with_a_server_in_each_worker(tmp_path: Path) -> None:
    status, printed = pytest(tmp_path, "-n", "2", str(EXAMPLE))
    assert (status, "5 passed" in printed) == (0, True), printed


def test_failed_wait_shows_the_decision_and_everything_received(tmp_path: Path) -> None:
    (tmp_path / "test_sixth.py").write_text(SIXTH)
    status, printed = pytest(tmp_path)
    assert (status, "2 failed" in printed) == (1, True), printed
    assert error_of(printed, "test_carl_gets_the_notice_for_bea") == [
        "understudy.errors.NothingCame: Carl received no matching notice.posted, and nothing more is on its way: "
        "everything up to cursor 23 has arrived (session.fence).",
        "bea received: notice.posted {…",
        "Decision about n23: it is not delivered",
        "  ev-mention-private: a mention is shown only to the mentioned person",
        "Everything that Carl received, oldest first:",
        "  message.posted {…", "  highlights.changed {…", "  share.changed {…", "  highlights.changed {…",
        "Pending until 2022-09-12T09:10:00.001Z: coalescing window of notice n23; `within` advances the clock.",
        "To wait for another task or program, use `patience`: 5 is five seconds.",
    ], printed
    # pytest shows the line of the test, and none of the package.
    assert "test_sixth.py:8: NothingCame" in printed and "_core.py" not in printed, printed


def test_failed_negative_assertion_shows_the_notification_and_its_rules(tmp_path: Path) -> None:
    (tmp_path / "test_sixth.py").write_text(SIXTH)
    _, printed = pytest(tmp_path)
    assert error_of(printed, "test_bea_gets_no_notice") == [
        "understudy.errors.SomethingCame: Bea received notice.posted, which must not arrive:",
        "  notice.posted {…",
        "Reasons for the first delivery:",
        "  ev-change: people who can open the document get notices of changes",
        "  ntc-push: no alert: among notices, only mentions alert",
    ], printed


def test_server_named_by_an_option_or_the_configuration_is_started(tmp_path: Path, understudy_server: Server) -> None:
    (tmp_path / "test_one.py").write_text("def test_one(world):\n    pass\n")
    status, printed = pytest(tmp_path, "--understudy-server", "/nowhere/chat-server")
    assert (status, "/nowhere/chat-server cannot be started: No such file" in printed) == (1, True), printed
    (tmp_path / "pytest.ini").write_text("[pytest]\nunderstudy_server = /nowhere/else\n")
    assert "/nowhere/else cannot be started" in pytest(tmp_path)[1]
    (tmp_path / "pytest.ini").unlink()
    assert "/bin/echo did not start; its first line was" in pytest(tmp_path, "--understudy-server", "/bin/echo")[1]


def test_repeated_test_gets_another_world(tmp_path: Path) -> None:
    body = "import pytest\n\n@pytest.mark.parametrize('x', ['a', 'a'])\ndef test_one(world, x):\n    assert 'test_one' in world.name\n"
    (tmp_path / "test_one.py").write_text(body)
    status, printed = pytest(tmp_path, "test_one.py", "test_one.py::test_one")
    assert status == 0, printed
