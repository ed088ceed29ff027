import ChatConformance
import ChatEngine
import ChatLog
import ChatProtocol
import ChatServer
import Testing

/// No client can hold a connection by sending little, or memory by requesting much.
struct DeadlineTests {
    private func server(helloMilliseconds: Int = 100) throws -> SocketServer {
        var configuration = SocketServer.Configuration()
        configuration.engine.limits.helloMilliseconds = helloMilliseconds
        configuration.engine.limitsRate = false
        return try SocketServer(configuration: configuration, log: MemoryEventLog(), isStored: false)
    }

    @Test(arguments: [
        "GET /healthz HTTP/1.1\r\nHost: ",
        "POST /rpc HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{",
    ])
    func anHTTPRequestThatDoesNotComeWholeIsToldSo(start: String) throws {
        let server = try server()
        defer { server.stop() }
        let client = try RawProbe(port: server.port)
        client.send(start)
        #expect(String(decoding: try client.everything(), as: UTF8.self).hasPrefix("HTTP/1.1 408 "))
    }

    @Test func aConnectionWithoutHelloIsClosedDespiteOtherLines() throws {
        let server = try server()
        defer { server.stop() }
        let client = try RawProbe(port: server.port)
        client.sendLine("{}")
        var last = ""
        while let line = try client.line() {
            last = line
            client.sendLine("{}")
        }
        #expect(last.contains("The first request must come within"))
    }

    @Test func aSilentConnectionStaysOpenAfterHello() throws {
        let server = try server()
        defer { server.stop() }
        let client = try RawProbe(port: server.port, as: "anna")
        // When this connection is closed, the deadline of the other one is over too.
        let silent = try RawProbe(port: server.port)
        #expect(try silent.everything().isEmpty)
        #expect(try client.call("session.ping") == [:])
    }

    @Test func anUnfinishedLineAfterHelloIsRefusedAndClosed() throws {
        let server = try server()
        defer { server.stop() }
        let client = try RawProbe(port: server.port, as: "anna")
        client.send(#"{"jsonrpc":"2.0","id":2,"#)
        let last = try client.message()
        #expect(last["id"] == .null && last["error"]?["code"] == -32600)
        #expect(last["error"]?["message"]?.stringValue?.contains("did not arrive within 100 ms") == true)
        #expect(try client.line() == nil)
    }

    @Test func aFewBytesThatAskForMuchAreAnsweredInOrderOverSeveralTicks() throws {
        // This test does not measure time. A client that has ended its sending, and reads slowly because the machine is
        // busy, must not be closed for that.
        let server = try server(helloMilliseconds: 600_000)
        defer { server.stop() }
        let client = try RawProbe(port: server.port, as: "anna")
        let created = try client.call("conversation.create", ["participants": ["bea"]])
        let conversation = try #require(created["conversation"]?["id"]?.stringValue)
        let text = JSONValue.string(String(repeating: "x", count: 20_000))
        for _ in 1...5 { try client.call("message.send", ["conversation": .string(conversation), "text": text]) }
        let count: Int64 = 100
        for id in 1...count {
            client.sendLine(
                #"{"jsonrpc":"2.0","id":\#(id),"method":"conversation.history","params":{"conversation":""#
                    + conversation + #""}}"#)
        }
        client.endSending()
        for id in 1...count { #expect(try client.message()["id"]?.integerValue == id) }
        #expect(try client.line() == nil)
    }
}
