import ChatEngine
import ChatProtocol

/// Answers HTTP requests: WebSocket handshakes, JSON-RPC, the metrics, the health check and the inspector.
final class HTTPResponder {
    private let names: HTTPRoute.Names
    private let limits: Limits
    private let engine: ServerEngine
    private let tokens: TokenReloader
    private let connections: OpenConnections
    private let output: OutputQueue
    private let statistics: ConnectionStatistics

    init(
        names: HTTPRoute.Names, limits: Limits, engine: ServerEngine, tokens: TokenReloader,
        connections: OpenConnections, output: OutputQueue, statistics: ConnectionStatistics
    ) {
        (self.names, self.limits, self.engine, self.tokens) = (names, limits, engine, tokens)
        (self.connections, self.output, self.statistics) = (connections, output, statistics)
    }

    /// Answers a WebSocket handshake.
    func upgrade(_ request: HTTPRequest, on connection: AcceptedConnection) {
        switch HTTPRoute(request, asksForUpgrade: true, names: names) {
        case .upgrade:
            connection.acceptUpgrade()
        case .rpc:
            let response = HTTPResponse(status: 400, text: "A WebSocket is at /ws.\n")
            _ = connection.respond(response)
        case .metrics, .health, .inspector:
            output.respond(HTTPResponse(status: 400, text: "A WebSocket is at /ws.\n"), on: connection)
        case .answer(let response): output.respond(response, on: connection)
        }
    }

    /// Answers a request, or lets the engine handle its body, whose delivery is the answer.
    func answer(
        _ request: HTTPRequest, on connection: AcceptedConnection, _ handle: ServerEngine.RequestHandler
    ) {
        switch HTTPRoute(request, asksForUpgrade: false, names: names) {
        case .upgrade: break
        case .metrics: output.respond(metrics(for: connection), on: connection)
        case .inspector: output.respond(.inspector, on: connection)
        case .health:
            output.respond(
                engine.unhealthyReason.map { HTTPResponse(status: 503, text: "The log cannot be written: \($0).\n") }
                    ?? HTTPResponse(status: 200, text: "ok"), on: connection)
        case .answer(let response): output.respond(response, on: connection)
        case .rpc(let hello):
            tokens.refresh()
            if let hello {
                // Each request with a login gets a session of its own.
                if let session = connection.session { engine.close(session) }
                connection.become(nil)
                do throws(RPCError) {
                    try engine.login(hello, from: connection.session(in: engine, isStream: false))
                } catch {
                    let id = try? RequestEnvelope.read(request.body, limits: limits).id
                    return output.respond(HTTPResponse(json: Envelope.failure(id: id, error)), on: connection)
                }
            }
            let session = connection.session(in: engine, isStream: false)
            if hello == nil { engine.hold(session, toBearer: connection.bearer) }
            handle(request.body, session)
        }
    }

    /// Returns the answer to `GET /metrics`. Only this machine and observers get it, because counters reveal when
    /// people write.
    private func metrics(for connection: AcceptedConnection) -> HTTPResponse {
        tokens.refresh()
        statistics.noteKind(of: connection)
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
        statistics.writeMetrics(of: connections.all, into: &text)
        text.addMetrics(of: engine)
        return text.text
    }
}
