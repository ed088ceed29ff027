import ChatConformance
import ChatProtocol
import Testing

/// The WebSocket endpoint of a real server, with a client that uses the other role of the same codec.
struct WebSocketTests {
    private let hello = #"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"role":"person","handle":"anna"}}"#

    @Test func halfAMessageIsNotWaitedForForEver() throws {
        let folder = try TemporaryFolder()
        try folder.write(#"{"limits": {"helloMilliseconds": 100}}"#, to: "server.json")
        let server = try ServerProcess(["--ephemeral", "--config", folder.file("server.json")])
        let client = try WebSocketProbe(port: server.port)
        #expect(try client.next() == .upgraded(subprotocol: "chat.v1"))
        client.say(hello)
        _ = try client.next()
        // A first fragment of two bytes, with a mask of zeros.
        client.send([0x01, 0x82, 0, 0, 0, 0] + Array("{ ".utf8))
        guard case .message(let refusal) = try client.next() else {
            Issue.record("no word at the end")
            return
        }
        #expect(try JSONReader.read(refusal).value["error"]?["code"] == -32600)
        #expect(try client.next() == .closed(WebSocketClose(.policyViolation, reason: "unfinished message")))
    }

    @Test func theEchoServerClosesASilentConnection() throws {
        let server = try ServerProcess(product: "websocket-echo", ["127.0.0.1", "0", "100"])
        #expect(try RawProbe(port: server.port).everything().isEmpty)
        let client = try WebSocketProbe(port: server.port)
        #expect(try client.next() == .upgraded(subprotocol: "chat.v1"))
        #expect(try client.next() == .closed(WebSocketClose(.goingAway, reason: "silent")))
    }

    @Test func aMessageIsAMessage() throws {
        let server = try ServerProcess(["--ephemeral"])
        let client = try WebSocketProbe(port: server.port)
        #expect(try client.next() == .upgraded(subprotocol: "chat.v1"))
        client.say(hello)
        guard case .message(let answer) = try client.next() else {
            Issue.record("no answer")
            return
        }
        #expect(try JSONReader.read(answer).value["result"]?["me"]?["handle"] == "anna")
        client.say("{")
        guard case .message(let refusal) = try client.next() else {
            Issue.record("no refusal")
            return
        }
        #expect(try JSONReader.read(refusal).value["error"]?["code"] == -32700)
    }

    @Test(
        arguments: [
            ([0x81, 0x01, 0x41], 1002), ([0x82, 0x81, 0, 0, 0, 0, 0x41], 1003), ([0xC1, 0x80, 0, 0, 0, 0], 1002),
            ([0x81, 0x81, 0, 0, 0, 0, 0xFF], 1007), ([0x81, 0xFF, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0], 1009),
        ] as [([UInt8], UInt16)])
    func aBrokenFrameEndsTheConnectionWithItsCode(bytes: [UInt8], code: UInt16) throws {
        let server = try ServerProcess(["--ephemeral"])
        let other = try RawProbe(port: server.port, as: "bystander")
        let client = try WebSocketProbe(port: server.port)
        _ = try client.next()
        client.send(bytes)
        // One last error as a message, then the close frame with the code.
        var last: WireConnection.Event?
        while let event = try client.next() {
            last = event
            if case .closed = event { break }
        }
        guard case .closed(let close) = last else {
            Issue.record("it ended with \(String(describing: last))")
            return
        }
        #expect(close.code.rawValue == code)
        #expect(try other.call("session.ping") == [:])
    }
}
