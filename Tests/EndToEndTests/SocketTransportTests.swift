import ChatConnection
import ChatProtocol
import ChatTestKit
import Testing

/// The client's stream over a real socket of a real server.
struct SocketTransportTests {
    private func person(_ name: String, on stage: any Stage) throws -> ScriptedClient {
        let client = ScriptedClient(try stage.connect())
        let handle = try #require(Handle(name))
        try client.hello(Hello(.person(handle, name: nil), world: WorldName(stage.world)))
        return client
    }

    @Test func twoPersonsTalkOverSockets() throws {
        let server = try LocalServer()
        defer { server.close() }
        let stage = SocketStage(to: server.endpoint)
        let anna = try person("anna", on: stage)
        let bea = try person("bea", on: stage)
        let created = try anna.request("conversation.create") { $0.member("participants", ["bea"]) }
        let id = try #require(created["conversation"]?["id"]?.stringValue)
        let text = String(repeating: "lang ", count: 3_000)
        for _ in 0..<50 {
            try anna.request("message.send") {
                $0.member("conversation", id)
                $0.member("text", text)
            }
        }
        try bea.request("session.fence")
        let posted = bea.takeInbox().filter { $0.method == "message.posted" }
        #expect(posted.count == 50)
        #expect(posted.last?.params["message"]?["text"]?.stringValue == text)
        stage.close()
    }

    @Test func aClientThatLeftHasNoSessionOnTheServer() throws {
        let server = try LocalServer()
        defer { server.close() }
        let stage = SocketStage(to: server.endpoint)
        let observer = ScriptedClient(try stage.connect())
        try observer.hello(Hello(.observer(nil), world: WorldName(stage.world)))
        for _ in 0..<20 {
            let anna = try person("anna", on: stage)
            #expect(try observer.request("world.list")["worlds"]?.arrayValue?.first?["sessions"] == 2)
            anna.leave()
            #expect(try observer.request("world.list")["worlds"]?.arrayValue?.first?["sessions"] == 1)
            #expect(throws: ClientFailure.self) { try anna.catchUp() }
        }
    }

    @Test func aServerThatIsNotThereIsSaidSoAtOnce() throws {
        let server = try LocalServer()
        let endpoint = server.endpoint
        server.stop()
        let error = #expect(throws: TransportError.self) { _ = try SocketTransport(to: endpoint) }
        guard case .unreachable(let why)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(why.contains("Connection refused"), "\(why)")
    }

    @Test func aServerThatRestartsEndsTheStreamAndTakesTheNext() throws {
        let server = try LocalServer()
        defer { server.close() }
        let before = try person("anna", on: server)
        try server.restart()
        #expect(throws: ClientFailure.self) { try before.catchUp() }
        let after = try person("anna", on: server)
        try after.catchUp()
    }

    @Test func aStageElsewhereIsNotOursToRestart() throws {
        let stage = SocketStage(to: ServerEndpoint(host: "127.0.0.1", port: 1))
        #expect(throws: TransportError.self) { try stage.restart() }
    }
}
