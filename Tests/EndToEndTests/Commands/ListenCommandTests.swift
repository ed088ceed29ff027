import ChatConformance
import ChatProtocol
import TestExtent
import Testing

/// `chat-client listen` posts the notifications of a person to a backend: whole, in order, signed, and once.
@Suite(.timeLimit(.minutes(TestExtent.hang)))
struct ListenCommandTests {
    private let server: ServerProcess
    private let backend: TestBackend
    private let anna: RawProbe
    private let conversation: JSONValue
    private var address: String { "127.0.0.1:\(server.port)" }
    private var target: [String] { ["--forward-to", "http://127.0.0.1:\(backend.port)/hooks?from=chat"] }

    init() throws {
        server = try ServerProcess(["--ephemeral"])
        backend = try TestBackend()
        anna = try RawProbe(port: server.port, as: "anna")
        let created = try anna.call("conversation.create", ["participants": ["bea"]])
        conversation = try #require(created["conversation"]?["id"])
    }

    private func say(_ texts: String...) throws {
        for text in texts { try anna.call("message.send", ["conversation": conversation, "text": .string(text)]) }
    }

    private func listen(_ words: String...) throws -> PlainProcess {
        let all = ["listen", address, "--as", "bea", "--secret", "s3cret", "--for", "message.posted"] + target + words
        return try PlainProcess("chat-client", all)
    }

    private func body(_ request: HTTPRequest) throws -> JSONValue { try JSONReader.read(request.body).value }

    private func text(_ request: HTTPRequest) throws -> String? {
        try body(request)["data"]?["message"]?["text"]?.stringValue
    }

    @Test func anEventSaysWhatItIsAndProvesIt() throws {
        try say("Hi")
        let listener = try listen("--after", "0")
        let request = try backend.next()
        let headers = request.head.headers
        #expect(request.head.method == "POST" && request.head.target == "/hooks?from=chat")
        #expect(headers["Host"] == "127.0.0.1:\(backend.port)" && headers["Content-Type"] == "application/json")
        let event = try body(request)
        #expect(event["type"] == "message.posted" && event["world"] == "main" && event["data"]?["cursor"] != nil)
        #expect(event["to"] == ["role": "person", "handle": "bea"])
        #expect(event["id"]?.stringValue == headers["Understudy-Id"] && headers["Understudy-Event"] == "message.posted")
        let signature = try #require(headers["Understudy-Signature"]).split(separator: ",")
        let (time, code) = (try #require(signature.first).dropFirst(2), try #require(signature.last).dropFirst(3))
        let expected = HMACSHA256.code(of: Array("\(time).".utf8) + request.body, key: Array("s3cret".utf8))
        #expect(code == Hexadecimal.text(expected))
        #expect(listener.waits { $0.count == 2 } && listener.lines[1].hasSuffix(" message.posted 200"))
    }

    @Test("a traced request gives its traceparent to the post, to its event and to a replay of it")
    func traceparentOfARequestIsPosted() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("events.log")
        let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        let send: JSONValue = [
            "jsonrpc": "2.0", "id": 9, "method": "message.send", "traceparent": .string(trace),
            "params": ["conversation": conversation, "text": "traced"],
        ]
        anna.sendLine(String(decoding: JSONWriter.bytes(of: send), as: UTF8.self))
        #expect(try anna.message()["id"] == 9)
        try say("plain")
        let listener = try listen("--after", "0", "--log", file)
        let (first, second) = (try backend.next(), try backend.next())
        #expect(first.head.headers.values("traceparent") == [trace])
        #expect(try body(first)["traceparent"]?.stringValue == trace)
        #expect(try body(first)["data"]?["traceparent"] == nil && text(first) == "traced")
        #expect(second.head.headers.values("traceparent") == [])
        #expect(try body(second)["traceparent"] == nil && text(second) == "plain")
        #expect(listener.waits { $0.count == 3 })
        let replay = try PlainProcess("chat-client", ["listen", "--replay", file, "--secret", "x"] + target)
        #expect(try backend.next().head.headers.values("traceparent") == [trace])
        #expect(try backend.next().head.headers.values("traceparent") == [])
        #expect(replay.end() == 0)
    }

    @Test func aRejectedNotificationIsRetriedUnchangedBeforeTheNext() throws {
        try say("one", "two")
        let listener = try listen("--after", "0")
        let first = try backend.next(answering: 500)
        let second = try backend.next(bytes: Array("nonsense\r\n\r\n".utf8))
        let third = try backend.next(bytes: [])
        let taken = try backend.next(answering: 204)
        for (number, request) in [first, second, third, taken].enumerated() {
            #expect(request.body == first.body && request.head.headers["Understudy-Attempt"] == "\(number + 1)")
        }
        #expect(try text(taken) == "one")
        #expect(try text(try backend.next()) == "two")
        #expect(listener.waits { $0.count == 6 })
        #expect(listener.lines[0] == "chat-client listening, posting to \(target[1])")
        #expect(listener.lines[1].hasSuffix("message.posted 500; will retry"))
        #expect(listener.lines[2].contains("not HTTP") && listener.lines[4].hasSuffix(" 204"))
    }

