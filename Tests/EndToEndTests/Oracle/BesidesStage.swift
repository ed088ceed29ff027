import ChatConnection
import ChatTestKit

/// A server on a real socket that tells of each stream before it is opened: so what is to see everything that somebody
/// sees can be there first.
final class BesidesStage: Stage {
    let server: LocalServer
    /// Told before each stream.
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
