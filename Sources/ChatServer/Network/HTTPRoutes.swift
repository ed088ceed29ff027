import ChatEngine
import ChatProtocol
import ChatSystem
import Pages

/// The destination of an HTTP request.
enum HTTPRoute {
    /// A WebSocket, accepted.
    case upgrade
    /// One JSON-RPC request in the body, and the login in the query; nil without a query.
    case rpc(Hello?)
    /// One message of the Model Context Protocol in the body.
    case modelContext
    /// The metrics.
    case metrics
    /// The health check.
    case health
    /// The page of the inspector.
    case inspector
    /// A request without a destination, and its answer.
    case answer(HTTPResponse)

    /// Finds the destination of a request.
    ///
    /// - Parameter asksForUpgrade: True if the request contains a WebSocket handshake.
    init(_ request: HTTPRequest, asksForUpgrade: Bool, names: Names) {
        let headers = request.head.headers
        // A health check may not know the server's name, and its answer reveals nothing else.
        let isHealth = ["GET", "HEAD"].contains(request.head.method) && request.head.path == "/healthz"
        let hosts = headers.values("Host")
        // An absolute target takes precedence over the Host header (RFC 9112, section 3.2.2).
        let isOld = isHealth && hosts.isEmpty && request.head.minorVersion == 0
        guard hosts.count == 1 || isOld, let host = request.head.authority ?? hosts.first ?? (isOld ? "" : nil) else {
            self = .answer(HTTPResponse(status: 400, text: "A request needs exactly one Host header.\n"))
            return
        }
        guard isHealth || names.allows(host: host) else {
            self = .answer(HTTPResponse(status: 403, text: "This server is not called \(Self.printable(host)).\n"))
            return
        }
        // All Origin headers are checked, because another program may read a different one.
        if let origin = headers.values("Origin").first(where: { !names.allows(origin: $0, host: host) }) {
            self = .answer(HTTPResponse(status: 403, text: Self.refusal(of: Self.printable(origin))))
            return
        }
        switch (request.head.method, request.head.path) {
        case ("GET", "/ws"):
            self = asksForUpgrade ? .upgrade : .answer(Self.upgradeRequired)
        case ("POST", "/rpc"):
            do throws(InvalidField) {
                self = .rpc(try Self.hello(request.head.target))
            } catch {
                self = .answer(HTTPResponse(status: 400, text: "In the query: \(error.description).\n"))
            }
        case ("POST", "/mcp"): self = .modelContext
        case ("GET", "/healthz"), ("HEAD", "/healthz"): self = .health
        case ("GET", "/metrics"), ("HEAD", "/metrics"): self = .metrics
        case ("GET", "/"), ("HEAD", "/"): self = .inspector
        case (_, "/"), (_, "/ws"), (_, "/healthz"), (_, "/metrics"): self = .answer(Self.notAllowed("GET"))
        case (_, "/rpc"), (_, "/mcp"): self = .answer(Self.notAllowed("POST"))
        default:
            self = .answer(
                HTTPResponse(
                    status: 404, text: "There is nothing here: try /, /ws, /rpc, /mcp, /healthz or /metrics.\n"))
        }
    }

    /// Returns the answer to a page of another origin, with the option that permits it.
    private static func refusal(of origin: String) -> String {
        guard Names.isOrigin(origin) else {
            return "Pages without an origin, such as a file's, may not connect: serve the page over HTTP, for example "
                + "from loopback, and start chat-server with --origin and its origin.\n"
        }
        return "Pages of \(origin) may not connect. Start chat-server with --origin \(origin), or add it to "
            + "the configuration file: {\"origins\": [\"\(origin)\"]}.\n"
    }

    private static let upgradeRequired: HTTPResponse = {
        var response = HTTPResponse(status: 426, text: "This is a WebSocket: ask for an upgrade.\n")
        response.headers.add("Upgrade", "websocket")
        return response
    }()

    private static func notAllowed(_ method: String) -> HTTPResponse {
        var response = HTTPResponse(status: 405, text: "Only \(method) is answered here.\n")
        response.headers.add("Allow", method)
        return response
    }

    private static func printable(_ text: String) -> String {
        String(
            text.unicodeScalars.filter { $0.isASCII && $0.value > 0x20 && $0.value < 0x7F }.prefix(100).map(
                Character.init))
    }

