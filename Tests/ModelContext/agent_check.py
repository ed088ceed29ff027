"""Uses both servers of the Model Context Protocol through the official SDK, as an agent does: agent_check.py CLIENT URL

CLIENT is chat-client, and URL the /mcp of a chat-server. Each check runs with the newest revision of the protocol and
with the handshake of the older ones. At last an agent that knows only the tools writes a scenario that fails, reads why,
and corrects it. The transcript of that is printed.
"""

import asyncio
import json
import os
import pathlib
import sys

import jsonschema
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp_types import PromptReference, ResourceTemplateReference

SHARED = {
    "world_create", "world_list", "world_delete", "call", "method_describe", "journal_list", "journal_verify",
    "delivery_explain", "fault_inject", "fault_list", "fault_clear", "clock_advance",
}
OWN = {"play", "steps_search", "step_match", "screen"}
checks = 0


def check(holds, what):
    """Counts a check, and ends the program if it does not hold."""
    global checks
    checks += 1
    if not holds:
        print(f"agent_check: failed: {what}", file=sys.stderr, flush=True)
        # The clients of the SDK would wrap an exception several times.
        os._exit(1)


def text(result):
    return "\n".join(part.text for part in result.content)


async def call(client, name, **arguments):
    """Calls a tool that must succeed, and returns the value of its result."""
    result = await client.call_tool(name, arguments)
    check(not result.is_error, f"{name} {arguments}: {text(result)}")
    return result.structured_content


async def refused(client, name, arguments, words):
    """Calls a tool that must fail, with a text that contains the words."""
    result = await client.call_tool(name, arguments)
    check(result.is_error and words in text(result), f"{name} {arguments} must be refused: {text(result)}")


async def error(action, code, words):
    """Awaits a request that must fail with an error of the protocol."""
    try:
        await action
    except MCPError as failure:
        check(failure.code == code and words in failure.message, f"{code} {words}: {failure.code} {failure.message}")
    else:
        check(False, f"{words}: no error")


async def lists(client, names):
    """Lists everything, and reads every page."""
    check(client.server_info.name == "understudy" and client.instructions, "the server introduces itself")
    tools = (await client.list_tools()).tools
    check({tool.name for tool in tools} == names, f"the tools are {[tool.name for tool in tools]}")
    for tool in tools:
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        check("$ref" not in json.dumps(tool.input_schema), f"the schema of {tool.name} has no references")
        check(tool.title and tool.description and tool.annotations, f"{tool.name} is described")
    resources = (await client.list_resources()).resources
    for resource in resources:
        contents = (await client.read_resource(resource.uri)).contents
        check(len(contents) == 1 and len(contents[0].text) > 500, f"{resource.uri} has a text")
    templates = (await client.list_resource_templates()).resource_templates
    check(len(templates) == 2, "there are two templates")
    rule = (await client.read_resource("understudy://rules/ev-mention-private")).contents[0].text
    check("ev-mention-private" in rule and "\n" not in rule, f"the rule is one line: {rule}")
    method = json.loads((await client.read_resource("understudy://methods/message.send")).contents[0].text)
    check("conversation" in method["params"]["properties"], "the method has its params")
    reference = ResourceTemplateReference(type="ref/resource", uri="understudy://rules/{id}")
    completion = (await client.complete(reference, {"name": "id", "value": "ev-mention"})).completion
    check("ev-mention-private" in completion.values, f"the id of a rule is completed: {completion.values}")
    prompts = (await client.list_prompts()).prompts
    check([prompt.name for prompt in prompts] == ["write-a-scenario", "explain-a-missing-notice"], "two prompts")
    prompt = await client.get_prompt("write-a-scenario", {"flow": "a mention alerts only one person"})
    check("a mention alerts only one person" in prompt.messages[0].content.text, "the prompt has the flow")
    reference = PromptReference(type="ref/prompt", name="write-a-scenario")
    check((await client.complete(reference, {"name": "flow", "value": "a"})).completion.values == [], "no completion")
    return resources


async def errors(client):
    """Sends what must be refused."""
    await error(client.call_tool("wold_list", {}), -32602, "did you mean “world_list”?")
    await error(client.read_resource("understudy://nothing"), -32602 if is_modern(client) else -32002, "There is no")
    await error(client.get_prompt("nothing", {}), -32602, "There is no prompt")
    await error(client.get_prompt("write-a-scenario", {}), -32602, "flow is missing")
    await refused(client, "world_list", {"worlds": 1}, "worlds is not a member of this request")
    await refused(client, "world_delete", {}, "world is missing")
    await refused(client, "world_delete", {"world": "no such"}, "not_found")
    await refused(client, "journal_verify", {"count": {"exactly": 1}, "world": 7}, "world must be a string")
    await refused(client, "method_describe", {"method": "message.sent"}, "did you mean message.send?")
    await refused(client, "call", {"method": "session.hello"}, "logs in by itself")


