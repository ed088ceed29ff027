import ChatProtocol
import ChatSystem

/// The HTTP server of `play --ui`: the page, and a WebSocket for each browser that shows it.
///
/// It has no thread. The player calls ``pass(milliseconds:)`` between steps and while a run is paused, so that a message
/// of a page never arrives in the middle of a step. All sockets are non-blocking, and every buffer has a limit.
final class UIServer {
    /// The number of connections. Above it, the oldest connection without a WebSocket is closed.
    static let connectionsMax = 16
    /// The number of unsent bytes at which a page that reads too slowly loses its connection. It connects again and gets
    /// the current state.
    static let outputMax = 64 << 20
    /// The number of bytes of a message from a page. It has room for the ids of all scenarios of a large run.
    static let messageMax = 1 << 20

    /// A message of a page, or the beginning of its connection.
    enum Event: Equatable {
        /// A page has connected.
        case opened(Int)
        /// A page sent a text.
        case message(Int, [UInt8])
        /// A page has gone.
        case closed(Int)
    }

    let access: UIAccess
    private let listener: Int32
    private let outputMax: Int
    private var connections: [Connection] = []
    private var events: [Event] = []
    private var lastID = 0
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    /// Listens on a free port of 127.0.0.1.
    init(token: String = UIAccess.newToken(), outputMax: Int = UIServer.outputMax) throws(SystemFailure) {
        let (descriptor, port) = try Sockets.listen(host: "127.0.0.1", port: 0)
        listener = descriptor
        access = UIAccess(port: port, token: token)
        self.outputMax = outputMax
    }

    deinit {
        for connection in connections { Descriptors.close(connection.descriptor) }
        Descriptors.close(listener)
    }

    /// Sends and receives what is ready, after a wait of at most that many milliseconds.
    ///
    /// - Returns: The events, in order.
    func pass(milliseconds: Int) -> [Event] {
        for connection in connections { flush(connection) }
        close()
        let interests =
            [Interest(descriptor: listener)]
            + connections.map { Interest(descriptor: $0.descriptor, reads: !$0.endsWhenSent, writes: $0.hasOutput) }
        let ready = Readiness.wait(for: interests, milliseconds: events.isEmpty ? milliseconds : 0)
        for (connection, readiness) in zip(connections, ready.dropFirst()) {
            if readiness.canRead { receive(connection) }
            if readiness.canWrite { flush(connection) }
        }
        if ready[0].canRead { accept() }
        close()
        defer { events = [] }
        return events
    }

    /// Enqueues a text for one page.
    func send(_ text: [UInt8], to id: Int) {
        guard let connection = connections.first(where: { $0.id == id }), connection.isOpen else { return }
        connection.wire.frame(text, into: &connection.output)
        if connection.unsent > outputMax { connection.isLost = true }
    }

    /// Enqueues a text for every page.
    func broadcast(_ text: [UInt8]) {
        for connection in connections where connection.isOpen { send(text, to: connection.id) }
    }

    /// Ends the connection of a page that sent something invalid.
    func refuse(_ id: Int, _ reason: String) {
        guard let connection = connections.first(where: { $0.id == id }) else { return }
        connection.wire.close(WebSocketClose(.policyViolation, reason: reason), into: &connection.output)
        connection.endsWhenSent = true
    }

    // MARK: Connections

    private final class Connection {
        let id: Int
        let descriptor: Int32
        var wire = WireConnection(limits: WireLimits(messageBytes: UIServer.messageMax))
        var output: [UInt8] = []
        var sent = 0
        /// True if the connection is a WebSocket that was announced.
        var isOpen = false
        var endsWhenSent = false
        /// True if nothing more can be sent or received.
        var isLost = false

        init(id: Int, descriptor: Int32) { (self.id, self.descriptor) = (id, descriptor) }

        var unsent: Int { output.count - sent }
        var hasOutput: Bool { unsent > 0 }
    }

    private func accept() {
        while case .connection(let descriptor, _) = Sockets.accept(listener) {
            if connections.count >= Self.connectionsMax {
                guard let oldest = connections.firstIndex(where: { !$0.isOpen }) else {
                    Descriptors.close(descriptor)
                    continue
                }
                Descriptors.close(connections.remove(at: oldest).descriptor)
            }
            lastID += 1
            connections.append(Connection(id: lastID, descriptor: descriptor))
        }
    }

    private func receive(_ connection: Connection) {
        switch Sockets.receive(connection.descriptor, into: &buffer) {
        case .bytes(let count): connection.wire.receive(Array(buffer[..<count]))
        case .wouldBlock: return
        // A connection that only sends is ready to read after a hang-up, and nothing else.
        case .ended where connection.endsWhenSent: connection.isLost = true
        case .ended: connection.wire.receiveEnd()
        }
        while let event = connection.wire.next(into: &connection.output) { handle(event, of: connection) }
        flush(connection)
    }

    private func handle(_ event: WireConnection.Event, of connection: Connection) {
        switch event {
        case .httpRequest(let request):
            let route = access.route(request.head, asksForUpgrade: false)
            respond(route == .page ? .playerPage : route.response, on: connection)
        case .upgradeRequested(let request):
            let route = access.route(request.head, asksForUpgrade: true)
            guard route == .socket else { return respond(route.response, on: connection) }
            connection.isOpen = connection.wire.acceptUpgrade(subprotocols: [], into: &connection.output)
            if connection.isOpen { events.append(.opened(connection.id)) } else { connection.endsWhenSent = true }
        case .message(let text) where connection.isOpen: events.append(.message(connection.id, text))
        case .failed(let error):
            if case .http(let refused) = error { connection.wire.respond(refused.response, into: &connection.output) }
            connection.wire.close(error.close, into: &connection.output)
            connection.endsWhenSent = true
        case .message, .closed, .ended, .unrecognised: connection.endsWhenSent = true
        case .binary, .pong, .upgraded: break
        }
    }

    private func respond(_ response: HTTPResponse, on connection: Connection) {
        if !connection.wire.respond(response, into: &connection.output) { connection.endsWhenSent = true }
    }

    private func flush(_ connection: Connection) {
        while connection.hasOutput, !connection.isLost {
            switch Sockets.send(
                connection.descriptor, connection.output, from: connection.sent, to: connection.output.count)
            {
            case .bytes(let count): connection.sent += count
            case .wouldBlock: return
            case .ended: connection.isLost = true
            }
        }
        if !connection.hasOutput { (connection.output, connection.sent) = ([], 0) }
    }

    /// Closes the connections that are lost, or that have sent their last bytes.
    private func close() {
        connections.removeAll { connection in
            guard connection.isLost || connection.endsWhenSent && !connection.hasOutput else { return false }
            Descriptors.close(connection.descriptor)
            if connection.isOpen { events.append(.closed(connection.id)) }
            return true
        }
    }
}

extension UIAccess.Route {
    /// The answer of a request that has no destination.
    fileprivate var response: HTTPResponse {
        if case .answer(let response) = self { response } else { HTTPResponse(status: 404, text: "Nothing here.\n") }
    }
}
