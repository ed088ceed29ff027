import ChatEngine
import ChatLog
import ChatProtocol
import ChatServer
import Foundation
import Testing

/// A reader that does not read costs itself alone (law 5), and can resume.
struct SlowReaderTests {
    @Test("D18: Who never reads is closed and can resume, while others hear everything")
    func whoNeverReadsIsClosedAndCanResumeWhileOthersHearEverything() throws {
        var configuration = SocketServer.Configuration()
        configuration.engine.limits.unsentBytes = 256 * 1024
        configuration.engine.limitsRate = false
        let server = try SocketServer(configuration: configuration, log: MemoryEventLog(), isStored: false)
        defer { server.stop() }
        let anna = try RawConnection(port: server.port)
        try anna.call("session.hello", ["role": "person", "handle": "anna"])
        let created = try anna.call("conversation.create", ["participants": ["bea", "slow"]])
        let conversation = try #require(created["conversation"]?["id"])
        let bea = try RawConnection(port: server.port)
        try bea.call("session.hello", ["role": "person", "handle": "bea"])
        let slow = try RawConnection(port: server.port, receiveBuffer: 4_096)
        let cursor = try #require(try slow.call("session.hello", ["role": "person", "handle": "slow"])["cursor"])
        // What the kernel buffers on the sending side comes on top of the server's own limit.
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

        let again = try RawConnection(port: server.port)
        try again.call("session.hello", ["role": "person", "handle": "slow", "after": cursor])
        for sequence in 1...count {
            let told = try again.message()
            #expect(told["params"]?["message"]?["sequence"]?.integerValue == sequence)
        }
    }
}
