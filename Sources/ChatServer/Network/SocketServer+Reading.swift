import ChatEngine
import ChatProtocol
import ChatSystem

/// What comes on connections: bytes, and the requests in them.
extension SocketServer {
    /// Past how many bytes of answers the requests of one connection wait for the next tick, so that a few bytes that
    /// ask for much fill no memory before the limit of unsent bytes can see it.
    private static let answerShare = 1024 * 1024
    /// The most bytes that are read in one tick from those who do not come first, or a little more.
    private static let othersReadShare = 2 * readShare

    /// Reads what a connection that is over still sends, and closes it at its end.
    func throwAway(_ connection: ClientConnection) {
        if case .ended = Syscalls.receive(connection.descriptor, into: &readBuffer) { close(connection) }
    }

    /// Reads from those who do not come first, in turn, as much as a tick has for them; the poller says again who is left.
    func readOthers(_ others: [ClientConnection]) {
        guard !others.isEmpty else { return }
        var left = Self.othersReadShare
        firstOther &+= 1
        let first = firstOther % others.count
        for connection in others[first...] + others[..<first] where left > 0 && !connection.isClosed {
            left -= read(connection, comesFirst: false)
        }
    }

    /// Reads once from a connection.
    ///
    /// - Returns: how many bytes.
    func read(_ connection: ClientConnection, comesFirst: Bool) -> Int {
        switch Syscalls.receive(connection.descriptor, into: &readBuffer) {
        case .bytes(let count):
            counts.bytesIn += count
            connection.wire.receive(readBuffer.span.extracting(0..<count))
            if comesFirst {
                takeEvents(of: connection)
            } else {
                wait(connection)
                boundInput(of: connection)
            }
            if connection.hasGreeted, connection.wire.mode != .http {
                connection.heardAt = Clocks.steady()
                connection.isPinged = false
            }
            connections.noteHeard(connection)
            return count
        case .wouldBlock: break
        case .ended:
            // The end came before, and now that nothing more is taken either: nobody is there.
            guard !connection.readsPaused else {
                close(connection)
                return 0
            }
            connection.wire.receiveEnd()
            // Nothing more can be read, and the poller would say so for ever.
            connection.readsPaused = true
            watch(connection)
            takeEvents(of: connection)
            // A request that still waits for its answer gets it, and so do those that were pipelined behind it.
            if connection.wire.isFinished { endAfterSending(connection) }
        }
        return 0
    }

    func pauseAccepting(milliseconds: Int) {
        poller.unwatch(listener.descriptor)
        acceptsAt = Clocks.steady() + Int64(milliseconds)
    }

    func takeEvents(of connection: ClientConnection) {
        let said = engine.answeredBytes &- connection.output.count
        let began = Clocks.steadyMicroseconds()
        var last = began
        while !connection.hasMore {
            // Its turn comes when what it asked for last is answered.
            if connection.session?.isBusy == true {
                connection.hasMore = true
                break
            }
            guard !isTickFull, last - began < Turns.share,
                engine.answeredBytes &+ connection.output.count &- said <= Self.answerShare
            else {
                wait(connection)
                break
            }
            let processor = connection.taken.isSuspect ? Clocks.thread() : nil
            guard let event = connection.wire.next(into: &connection.output) else {
                // What led to nothing yet took time as well.
                let now = Clocks.steadyMicroseconds()
                turns.note(
                    connection.taken, took: now - last, processor: processor.map { Clocks.thread() - $0 }, at: now)
                break
            }
            switch event {
            case .message(let message):
                let session = session(of: connection, isStream: true)
                if !session.hasJoined { refreshTokens() }
                engine.receive(message, from: session)
            case .httpRequest(let request):
                connection.noteRequest(at: Clocks.steady())
                answer(request, on: connection)
            case .upgradeRequested(let request):
                connection.noteRequest(at: Clocks.steady())
                upgrade(request, on: connection)
            case .failed(let error): fail(connection, error)
            case .unrecognised:
                counts.kinds.add(.unrecognised)
                if counts.kinds[.unrecognised] == 1 { serverLog.note(.unknownProtocol) }
                endAfterSending(connection)
            case .closed, .ended: endAfterSending(connection)
            case .pong, .binary, .upgraded: break
            }
            let now = Clocks.steadyMicroseconds()
            turns.note(
                connection.taken, took: now - last, processor: processor.map { Clocks.thread() - $0 }, at: now)
            last = now
        }
        noteKind(of: connection)
        boundInput(of: connection)
        guard !connection.output.isEmpty else { return }
        markDirty(connection)
        relieve(connection)
    }

    /// Ends those with the most unfinished input where there is too much of it.
    private func boundInput(of connection: ClientConnection) {
        input.note(connection)
        guard input.isTooMuch(like: connection) else { return }
        for largest in input.largest(of: connections.open, like: connection) {
            note(.unfinishedMessage, of: largest)
            dismiss(
                largest, RPCError(.unavailable, "Too much unfinished input waits here."), status: 503,
                close: WebSocketClose(.tryAgainLater, reason: "unfinished input"))
            closeAtOnce(largest)
        }
    }

    func session(of connection: ClientConnection, isStream: Bool) -> Session {
        if let session = connection.session { return session }
        let session = engine.open(tag: connection.slot, isStream: isStream)
        session.bearer = connection.bearer
        session.address = connection.address
        connection.become(session)
        return session
    }

    private func fail(_ connection: ClientConnection, _ error: WireError) {
        // What was asked before the fault is answered before it.
        let flushed = engine.flush()
        deliver(flushed.deliveries)
        sendDirty()
        if flushed.hasMore { scheduleTick() }
        if case .http(let error) = error {
            _ = connection.wire.respond(error.response, into: &connection.output)
        } else {
            _ = connection.wire.frame(Envelope.failure(id: nil, error.refusal(limits)), into: &connection.output)
        }
        connection.wire.close(error.close, into: &connection.output)
        endAfterSending(connection)
    }
}
