import ChatConnection
import ChatTestKit

/// A server whose streams are as slow as a socket can be: a read without a wait finds no message.
final class LateStage: Stage {
    private let server: EmbeddedServer

    init() throws { server = try EmbeddedServer() }

    var world: String { server.world }

    /// An address to which no client connects.
    let address: ServerEndpoint? = ServerEndpoint(host: "127.0.0.1", port: 7400)

    func connect() throws(TransportError) -> any ClientTransport { LateTransport(try server.connect()) }

    func restart() throws(TransportError) { try server.restart() }

    func close() { server.close() }
}

private final class LateTransport: ClientTransport {
    private let transport: any ClientTransport

    init(_ transport: any ClientTransport) { self.transport = transport }

    func send(_ message: [UInt8]) throws(TransportError) { try transport.send(message) }

    func receive(waitingMilliseconds milliseconds: Int) throws(TransportError) -> [UInt8]? {
        milliseconds == 0 ? nil : try transport.receive(waitingMilliseconds: milliseconds)
    }

    func close() { transport.close() }

    func leave() { transport.leave() }
}
