import ChatConformance
import ChatProtocol
import Foundation
import Testing

/// `chat-server` as a program: its arguments, its signals and its only port.
struct ServerProcessTests {
    @Test(arguments: [SIGTERM, SIGINT]) func aSignalEndsItCleanly(signal: Int32) throws {
        let folder = try TemporaryFolder()
        let server = try ServerProcess(["--data", folder.file("chat.sqlite")])
        let client = try RawProbe(port: server.port, as: "anna")
        #expect(server.end(with: signal) == 0)
        #expect(try client.line() == nil)
    }

    @Test func aSignalThatComesWithTheFirstWordIsNotLost() throws {
        for _ in 0..<20 {
            let server = try ServerProcess(["--ephemeral"])
            #expect(server.end(with: SIGTERM) == 0)
        }
    }

    @Test func aSecondServerOnTheSameFileIsRefused() throws {
        let folder = try TemporaryFolder()
        let first = try ServerProcess(["--data", folder.file("chat.sqlite")])
        let second = try ServerProcess.run("chat-server", ["--port", "0", "--data", folder.file("chat.sqlite")])
        #expect(second.status == 1)
        #expect(second.output.contains("in use by a server"))
        #expect(first.end(with: SIGTERM) == 0)
    }

    @Test(arguments: [
        (["--host", "0.0.0.0"], "needs tokens"), (["--host", "192.168.0.1"], "needs tokens"),
        (["--port", "70000"], "from 0 to 65535"), (["--port"], "--port needs"),
        (["--nonsense"], "there is no option “--nonsense”"), (["--ephemeral", "--data", "x"], "give one of"),
        (["--clock", "fast"], "real or virtual"),
    ])
    func badUsageIsOneClearLine(arguments: [String], expected: String) throws {
        let result = try ServerProcess.run("chat-server", arguments)
        #expect(result.status == 2)
        #expect(result.output.contains(expected))
        #expect(result.output.split(separator: "\n").count == 1)
    }

    @Test func helpAndVersionSayWhatTheyAre() throws {
        #expect(try ServerProcess.run("chat-server", ["--help"]).output.contains("USAGE"))
        #expect(try ServerProcess.run("chat-server", ["--version"]).output == "chat-server \(Understudy.version)\n")
    }

