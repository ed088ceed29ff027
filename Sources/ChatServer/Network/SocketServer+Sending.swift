import ChatEngine
import ChatProtocol
import ChatSystem

/// What the engine wants said, put into the connections' buffers and sent once.
extension SocketServer {
    func deliver(_ delivery: Delivery) {
        switch delivery.content {
        case .message(let message):
            var framed = Framed(message: message, isToMany: !delivery.isForOne)
            // Looked at once, and not for each of those who are told.
            let connections = connections
            delivery.forEachSession { deliver(&framed, to: $0, connections) }
        case .end(let reason): deliver(reason, to: delivery.session)
        }
    }

    /// A message, and where it stands among what is said in this tick, in each framing that somebody has asked for.
    private struct Framed {
        /// An answer of more bytes is put where it would be copied to in any case: no socket takes it at once.
        private static let longAnswer = 256 * 1024

        let message: [UInt8]
        let isToMany: Bool
        var isLongAnswer: Bool { !isToMany && message.count > Self.longAnswer }
        var line = SaidBytes.Piece()
        var frame = SaidBytes.Piece()
    }

    private func deliver(_ framed: inout Framed, to session: Session, _ connections: ConnectionTable) {
        guard let connection = connections[session.tag], connection.session === session else { return }
        let piece: SaidBytes.Piece
        switch connection.mode {
        case .lines where framed.isLongAnswer, .webSocket where framed.isLongAnswer:
            connection.own(said)
            _ = connection.wire.frame(framed.message, into: &connection.output)
            markDirty(connection)
            return relieve(connection)
        case .lines:
            if framed.line.isEmpty { framed.line = say(framed, on: connection) }
            piece = framed.line
        case .webSocket:
            if framed.frame.isEmpty { framed.frame = say(framed, on: connection) }
            piece = framed.frame
        case .http:
            respond(HTTPResponse(json: framed.message), on: connection)
            // What was pipelined behind the request is looked at now that it is answered.
            return takeEvents(of: connection)
        case .undecided, .closed: return
        }
        markDirty(connection)
        guard !connection.share(piece) else { return }
        connection.copy(piece, of: said)
        relieve(connection)
    }

    /// Puts a message among what is said in this tick, as a connection frames it.
    private func say(_ framed: Framed, on connection: ClientConnection) -> SaidBytes.Piece {
        said.add(toMany: framed.isToMany) { _ = connection.wire.frame(framed.message, into: &$0) }
    }

    private func deliver(_ end: SessionEnd, to session: Session) {
        guard let connection = connections[session.tag], connection.session === session else { return }
        connection.own(said)
        switch end {
        case .tokenRevoked:
            note(.tokenRevoked, of: connection)
            let error = RPCError(.unauthenticated, "This session is over: its token was revoked.")
            _ = connection.wire.frame(Envelope.failure(id: nil, error), into: &connection.output)
            connection.wire.close(
                WebSocketClose(.policyViolation, reason: "token revoked"), into: &connection.output)
            endAfterSending(connection)
        case .worldEnded, .shuttingDown, .faultInjected, .tooMuchHeldBack:
            note(end.ending, of: connection)
            connection.wire.close(WebSocketClose(.goingAway, reason: "\(end)"), into: &connection.output)
            endAfterSending(connection)
        }
    }

    func send(_ connection: ClientConnection) {
        guard !connection.isClosed else { return }
        guard connection.flush(said, counting: &counts.bytesOut) else { return close(connection) }
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
        unsent.note(connection)
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
        connection.forgetUnsent()
        connection.wire.close(WebSocketClose(.tryAgainLater, reason: "too slow"), into: &connection.output)
        _ = connection.flush(said, counting: &counts.bytesOut)
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
