import ChatEngine
import ChatProtocol

/// The protocol that a client speaks.
enum ConnectionKind: String, CaseIterable {
    case lines
    case http
    case webSocket = "websocket"
    case unrecognised
}

/// The counts of connections since the start. Plain integers suffice, because only the server's thread uses them.
struct ConnectionCounts {
    var accepted = 0
    var refused = 0
    var kinds = Tally<ConnectionKind>()
    var bytesIn = 0
    var bytesOut = 0
    var endings = Tally<ServerLog.Ending>()
}

extension SocketServer {
    /// Counts a connection under its protocol, once that is known. An upgraded connection counts as HTTP and as
    /// WebSocket.
    func noteKind(of connection: AcceptedConnection) {
        let kind: ConnectionKind
        switch connection.wire.mode {
        case .lines: kind = .lines
        case .http: kind = .http
        case .webSocket: kind = .webSocket
        case .undecided, .closed: return
        }
        guard kind != connection.kind else { return }
        connection.kind = kind
        counts.kinds.add(kind)
    }

    /// Counts the reason why the server ends a connection. Logs it for a session if an operator may wonder about it.
    func note(_ ending: ServerLog.Ending, of connection: AcceptedConnection) {
        counts.endings.add(ending)
        switch ending {
        case .readsTooSlowly, .silent, .unfinishedMessage, .tokenRevoked, .worldMoved, .faultInjected, .tooMuchHeldBack:
            if let session = connection.session { serverLog.note(.sessionEnded(session: session.id, ending)) }
        // Clients without a login could fill the log. The other reasons are known to the person who caused them.
        case .noHello, .madeRoom, .worldEnded, .shuttingDown: break
        }
    }

    /// Returns the answer to `GET /metrics`. Only this machine and observers get it, because counters reveal when
    /// people write.
    func metrics(for connection: AcceptedConnection) -> HTTPResponse {
        refreshTokens()
        noteKind(of: connection)
        if !connection.isLocal {
            do {
                try engine.admitObserver(token: connection.bearer, from: connection.address)
            } catch {
                guard error.reason != .rateLimited else { return HTTPResponse(status: 429, text: error.message + "\n") }
                var response = HTTPResponse(
                    status: 401, text: "Only this machine or an observer's token can read the metrics.\n")
                response.headers.add("WWW-Authenticate", "Bearer")
                return response
            }
        }
        return HTTPResponse(status: 200, text: metricsText(), type: MetricsText.contentType)
    }

    private func metricsText() -> String {
        var text = MetricsText()
        text.gauge("build_info", "The version of this server; always 1.", [([("version", Understudy.version)], 1)])
        connectionMetrics(&text)
        engine.writeMetrics(&text)
        return text.text
    }

    private func connectionMetrics(_ text: inout MetricsText) {
        var open = Tally<ConnectionKind>()
        var undecided = 0
        for connection in connections.open {
            if let kind = connection.kind { open.add(kind) } else { undecided += 1 }
        }
        let kinds: [ConnectionKind] = [.lines, .http, .webSocket]
        text.gauge(
            "connections_open", "Open connections, by protocol.",
            kinds.map { ([("kind", $0.rawValue)], open[$0]) } + [([("kind", "undecided")], undecided)])
        text.counter("connections_accepted", "Accepted connections.", counts.accepted)
        text.counter(
            "connections_refused", "Connections closed at once, because there were too many.", counts.refused)
        text.counter(
            "connections_recognised",
            "Connections by protocol; a WebSocket counts as http first.",
            ConnectionKind.allCases.map { ([("kind", $0.rawValue)], counts.kinds[$0]) })
        text.counter(
            "connections_ended", "Connections that the server ended, by reason.",
            ServerLog.Ending.allCases.map { ([("reason", $0.rawValue)], counts.endings[$0]) })
        text.counter("received_bytes", "Bytes received.", counts.bytesIn)
        text.counter("sent_bytes", "Bytes sent.", counts.bytesOut)
    }
}
