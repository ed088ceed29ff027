"""The generator of docs/reference/python.md, javascript.md and swift.md, and of the tests of their examples."""
from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import understudy

ROOT = Path(__file__).parents[3]
SUPPORT = ROOT / "script/support"


@pytest.fixture
def generator(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(SUPPORT))
    return importlib.import_module("client_pages")


def test_pages_and_tests_are_what_the_generators_write() -> None:
    for script in ("clients.py", "client_pages.py"):
        command = [sys.executable, str(SUPPORT / script), "--check"]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert (ended.returncode, ended.stderr) == (0, "")


def test_each_exported_name_has_a_heading() -> None:
    headings = set(re.findall(r"^###+ (\S+)", (ROOT / "docs/reference/python.md").read_text(), re.MULTILINE))
    assert set(understudy.__all__) <= headings
    for name in ("World", "Server", "Client", "Person", "App", "Observer"):
        own = {each for each in vars(getattr(understudy, name)) if not each.startswith("_")} - {"timeout", "host", "port"}
        assert {f"{name}.{each}" for each in own} <= headings


@pytest.mark.parametrize(("name", "text", "error"), [
    ("share.stop", None, "share.stop has no example"),
    ("notice.posted", None, "notice.posted has no example"),
    ("clock.now", "anna.clock.now()", "clock.now has no example of: app, observer"),
    ("share.stopped", "anna.share.list()", "no method or notification is called share.stopped"),
    ("share.list", "anna = bea.device('iPad')", "the name anna is taken"),
    ("share.list", "anna.share.list(", "share.list: '[(]' was never closed"),
    ("share.list", "anna.share.list()\nobserver.share.list()\nwhile True: pass", "share.list: unknown statement: while True"),
])
def test_wrong_example_is_named(
    generator: Any, monkeypatch: pytest.MonkeyPatch, name: str, text: str | None, error: str
) -> None:
    examples = generator.client_examples
    found = examples.read_examples()
    with pytest.raises(examples.Mistake, match=error):
        if text is None:
            del found[name]
        else:
            found[name] = examples.Example(name, text)
        monkeypatch.setattr(examples, "read_examples", lambda: found)
        list(generator.generated())


@pytest.mark.parametrize(("file", "old", "error"), [
    ("clients/python/understudy/_client.py", 'tablet = bea.device("iPad")', "_client.py: Person.device has no example"),
    ("clients/python/understudy/errors.py", "failure.value.rules ==", "errors.py: no example of NothingCame uses rules"),
    ("clients/javascript/src/index.d.ts", "@example\n   * const tablet", "index.d.ts: Person.device has no example"),
    ("Sources/ChatTestKit/Clients/TypedClients.swift", 'try await anna.device("iPad")',
     "TypedClients.swift: PersonClient.device has no example"),
    ("Sources/ChatTestKit/Clients/Waiting.swift", "failure.handedOut", "Waiting.swift: NothingCame.handedOut has no example"),
    ("clients/swift/examples.txt", "[site]", "the methods site.… have no example"),
    ("clients/swift/examples.txt", "observer.link.explain", "link has no example of: observer"),
    ("clients/swift/examples.txt", "wait(for: .typing)", ".typing has no example of a wait"),
    ("clients/swift/examples.txt", "[world]", "no methods or notifications are called worlds"),
])
def test_public_name_without_an_example_is_named(
    generator: Any, monkeypatch: pytest.MonkeyPatch, file: str, old: str, error: str
) -> None:
    read = generator.clients.read

    def changed(path: str) -> Any:
        text = read(path)
        if path != file:
            return text
        assert old in text
        if path.endswith("_client.py"):
            return re.sub(rf'\n\n +{re.escape(old)}\n(.*\n)*? +"""', '"""', text, count=1)
        if path.endswith("TypedClients.swift"):
            return re.sub(rf" +/// ```swift\n +/// let tablet = {re.escape(old)}\n(.*\n)*? +/// ```\n", "", text, count=1)
        if path.endswith((".swift", ".txt")):
            return text.replace(old, {"[world]": "[world]\n\n[worlds]"}.get(old, "left(out)"))
        return text.replace(old, old.replace(".rules", "").replace("@example\n", ""))

    monkeypatch.setattr(generator.clients, "read", changed)
    with pytest.raises(generator.Mistake, match=error):
        list(generator.generated())
