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
