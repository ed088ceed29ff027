import ChatEngine
import ChatProtocol
import ChatSystem

/// What the engine wants said, put into the connections' buffers and sent once.
extension SocketServer {
    func deliver(_ delivery: Delivery) {
        guard let connection = connections[delivery.session.tag], connection.session === delivery.session
        else { return }
        switch delivery.content {
        case .message(let message):
            if connection.wire.frame(message, into: &connection.output) {
                markDirty(connection)
                relieve(connection)
            } else if connection.wire.mode == .http {
                respond(HTTPResponse(json: message), on: connection)
                // What was pipelined behind the request is looked at now that it is answered.
                takeEvents(of: connection)
            }
        case .end(.tokenRevoked):
            note(.tokenRevoked, of: connection)
            let error = RPCError(.unauthenticated, "This session is over: its token was revoked.")
            _ = connection.wire.frame(Envelope.failure(id: nil, error), into: &connection.output)
            connection.wire.close(
                WebSocketClose(.policyViolation, reason: "token revoked"), into: &connection.output)
            endAfterSending(connection)
        case .end(let reason):
            note(reason.ending, of: connection)
            connection.wire.close(WebSocketClose(.goingAway, reason: "\(reason)"), into: &connection.output)
            endAfterSending(connection)
        }
    }

    func send(_ connection: ClientConnection) {
        guard !connection.isClosed else { return }
        guard connection.flush(counting: &counts.bytesOut) else { return close(connection) }
        unsent.note(connection)
        let waiting = connection.unsentBytes
        if let session = connection.session {
            let before = session.unsentBytes
            session.unsentBytes = waiting
            if waiting < before, engine.canTellMore(to: session) { scheduleTick() }
        }
        if limits.isTooMuch(unsentBytes: waiting) { return endSlow(connection) }
        if waiting == 0, connection.endsWhenSent { return linger(connection) }
        if connection.watchesWriting != (waiting > 0) {
            connection.watchesWriting = waiting > 0
            watch(connection)
        }
    }

    /// Ends the slowest where more waits for a connection's person or for all than may, once what sockets take is sent.
    func relieve(_ connection: ClientConnection) {
        guard unsent.passedBound(by: connection, limits) != nil else { return }
        sendDirty()
        while let bound = unsent.passedBound(by: connection, limits),
            let slowest = unsent.slowest(of: connections.open, past: bound)
        { endSlow(slowest) }
    }

    /// Ends who reads too slowly; they can resume.
    private func endSlow(_ connection: ClientConnection) {
        note(.readsTooSlowly, of: connection)
        // Behind so much that is unsent no close frame would arrive in time; what fits is tried once.
        connection.output = []
        connection.wire.close(WebSocketClose(.tryAgainLater, reason: "too slow"), into: &connection.output)
        _ = connection.flush(counting: &counts.bytesOut)
        close(connection)
    }

    /// Ends a connection to which everything was said: at once if the peer has ended it too, else when it does.
    private func linger(_ connection: ClientConnection) {
        guard !connection.readsPaused else { return close(connection) }
        guard !connection.isLingering else { return }
        connection.isLingering = true
        if let session = connection.session { engine.close(session) }
        connection.session = nil
        connections.noteHeard(connection)
        Syscalls.shutdownWriting(connection.descriptor)
    }
}

extension SessionEnd {
    /// How the log says it.
    fileprivate var ending: ServerLog.Ending {
        switch self {
        case .worldEnded: .worldEnded
        case .shuttingDown: .shuttingDown
        case .faultInjected: .faultInjected
        case .tooMuchHeldBack: .tooMuchHeldBack
        case .tokenRevoked: .tokenRevoked
        }
    }
}
