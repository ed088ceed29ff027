import ChatEngine
import ChatProtocol
import ChatSystem

/// Input of connections: bytes, and the requests in them.
extension SocketServer {
    /// The number of answered bytes after which requests of one connection wait for the next tick. Short requests with
    /// long answers thus cannot fill memory before the limit of unsent bytes applies.
    private static let answerShare = 1024 * 1024
    /// The number of bytes read in one tick from connections without priority. The last read may exceed it.
    private static let othersReadShare = 2 * ReceiveBuffer.size

    /// Discards input of a connection that is closing, and closes it at its end.
    func discardInput(_ connection: AcceptedConnection) {
        if case .ended = received.receive(from: connection.descriptor) { connections.close(connection) }
    }

    /// Reads from connections without priority, in rotation, up to the tick's limit. The poller reports the rest again.
    func readOthers(_ others: [AcceptedConnection]) {
        guard !others.isEmpty else { return }
        var left = Self.othersReadShare
        rotation &+= 1
        let first = rotation % others.count
        for connection in others[first...] + others[..<first] where left > 0 && !connection.isClosed {
            // The poller reports connections without a login again after their pause.
            if requests.pauses(connection) { continue }
            requests.countingInput(of: connection) { left -= read(connection, hasPriority: false) }
        }
    }

    /// Reads once from a connection.
    ///
    /// - Returns: The number of bytes.
    func read(_ connection: AcceptedConnection, hasPriority: Bool) -> Int {
        if let upstream = connection.upstream, upstream.stage == .relaying {
            return readForUpstream(connection, upstream)
        }
        let began = Clocks.steadyMicroseconds()
        switch received.receive(from: connection.descriptor) {
        case .bytes(let count):
            statistics.addReceived(count)
            received.pass(count, to: connection)
            if hasPriority {
                takeEvents(of: connection, since: began)
            } else {
                requests.wait(connection)
                boundInput(of: connection)
            }
            if connection.hasLoggedIn, connection.wire.mode != .http {
                connection.lastActivity = Clocks.steady()
                connection.isPinged = false
            }
            connections.noteActivity(connection)
            return count
        case .wouldBlock: break
        case .ended:
            // The peer ended its output before. A further event means that it accepts no input either.
            guard !connection.readsPaused else {
                connections.close(connection)
                return 0
            }
            connection.wire.receiveEnd()
            // The poller would report the peer's end again and again.
            connection.readsPaused = true
            registry.update(connection)
            takeEvents(of: connection)
            // A request without an answer still gets it, and so do requests that were pipelined after it.
            if connection.wire.isFinished { outbox.endAfterSending(connection) }
        }
        return 0
    }

    func pauseAccepting(milliseconds: Int) {
        registry.unwatch(listener.descriptor)
        acceptsAt = Clocks.steady() + Int64(milliseconds)
    }

    /// Handles the requests in a connection's input, as many as the tick has time for.
    ///
    /// - Parameter began: The start of the time to count, by the steady clock in microseconds; the present if omitted.
    func takeEvents(of connection: AcceptedConnection, since began: Int64 = Clocks.steadyMicroseconds()) {
        let said = engine.answeredBytes &- connection.output.count
        var last = began
        while !connection.hasMore {
            // The next request follows once the last one is answered.
            if connection.session?.isBusy == true {
                connection.hasMore = true
                break
            }
            guard !requests.isTickFull, last - began < Scheduler.share,
                engine.answeredBytes &+ connection.output.count &- said <= Self.answerShare
            else {
                requests.wait(connection)
                break
            }
            let processor = connection.taken.isSuspect ? Clocks.thread() : nil
            guard let event = connection.wire.next(into: &connection.output) else {
                // Work that produced no event took time too.
                let now = Clocks.steadyMicroseconds()
                requests.note(
                    connection, took: now - last, processor: processor.map { Clocks.thread() - $0 }, at: now)
                break
            }
            switch event {
            case .message(let message):
                if takeHandshake(message, on: connection) { break }
                let session = session(of: connection, isStream: true)
                if !session.hasJoined { tokens.refresh() }
                engine.receive(message, from: session)
            case .httpRequest(let request):
                connection.noteRequest(at: Clocks.steady())
                answer(request, on: connection)
            case .upgradeRequested(let request):
                connection.noteRequest(at: Clocks.steady())
                upgrade(request, on: connection)
            case .failed(let error): fail(connection, error)
            case .unrecognised:
                statistics.noteUnrecognised()
                outbox.endAfterSending(connection)
            case .closed, .ended: outbox.endAfterSending(connection)
            case .pong, .binary, .upgraded: break
            }
            let now = Clocks.steadyMicroseconds()
            requests.note(
                connection, took: now - last, processor: processor.map { Clocks.thread() - $0 }, at: now)
            last = now
        }
        statistics.noteKind(of: connection)
        registry.noteLogin(of: connection)
        boundInput(of: connection)
        guard !connection.output.isEmpty else { return }
        outbox.markDirty(connection)
        outbox.relieve(connection)
    }

    /// Ends a connection whose first message is longer than a login. Also ends the connections with the most unfinished
    /// input if their group exceeds its budget.
    private func boundInput(of connection: AcceptedConnection) {
        connections.noteInput(of: connection)
        if !connection.hasMore, !connection.endsWhenSent, connections.isLongerThanLogin(connection) {
            statistics.note(.unfinishedMessage, of: connection)
            let limit = UnfinishedInput.loginBytes
            outbox.dismiss(
                connection, .tooLarge("This message is too long before a login", limit: "messageBytes", limit),
                status: 413, close: WebSocketClose(.messageTooBig, reason: "before a login"))
            connections.noteInput(of: connection)
        }
        for largest in connections.largestInputs(like: connection) {
            statistics.note(.unfinishedMessage, of: largest)
            outbox.dismiss(
                largest, RPCError(.unavailable, "This connection has too much unfinished input."), status: 503,
                close: WebSocketClose(.tryAgainLater, reason: "unfinished input"))
            outbox.closeAtOnce(largest)
        }
    }

    func session(of connection: AcceptedConnection, isStream: Bool) -> Session {
        if let session = connection.session { return session }
        let session = engine.open(tag: connection.slot, isStream: isStream)
        session.bearer = connection.bearer
        session.address = connection.address
        connection.become(session)
        return session
    }

    private func fail(_ connection: AcceptedConnection, _ error: WireError) {
        // Requests before the fault are answered before the error.
        let flushed = engine.flush()
        deliver(flushed.deliveries)
        outbox.flush()
        if flushed.hasMore { timer.scheduleTick() }
        guard case .http(let refused) = error else {
            return outbox.end(connection, error.refusal(limits), close: error.close)
        }
        _ = connection.wire.respond(refused.response, into: &connection.output)
        outbox.end(connection, close: error.close)
    }
}
