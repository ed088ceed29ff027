import ChatEngine
import ChatProtocol
import ChatSystem

/// What the engine wants said, put into the connections' buffers and sent once.
extension SocketServer {
    /// Puts what is to be said on its connections, for each in order.
    func deliver(_ deliveries: [Delivery]) {
        // What the same many are told one after the other waits until somebody else is told something, so that each of
        // them is looked up once for all of it. Whom it leaves out may be told something meanwhile.
        var run: (first: Delivery, words: Words)?
        for delivery in deliveries {
            if case .message(let message) = delivery.content {
                if let first = run?.first {
                    if first.isToSame(as: delivery) {
                        run?.words.more.append(message)
                        continue
                    }
                    if delivery.isForOne, first.leavesOut(delivery.session) {
                        var words = Words(message, isToMany: false)
                        deliver(&words, to: delivery.session)
                        continue
                    }
                }
            }
            if let (first, words) = run.take() { deliver(words, to: first) }
            switch delivery.content {
            case .end(let reason): deliver(reason, to: delivery.session)
            case .message(let message) where delivery.isForOne:
                var words = Words(message, isToMany: false)
                deliver(&words, to: delivery.session)
            case .message(let message): run = (delivery, Words(message, isToMany: true))
            }
        }
        if let (first, words) = run { deliver(words, to: first) }
    }

    private func deliver(_ words: Words, to many: Delivery) {
        var words = words
        many.forEachSession { deliver(&words, to: $0) }
    }

    /// Messages for the same streams, and where they stand among what is said in this tick, in each framing that
    /// somebody has asked for.
    private struct Words {
        /// An answer of more bytes is put where it would be copied to in any case: no socket takes it at once.
        private static let longAnswer = 256 * 1024

        let message: [UInt8]
        var more: [[UInt8]] = []
        let isToMany: Bool
        var isLongAnswer: Bool { !isToMany && message.count > Self.longAnswer }
        var line = SaidBytes.Piece()
        var frame = SaidBytes.Piece()

        init(_ message: [UInt8], isToMany: Bool) {
            (self.message, self.isToMany) = (message, isToMany)
        }

        func forEach(_ body: ([UInt8]) -> Void) {
            body(message)
            more.forEach(body)
        }
    }

    private func deliver(_ words: inout Words, to session: Session) {
        guard let connection = connections[session.tag], connection.session === session else { return }
        let piece: SaidBytes.Piece
        switch connection.mode {
        case .lines where words.isLongAnswer, .webSocket where words.isLongAnswer:
            connection.own(said)
            _ = connection.wire.frame(words.message, into: &connection.output)
            markDirty(connection)
            return relieve(connection)
        case .lines:
            if words.line.isEmpty { words.line = say(words, on: connection) }
            piece = words.line
        case .webSocket:
            if words.frame.isEmpty { words.frame = say(words, on: connection) }
            piece = words.frame
        case .http:
            words.forEach { respond(HTTPResponse(json: $0), on: connection) }
            // What was pipelined behind the request is looked at now that it is answered.
            return takeEvents(of: connection)
        case .undecided, .closed: return
        }
        markDirty(connection)
        guard !connection.share(piece) else { return }
        connection.copy(piece, of: said)
        relieve(connection)
    }

    /// Puts messages among what is said in this tick, as a connection frames them.
    private func say(_ words: Words, on connection: ClientConnection) -> SaidBytes.Piece {
        said.add(toMany: words.isToMany) { said in
            words.forEach { _ = connection.wire.frame($0, into: &said) }
        }
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