async def worlds(client, name):
    """Calls each tool that both servers have."""
    await call(client, "world_create", world=name)
    check(any(world["world"] == name for world in (await call(client, "world_list"))["worlds"]), "the world is listed")
    fault = await call(client, "fault_inject", world=name, do="drop", on={"notification": "notice.posted"})
    listed = await call(client, "fault_list", world=name)
    check(len(listed["faults"]) == 1 and fault["fault"], "the fault is listed")
    await call(client, "fault_clear", world=name)
    check((await call(client, "fault_list", world=name))["faults"] == [], "the fault is cleared")
    before = (await call(client, "call", method="clock.now", world=name))["now"]
    after = (await call(client, "clock_advance", world=name, milliseconds=60_000))["now"]
    check(before < after, f"the clock advances from {before} to {after}")
    check("entries" in await call(client, "journal_list", world=name), "the journal is listed")
    verdict = await call(client, "journal_verify", world=name, event="message.posted", count={"exactly": 0})
    check(verdict["holds"] is True, f"nothing was posted: {verdict}")
    described = await call(client, "method_describe", method="fault.inject")
    check(described["roles"] == ["observer"], "the method is described")
    await refused(client, "delivery_explain", {"world": name, "person": "bea", "about": "m1"}, "not_found")


async def people(client, name):
    """Sends requests as people, and draws a screen."""
    created = await call(
        client, "call", method="conversation.create", params={"participants": ["bea"]}, world=name, **{"as": "anna"})
    sent = await call(
        client, "call", method="message.send", world=name, **{"as": "anna"},
        params={"conversation": created["conversation"]["id"], "text": "Who drives?"})
    about = sent["message"]["id"]
    explained = await call(client, "delivery_explain", world=name, person="bea", about=about)
    check(explained["delivered"] and explained["reasons"], f"the delivery is explained: {explained}")
    drawn = await client.call_tool(
        "screen", {"person": "bea", "world": name, "conversation": "Anna", "columns": 60, "rows": 12})
    check("Who drives?" in text(drawn), f"the screen shows the message:\n{text(drawn)}")
    check(max(map(len, drawn.structured_content["lines"])) <= 60, "the screen has its width")
    await refused(client, "screen", {"person": "bea", "columns": 5}, "must be from 20 to 300")
    await refused(client, "screen", {"person": "bea", "world": name, "conversation": "Nobody"}, "no conversation")
    await refused(
        client, "call", {"method": "message.edit", "as": "bea", "world": name, "params": {"message": about, "text": "x"}},
        "forbidden")
    await refused(client, "call", {"method": "clock.now", "app": "com.example.notes"}, "an app runs for a person")
    # More sessions than are kept open.
    for number in range(20):
        await call(client, "call", method="settings.get", world=name, **{"as": f"person{number}"})
    await call(client, "call", method="settings.get", world=name, **{"as": "anna"})


async def scenarios(client):
    """Plays scenarios that cannot be played."""
    await refused(client, "play", {"text": "Scenario without a feature"}, "scenario.feature")
    await refused(client, "play", {"path": "../secret.feature"}, "in the working folder")
    await refused(client, "play", {"path": "/etc/hostname"}, "in the working folder")
    await refused(client, "play", {}, "must be given")
    await refused(client, "play", {"path": "nothing.feature"}, "nothing.feature")
    await refused(client, "play", {"text": FIRST, "tags": "@a and and"}, "--tags")
    await refused(client, "steps_search", {"words": " "}, "Give words")
    played = await call(client, "play", path="scenarios/tapbacks.feature:41")
    check(played["passed"] == 1, f"a file is played: {played}")
    dry = await call(client, "play", text=FIRST, dry_run=True)
    check(dry["skipped"] == 1 and not dry["failures"], f"a dry run plays nothing: {dry}")


def is_modern(client):
    return client.protocol_version == "2026-07-28"


FIRST = """Feature: Mentions
  Scenario: A mention alerts only one person
    Given a conversation "Trip" between Anna, Bea and Carl
    And the app "Notes" opens links at "notes.example"
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    When Anna mentions Bea in "https://notes.example/d/1" in "Notes"
    Then Bea sees the notice "Anna mentioned you in “Trip plan”" in "Trip"
    And Carl sees the notice "Anna mentioned you in “Trip plan”" in "Trip"
"""


