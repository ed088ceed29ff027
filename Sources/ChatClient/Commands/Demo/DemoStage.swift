import ChatConnection

/// The server of a demo, which outlives the story: the person at the keyboard goes on with it.
final class DemoStage: Stage {
    let server: any ListeningStage
    var world: String { server.world }

    init(_ server: any ListeningStage) { self.server = server }

    func connect() throws(TransportError) -> any ClientTransport { try server.connect() }

    func restart() throws(TransportError) { try server.restart() }

    /// Does nothing: the story's end is not the demo's.
    func close() {}
}
