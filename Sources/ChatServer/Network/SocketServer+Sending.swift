import ChatEngine
import ChatProtocol
import ChatSystem

/// What the engine wants said, put into the connections' buffers and sent once.
extension SocketServer {
    /// Puts what is to be said on its connections, for each in order.
    func deliver(_ deliveries: [Delivery]) {
        // What the same many are told one after the other waits until somebody else is told something, so that each of
        // them is looked up once for all of it. Whom it leaves out may be told something meanwhile.
        var run: [Int] = []
        for index in deliveries.indices {
            let isForOne = deliveries[index].isForOne
            if let first = run.first {
                if !isForOne, deliveries[first].isToSame(as: deliveries[index]) {
                    run.append(index)
                    continue
                }
                if !isForOne || !deliveries[first].leavesOut(deliveries[index].session) {
                    deliver(run, of: deliveries)
                    run.removeAll(keepingCapacity: true)
                }
            }
            guard isForOne else {
                run.append(index)
                continue
            }
            switch deliveries[index].content {
            case .end(let reason): deliver(reason, to: deliveries[index].session)
            case .forward(let forward): begin(forward, of: deliveries[index].session)
            case .message(let message):
                if message.count > Self.longMessage, deliverLong(message, to: deliveries[index].session) { continue }
                var words = Words()
                deliver(&words, to: deliveries[index].session) { $0(message) }
            }
        }
        if !run.isEmpty { deliver(run, of: deliveries) }
    }

    /// Puts what the same many are told on the connection of each.
    private func deliver(_ run: [Int], of deliveries: [Delivery]) {
        var words = Words(isToMany: true)
        deliveries[run[0]].forEachSession { session in
            deliver(&words, to: session) { body in
                for index in run {
                    if case .message(let message) = deliveries[index].content { body(message) }
                }
            }
        }
    }

    /// A message of more bytes to one is put where it would be copied to in any case: no socket takes it at once.
    private static let longMessage = 256 * 1024

    /// Puts a long message on the connection of a session.
    ///
    /// - Returns: whether it is a stream.
    private func deliverLong(_ message: [UInt8], to session: Session) -> Bool {
        guard let connection = connections[session.tag], connection.session === session,
            connection.wire.mode == .lines || connection.wire.mode == .webSocket
        else { return false }
        connection.own(said)
        _ = connection.wire.frame(message, into: &connection.output)
        markDirty(connection)
        relieve(connection)
        return true
    }

    /// Where messages for the same streams stand among what is said in this tick, in each framing that somebody has asked
    /// for.
    private struct Words {
        var isToMany = false
        var line = SaidBytes.Piece()
        var frame = SaidBytes.Piece()
    }

    /// Puts the messages that the closure goes through on the connection of a session.
    @inline(__always) private func deliver(
        _ words: inout Words, to session: Session, _ messages: ((([UInt8]) -> Void)) -> Void
    ) {
        guard let connection = connections[session.tag], connection.session === session else { return }
        let piece: SaidBytes.Piece
        switch connection.wire.mode {
        case .lines:
            if words.line.isEmpty {
                words.line = said.add(toMany: words.isToMany) { said in
                    messages { WireConnection.appendLine($0, to: &said) }
                }
            }
            piece = words.line
        case .webSocket:
            if words.frame.isEmpty {
                words.frame = said.add(toMany: words.isToMany) { said in
                    messages { _ = connection.wire.frame($0, into: &said) }
                }
            }
            piece = words.frame
        case .http:
            messages { respond(HTTPResponse(json: $0), on: connection) }
            // What was pipelined behind the request is looked at now that it is answered.
            return takeEvents(of: connection)
        case .undecided, .closed: return
        }
        markDirty(connection)
        guard !connection.share(piece) else { return }
        connection.copy(piece, of: said)
        relieve(connection)
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
        case .loginRefused:
            connection.wire.close(WebSocketClose(.policyViolation, reason: "login refused"), into: &connection.output)
            endAfterSending(connection)
        case .worldEnded, .shuttingDown, .worldMoved, .faultInjected, .tooMuchHeldBack:
            note(end.ending, of: connection)
            if end == .shuttingDown || end == .worldMoved, engine.leases != nil {
                // Where there are other servers there is somewhere to go.
                let why = end == .shuttingDown ? "This server is stopping" : "Another server serves this world now"
                let error = RPCError(.unavailable, "\(why): log in again with your cursor.")
                _ = connection.wire.frame(Envelope.failure(id: nil, error), into: &connection.output)
            }
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
            if waiting < session.noteUnsent(waiting), engine.canTellMore(to: session) { scheduleTick() }
        }
        if limits.isTooMuch(unsentBytes: waiting) { return endSlow(connection) }
        resumeUpstream(of: connection)
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
        connection.become(nil)
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
        case .worldMoved: .worldMoved
        case .faultInjected: .faultInjected
        case .tooMuchHeldBack: .tooMuchHeldBack
        case .tokenRevoked: .tokenRevoked
        case .loginRefused: .noHello
        }
    }
}
