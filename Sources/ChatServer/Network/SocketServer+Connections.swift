import ChatEngine
import ChatProtocol
import ChatSystem

/// The life of connections: accepting, making room and closing.
extension SocketServer {
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
            let connection = connections.open(descriptor, from: peer, strangers: requests.strangers)
            if connection != nil { statistics.noteAccepted() }
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
            outbox.dismiss(connection, error, status: 503, close: WebSocketClose(.tryAgainLater, reason: "no login"))
        }
        outbox.closeAtOnce(connection)
    }
}
