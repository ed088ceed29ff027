import ChatProtocol
import Pages

/// The destination of an HTTP request.
enum HTTPRoute {
    /// A WebSocket, accepted.
    case upgrade
    /// One JSON-RPC request in the body, and the login in the query; nil without a query.
    case rpc(Hello?)
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
        case ("GET", "/healthz"), ("HEAD", "/healthz"): self = .health
        case ("GET", "/metrics"), ("HEAD", "/metrics"): self = .metrics
        case ("GET", "/"), ("HEAD", "/"): self = .inspector
        case (_, "/"), (_, "/ws"), (_, "/healthz"), (_, "/metrics"): self = .answer(Self.notAllowed("GET"))
        case (_, "/rpc"): self = .answer(Self.notAllowed("POST"))
        default:
            self = .answer(
                HTTPResponse(status: 404, text: "There is nothing here: try /, /ws, /rpc, /healthz or /metrics.\n"))
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

extension HTTPResponse {
    /// The page of the inspector. It contains no data of the server, so that every permitted page may load it. It reads
    /// its data as an observer.
    static let inspector: HTTPResponse = {
        let page = InspectorPage.page(digest: SHA256.digest)
        var headers = HTTPHeaders()
        headers.add("Content-Type", "text/html; charset=utf-8")
        headers.add("Content-Security-Policy", page.policy)
        headers.add("X-Content-Type-Options", "nosniff")
        headers.add("X-Frame-Options", "DENY")
        headers.add("Referrer-Policy", "no-referrer")
        headers.add("Cross-Origin-Opener-Policy", "same-origin")
        headers.add("Cache-Control", "no-store")
        return HTTPResponse(status: 200, headers: headers, body: page.text)
    }()

    /// Creates the answer with a JSON-RPC message.
    init(json message: [UInt8]) {
        var headers = HTTPHeaders()
        headers.add("Content-Type", "application/json")
        self.init(status: 200, headers: headers, body: message + [UInt8(ascii: "\n")])
    }
}
