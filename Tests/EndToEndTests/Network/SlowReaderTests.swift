import ChatConformance
import ChatEngine
import ChatLog
import ChatProtocol
import ChatServer
import ChatSystem
import Foundation
import Testing

/// A client that does not read harms only itself (law 5), and can resume.
struct SlowReaderTests {
    @Test("D18: Who never reads is closed and can resume, while others hear everything")
    func whoNeverReadsIsClosedAndCanResumeWhileOthersHearEverything() throws {
        var configuration = SocketServer.Configuration()
        configuration.engine.limits.unsentBytes = 256 * 1024
        configuration.engine.limitsRate = false
        let server = try SocketServer(configuration: configuration, log: MemoryEventLog(), isStored: false)
        defer { server.stop() }
        let anna = try RawProbe(port: server.port, as: "anna")
        let created = try anna.call("conversation.create", ["participants": ["bea", "slow"]])
        let conversation = try #require(created["conversation"]?["id"])
        let bea = try RawProbe(port: server.port, as: "bea")
        let slow = try RawProbe(port: server.port, receiveBuffer: 4_096)
        let cursor = try #require(try slow.call("session.hello", ["role": "person", "handle": "slow"])["cursor"])
        // The kernel's send buffer comes on top of the server's own limit.
        let text = JSONValue.string(String(repeating: "x", count: 20_000))
        let count: Int64 = 400
        for id in 1...count {
            try anna.call("message.send", ["conversation": conversation, "text": text], id: id)
            let heard = try bea.message()
            #expect(heard["params"]?["message"]?["sequence"]?.integerValue == id)
        }
        let left = try slow.everything()
        #expect(left.count < 20_000 * Int(count), "the slow reader was closed before it was told everything")
        #expect(try bea.call("session.ping") == [:])

        let again = try RawProbe(port: server.port)
        try again.call("session.hello", ["role": "person", "handle": "slow", "after": cursor])
        for sequence in 1...count {
            let told = try again.message()
            #expect(told["params"]?["message"]?["sequence"]?.integerValue == sequence)
        }
    }

    @Test("D18: Where too much waits for all sessions of a person, the slowest end, and others hear everything")
    func whereTooMuchWaitsForAPersonTheSlowestEndAndCanResume() throws {
        var configuration = SocketServer.Configuration()
        configuration.engine.limits.unsentBytesOfPerson = 256 * 1024
        try sessionsThatNeverRead(configuration) { _ in "slow" }
    }

    @Test("D18: Where too much waits for all, those end for whom the most does")
    func whereTooMuchWaitsForAllTheSlowestEndAndCanResume() throws {
        var configuration = SocketServer.Configuration()
        configuration.engine.limits.unsentBytesOfServer = 256 * 1024
        try sessionsThatNeverRead(configuration) { "slow\($0)" }
    }

    @Test("a WebSocket that sends pings and reads no answer is ended, and others are answered")
    func unreadPongsEndAConnection() throws {
        var configuration = SocketServer.Configuration()
        configuration.engine.limits.unsentBytes = 65_536
        let server = try SocketServer(configuration: configuration, log: MemoryEventLog(), isStored: false)
        defer { server.stop() }
        let hello = #"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"role":"person","handle":"anna"}}"#
        let payload = [UInt8](repeating: 0x70, count: 125)
        let ping = [0x89, 0xFD, 0, 0, 0, 0] + payload
        let other = try WebSocketProbe(port: server.port)
        _ = try other.next()
        other.say(hello)
        _ = try other.next()
        func isAnswered() throws -> Bool {
            other.send(ping)
            return try other.next() == .pong(payload)
        }
        #expect(try isAnswered())
        // A probe would read while it sends.
        let address = try #require(SocketAddress(host: "127.0.0.1", port: server.port))
        let client = try Sockets.connect(to: address, receiveBuffer: 4_096)
        defer { Descriptors.close(client) }
        func send(_ bytes: [UInt8]) -> Bool {
            var sent = 0
            while sent < bytes.count {
                switch Sockets.send(client, bytes, from: sent, to: bytes.count) {
                case .bytes(let count): sent += count
                case .wouldBlock:
                    let interest = Interest(descriptor: client, reads: false, writes: true)
                    let ready = Readiness.wait(for: [interest], milliseconds: Int(RawProbe.patience))
                    guard ready[0].canWrite else { return false }
                case .ended: return false
                }
            }
            return true
        }
        let head = [
            "GET /ws HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==",
        ]
        #expect(send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8)))
        #expect(send([0x81, 0x80 | UInt8(hello.utf8.count), 0, 0, 0, 0] + Array(hello.utf8)))
        let flood = [UInt8]((0..<1_000).map { _ in ping }.joined())
        var rounds = 0
        while rounds < 400, send(flood) { rounds += 1 }
        #expect(rounds < 400)
        let metrics = try RawProbe(port: server.port)
        metrics.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        let numbers = String(decoding: try metrics.everything(), as: UTF8.self)
        #expect(numbers.contains("understudy_connections_ended_total{reason=\"reads_too_slowly\"} 1"), "\(numbers)")
        #expect(try isAnswered())
    }

    /// Connects clients that never read, none of which exceeds its own limit, while Bea reads all messages of Anna.
    private func sessionsThatNeverRead(
        _ configuration: SocketServer.Configuration, _ name: (Int) -> String
    ) throws {
        var configuration = configuration
        configuration.engine.limitsRate = false
        let server = try SocketServer(configuration: configuration, log: MemoryEventLog(), isStored: false)
        defer { server.stop() }
        let anna = try RawProbe(port: server.port, as: "anna")
        let names = (0..<4).map(name)
        let created = try anna.call(
            "conversation.create", ["participants": .array((names + ["bea", "carl"]).map { .string($0) })])
        let conversation = try #require(created["conversation"]?["id"])
        let bea = try RawProbe(port: server.port, as: "bea")
        let slow = try names.map { name in
            let client = try RawProbe(port: server.port, receiveBuffer: 4_096)
            let hello: JSONValue = ["role": "person", "handle": .string(name)]
            return (client, try #require(try client.call("session.hello", hello)["cursor"]))
        }
        // The kernel's send buffer comes on top: it takes less than this for each client.
        let text = JSONValue.string(String(repeating: "x", count: 20_000))
        let count: Int64 = 400
        for id in 1...count {
            try anna.call("message.send", ["conversation": conversation, "text": text], id: id)
            #expect(try bea.message()["params"]?["message"]?["sequence"]?.integerValue == id)
        }
        let metrics = try RawProbe(port: server.port)
        metrics.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        let numbers = String(decoding: try metrics.everything(), as: UTF8.self)
        #expect(numbers.contains("understudy_connections_ended_total{reason=\"reads_too_slowly\"} 4"), "\(numbers)")
        #expect(try bea.call("session.ping") == [:])
        for (client, _) in slow { #expect(try client.everything().count < 20_000 * Int(count)) }

        // A resumed client receives no faster than it reads, even with a small buffer of the kernel.
        let again = try RawProbe(port: server.port, receiveBuffer: 4_096)
        try again.call("session.hello", ["role": "person", "handle": .string(names[0]), "after": slow[0].1])
        for sequence in 1...count {
            #expect(try again.message()["params"]?["message"]?["sequence"]?.integerValue == sequence)
        }
    }
}
