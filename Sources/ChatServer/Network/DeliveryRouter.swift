import ChatEngine
import ChatProtocol

/// Frames the engine's deliveries, and enqueues each on the connection of its session.
final class DeliveryRouter {
    /// The size in bytes above which a message to one session goes directly into the connection's buffer. No socket
    /// accepts it at once, so that it would be copied there in any case.
    private static let longMessage = 256 * 1024

    private let engine: ServerEngine
    private let connections: OpenConnections
    private let output: OutputQueue
    private let forwarder: Forwarder
    private let statistics: ConnectionStatistics

    init(
        engine: ServerEngine, connections: OpenConnections, output: OutputQueue, forwarder: Forwarder,
        statistics: ConnectionStatistics
    ) {
        (self.engine, self.connections, self.output) = (engine, connections, output)
        (self.forwarder, self.statistics) = (forwarder, statistics)
    }

    /// Enqueues deliveries on their connections, for each connection in order.
    ///
    /// - Parameter answered: Called for each HTTP connection whose request was answered. Requests that were pipelined
    ///   after it can be read then.
    func deliver(_ deliveries: [Delivery], answered: (AcceptedConnection) -> Void) {
        // Consecutive deliveries to the same recipients form a run, so that each recipient is looked up once for all of
        // them. A delivery to one session ends the run, unless the run leaves that session out.
        var run: [Int] = []
        for index in deliveries.indices {
            let isForOne = deliveries[index].isForOne
            if let first = run.first {
                if !isForOne, deliveries[first].isToSame(as: deliveries[index]) {
                    run.append(index)
                    continue
                }
                if !isForOne || !deliveries[first].leavesOut(deliveries[index].session) {
                    deliver(run, of: deliveries, answered)
                    run.removeAll(keepingCapacity: true)
                }
            }
            guard isForOne else {
                run.append(index)
                continue
            }
            switch deliveries[index].content {
            case .end(let reason): deliver(reason, to: deliveries[index].session)
            case .forward(let forward): forwarder.begin(forward, of: deliveries[index].session)
            case .message(let message):
                if message.count > Self.longMessage, deliverLong(message, to: deliveries[index].session) { continue }
                var framed = Framed()
                deliver(&framed, to: deliveries[index].session, answered) { $0(message) }
            }
        }
        if !run.isEmpty { deliver(run, of: deliveries, answered) }
    }

    /// Enqueues the messages of a run on the connection of each recipient.
    private func deliver(
        _ run: [Int], of deliveries: [Delivery], _ answered: (AcceptedConnection) -> Void
    ) {
        var framed = Framed(isToMany: true)
        deliveries[run[0]].forEachSession { session in
            deliver(&framed, to: session, answered) { body in
                for index in run {
                    if case .message(let message) = deliveries[index].content { body(message) }
                }
            }
        }
    }

    /// Enqueues a long message on the connection of a session.
    ///
    /// - Returns: False if the connection is no stream.
    private func deliverLong(_ message: [UInt8], to session: Session) -> Bool {
        guard let connection = connections[session],
            connection.wire.mode == .lines || connection.wire.mode == .webSocket
        else { return false }
        output.enqueue(message, on: connection)
        return true
    }

    /// The slices of a run's messages in the tick's shared buffer, for each framing that was needed so far.
    private struct Framed {
        var isToMany = false
        var line = OutboundBuffer.Slice()
        var frame = OutboundBuffer.Slice()
    }

    /// Enqueues messages on the connection of a session.
    ///
    /// - Parameters:
    ///   - framed: The framed bytes of the messages, which the next session with the same framing reuses.
    ///   - messages: Calls its argument with each message.
    @inline(__always) private func deliver(
        _ framed: inout Framed, to session: Session, _ answered: (AcceptedConnection) -> Void,
        _ messages: ((([UInt8]) -> Void)) -> Void
    ) {
        guard let connection = connections[session] else { return }
        let slice: OutboundBuffer.Slice
        switch connection.wire.mode {
        case .lines:
            if framed.line.isEmpty {
                framed.line = output.share(toMany: framed.isToMany) { shared in
                    messages { WireConnection.appendLine($0, to: &shared) }
                }
            }
            slice = framed.line
        case .webSocket:
            if framed.frame.isEmpty {
                framed.frame = output.share(toMany: framed.isToMany) { shared in
                    messages { connection.frame($0, into: &shared) }
                }
            }
            slice = framed.frame
        case .http:
            messages { output.respond(connection.response(with: $0), on: connection) }
            return answered(connection)
        case .undecided, .closed: return
        }
        output.enqueue(slice, on: connection)
    }

    private func deliver(_ end: SessionEnd, to session: Session) {
        guard let connection = connections[session] else { return }
        switch end {
        case .tokenRevoked:
            statistics.note(.tokenRevoked, of: connection)
            let error = RPCError(.unauthenticated, "This session is over: its token was revoked.")
            output.end(connection, error, close: WebSocketClose(.policyViolation, reason: "token revoked"))
        case .loginRefused:
            output.end(connection, close: WebSocketClose(.policyViolation, reason: "login refused"))
        case .worldEnded, .shuttingDown, .worldMoved, .faultInjected, .tooMuchHeldBack:
            statistics.note(end.ending, of: connection)
            var error: RPCError?
            if end == .shuttingDown || end == .worldMoved, engine.leases != nil {
                // The client can log in on another server of the database.
                let why = end == .shuttingDown ? "This server is stopping" : "Another server serves this world now"
                error = RPCError(.unavailable, "\(why): log in again with your cursor.")
            }
            output.end(connection, error, close: WebSocketClose(.goingAway, reason: "\(end)"))
        }
    }
}

extension SessionEnd {
    /// The reason as the log reports it.
    fileprivate var ending: ServerLog.Ending {
        switch self {
        case .worldEnded: .worldEnded
        case .shuttingDown: .shuttingDown
        case .worldMoved: .worldMoved
        case .faultInjected: .faultInjected
        case .tooMuchHeldBack: .tooMuchHeldBack
        case .tokenRevoked: .tokenRevoked
        case .loginRefused: .noHello
        }
    }
}
