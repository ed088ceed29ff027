import ChatEngine
import ChatProtocol
import ChatSystem

/// The life of connections: accepting, making room and closing.
extension SocketServer {
    /// The maximum number of reads that discard a peer's last input, each of ``readShare`` bytes.
    private static let lastSharesMax = 16

    /// Accepts waiting connections until the deadline, but at least one. The deadline is a time of the steady clock in
    /// microseconds.
    func acceptAll(until deadline: Int64) {
        var firstTaken: AcceptedConnection?
        let round = listener.accept { descriptor, peer in
            if connections.isFull { makeRoom() }
            guard !connections.isFull else {
                Syscalls.close(descriptor)
                statistics.noteRefused(limit: connections.limit)
                return true
            }
            let connection = open(descriptor, from: peer)
            // A client that waited long may have sent its login.
            if let connection { _ = read(connection, hasPriority: true) }
            firstTaken = firstTaken ?? connection
            if Clocks.steadyMicroseconds() >= deadline { return false }
            // A full server must not end a connection that it just accepted: the rest wait for the next tick.
            return !connections.isFull || firstTaken == nil || connections.longestSilentUnauthenticated() !== firstTaken
        }
        guard case .pause(let milliseconds, let why) = round else { return }
        serverLog.note(.acceptingPaused(reason: why, milliseconds: milliseconds))
        pauseAccepting(milliseconds: milliseconds)
    }

    /// Ends the connection without a login that has been silent longest, so that a new client can log in.
    private func makeRoom() {
        guard let connection = connections.longestSilentUnauthenticated() else { return }
        statistics.noteMadeRoom(limit: connections.limit)
        if !connection.endsWhenSent {
            let error = RPCError(.unavailable, "There are too many connections, and this one has not logged in.")
            // A connection that sent nothing gets its error as a line.
            if connection.wire.mode == .undecided {
                connection.output += Envelope.failure(id: nil, error) + [UInt8(ascii: "\n")]
            }
            dismiss(connection, error, status: 503, close: WebSocketClose(.tryAgainLater, reason: "no login"))
        }
        closeAtOnce(connection)
    }

    private func open(_ descriptor: Int32, from peer: SocketAddress) -> AcceptedConnection? {
        let connection = connections.add { slot, generation in
            AcceptedConnection(
                descriptor: descriptor, slot: slot, generation: generation, peer: peer,
                wire: WireConnection(limits: WireLimits(messageBytes: limits.messageBytes)),
                strangers: requests.strangers,
                now: Clocks.steady())
        }
        guard registry.watch(connection) else {
            connection.isClosed = true
            connections.remove(connection)
            Syscalls.close(descriptor)
            return nil
        }
        statistics.noteAccepted()
        return connection
    }

    /// Reports an error to a client in its own protocol, and ends the connection once the error is sent.
    func dismiss(_ connection: AcceptedConnection, _ error: RPCError, status: Int, close: WebSocketClose) {
        if connection.wire.mode == .http {
            return respond(HTTPResponse(status: status, text: error.message + "\n"), on: connection)
        }
        _ = connection.wire.frame(Envelope.failure(id: nil, error), into: &connection.output)
        connection.wire.close(close, into: &connection.output)
        endAfterSending(connection)
    }

    func endAfterSending(_ connection: AcceptedConnection) {
        if !connection.endsWhenSent { connection.lastActivity = Clocks.steady() }
        connection.endsWhenSent = true
        markDirty(connection)
    }

    /// Sends as many bytes as the socket accepts and closes it, without waiting for the peer's end.
    func closeAtOnce(_ connection: AcceptedConnection) {
        _ = connection.flush(said, counting: statistics)
        // A close with unread input would reset the connection and destroy its last output.
        for _ in 0..<Self.lastSharesMax {
            guard case .bytes = Syscalls.receive(connection.descriptor, into: &readBuffer) else { break }
        }
        close(connection)
    }

    func close(_ connection: AcceptedConnection) {
        guard !connection.isClosed else { return }
        connection.isClosed = true
        unsent.note(connection)
        input.note(connection)
        if let session = connection.session { engine.close(session) }
        endUpstream(of: connection)
        registry.unwatch(connection.descriptor)
        Syscalls.close(connection.descriptor)
        connections.remove(connection)
    }
}
