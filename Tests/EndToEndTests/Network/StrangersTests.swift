import ChatConformance
import ChatEngine
import ChatLog
import ChatProtocol
import ChatServer
import Foundation
import Testing

/// Clients without a login take no resources from logged-in clients, or from new ones.
struct StrangersTests {
    private func server(connectionsMax: Int) throws -> SocketServer {
        var configuration = SocketServer.Configuration()
        configuration.connectionsMax = connectionsMax
        configuration.engine.limits.helloMilliseconds = 600_000
        return try SocketServer(configuration: configuration, log: MemoryEventLog(), isStored: false)
    }

    /// Returns a connection that the server has accepted, and that has not logged in.
    private func stranger(_ server: SocketServer) throws -> RawProbe {
        let client = try RawProbe(port: server.port)
        try client.call("session.ping")
        return client
    }

    private let anna: JSONValue = ["role": "person", "handle": "anna"]

    @Test func theLongestSilentMakesRoomAndIsToldSo() throws {
        let server = try server(connectionsMax: 4)
        defer { server.stop() }
        let greeted = try RawProbe(port: server.port, as: "anna")
        let strangers = try (0..<3).map { _ in try stranger(server) }
        try strangers[0].call("session.ping")
        let newcomer = try RawProbe(port: server.port)
        #expect(try newcomer.call("session.hello", ["role": "person", "handle": "bea"])["session"] != nil)
        let last = try strangers[1].message()
        #expect(last["id"] == .null && last["error"]?["data"]?["reason"] == "unavailable")
        #expect(try strangers[1].line() == nil)
        for client in [strangers[0], strangers[2]] { #expect(try client.call("session.ping")["code"] == -32001) }
        #expect(try greeted.call("session.ping") == [:])
    }

    @Test func aConnectionWithoutLoginGivesWayWithALineOr503() throws {
        let server = try server(connectionsMax: 2)
        defer { server.stop() }
        let silent = try RawProbe(port: server.port)
        let browser = try RawProbe(port: server.port)
        browser.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try browser.line() == "HTTP/1.1 200 OK\r")
        let first = try RawProbe(port: server.port, as: "anna")
        #expect(try silent.message()["error"]?["data"]?["reason"] == "unavailable")
        #expect(try silent.line() == nil)
        let second = try RawProbe(port: server.port, as: "anna")
        #expect(String(decoding: try browser.everything(), as: UTF8.self).contains("HTTP/1.1 503 "))
        // If all clients are logged in, the new connection is refused.
        #expect(try RawProbe(port: server.port).everything().isEmpty)
        for client in [first, second] { #expect(try client.call("session.ping") == [:]) }
    }

    @Test func aFloodOfStrangersKeepsNobodyOut() throws {
        let server = try server(connectionsMax: 8)
        defer { server.stop() }
        let flood = try (0..<200).map { _ in try RawProbe(port: server.port) }
        let client = try RawProbe(port: server.port)
        #expect(try client.call("session.hello", anna)["session"] != nil)
        withExtendedLifetime(flood) {}
    }

    @Test("strangers with unfinished input lose it, and a session at their address ends its own")
    func unfinishedInputCostsNoSession() throws {
        let server = try server(connectionsMax: 200)
        defer { server.stop() }
        let session = try RawProbe(port: server.port, as: "anna")
        let request = #"{"jsonrpc":"2.0","id":77,"method":"session.ping"}"#
        session.send(request + String(repeating: " ", count: 100_000))
        let half =
            "POST /rpc?role=person&handle=carl HTTP/1.1\r\nHost: localhost\r\nContent-Length: 250001\r\n\r\n"
            + String(repeating: " ", count: 250_000)
        let strangers = try (0..<100).map { _ in
            let stranger = try RawProbe(port: server.port)
            stranger.send(half)
            return stranger
        }
        session.send("\n")
        #expect(try session.message()["id"] == 77)
        let newcomer = try RawProbe(port: server.port)
        #expect(try newcomer.call("session.hello", ["role": "person", "handle": "bea"])["session"] != nil)
        var ended = 0
        for stranger in strangers {
            stranger.send(" ")
            // A connection may be reset before its client has read the reason.
            guard let status = try? stranger.line(), !status.contains(" 503 ") else {
                ended += 1
                continue
            }
        }
        #expect(ended > 0 && ended < 100)
    }

    @Test("a stranger's line and WebSocket message end at the length of a login, and a session's line does not")
    func aStrangersMessageIsShort() throws {
        let server = try server(connectionsMax: 8)
        defer { server.stop() }
        let blanks = String(repeating: " ", count: 40_000)
        let request = #"{"jsonrpc":"2.0","id":7,"method":"session.ping"}"#
        let stranger = try RawProbe(port: server.port)
        stranger.send(request + blanks)
        let last = try stranger.message()
        #expect(last["id"] == .null && last["error"]?["data"]?["limit"]?["value"] == 32_768, "\(last)")
        #expect(try stranger.line() == nil)
        let session = try RawProbe(port: server.port, as: "anna")
        session.send(request + blanks + "\n")
        #expect(try session.message()["id"] == 7)
        // A login and a long line may arrive together.
        let hasty = try RawProbe(port: server.port)
        hasty.send(
            #"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"role":"person","handle":"bea"}}"# + "\n"
                + request + blanks + "\n")
        #expect(try hasty.message()["id"] == 1)
        #expect(try hasty.message()["id"] == 7)
    }

    @Test func guessesOverManyConnectionsAreRateLimitedAndLoggedOnce() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("tokens.json")
        let made = try ServerProcess.run(
            "chat-server", ["token", "add", "--role", "person", "--handle", "anna", "--tokens", file],
            errors: folder.file("said"))
        let secret = JSONValue.string(String(made.output.dropLast()))
        let server = try ServerProcess(["--ephemeral", "--tokens", file], errors: folder.file("log"))
        func hello(_ token: JSONValue) throws -> JSONValue {
            let hello: JSONValue = ["role": "person", "handle": "anna", "token": token]
            return try RawProbe(port: server.port).call("session.hello", hello)
        }
        #expect(try hello(secret)["session"] != nil)
        for _ in 1...60 { #expect(try hello("ust_00000000_zyx")["code"] == -32001) }
        for _ in 1...3 {
            let refusal = try hello("ust_00000000_zyx")
            #expect(refusal["code"] == -32007)
            #expect(refusal["data"]?["retryAfterMilliseconds"]?.integerValue.map { $0 <= 60_000 } == true)
        }
        #expect(server.end(with: SIGTERM) == 0)
        let log = try folder.text(of: "log")
        #expect(log.split(separator: "\n").count == 1 && log.contains("address=127.0.0.1") && !log.contains("zyx"))
    }
}
