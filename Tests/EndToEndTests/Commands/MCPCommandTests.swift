import ChatConnection
import ChatProtocol
import ChatScenario
import ChatSystem
import ChatTestKit
import Foundation
import TestExtent
import Testing

@testable import ChatClient

/// `chat-client mcp`: its tools on a server within the process, and the program.
@Suite(.timeLimit(.minutes(TestExtent.hang)))
struct MCPCommandTests {
    private let server: EmbeddedServer
    private let agent: MCPAgent

    init() throws {
        let server = try EmbeddedServer(seed: 0)
        self.server = server
        agent = MCPAgent(server: nil, stage: { server }, play: { try EmbeddedServer(seed: $0.seed ?? 0) })
    }

    private func call(_ tool: String, _ arguments: JSONValue) throws -> (text: String, value: JSONValue?, isError: Bool)
    {
        let request: JSONValue = [
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": ["name": .string(tool), "arguments": arguments],
        ]
        let answer = try #require(agent.answer(JSONWriter.bytes(of: request)))
        let result = try #require(try JSONReader.read(answer).value["result"])
        let text = try #require(result["content"]?.arrayValue?.first?["text"]?.stringValue)
        return (text, result["structuredContent"], result["isError"] == true)
    }

    private func send(_ text: String) throws -> (conversation: String, message: String) {
        let created = try call(
            "call", ["method": "conversation.create", "params": ["participants": ["bea"]], "as": "anna"])
        let conversation = try #require(created.value?["conversation"]?["id"])
        let sent = try call(
            "call",
            [
                "method": "message.send", "params": ["conversation": conversation, "text": .string(text)],
                "as": "anna",
            ])
        return (try #require(conversation.stringValue), try #require(sent.value?["message"]?["id"]?.stringValue))
    }

    @Test("a screen shows the message and marks nothing as read")
    func screenMarksNothingAsRead() throws {
        let (conversation, _) = try send("Who drives?")
        let screen = try call("screen", ["person": "bea", "conversation": .string(conversation), "columns": 60])
        #expect(screen.text.contains("Who drives?") && !screen.isError, "\(screen.text)")
        let list = try call("call", ["method": "conversation.list", "as": "bea"])
        #expect(list.value?["conversations"]?.arrayValue?.first?["unread"] == 1, "\(list.text)")
    }

    @Test("a refusal is an erroneous result that a program can read")
    func refusalIsAnErroneousResult() throws {
        let (_, message) = try send("Who drives?")
        _ = try call("clock_advance", ["milliseconds": 3_600_000])
        let refused = try call(
            "call",
            ["method": "message.edit", "params": ["message": .string(message), "text": "Who?"], "as": "anna"])
        #expect(refused.isError && refused.text.hasPrefix("expired: "), "\(refused.text)")
        #expect(refused.value?["error"]?["data"]?["reason"] == "expired")
    }

    @Test("at most 16 sessions stay open")
    func sessionsAreBounded() throws {
        for number in 0..<40 {
            #expect(try call("call", ["method": "settings.get", "as": .string("p\(number)")]).isError == false)
        }
        let people = try call("call", ["method": "person.list"]).value?["people"]?.arrayValue ?? []
        #expect(people.count == 40)
        #expect(people.compactMap { $0["sessions"]?.integerValue }.reduce(0, +) <= 16)
    }

    @Test("a session of a deleted world is replaced when the world exists again")
    func sessionsOfDeletedWorldsAreReplaced() throws {
        for _ in 0..<2 {
            #expect(try call("world_create", ["world": "w"]).isError == false)
            #expect(try call("call", ["method": "settings.get", "as": "anna", "world": "w"]).isError == false)
            #expect(try call("world_delete", ["world": "w"]).isError == false)
            let gone = try call("call", ["method": "settings.get", "as": "anna", "world": "w"])
            #expect(gone.isError && gone.text.hasPrefix("not_found: "), "\(gone.text)")
        }
    }

    @Test("a play returns the failure with its values, threads and the steps that were meant")
    func playExplainsFailures() throws {
        let head = "Feature: Trips\n  Scenario: A\n    Given a conversation \"Trip\" between Anna and Bea\n"
        let text =
            head + "    Then Bea sees \"Hi\" in \"Trip\"\n  Scenario: B\n    Given Anna sands \"Hi\" to \"Trip\"\n"
        let played = try call("play", ["text": .string(text)])
        #expect(played.value?["failed"] == 2 && !played.isError, "\(played.text)")
        let failures = try #require(played.value?["failures"]?.arrayValue)
        #expect(failures[0]["expected"]?.stringValue?.contains("Hi") == true && failures[0]["line"] == 4)
        #expect(failures[0]["threads"]?.arrayValue?.count == 2)
        #expect(failures[1]["suggestion"] == "Anna sends \"Hi\" to \"Trip\"", "\(failures[1])")
        #expect(played.text.contains("scenario.feature:4  A") && played.text.hasSuffix("0 passed, 2 failed"))
        #expect(!played.text.contains("again:"), "there is no file to play again")
    }

    @Test(
        "a path outside of the working folder is refused",
        arguments: ["/etc/hostname", "../x.feature", "a/../../x.feature", "", "nothing.feature"])
    func pathsOutsideAreRefused(_ path: String) throws {
        #expect(try call("play", ["path": .string(path)]).isError)
    }

    @Test("a search for a word that begins with dashes is a search")
    func wordsAreNoOptions() throws {
        let found = try call("steps_search", ["words": "--steps pins"])
        #expect(!found.isError && found.value?["phrases"]?.arrayValue?.isEmpty == false)
    }

    // MARK: The program

    private func start(_ words: [String] = [], in folder: String = "/") throws -> PipedProcess {
        let program = ServerProcess.productsFolder + "/chat-client"
        return try PipedProcess(["sh", "-c", #"cd "$1" && shift && exec "$@""#, "sh", folder, program, "mcp"] + words)
    }

    private func ask(_ program: PipedProcess, _ line: String) throws -> JSONValue {
        #expect(program.writeLine(Array(line.utf8), milliseconds: 20_000))
        return try JSONReader.read(try program.line(milliseconds: 20_000, bytesMax: 1 << 20)).value
    }

    @Test("the program answers each line in order, also after a line that is too long, and ends with its input")
    func programAnswersEachLine() throws {
        let program = try start()
        #expect(
            program.writeLine(
                Array(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.utf8), milliseconds: 1_000))
        #expect(try ask(program, #"{"jsonrpc":"2.0","id":"a","method":"ping"}"#)["id"] == "a")
        let long = try ask(program, String(repeating: "x", count: 300_000))
        #expect(long["error"]?["code"] == -32600 && long["id"] == .null)
        #expect(try ask(program, #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#)["result"] == [:])
        program.endInput()
        #expect(program.exitStatus(milliseconds: 20_000) == 0)
    }

    @Test("a play runs no program and follows no link of the working folder")
    func playRunsNoProgram() throws {
        let folder = try TemporaryFolder()
        try folder.write("#!/bin/sh\ntouch \(folder.file("ran"))\n", to: "steps")
        chmod(folder.file("steps"), 0o700)
        try folder.write("Feature: F\n  Scenario: S\n    Given something of my own\n", to: "a.feature")
        #expect(symlink("/etc/hostname", folder.file("link.feature")) == 0)
        let program = try start(in: folder.path)
        let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"play","arguments":{"path":"#
        let played = try ask(program, call + #""a.feature"}}}"#)["result"]
        #expect(played?["structuredContent"]?["failed"] == 1, "\(played ?? .null)")
        #expect(access(folder.file("ran"), F_OK) != 0)
        #expect(try ask(program, call + #""link.feature"}}}"#)["result"]?["isError"] == true)
    }

    @Test("a slash with a combining mark leads a play to no other folder and through no link")
    func combiningMarkHidesNoSlash() throws {
        let folder = try TemporaryFolder()
        for name in ["inside", "outside"] { #expect(mkdir(folder.file(name), 0o700) == 0) }
        #expect(symlink(folder.file("outside"), folder.file("inside/link")) == 0)
        let text = "Feature: F\n  Scenario: S\n    Given a conversation \"Trip\" between Anna and Bea\n"
        for path in ["\u{301}a.feature", "outside/\u{301}a.feature", "inside/\u{301}a.feature"] {
            try folder.write(text, to: path)
        }
        let program = try start(in: folder.file("inside"))
        func play(_ path: String) throws -> JSONValue {
            let call: JSONValue = [
                "jsonrpc": "2.0", "id": 1, "method": "tools/call",
                "params": ["name": "play", "arguments": ["path": .string(path)]],
            ]
            return try ask(program, String(decoding: JSONWriter.bytes(of: call), as: UTF8.self))["result"] ?? .null
        }
        #expect(try play("\u{301}a.feature")["structuredContent"]?["passed"] == 1)
        for path in ["../\u{301}a.feature", "link/\u{301}a.feature", "/\u{301}a.feature"] {
            let refused = try play(path)
            #expect(refused["isError"] == true && "\(refused)".contains("must be in the working folder"), "\(refused)")
        }
    }

    @Test(
        "bad usage is one line",
        arguments: [
            (["mcp", "127.0.0.1:1", "x"], "does not take “x”"), (["mcp", "--serve"], "did you mean --server?"),
            (["mcp", "host:99999"], "host:99999"),
        ])
    func badUsageIsOneLine(words: [String], expected: String) throws {
        let ended = try ServerProcess.run("chat-client", words)
        #expect(ended.status == 2 && ended.output.contains(expected), "\(ended.output)")
        #expect(ended.output.split(separator: "\n").count == 1)
    }

    @Test("a server that is not there is an erroneous result")
    func missingServerIsAnErroneousResult() throws {
        let program = try start(["127.0.0.1:1"])
        let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"world_list"}}"#
        let result = try ask(program, call)["result"]
        #expect(result?["isError"] == true && "\(result ?? .null)".contains("cannot be reached"), "\(result ?? .null)")
    }
}
