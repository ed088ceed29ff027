import ChatConformance
import ChatConnection
import ChatProtocol
import ChatTestKit
import Foundation
import TestExtent
import Testing

@testable import ChatScenario
@testable import TestSupport

/// `play --ui` over real sockets: the player in a process, and a test in place of the page.
@Suite(.timeLimit(.minutes(TestExtent.hang))) struct UIModeTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(Self.text, to: "trip.feature")
    }

    private static let text = """
        Feature: Trip
          Scenario: greetings
            Given a conversation "Us" between Anna and Bea
            When Anna sends "Hello" to "Us"
            And Bea sends "Hi Anna" to "Us"
            Then Anna sees "Hi Anna" in "Us"
          Scenario: failing
            Given a conversation "Us" between Anna and Bea
            Then Bea sees "Nothing" in "Us"
        """

    private var file: String { folder.path + "/trip.feature" }

    @Test("a paused run plays step by step, outlives its page, and ends with its result")
    func stepsAreControlledByThePage() throws {
        let player = try UIModeProcess([file + ":2"])
        let page = try player.open()
        let id = try #require(page.next("list")["scenarios"]?.arrayValue?.first?["id"]?.integerValue)
        try page.state("idle")
        page.send(#"{"do":"open","id":\#(id)}"#)
        page.send(#"{"do":"breakpoint","path":"\#(file)","line":6,"set":true}"#)
        #expect(try page.next("breakpoint")["set"] == true)
        page.send(#"{"do":"run","ids":[\#(id)],"pauses":true}"#)
        try page.state("paused", step: 0)
        page.send(#"{"do":"step"}"#)
        #expect(try page.next("step")["step"]?["status"] == "passed")
        try page.state("paused", step: 1)
        page.send(#"{"do":"step"}"#)
        // Bea's terminal after the step, while the next step waits.
        let step = try page.next("step")
        #expect(step["index"] == 1)
        #expect(try page.terminal(of: "Bea", in: step).contains("Hello"))
        try page.state("paused", step: 2)
        page.send(#"{"do":"continue"}"#)
        try page.state("paused", step: 3)

        // Another page finds the run as the first one left it.
        let other = try player.open()
        #expect(try other.next("list")["breakpoints"] == [.string("\(file):6")])
        try other.state("paused", step: 3)
        other.send(#"{"do":"open","id":\#(id)}"#)
        #expect(try other.next("story")["steps"]?.arrayValue?.count == 3)
        other.send(#"{"do":"continue"}"#)
        #expect(try other.state("idle")["summary"] == "1 passed, 0 failed")
        player.process.type("q\n")
        #expect(player.process.end() == 0)
        #expect(player.process.lines.contains("1 passed, 0 failed"))
    }

    @Test("a stopped scenario is reported as stopped, and the run does not succeed")
    func stopIsReported() throws {
        let player = try UIModeProcess([file])
        let page = try player.open()
        let ids = try #require(page.next("list")["scenarios"]?.arrayValue).compactMap { $0["id"]?.integerValue }
        page.send(#"{"do":"run","ids":\#(ids),"pauses":true}"#)
        try page.state("paused", step: 0)
        page.send(#"{"do":"step"}"#)
        try page.state("paused", step: 1)
        page.send(#"{"do":"stop"}"#)
        #expect(try page.next { $0["type"] == "result" && $0["status"] != "running" }["status"] == "stopped")
        #expect(try page.state("idle")["summary"] == "0 passed, 0 failed, 2 skipped")
        player.process.type("q\n")
        #expect(player.process.end() == 1)
        #expect(player.process.lines.contains { $0.contains("stopped before line 4") })
    }

    @Test("Ctrl-C ends a paused run whose page was closed")
    func interruptEndsAPausedRun() throws {
        let player = try UIModeProcess([file])
        do {
            let page = try player.open()
            try page.state("idle")
            page.send(#"{"do":"run","ids":[1],"pauses":true}"#)
            try page.state("paused", step: 0)
        }
        kill(player.process.id, SIGINT)
        #expect(player.process.end() == -SIGINT)
    }

    @Test("with --watch, a changed file ends the pause and is played again with its new steps")
    func changedFileIsPlayedAgain() throws {
        let player = try UIModeProcess(["--watch", file])
        let page = try player.open()
        try page.state("idle")
        page.send(#"{"do":"run","ids":[2],"pauses":true}"#)
        try page.state("paused", step: 0)
        try folder.write(Self.text.replacing("Bea sees \"Nothing\" in", with: "Bea is in"), to: "trip.feature")
        try page.next { $0["type"] == "result" && $0["status"] == "stopped" }
        let list = try page.next("list")["scenarios"]?.arrayValue
        #expect(list?.last?["id"] == 2)
        #expect(list?.last?["plan"]?.arrayValue?.last?["text"] == "Bea is in \"Us\"")
        player.process.type("q\n")
        _ = player.process.end()
    }

    @Test("requests with a wrong token, host or origin are refused over the socket")
    func foreignRequestsAreRefused() throws {
        let player = try UIModeProcess([file])
        let page = try player.answer("GET \(player.path)")
        #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n") && page.hasSuffix("</html>\n") && !page.contains("{{"))
        let policy = try #require(page.split(separator: "\r\n").first { $0.hasPrefix("Content-Security-Policy: ") })
        #expect(policy.contains("default-src 'none'") && policy.contains("connect-src 'self'"))
        #expect(!policy.contains("unsafe"))
        let upgrade = [
            "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        ]
        for answer in [
            try player.answer("GET /"), try player.answer("GET /wrong/"),
            try player.answer("GET /wrong/ws", upgrade),
            try player.answer("GET http://evil.example\(player.path)"),
            try player.answer("GET \(player.path)ws", upgrade + ["Origin: http://evil.example"]),
        ] { #expect(answer.hasPrefix("HTTP/1.1 403 Forbidden\r\n"), "\(answer)") }
        // A line in place of HTTP.
        let line = try RawProbe(port: player.port)
        line.sendLine(#"{"do":"stop"}"#)
        #expect(try line.everything().isEmpty)
        // An action that the page does not have.
        let probe = try player.open()
        try probe.state("idle")
        probe.send(#"{"do":"fly"}"#)
        #expect(throws: UIPageProbe.Failure.self) { try probe.next("nothing") }
    }

    @Test("a page that reads too slowly loses its connection")
    func slowPageIsClosed() throws {
        let server = try UIServer(token: "t", outputMax: 1 << 20)
        let endpoint = ServerEndpoint(host: "127.0.0.1", port: server.access.port)
        let probe = try WebSocketProbe(to: endpoint, target: "/t/ws")
        var events: [UIServer.Event] = []
        while events.isEmpty { events += server.pass(milliseconds: 1_000) }
        #expect(events == [.opened(1)])
        let text = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 18)
        var sent = 0
        while events.last != .closed(1) {
            server.send(text, to: 1)
            sent += 1
            events += server.pass(milliseconds: 0)
        }
        // The limit, and what the system stores for both sides.
        #expect(sent < 256)
        _ = try probe.next()
    }

    @Test("above the limit of connections, the oldest one without a WebSocket is closed")
    func connectionsAreBounded() throws {
        let server = try UIServer(token: "t")
        let endpoint = ServerEndpoint(host: "127.0.0.1", port: server.access.port)
        let page = try WebSocketProbe(to: endpoint, target: "/t/ws")
        var events: [UIServer.Event] = []
        while events.isEmpty { events += server.pass(milliseconds: 1_000) }
        let silent = try RawProbe(to: endpoint)
        var others: [RawProbe] = []
        for _ in 0..<UIServer.connectionsMax { others.append(try RawProbe(to: endpoint)) }
        _ = server.pass(milliseconds: 1_000)
        #expect(try silent.everything().isEmpty)
        server.send(Array("here".utf8), to: 1)
        #expect(server.pass(milliseconds: 0).isEmpty)
        #expect(try page.next() == .upgraded(subprotocol: nil))
        #expect(try page.next() == .message(Array("here".utf8)))
    }

    @Test("a run with a gate that lets every step begin gives the same reports as one without")
    func gateChangesNoReport() throws {
        let story = ScenariosTests.folder + "/tapbacks.feature"
        func play(_ name: String, hasGate: Bool) throws -> (output: String, status: Int32, trace: String) {
            var output = ""
            var environment = PlayEnvironment(output: { output += $0 }, complaints: { output += $0 })
            if hasGate { environment.gate = { _, _ in true } }
            let trace = folder.path + "/\(name).html"
            let words = [story, "--report", "pretty", "--report", "html:" + trace]
            let status = PlayCommand.run(words, stage: { _ in try EmbeddedServer() }, environment: environment)
            return (output, status, try String(contentsOfFile: trace, encoding: .utf8))
        }
        let (with, without) = (try play("with", hasGate: true), try play("without", hasGate: false))
        #expect(with.status == 0 && without.status == 0)
        #expect(with.output == without.output)
        #expect(with.trace == without.trace)
    }
}