    @Test func aLogGoesOnWhereItEndedAndIsReplayed() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("events.log")
        try say("one", "two")
        do {
            let listener = try listen("--after", "0", "--log", file)
            #expect(try text(try backend.next()) == "one")
            #expect(listener.waits { $0.count == 2 })
            // The client is killed during the second notification, which the backend refused.
            #expect(try text(try backend.next(answering: 503)) == "two")
        }
        try say("three")
        let again = try listen("--log", file)
        let ids = try (0..<2).map { _ in try backend.next() }
        #expect(try ids.map { try text($0) } == ["two", "three"])
        #expect(again.waits { $0.count == 3 })
        let log = try folder.text(of: "events.log").split(separator: "\n")
        #expect(log.filter { $0.hasPrefix(#"{"event":"#) }.count == 3)

        let only = try #require(ids[0].head.headers["Understudy-Id"])
        let words = ["listen", "--replay", file, "--secret", "other", "--attempts", "1"] + target
        let replay = try PlainProcess("chat-client", words + ["--only", only])
        let replayed = try backend.next()
        #expect(replay.end() == 0 && replay.lines == ["\(only) message.posted 200"])
        #expect(replayed.body == ids[0].body)
        #expect(replayed.head.headers["Understudy-Signature"] != ids[0].head.headers["Understudy-Signature"])
        let all = try PlainProcess("chat-client", words)
        #expect(
            try (0..<3).map { try text(try backend.next(answering: $0 == 1 ? 400 : 200)) } == ["one", "two", "three"])
        #expect(all.end() == 1 && all.lines.count == 3 && all.lines[1].hasSuffix("400; given up after 1"))
        #expect(backend.isUncalled)
    }

    @Test func aLineThatWasNotWrittenToItsEndIsLeftOut() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "{\"listener\":\"ab\"}\n{\"cursor\":0}\n{\"event\":{\"id\":\"evt_ab_1\",\"ty", to: "events.log")
        try say("one")
        let listener = try listen("--log", folder.file("events.log"))
        let request = try backend.next()
        #expect(request.head.headers["Understudy-Id"] == "evt_ab_1")
        #expect(try text(request) == "one")
        #expect(listener.waits { $0.count == 2 })
        for line in try folder.text(of: "events.log").split(separator: "\n") {
            #expect(throws: Never.self) { try JSONReader.read(Array(line.utf8)) }
        }
    }

    @Test func aServerThatComesBackIsHeardFromWhereItEnded() throws {
        let folder = try TemporaryFolder()
        let data = ["--data", folder.file("chat.sqlite")]
        let first = try ServerProcess(data)
        let listener = try PlainProcess(
            "chat-client",
            ["listen", "127.0.0.1:\(first.port)", "--as", "bea", "--for", "message.posted", "--after", "0"] + target)
        func say(_ text: String) throws {
            let sent = try ServerProcess.run(
                "chat-client",
                ["send", "127.0.0.1:\(first.port)", "--as", "anna", "--new", "--to", "bea", text])
            #expect(sent.status == 0)
        }
        try say("one")
        #expect(try text(try backend.next()) == "one")
        first.end(with: 15)
        let second = try ServerProcess(data + ["--port", "\(first.port)"])
        try say("two")
        #expect(try text(try backend.next()) == "two")
        #expect(listener.waits { $0.filter { $0.hasSuffix(" 200") }.count == 2 } && backend.isUncalled)
        second.end(with: 15)
    }

    @Test(arguments: [
        ([], "no target was given"), (["--forward-to", "https://a.example/x"], "needs TLS"),
        (["--forward-to", "a.example"], "is not an address"), (["--forward-to", "http://a:b@c/"], "contains a user"),
        (["--forward-to", "http://127.0.0.1:0/"], "the port must be"),
        (["--forward-to", "http://127.0.0.1/ü"], "percent-encoding"),
        (["--forward-to", "http://127.0.0.1/", "--attempts", "0"], "--attempts needs"),
        (["--forward-to", "http://127.0.0.1/", "--only", "x"], "--only needs --replay"),
        (["--forward-to", "http://127.0.0.1/", "--for", "notice.post"], "did you mean notice.posted?"),
    ])
    func badUsageIsOneClearLine(words: [String], expected: String) throws {
        let ended = try ServerProcess.run(
            "chat-client", ["listen", address, "--as", "bea"] + words, variables: ["UNDERSTUDY_WEBHOOK_SECRET=x"])
        #expect(ended.status == 2)
        #expect(ended.output.contains(expected) && ended.output.split(separator: "\n").count == 1, "\(ended.output)")
    }

    @Test func aFileThatIsNoLogIsRefused() throws {
        let folder = try TemporaryFolder()
        try folder.write("{\"listener\":\"ab\"}\n{\"evnt\":1}\n", to: "events.log")
        for words in [
            ["--replay", folder.file("events.log")], [address, "--as", "bea", "--log", folder.file("events.log")],
        ] {
            let ended = try ServerProcess.run("chat-client", ["listen", "--secret", "x"] + words + target)
            #expect(
                ended.status != 0 && ended.output.contains("line 2 is not a line of a listen log"), "\(ended.output)")
        }
    }
}
