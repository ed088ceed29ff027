import ChatProtocol
import Dispatch

/// What only the passing of time can tell: who never spoke, who is silent, whose token was revoked, and what is due.
extension SocketServer {
    /// Closes whoever never said anything, and asks those who are silent whether they are still there.
    func sweepDeadlines() {
        refreshTokens()
        let now = Syscalls.steadyClock()
        for connection in slots.compactMap({ $0 }) {
            switch Deadline(of: connection, silence: now - connection.heardAt, limits: limits) {
            case .none: break
            case .expire: expire(connection)
            case .ping:
                connection.isPinged = true
                _ = connection.wire.ping(into: &connection.output)
                markDirty(connection)
            case .close(let ending):
                if let ending { note(ending, of: connection) }
                close(connection)
            }
        }
        endTick()
    }

    /// Sets the timer for the next thing that only time brings; a timer for something that is no longer due is left to
    /// come for nothing.
    func setDueTimer() {
        guard let dueAt = engine.nextDue, timerDueAt.map({ dueAt < $0 }) != false else { return }
        timerDueAt = dueAt
        let milliseconds = min(max(dueAt.milliseconds - Syscalls.wallClock(), 1), Self.timerMillisecondsMax)
        dueTimer?.schedule(deadline: .now() + .milliseconds(Int(milliseconds)), leeway: .milliseconds(1))
    }

    /// The longest that the timer is set for at once: the wall clock may be put forward meanwhile.
    private static let timerMillisecondsMax: Int64 = 60_000

    func timeCame() {
        timerDueAt = nil
        endTick()
    }

    private func expire(_ connection: ClientConnection) {
        note(.noHello, of: connection)
        let text = "The first request must come within \(limits.helloMilliseconds) ms."
        if connection.wire.mode == .http {
            return respond(HTTPResponse(status: 408, text: text + "\n"), on: connection)
        }
        _ = connection.wire.frame(
            Envelope.failure(id: nil, RPCError(.unauthenticated, text)), into: &connection.output)
        connection.wire.close(WebSocketClose(.policyViolation, reason: "no hello"), into: &connection.output)
        endAfterSending(connection)
    }
}
