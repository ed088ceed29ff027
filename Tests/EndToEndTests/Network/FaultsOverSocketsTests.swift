import ChatConnection
import ChatEngine
import ChatLog
import ChatProtocol
import ChatServer
import Synchronization
import Testing

/// Faults and time on a real server: its timer delivers due events, and the log reports them.
struct FaultsOverSocketsTests {
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    private func join(_ server: SocketServer, _ identity: Hello.Identity, device: String? = nil) throws
        -> ScriptedClient
    {
        let client = ScriptedClient(try SocketTransport(to: ServerEndpoint(host: "127.0.0.1", port: server.port)))
        try client.hello(Hello(identity, device: device))
        return client
    }

    @Test func theTimerBringsWhatIsDueAndTheLogSaysWhatCameAbout() throws {
        let lines = Lines()
        var configuration = SocketServer.Configuration()
        configuration.engine.limits.typingMilliseconds = 20
        let server = try SocketServer(
            configuration: configuration, log: MemoryEventLog(), isStored: false,
            serverLog: ServerLog(format: .text) { lines.add($0) })
        defer { server.stop() }
        let observer = try join(server, .observer(nil))
        let anna = try join(server, .person(try #require(Handle("anna")), name: nil))
        let bea = try join(server, .person(try #require(Handle("bea")), name: nil), device: "a\nphone")
        let created = try anna.request("conversation.create") { $0.member("participants", ["bea"]) }
        let id = try #require(created["conversation"]?["id"]?.stringValue)
        try observer.request("fault.inject") {
            $0.key("on")
            $0.object {
                $0.member("notification", "message.posted")
                $0.member("to", "bea")
            }
            $0.member("do", "delay")
            $0.member("milliseconds", 30)
        }
        try anna.request("message.send") {
            $0.member("conversation", id)
            $0.member("text", "late")
        }
        // No client sends a request: only the server's own timer can deliver these.
        try bea.wait { $0.method == "message.posted" }
        try anna.wait { $0.method == "receipt" }
        try anna.request("conversation.typing") {
            $0.member("conversation", id)
            $0.member("typing", true)
        }
        try bea.wait { $0.method == "typing" && $0.params["typing"] == false }
        try observer.wait { $0.method == "fault.fired" }
        #expect(
            lines.all == [
                "chat-server: a fault occurred fault=fault-1 notification=message.posted do=delay\n"
            ])
    }

    @Test func aFaultEndsAConnectionThatCanResume() throws {
        let server = try SocketServer(configuration: .init(), log: MemoryEventLog(), isStored: false)
        defer { server.stop() }
        let observer = try join(server, .observer(nil))
        let anna = try join(server, .person(try #require(Handle("anna")), name: nil))
        let handle = try #require(Handle("bea"))
        let bea = try join(server, .person(handle, name: nil))
        let created = try anna.request("conversation.create") { $0.member("participants", ["bea"]) }
        let id = try #require(created["conversation"]?["id"]?.stringValue)
        try bea.catchUp()
        try observer.request("fault.inject") {
            $0.key("on")
            $0.object { $0.member("to", "bea") }
            $0.member("do", "disconnect")
        }
        try anna.request("message.send") {
            $0.member("conversation", id)
            $0.member("text", "one")
        }
        #expect(throws: ClientFailure.self) { try bea.wait { $0.method == "message.posted" } }
        let again = ScriptedClient(try SocketTransport(to: ServerEndpoint(host: "127.0.0.1", port: server.port)))
        try again.hello(Hello(.person(handle, name: nil), after: bea.cursor))
        try again.wait { $0.method == "message.posted" }
    }
}
