"""Writes docs/how-to/cookbook.md from docs/how-to/cookbook.feature and what goes over the wire as it is played: cookbook.py CLIENT [--check]

Everything in it is of a run, on a virtual clock, and so the same each time.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

FEATURE, PAGE = "docs/how-to/cookbook.feature", "docs/how-to/cookbook.md"
HEAD = """# Cookbook

<!-- Written by script/docs from a run of cookbook.feature; script/test compares them. -->

Play the flows of this page, and look at every screen and message in [the trace](read-a-trace.md):

```sh
chat-client play docs/how-to/cookbook.feature --report html:trace.html
```

Each flow is a [scenario](../reference/gherkin.md) and its messages. Use them in [a shell](test-in-a-shell.md) or in [any language](test-in-any-language.md). → marks a request with its params, ← a notification with its params. Other messages of the step are left out.
"""


def story(client):
    """The scenarios as a trace holds them."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "trace.html")
        played = subprocess.run([client, "play", FEATURE, "--steps", "", "--report", f"html:{path}"], capture_output=True, text=True, check=False)
        assert played.returncode == 0, played.stdout + played.stderr
        with open(path, encoding="utf-8") as file:
            page = file.read()

    def block(name):
        return re.search(rf' id="{name}">(.*?)</script>', page, re.S)[1]

    data = json.loads(block("data"))

    def lines(name):
        opening = data["opening"][name]
        return [json.loads(line) if line else opening[str(place)] for place, line in enumerate(block(name).split("\n")[:-1])]

    names, texts = lines("names"), lines("texts")
    for scenario, steps in zip(data["scenarios"], lines("stories")):
        yield scenario["name"], [
            (step["keyword"] + step["text"], [(names[name], way, texts[place]) for name, way, place in step.get("wire", [])]) for step in steps["steps"]]


def written():
    """The scenarios as they are written: what is shown of each, its prose, its steps."""
    with open(FEATURE, encoding="utf-8") as file:
        text = file.read()
    for shows, name, body in re.findall(r"  # shows: (.*)\n  Scenario: (.*)\n((?:    .*\n|\n)+)", text):
        prose, steps = body.strip("\n").split("\n\n", 1)
        yield shows.split(), name, prose.strip(), "\n".join(line[4:] for line in steps.split("\n"))


def shown(steps, wanted):
    """The messages of a scenario that are shown, each step with its own; of what ends with `!` the answer too."""
    answered = {name.removesuffix("!") for name in wanted if name.endswith("!")}
    wanted = {name.removesuffix("!") for name in wanted}
    for step, wire in steps:
        rows, asked = [], {}
        for stream, to_server, text in wire:
            if len(text.encode()) >= 4096:
                continue
            message = json.loads(text)
            if to_server and message.get("method") in answered:
                asked[stream, message["id"]] = message["method"]
            if "result" in message and (stream, message["id"]) in asked:
                rows.append(f"{stream} ← (answer) " + json.dumps(message["result"], ensure_ascii=False))
            # Everybody says hello as they come into the story: shown is only who resumes.
            if message.get("method") == "session.hello" and "after" not in message["params"]:
                continue
            if message.get("method") in wanted and (to_server or "id" not in message):
                arrow = f"{stream} →" if to_server else f"{stream} ←"
                rows.append(f"{arrow} {message['method']} " + json.dumps(message.get("params", {}), ensure_ascii=False))
        if rows:
            yield f"# {step}\n" + "\n".join(rows)


def page(client):
    parts = [HEAD]
    for (shows, name, prose, steps), (played, wire) in zip(written(), story(client), strict=True):
        assert name == played, (name, played)
        messages = list(shown(wire, shows))
        told = {word for message in messages for row in message.split("\n")[1:] for word in row.split(" ")[:6]}
        missing = [method for method in shows if method.removesuffix("!") not in told]
        assert not missing, (name, "shows what is not there", missing)
        parts.append(f"\n## {name}\n\n{prose}\n\n```gherkin\n{steps}\n```\n\n```text\n" + "\n\n".join(messages) + "\n```\n")
    return "".join(parts)


def main():
    client, *words = sys.argv[1:]
    text = page(client)
    if words == ["--check"]:
        with open(PAGE, encoding="utf-8") as file:
            if file.read() != text:
                sys.exit(f"{PAGE} is not what is played: run script/docs")
        return
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(text)


main()