    @Test func aRequestFollowedAtOnceByTheEndIsAnswered() throws {
        let server = try ServerProcess(["--ephemeral"])
        let client = try RawProbe(port: server.port)
        client.send(#"{"jsonrpc":"2.0","id":7,"method":"session.hello","params":{"role":"person","handle":"anna"}}"#)
        client.endSending()
        #expect(try client.message()["id"] == 7)
        #expect(try client.line() == nil)
    }

    @Test func oneRequestOverHTTPIsEnough() throws {
        let server = try ServerProcess(["--ephemeral"])
        let body = #"{"jsonrpc":"2.0","id":1,"method":"conversation.list"}"#
        let client = try RawProbe(port: server.port)
        client.send(
            "POST /rpc?role=person&handle=anna HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \(body.utf8.count)\r\n"
                + "Connection: close\r\n\r\n\(body)")
        let answer = String(decoding: try client.everything(), as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.contains(#"{"conversations":[]}"#))
    }

    @Test func aSecondForeignOriginIsRefusedBehindTheOwn() throws {
        let server = try ServerProcess(["--ephemeral"])
        let client = try RawProbe(port: server.port)
        client.send(
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nOrigin: http://evil.example\r\n"
                + "Connection: close\r\n\r\n")
        #expect(String(decoding: try client.everything(), as: UTF8.self).hasPrefix("HTTP/1.1 403 "))
    }

    @Test func everyPipelinedRequestIsAnsweredBeforeTheEnd() throws {
        let server = try ServerProcess(["--ephemeral"])
        let client = try RawProbe(port: server.port)
        for id in 1...50 {
            let body = #"{"jsonrpc":"2.0","id":\#(id),"method":"session.ping"}"#
            client.send(
                "POST /rpc?role=person&handle=anna HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
        client.endSending()
        let answers = String(decoding: try client.everything(), as: UTF8.self).split(whereSeparator: \.isNewline)
        let ids = answers.filter { $0.hasPrefix("{") }
        #expect(ids.map(String.init) == (1...50).map { #"{"jsonrpc":"2.0","id":\#($0),"result":{}}"# })
    }

    @Test(arguments: [
        ("GET /healthz", [], 200), ("GET /nowhere", [], 404), ("DELETE /rpc", [], 405), ("GET /ws", [], 426),
        ("GET /healthz", ["Origin: https://evil.example"], 403),
        ("GET http://evil.example/healthz", [], 200), ("GET http://localhost/healthz", [], 200),
        ("GET http://evil.example/", [], 403),
    ])
    func httpAnswersWithTheRightStatus(request: String, headers: [String], status: Int) throws {
        let server = try ServerProcess(["--ephemeral"])
        let client = try RawProbe(port: server.port)
        let lines = ["\(request) HTTP/1.1", "Host: localhost:\(server.port)", "Connection: close"] + headers
        client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        #expect(String(decoding: try client.everything(), as: UTF8.self).hasPrefix("HTTP/1.1 \(status) "))
    }

    @Test(arguments: ["rebound.example", "localhost:x", "[::1]x", "localhost@x", "localhost.x", ""])
    func aForeignHostIsRefused(host: String) throws {
        let server = try ServerProcess(["--ephemeral"])
        let client = try RawProbe(port: server.port)
        client.send("GET / HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
        #expect(String(decoding: try client.everything(), as: UTF8.self).hasPrefix("HTTP/1.1 403 "))
    }

    @Test(
        "the health check answers whatever the Host header says, and HTTP/1.0 without one",
        arguments: [
            ("GET /healthz HTTP/1.1\r\nHost: rebound.example\r\nConnection: close", 200),
            ("HEAD /healthz HTTP/1.1\r\nHost: 10.1.2.3:7400\r\nConnection: close", 200),
            ("GET /healthz HTTP/1.1\r\nHost:\r\nConnection: close", 200),
            ("GET /healthz HTTP/1.0", 200), ("GET /healthz HTTP/1.0\r\nHost: rebound.example", 200),
            ("GET /healthz HTTP/1.1\r\nConnection: close", 400), ("GET / HTTP/1.0", 400),
            ("GET /metrics HTTP/1.0", 400),
            ("GET /healthz HTTP/1.0\r\nOrigin: https://evil.example", 403),
        ])
    func theHealthCheckAnswersEverybody(head: String, status: Int) throws {
        let server = try ServerProcess(["--ephemeral"])
        let client = try RawProbe(port: server.port)
        client.send(head + "\r\n\r\n")
        let answer = String(decoding: try client.everything(), as: UTF8.self)
        #expect(answer.split(separator: " ").dropFirst().first == "\(status)", "\(answer)")
    }

    @Test("a server whose data file was deleted answers 503, and acknowledges nothing")
    func aDeletedFileIsNoticed() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("chat.sqlite")
        let server = try ServerProcess(["--data", path], errors: folder.file("errors"))
        let client = try RawProbe(port: server.port, as: "anna")
        let created = try client.call("conversation.create", ["participants": ["bea"]])
        let talk = created["conversation"]?["id"] ?? .null
        #expect(try DatabaseProcessTests.status(of: server) == "200")
        try FileManager.default.removeItem(atPath: path)
        let sent = try client.call("message.send", ["conversation": talk, "text": "lost"])
        #expect(sent["data"]?["reason"] == "unavailable" && sent["data"]?["outcome"] == "none")
        #expect(try DatabaseProcessTests.status(of: server) == "503")
        server.end(with: SIGKILL)
        let again = try ServerProcess.run("chat-server", ["--port", "0", "--data", path])
        #expect(again.status == 1 && again.output.contains("is missing") && again.output.contains("-wal"))
    }
}
