import ChatConformance
import ChatProtocol
import Foundation
import Testing

/// Bad input causes an error for its sender, but never harms the server or other sessions.
struct HostileBytesTests {
    /// Logs in another session, which must not be affected.
    private func bystander(_ server: ServerProcess) throws -> RawProbe {
        let connection = try RawProbe(port: server.port, as: "bystander")
        return connection
    }

    @Test func everyMalformedLineGetsItsErrorAndTheSessionGoesOn() throws {
        let server = try ServerProcess(["--ephemeral"])
        let other = try bystander(server)
        let client = try RawProbe(port: server.port, as: "anna")
        let lines: [(line: [UInt8], code: Int64)] = [
            (Array("{".utf8), -32700), (Array("nonsense".utf8), -32700), (Array("\"\\ud800\"".utf8), -32700),
            (Array(String(repeating: "[", count: 65).utf8), -32700),
            ([UInt8(ascii: "{"), UInt8(ascii: "\""), 0xFF, 0xFE, UInt8(ascii: "\""), UInt8(ascii: "}")], -32700),
            (Array("[]".utf8), -32600), (Array("[{}]".utf8), -32600), (Array("{}".utf8), -32600),
            (Array("42".utf8), -32600), (Array(#"{"jsonrpc":"2.0","method":"session.ping"}"#.utf8), -32600),
            (Array(#"{"jsonrpc":"2.0","id":9007199254740993,"method":"session.ping"}"#.utf8), -32600),
            (Array(#"{"jsonrpc":"2.0","id":1,"id":2,"method":"session.ping"}"#.utf8), -32600),
            // The handshake of a server of a database, which this server has not.
            (Array(#"{"forward":"00112233445566778899aabbccddeeff"}"#.utf8), -32600),
            (Array(#"{"jsonrpc":"2.0","id":1,"method":"no.such"}"#.utf8), -32601),
            (Array(#"{"jsonrpc":"2.0","id":1,"method":"session.ping","params":{"x":1}}"#.utf8), -32602),
            (Array(#"{"jsonrpc":"2.0","id":1,"method":"message.send","params":{"text":1}}"#.utf8), -32602),
            (
                Array(
                    #"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"role":"person","handle":"a"}}"#.utf8),
                -32004
            ),
            (
                Array(
                    #"{"jsonrpc":"2.0","id":1,"method":"message.send","params":{"conversation":"c999","text":"x"}}"#
                        .utf8),
                -32003
            ),
            (Array(#"{"jsonrpc":"2.0","id":1,"method":"clock.advance","params":{"milliseconds":1}}"#.utf8), -32002),
        ]
        for (line, code) in lines {
            client.send(line + [UInt8(ascii: "\n")])
            let answer = try client.message()
            #expect(answer["error"]?["code"]?.integerValue == code, "\(String(decoding: line, as: UTF8.self))")
            #expect(answer["error"]?["data"]?["reason"]?.stringValue?.isEmpty == false)
        }
        #expect(try client.call("session.ping") == [:])
        #expect(try other.call("session.ping") == [:])
    }

    @Test("a message that only a server sends is refused, and the session goes on")
    func serversMessagesAreRefused() throws {
        let server = try ServerProcess(["--ephemeral"])
        let client = try RawProbe(port: server.port, as: "anna")
        for line in [
            #"{"jsonrpc":"2.0","id":1,"result":{}}"#, #"{"jsonrpc":"2.0","id":1,"result":{"session":"s"},"method":1}"#,
            #"{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"no"}}"#,
            #"{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"no"}}"#,
            #"{"jsonrpc":"2.0","method":"message.posted","params":{"cursor":1}}"#,
        ] {
            client.sendLine(line)
            #expect(try client.message()["error"]?["code"] == -32600, "\(line)")
        }
        for name in NotificationName.allCases {
            let refused = try client.call(name.rawValue, ["cursor": 1])
            #expect(refused["code"] == -32601, "\(name)")
        }
        #expect(try client.call("session.ping") == [:])
    }

    @Test(
        "lines in and after an HTTP request are never run as requests",
        arguments: [
            ("POST /", [], 405), ("POST /nowhere", [], 404), ("PUT /rpc", [], 405), ("POST /ws", [], 405),
            ("POST /rpc", ["Origin: http://evil.example"], 403), ("POST /mcp", ["Origin: null"], 403),
            ("POST /rpc", ["Content-Type: text/plain"], 200), ("GET /healthz", [], 200),
        ])
    func linesInAnHTTPRequestAreNotRun(request: String, headers: [String], status: Int) throws {
        let server = try ServerProcess(["--ephemeral"])
        let lines =
            [
                #"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"role":"person","handle":"mallory"}}"#,
                #"{"jsonrpc":"2.0","id":2,"method":"conversation.create","params":{"participants":["anna"]}}"#,
            ].joined(separator: "\n") + "\n"
        for length in [lines.utf8.count, 0] {
            let client = try RawProbe(port: server.port)
            let head = ["\(request) HTTP/1.1", "Host: localhost", "Content-Length: \(length)"] + headers
            client.send(head.joined(separator: "\r\n") + "\r\n\r\n" + lines)
            client.endSending()
            let answer = String(decoding: try client.everything(), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && !answer.contains("\"result\""), "\(answer)")
        }
        let observer = try RawProbe(port: server.port)
        try observer.call("session.hello", ["role": "observer"])
        #expect(try observer.call("person.list")["people"] == [])
    }

    @Test(
        "every door refuses a message over the limit before its end",
        arguments: ["lines", "WebSocket", "POST /rpc?role=person&handle=eve HTTP/1.1", "POST /mcp HTTP/1.1"])
    func everyDoorHasTheLimit(door: String) throws {
        let server = try ServerProcess(["--ephemeral"])
        let other = try bystander(server)
        let tooMany = Limits.standard.messageBytes + 1
        switch door {
        case "lines":
            let client = try RawProbe(port: server.port, as: "eve")
            client.send(String(repeating: " ", count: tooMany))
            #expect(try client.message()["error"]?["data"]?["limit"]?["name"] == "messageBytes")
            #expect(try client.line() == nil)
        case "WebSocket":
            let client = try WebSocketProbe(port: server.port)
            _ = try client.next()
            client.say(#"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"role":"person","handle":"eve"}}"#)
            _ = try client.next()
            // The header of a masked frame of this length is enough.
            client.send(
                [0x81, 0xFF] + (0..<8).map { UInt8(truncatingIfNeeded: tooMany >> (56 - 8 * $0)) } + [0, 0, 0, 0])
            var close: WebSocketClose?
            while let event = try client.next(), close == nil { if case .closed(let end) = event { close = end } }
            #expect(close?.code.rawValue == 1009)
        default:
            let client = try RawProbe(port: server.port)
            client.send("\(door)\r\nHost: localhost\r\nContent-Length: \(tooMany)\r\n\r\n")
            #expect(String(decoding: try client.everything(), as: UTF8.self).hasPrefix("HTTP/1.1 413 "))
        }
        #expect(try other.call("session.ping") == [:])
    }

    @Test func anUnregisteredAppAndAnythingBeforeHelloAreRefused() throws {
        let server = try ServerProcess(["--ephemeral"])
        let client = try RawProbe(port: server.port)
        #expect(try client.call("session.ping")["code"] == -32001)
        let hello: JSONValue = ["role": "app", "handle": "anna", "app": "com.example.none"]
        #expect(try client.call("session.hello", hello)["code"] == -32003)
        #expect(try client.call("session.hello", ["role": "person", "handle": "anna"])["protocol"] == 1)
    }

    @Test func anOversizeLineIsTheLastOfItsConnection() throws {
        let server = try ServerProcess(["--ephemeral"])
        let other = try bystander(server)
        let client = try RawProbe(port: server.port)
        client.send("{" + String(repeating: " ", count: 300 * 1024))
        let answer = try client.message()
        #expect(answer["error"]?["data"]?["limit"]?["name"] == "messageBytes")
        #expect(try client.line() == nil)
        #expect(try other.call("session.ping") == [:])
    }

    @Test func requestsBeforeAnOversizeLineAreAnsweredFirst() throws {
        let server = try ServerProcess(["--ephemeral"])
        let client = try RawProbe(port: server.port)
        client.send(
            #"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"role":"person","handle":"anna"}}"# + "\n"
                + String(repeating: "x", count: 300 * 1024))
        #expect(try client.message()["result"]?["me"]?["handle"] == "anna")
        #expect(try client.message()["error"]?["data"]?["limit"]?["name"] == "messageBytes")
        #expect(try client.line() == nil)
    }

    @Test func aClientThatKeepsSendingStillReadsTheLastError() throws {
        let server = try ServerProcess(["--ephemeral"])
        for _ in 0..<3 {
            let client = try RawProbe(port: server.port)
            let isTaken = client.send("{" + String(repeating: " ", count: 8_000_000))
            #expect(isTaken)
            #expect(try client.message()["error"]?["data"]?["limit"]?["name"] == "messageBytes")
        }
    }

    @Test func aLineAtTheLimitIsTaken() throws {
        let server = try ServerProcess(["--ephemeral"])
        let client = try bystander(server)
        let request = #"{"jsonrpc":"2.0","id":7,"method":"session.ping"}"#
        client.sendLine(request + String(repeating: " ", count: 256 * 1024 - request.utf8.count))
        #expect(try client.message()["id"] == 7)
    }

    @Test func noiseIsClosedWithoutAWord() throws {
        let server = try ServerProcess(["--ephemeral"])
        let other = try bystander(server)
        var random = SplitMix(seed: 7)
        for length in [1, 5, 300, 70_000] {
            let client = try RawProbe(port: server.port)
            client.send([0x16, 0x03, 0x01] + (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
            #expect(try client.everything().isEmpty)
        }
        #expect(try other.call("session.ping") == [:])
    }

    @Test(arguments: ["PROPFIND / HTTP/1.1\r\n", "get / HTTP/1.1\r\n\r\n", "foo bar", "EHLO me\r\n"])
    func anUnknownHTTPMethodIsAnsweredWith501(start: String) throws {
        let server = try ServerProcess(["--ephemeral"])
        let client = try RawProbe(port: server.port)
        client.send(start)
        #expect(String(decoding: try client.everything(), as: UTF8.self).hasPrefix("HTTP/1.1 501 "))
    }

    @Test func blanksBeforeTheFirstByteAreBounded() throws {
        let server = try ServerProcess(["--ephemeral"])
        let patient = try RawProbe(port: server.port)
        patient.send(String(repeating: " ", count: 16 * 1024))
        #expect(try patient.call("session.hello", ["role": "person", "handle": "anna"])["session"] != nil)
        let client = try RawProbe(port: server.port)
        client.send(String(repeating: "\n", count: 16 * 1024 + 1))
        #expect(try client.everything().isEmpty)
    }

    @Test func aConnectionThatIsResetLeavesNothingBehind() throws {
        let server = try ServerProcess(["--ephemeral"])
        let other = try bystander(server)
        for _ in 0..<200 {
            let client = try RawProbe(port: server.port)
            client.send(#"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"role":"person","#)
        }
        #expect(try other.call("session.ping") == [:])
    }
}
