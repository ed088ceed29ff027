import ChatProtocol
import ChatSystem

/// What only the passing of time can tell: who never spoke, who is silent, and whose token was revoked.
extension SocketServer {
    /// Closes whoever never said anything, and asks those who are silent whether they are still there.
    func sweepDeadlines() {
        refreshTokens()
        let now = Clocks.steady()
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