class Transcript:
    """The calls of an agent and their results, as Markdown."""

    def __init__(self, client):
        self.client, self.lines = client, []

    def note(self, words):
        self.lines.append(words + "\n")

    async def call(self, name, **arguments):
        result = await self.client.call_tool(name, arguments)
        shown = {key: value for key, value in arguments.items() if key != "text"}
        self.note(f"`{name}`" + (f" `{json.dumps(shown, ensure_ascii=False)}`" if shown else ""))
        if "text" in arguments:
            # script/support/listings.py plays the blocks in Gherkin.
            language = "text" if result.structured_content["failed"] else "gherkin"
            self.note(f"```{language}\n{arguments['text']}```")
        self.note("```text\n" + text(result).rstrip("\n") + "\n```")
        return result


async def agent(client):
    """Starts from the tools alone: writes a failing scenario, reads why it fails, and corrects it."""
    transcript = Transcript(client)
    flow = "a mention alerts only one person"
    prompt = await client.get_prompt("write-a-scenario", {"flow": flow})
    check("steps_search" in prompt.messages[0].content.text, "the prompt names the tools")
    transcript.note(f"The flow is “{flow}”. The agent searches phrases:")
    found = await transcript.call("steps_search", words="mentions person in url")
    check(any("mentions" in entry["phrase"] for entry in found.structured_content["phrases"]), "a phrase is found")
    found = await transcript.call("steps_search", words="sees the notice")
    check(found.structured_content["phrases"], "a phrase for notices is found")
    transcript.note("It writes a scenario in which Carl sees a notice too, and plays it:")
    played = (await transcript.call("play", text=FIRST)).structured_content
    check(played["failed"] == 1 and len(played["failures"]) == 1, f"the first scenario fails: {played}")
    failure = played["failures"][0]
    rules = [reason["rule"] for decision in failure["decisions"] for reason in decision["reasons"]]
    check("ev-mention-private" in rules, f"the failure names the rule: {rules}")
    transcript.note("The last check failed. The decisions name a rule, which the agent reads:")
    rule = (await client.read_resource("understudy://rules/ev-mention-private")).contents[0].text
    transcript.note(f"> {rule}")
    transcript.note("The rule explains it: the scenario expects too much. The agent corrects the step, and checks it:")
    wrong = await transcript.call("step_match", step='And Carl sees no notices in "Trip"')
    check(not wrong.structured_content["matches"], "the misspelt step does not match")
    step = wrong.structured_content["suggestion"]
    check(step == 'Carl sees no notice in "Trip"', f"the step is corrected: {step}")
    head = FIRST.rstrip("\n").rsplit("\n", 1)[0] + "\n"
    alerts = [
        'Bea is alerted to "Anna mentioned you in “Trip plan”" in "Trip"',
        'Carl is not alerted to "mentioned" in "Trip"',
    ]
    second = head + "".join(f"    And {line}\n" for line in [step] + alerts)
    played = (await transcript.call("play", text=second)).structured_content
    check(played["passed"] == 1 and played["failed"] == 0, f"the second scenario passes: {played}")
    transcript.note("It passes: the mention alerts Bea alone.")
    return "\n".join(transcript.lines).rstrip("\n")


async def main(program, url):
    stdio = StdioServerParameters(command=program, args=["mcp"])
    transcripts = set()
    for number, mode in enumerate(["auto", "legacy"]):
        async with Client(stdio, mode=mode) as client:
            check(is_modern(client) == (mode == "auto"), f"{mode} speaks {client.protocol_version}")
            resources = await lists(client, SHARED | OWN)
            check(any(resource.uri == "understudy://steps" for resource in resources), "the steps are a page")
            await errors(client)
            await worlds(client, "check")
            await people(client, "check")
            await call(client, "world_delete", world="check")
            await refused(client, "screen", {"person": "bea", "world": "check"}, "cannot log in")
            await scenarios(client)
            transcripts.add(await agent(client))
        async with Client(url, mode=mode) as client:
            check(is_modern(client) == (mode == "auto"), f"{mode} speaks {client.protocol_version} over HTTP")
            await lists(client, SHARED)
            await errors(client)
            await worlds(client, f"check-{number}")
            await refused(
                client, "call", {"method": "message.send", "world": f"check-{number}"}, "for the role person")
            await call(client, "world_delete", world=f"check-{number}")
    check(len(transcripts) == 1, "the agent gets the same answers each time")
    # The worlds of a server, over a socket.
    host = url.removeprefix("http://").removesuffix("/mcp")
    async with Client(StdioServerParameters(command=program, args=["mcp", host])) as client:
        await worlds(client, "socket")
        await people(client, "socket")
        played = await call(client, "play", text=FIRST)
        check(played["failed"] == 1, "the scenario is played on the server")
    async with Client(url) as client:
        check(any(world["world"] == "socket" for world in (await call(client, "world_list"))["worlds"]), "it is shared")
        await call(client, "world_delete", world="socket")
    print(transcripts.pop())
    print(f"agent_check: {checks} checks passed", file=sys.stderr)


asyncio.run(main(str(pathlib.Path(sys.argv[1]).absolute()), sys.argv[2]))
