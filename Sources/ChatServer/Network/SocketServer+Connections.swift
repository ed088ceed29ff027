import ChatEngine
import ChatProtocol
import ChatSystem

/// Connections from their beginning to their end: who is taken, who makes room for them, and how each is let go.
extension SocketServer {
    /// How much of what a peer still sends is read at the end, in shares.
    private static let lastSharesMax = 16

    /// Accepts those who wait, one at least, and no more once it is that late by the steady clock in microseconds.
    func acceptAll(until deadline: Int64) {
        var firstTaken: ClientConnection?
        let round = listener.accept { descriptor, peer in
            if connections.isFull { makeRoom() }
            guard !connections.isFull else {
                Syscalls.close(descriptor)
                counts.refused += 1
                // The first of a flood is worth a line, and the rest a number.
                if counts.refused == 1 { serverLog.note(.connectionRefused(limit: connections.limit)) }
                return true
            }
            let connection = open(descriptor, from: peer)
            // Who waited long has sent a hello meanwhile.
            if let connection { _ = read(connection, comesFirst: true) }
            firstTaken = firstTaken ?? connection
            if Clocks.steadyMicroseconds() >= deadline { return false }
            // Who was just taken has not been heard yet: the others wait for the next tick.
            return !connections.isFull || firstTaken == nil || connections.longestSilentStranger() !== firstTaken
        }
        guard case .pause(let milliseconds, let why) = round else { return }
        serverLog.note(.acceptingPaused(reason: why, milliseconds: milliseconds))
        pauseAccepting(milliseconds: milliseconds)
    }

    /// Ends whoever said no hello and was silent the longest, so that who comes now may say theirs.
    private func makeRoom() {
        guard let connection = connections.longestSilentStranger() else { return }
        note(.madeRoom, of: connection)
        if counts.endings[.madeRoom] == 1 { serverLog.note(.roomMade(limit: connections.limit)) }
        if !connection.endsWhenSent {
            let error = RPCError(.unavailable, "There are too many connections, and this one has not logged in.")
            // Who has said nothing at all is taken for one who reads lines.
            if connection.wire.mode == .undecided {
                connection.output += Envelope.failure(id: nil, error) + [UInt8(ascii: "\n")]
            }
            dismiss(connection, error, status: 503, close: WebSocketClose(.tryAgainLater, reason: "no login"))
        }
        closeAtOnce(connection)
    }

    private func open(_ descriptor: Int32, from peer: SocketAddress) -> ClientConnection? {
        let connection = connections.add { slot, generation in
            ClientConnection(
                descriptor: descriptor, slot: slot, generation: generation, peer: peer,
                wire: WireConnection(limits: WireLimits(messageBytes: limits.messageBytes)), strangers: strangers,
                now: Clocks.steady())
        }
        guard poller.watch(descriptor, token: connection.token, isPausable: true) else {
            connection.isClosed = true
            connections.remove(connection)
            Syscalls.close(descriptor)
            return nil
        }
        counts.accepted += 1
        return connection
    }

    /// Says why to someone who is let go, in whatever they speak, and ends the connection when that is sent.
    func dismiss(_ connection: ClientConnection, _ error: RPCError, status: Int, close: WebSocketClose) {
        if connection.wire.mode == .http {
            return respond(HTTPResponse(status: status, text: error.message + "\n"), on: connection)
        }
        _ = connection.wire.frame(Envelope.failure(id: nil, error), into: &connection.output)
        connection.wire.close(close, into: &connection.output)
        endAfterSending(connection)
    }

    func endAfterSending(_ connection: ClientConnection) {
        if !connection.endsWhenSent { connection.heardAt = Clocks.steady() }
        connection.endsWhenSent = true
        markDirty(connection)
    }

    /// Sends what the socket takes and closes it, without waiting for the peer's end.
    func closeAtOnce(_ connection: ClientConnection) {
        _ = connection.flush(said, counting: &counts.bytesOut)
        // What was sent here and never read would reset the connection, and take the last words with it.
        for _ in 0..<Self.lastSharesMax {
            guard case .bytes = Syscalls.receive(connection.descriptor, into: &readBuffer) else { break }
        }
        close(connection)
    }

    func close(_ connection: ClientConnection) {
        guard !connection.isClosed else { return }
        connection.isClosed = true
        unsent.note(connection)
        input.note(connection)
        if let session = connection.session { engine.close(session) }
        endUpstream(of: connection)
        poller.unwatch(connection.descriptor)
        Syscalls.close(connection.descriptor)
        connections.remove(connection)
    }
}
