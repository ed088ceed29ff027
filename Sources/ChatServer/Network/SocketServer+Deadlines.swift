import ChatProtocol
import Dispatch

/// What only the passing of time can tell: who never spoke, who is silent, and what is due.
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

extension FiredFault {
    /// What the server's log says of it.
    func details(in world: WorldName) -> [(key: String, value: String)] {
        var details = [
            ("fault", "\(fault)"), ("world", "\(world)"), ("notification", notification.rawValue), ("to", "\(to)"),
        ]
        switch device {
        case .name(let name): details.append(("device", name))
        case .number(let number): details.append(("device", "\(number)"))
        case nil: break
        }
        details.append(("do", effect.word.rawValue))
        return details
    }
}
