import ChatConnection

/// The server of a demo. It keeps running after the play, for the person at the keyboard.
final class DemoStage: Stage {
    let server: any ListeningStage
    var world: String { server.world }

    init(_ server: any ListeningStage) { self.server = server }

    func connect() throws(TransportError) -> any ClientTransport { try server.connect() }

    func restart() throws(TransportError) { try server.restart() }

    /// Does nothing, because the demo continues after the play.
    func close() {}
}
