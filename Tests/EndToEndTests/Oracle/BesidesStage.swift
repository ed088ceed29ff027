import ChatConnection
import ChatTestKit

/// A server on a real socket that calls back before each stream is opened. So a client that must see the same as a
/// person can be connected first.
final class BesidesStage: Stage {
    let server: LocalServer
    /// Called before each stream.
    var beforeStream: (() -> Void)?

    init() throws { server = try LocalServer() }

    var world: String { server.world }

    func connect() throws(TransportError) -> any ClientTransport {
        beforeStream?()
        return try server.connect()
    }

    func restart() throws(TransportError) { try server.restart() }

    func close() { server.close() }
}
