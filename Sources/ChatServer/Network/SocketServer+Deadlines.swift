import ChatEngine
import ChatProtocol
import ChatSystem

/// The work of the clock: missed logins, silent connections and revoked tokens.
extension SocketServer {
    /// Ends connections that missed a deadline, and pings silent ones.
    func sweepDeadlines() {
        // Even without requests, the clock must measure how long the wall clock has been ahead.
        _ = clock.now()
        tokens.refresh()
        checkLog()
        sweepUpstreams()
        let now = Clocks.steady()
        // The server that holds the world watches the deadlines of relayed clients.
        for connection in connections.all where connection.upstream == nil {
            switch Deadline(of: connection, silence: now - connection.lastActivity, limits: limits) {
            case .none: break
            case .expire: expire(connection)
            case .ping:
                connection.isPinged = true
                _ = connection.wire.ping(into: &connection.output)
                outbox.markDirty(connection)
            case .close(let ending):
                if let ending { statistics.note(ending, of: connection) }
                connections.close(connection)
            }
        }
    }

    /// Logs problems with the disk, and tries to recover from them.
    private func checkLog() {
        if let trouble = engine.takeProblem() { serverLog.note(.diskFailed(problem: trouble)) }
        let wasUnwell = engine.unhealthyReason != nil
        engine.recover()
        logRisk()
        watchStore()
        if wasUnwell, engine.unhealthyReason == nil { serverLog.note(.logRecovered) }
    }

    /// Logs the risk that acknowledged data is lost.
    func logRisk() {
        if let risk = engine.takeDurabilityWarning() { serverLog.note(.acknowledgedAtRisk(problem: risk)) }
    }

    private func expire(_ connection: AcceptedConnection) {
        let milliseconds = limits.helloMilliseconds
        let error: RPCError
        if connection.hasLoggedIn {
            statistics.note(.unfinishedMessage, of: connection)
            error = .invalidRequest("its rest did not arrive within \(milliseconds) ms")
        } else {
            statistics.note(.noHello, of: connection)
            error = RPCError(.unauthenticated, "The first request must come within \(milliseconds) ms.")
        }
        let reason = connection.hasLoggedIn ? "unfinished message" : "no login"
        outbox.dismiss(connection, error, status: 408, close: WebSocketClose(.policyViolation, reason: reason))
    }
}
