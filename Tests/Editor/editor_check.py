"""Holds `chat-client lsp` to the typed client of pygls, which refuses an answer that is not of the protocol.

    editor_check.py CHAT_CLIENT [LIMIT]

The last part measures a file of 2,000 lines: the 99th percentile of each request has to be under LIMIT milliseconds.
"""
import asyncio
import os
import sys
import tempfile
import time

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

TRIP = """Feature: Trip
  @ev-mention-private
  Scenario: A mention is private
    Given a conversation "Trip" between Anna, Bea and Carl
    And the app "Notes" opens links at "notes.example"
    And Anna shares "Plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    When Anna mentions Bea in "https://notes.example/d/1" in "Notes"
    Then Bea sees the notice "Anna mentioned you in “Plan”" in "Trip"
    And Carl sees no notice in "Trip"
"""


class Editor:
    """A client with what the server sent of itself."""

    def __init__(self):
        self.client = LanguageClient("editor-check", "1")
        self.diagnostics, self.shown = {}, []
        self.arrived = asyncio.Condition()

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        async def diagnose(params):
            async with self.arrived:
                self.diagnostics[params.uri] = params
                self.arrived.notify_all()

        @self.client.feature(lsp.WINDOW_SHOW_MESSAGE)
        async def show(params):
            async with self.arrived:
                self.shown.append(params)
                self.arrived.notify_all()

    async def wait(self, condition):
        async with self.arrived:
            await asyncio.wait_for(self.arrived.wait_for(condition), 60)

    async def start(self, program):
        await self.client.start_io(program, "lsp")
        completion = lsp.CompletionClientCapabilities(completion_item=lsp.ClientCompletionItemOptions(snippet_support=True))
        capabilities = lsp.ClientCapabilities(text_document=lsp.TextDocumentClientCapabilities(completion=completion))
        found = await self.client.initialize_async(lsp.InitializeParams(capabilities=capabilities))
        self.client.initialized(lsp.InitializedParams())
        return found

    def open(self, uri, text):
        self.client.text_document_did_open(
            lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri=uri, language_id="cucumber", version=1, text=text)))

    async def change(self, uri, version, text):
        self.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                text_document=lsp.VersionedTextDocumentIdentifier(uri=uri, version=version),
                content_changes=[lsp.TextDocumentContentChangeWholeDocument(text=text)]))
        await self.wait(lambda: uri in self.diagnostics and self.diagnostics[uri].version == version)
        return self.diagnostics[uri].diagnostics

    async def stop(self):
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()


def at(uri, line, character):
    return {"text_document": lsp.TextDocumentIdentifier(uri), "position": lsp.Position(line, character)}


async def check_answers(program, folder):
    path = os.path.join(folder, "trip.feature")
    uri = "file://" + path
    with open(path, "w", encoding="utf-8") as file:
        file.write(TRIP)
    editor = Editor()
    found = await editor.start(program)
    assert found.server_info.name == "understudy", found
    editor.open(uri, TRIP)
    await editor.wait(lambda: uri in editor.diagnostics)
    assert not editor.diagnostics[uri].diagnostics, editor.diagnostics
    client = editor.client

    hover = await client.text_document_hover_async(lsp.HoverParams(**at(uri, 6, 20)))
    assert "{person} mentions {person}" in hover.contents.value and "Sources:" in hover.contents.value, hover
    renamed = await client.text_document_rename_async(lsp.RenameParams(new_name="Zoe", **at(uri, 6, 11)))
    assert len(renamed.changes[uri]) == 4, renamed
    assert not await client.text_document_formatting_async(
        lsp.DocumentFormattingParams(lsp.TextDocumentIdentifier(uri), lsp.FormattingOptions(2, True)))
    symbols = await client.text_document_document_symbol_async(
        lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(uri)))
    assert [each.name for each in symbols] == ["A mention is private"], symbols

    broken = TRIP.replace("Carl sees no", "Carl see no").replace("mentions Bea", "mentions B")
    wrong = await editor.change(uri, 2, broken)
    assert [each.range.start.line for each in wrong] == [8], wrong
    actions = await client.text_document_code_action_async(
        lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), wrong[0].range, lsp.CodeActionContext(wrong)))
    assert actions[0].edit.changes[uri][0].new_text == 'Carl sees no notice in "Trip"', actions
    typed = TRIP + "    And Bea p"
    await editor.change(uri, 3, typed)
    proposals = await client.text_document_completion_async(lsp.CompletionParams(**at(uri, 9, 13)))
    texts = [each.text_edit.new_text for each in proposals.items]
    assert 'pins "${1:https://notes.example/d/1}" in "${2:Trip}"' in texts, texts

    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(lsp.TextDocumentIdentifier(uri)))
    command = lenses[1].command
    await client.workspace_execute_command_async(lsp.ExecuteCommandParams(command.command, arguments=command.arguments))
    await editor.wait(lambda: editor.shown)
    assert editor.shown[0].message.endswith("1 passed, 0 failed"), editor.shown
    with open(path, "w", encoding="utf-8") as file:
        file.write(TRIP.replace("And Carl sees no notice", "And Carl sees the notice \"x\""))
    await client.workspace_execute_command_async(lsp.ExecuteCommandParams(command.command, arguments=command.arguments))
    await editor.wait(lambda: len(editor.shown) > 1)
    assert editor.shown[1].type == lsp.MessageType.Error, editor.shown
    failed = [each for each in editor.diagnostics[uri].diagnostics if "Carl does not see the notice" in each.message]
    assert [each.range.start.line for each in failed] == [8], editor.diagnostics
    await editor.stop()
    print("the answers are of the protocol: completion, hover, rename, formatting, symbols, quick fixes, playing")


async def measure(program, limit):
    uri = "file:///long.feature"
    scenario = TRIP.split("\n", 1)[1]
    text = "Feature: Long\n" + "".join(scenario.replace("private", f"private {number}") for number in range(250))
    lines = text.count("\n")
    editor = Editor()
    await editor.start(program)
    editor.open(uri, text)
    await editor.wait(lambda: uri in editor.diagnostics)
    times = {"change": [], "completion": [], "hover": []}
    line = lines - 2
    word = "    When Anna mentions Bea in"
    for number in range(300):
        typed = word[: 9 + number % (len(word) - 9)]
        began = time.perf_counter()
        await editor.change(uri, number + 2, text + typed)
        times["change"].append(time.perf_counter() - began)
        began = time.perf_counter()
        await editor.client.text_document_completion_async(lsp.CompletionParams(**at(uri, lines, len(typed))))
        times["completion"].append(time.perf_counter() - began)
        began = time.perf_counter()
        await editor.client.text_document_hover_async(lsp.HoverParams(**at(uri, line, 20)))
        times["hover"].append(time.perf_counter() - began)
    await editor.stop()
    late = []
    for name, all_times in times.items():
        all_times.sort()
        median, p99 = all_times[len(all_times) // 2] * 1_000, all_times[int(len(all_times) * 0.99)] * 1_000
        print(f"{name:12}{median:8.1f} ms median{p99:8.1f} ms p99   ({lines} lines)")
        if limit is not None and p99 > limit:
            late.append(name)
    assert not late, f"over {limit} ms: {late}"


async def main():
    program, limit = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as folder:
        await check_answers(program, folder)
    await measure(program, limit)


asyncio.run(main())
