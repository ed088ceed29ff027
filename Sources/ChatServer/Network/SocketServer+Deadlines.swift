import ChatProtocol

/// What only the passing of time can tell: who never spoke, and who is silent.
extension SocketServer {
    /// Closes whoever never said anything, and asks those who are silent whether they are still there.
    func sweepDeadlines() {
        let now = Syscalls.steadyClock()
        for connection in slots.compactMap({ $0 }) {
            let silence = now - connection.heardAt
            if connection.endsWhenSent {
                // It takes nothing of what it is still to get.
                if silence > Int64(limits.helloMilliseconds) { close(connection) }
            } else if connection.wire.mode == .http ? !connection.hasAsked : connection.session?.hasJoined != true {
                if silence > Int64(limits.helloMilliseconds) { expire(connection) }
            } else if connection.wire.mode == .webSocket {
                guard silence > Int64(limits.idlePingMilliseconds) else { continue }
                if connection.isPinged {
                    if silence > Int64(2 * limits.idlePingMilliseconds) { close(connection) }
                } else {
                    connection.isPinged = true
                    _ = connection.wire.ping(into: &connection.output)
                    markDirty(connection)
                }
            } else if connection.wire.mode == .http, silence > Int64(limits.idlePingMilliseconds) {
                close(connection)
            }
        }
        endTick()
    }

    private func expire(_ connection: ClientConnection) {
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
