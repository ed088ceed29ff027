import ChatConnection
import ChatEngine
import ChatProtocol
import ChatTestKit
import Synchronization
import Testing

/// An embedded server with a real clock delivers due events when a client reads.
@Suite struct EmbeddedTimeTests {
    private final class Wall: Sendable {
        private let milliseconds = Atomic<Int64>(1_700_000_000_000)

        var now: Instant { Instant(milliseconds: milliseconds.load(ordering: .relaxed)) }

        func pass(_ time: Int64) { milliseconds.add(time, ordering: .relaxed) }
    }

    @Test func typingEndsWhenItsTimeIsOverOrItsStreamCloses() throws {
        let wall = Wall()
        let server = try EmbeddedServer(configuration: ServerEngine.Configuration()) { wall.now }
        func join(_ identity: Hello.Identity) throws -> ScriptedClient {
            let client = ScriptedClient(try server.connect())
            try client.hello(Hello(identity))
            return client
        }
        let anna = try join(.person(try #require(Handle("anna")), name: nil))
        let bea = try join(.person(try #require(Handle("bea")), name: nil))
        let created = try anna.request("conversation.create") { $0.member("participants", ["bea"]) }
        let id = try #require(created["conversation"]?["id"]?.stringValue)
        try anna.request("conversation.typing") {
            $0.member("conversation", id)
            $0.member("typing", true)
        }
        wall.pass(59_999)
        try bea.catchUp()
        #expect(bea.takeInbox().filter { $0.method == "typing" }.map { $0.params["typing"] } == [true])
        wall.pass(1)
        let ended = try bea.wait { $0.method == "typing" }
        #expect(ended.params["typing"] == false)
        // A closed stream ends its person's typing at once.
        try anna.request("conversation.typing") {
            $0.member("conversation", id)
            $0.member("typing", true)
        }
        try bea.catchUp()
        _ = bea.takeInbox()
        anna.close()
        #expect(try bea.wait { $0.method == "typing" }.params["typing"] == false)
    }
}