    /// Returns the login in a query such as `/rpc?role=person&handle=anna`, so that one request is enough; nil without
    /// a query.
    private static func hello(_ target: String) throws(InvalidField) -> Hello? {
        guard let mark = target.firstIndex(of: "?") else { return nil }
        var members: [JSONObject.Member] = []
        for pair in target[target.index(after: mark)...].split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let key = unescaped(parts[0]), let value = unescaped(parts.count > 1 ? parts[1] : "") else {
                throw InvalidField(field: "query", problem: "is not valid percent-encoding")
            }
            guard key != "after" else { throw InvalidField(field: "after", problem: "needs a stream to resume on") }
            members.append(.init(key: key, value: .string(value)))
        }
        var fields = try JSONFields(.object(JSONObject(members)))
        let hello = try Hello(from: &fields)
        try fields.finish()
        return hello
    }

    private static func unescaped(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension HTTPRequestHead {
    /// The bearer token of the request (RFC 6750, section 2.1). Nil without a token, and empty, which is never valid,
    /// for several tokens.
    var bearer: String? {
        let values = headers.values("Authorization")
        guard values.count <= 1 else { return "" }
        let words = (values.first ?? "").split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        return String(words[1].drop { $0 == " " })
    }
}

extension HTTPRequestHead {
    /// The trace of the request; nil if the header `traceparent` is missing, invalid or there twice. A program on the way
    /// may have written it, so an invalid one refuses no request (W3C Trace Context).
    var trace: TraceParent? {
        let values = headers.values("traceparent")
        return values.count == 1 ? TraceParent(values[0]) : nil
    }
}

extension HTTPResponse {
    /// The page of the inspector. It contains no data of the server, so that every permitted page may load it. It reads
    /// its data as an observer.
    static let inspector: HTTPResponse = {
        let page = InspectorPage.page(digest: SHA256.digest)
        return HTTPResponse(page: page.text, policy: page.policy)
    }()

    /// Creates the answer with a JSON-RPC message.
    init(json message: [UInt8]) {
        var headers = HTTPHeaders()
        headers.add("Content-Type", "application/json")
        self.init(status: 200, headers: headers, body: message + [UInt8(ascii: "\n")])
    }
}

extension HTTPRoute {
    /// The hosts that a request may address. Any other host may be a web page whose name points here (DNS rebinding).
    struct Names: Sendable {
        /// The host names in addition to the loopback names, in lower case, without ports.
        var hosts: [String] = []
        /// The origins in addition to the server's own, such as `https://tool.example`.
        var origins: [String] = []

        /// Creates the names of a server that listens on an address. The address of all interfaces is no name.
        init(listeningOn address: String, hosts: [String], origins: [String]) {
            let isEvery = ["0.0.0.0", "::", "[::]"].contains(address)
            let name = address.contains(":") && !address.hasPrefix("[") ? "[\(address)]" : address
            self.hosts = hosts.map { $0.lowercased() } + (isEvery ? [] : [name.lowercased()])
            self.origins = origins.map { $0.lowercased() }
        }

        /// Returns true if a `Host` header names this server, with any port.
        func allows(host: String) -> Bool {
            let name = Self.withoutPort(host.lowercased())
            return ["localhost", "127.0.0.1", "[::1]"].contains(name) || hosts.contains(name)
        }

        /// Returns true if a page of that origin may connect to this server, which it addressed as `host`.
        func allows(origin: String, host: String) -> Bool {
            let origin = origin.lowercased()
            return origin == "http://\(host.lowercased())" || origins.contains(origin)
        }

        /// Returns the name without its port, or the whole text if the rest is no port.
        private static func withoutPort(_ host: String) -> String {
            let nameEnd =
                host.hasPrefix("[") ? host.firstIndex(of: "]").map(host.index(after:)) : host.firstIndex(of: ":")
            guard let nameEnd, nameEnd < host.endIndex else { return host }
            let port = host[nameEnd...].dropFirst()
            guard host[nameEnd] == ":", port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return host }
            return String(host[..<nameEnd])
        }

        /// Returns true if a text is valid in ``hosts``: lower case and without a port, which is never compared.
        static func isHostName(_ text: String) -> Bool {
            guard !text.isEmpty, text == text.lowercased(), text == withoutPort(text) else { return false }
            if text.hasPrefix("[") { return SocketAddress(host: text, port: 0) != nil }
            return text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
                    UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
        }

        /// Returns true if a text is valid in ``origins``, in the form of browsers (RFC 6454, section 6.2): a scheme, a
        /// host and an optional port.
        static func isOrigin(_ text: String) -> Bool {
            guard let colon = text.firstRange(of: "://"), ["http", "https"].contains(text[..<colon.lowerBound]) else {
                return false
            }
            return isHostName(withoutPort(String(text[colon.upperBound...])))
        }
    }
}

/// Answers HTTP requests: WebSocket handshakes, JSON-RPC, the Model Context Protocol, the metrics, the health check and
/// the inspector.
final class HTTPResponder {
    private let names: HTTPRoute.Names
    private let limits: Limits
    private let engine: ServerEngine
    private let tokens: TokenReloader
    private let connections: OpenConnections
    private let output: OutputQueue
    private let statistics: ConnectionStatistics
    private let models: MCPResponder

    init(
        names: HTTPRoute.Names, limits: Limits, engine: ServerEngine, tokens: TokenReloader,
        connections: OpenConnections, output: OutputQueue, statistics: ConnectionStatistics
    ) {
        (self.names, self.limits, self.engine, self.tokens) = (names, limits, engine, tokens)
        (self.connections, self.output, self.statistics) = (connections, output, statistics)
        models = MCPResponder(limits: limits, engine: engine, tokens: tokens, output: output)
    }

    /// Answers a WebSocket handshake.
    func upgrade(_ request: HTTPRequest, on connection: AcceptedConnection) {
        switch HTTPRoute(request, asksForUpgrade: true, names: names) {
        case .upgrade:
            connection.acceptUpgrade()
        case .rpc:
            let response = HTTPResponse(status: 400, text: "A WebSocket is at /ws.\n")
            _ = connection.respond(response)
        case .modelContext, .metrics, .health, .inspector:
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
        case .modelContext: models.answer(request, on: connection, handle)
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
            let trace = request.head.trace
            handle(trace.map { RequestEnvelope.adding($0, to: request.body, limits: limits) } ?? request.body, session)
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
