import ChatProtocol
import InspectorPage

/// What an HTTP request is for.
enum HTTPRoute {
    /// A WebSocket, accepted.
    case upgrade
    /// One JSON-RPC request in the body, by someone whom the query names, if it does.
    case rpc(Hello?)
    /// The counters.
    case metrics
    /// Whether all is well.
    case health
    /// The inspector's page.
    case inspector
    /// Anything else: this is the answer.
    case answer(HTTPResponse)

    /// Finds out what a request is for.
    ///
    /// - Parameter asksForUpgrade: whether it carries a WebSocket handshake.
    init(_ request: HTTPRequest, asksForUpgrade: Bool, names: Names) {
        let headers = request.head.headers
        // Whoever watches a server may not know its name, and learns nothing else.
        let isHealth = ["GET", "HEAD"].contains(request.head.method) && request.head.path == "/healthz"
        let hosts = headers.values("Host")
        // Whom an absolute target names counts, and not what Host says beside it (RFC 9112, section 3.2.2).
        let isOld = isHealth && hosts.isEmpty && request.head.minorVersion == 0
        guard hosts.count == 1 || isOld, let host = request.head.authority ?? hosts.first ?? (isOld ? "" : nil) else {
            self = .answer(HTTPResponse(status: 400, text: "A request needs exactly one Host header.\n"))
            return
        }
        guard isHealth || names.allows(host: host) else {
            self = .answer(HTTPResponse(status: 403, text: "This server is not called \(Self.printable(host)).\n"))
            return
        }
        // All of them, where there is more than one: whoever reads another one than we must not be fooled.
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

    /// What a page is told that may not speak here, and how whoever runs the server lets it.
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

    /// The greeting that `/rpc?role=person&handle=anna` stands for, so that one request is enough; nil without a
    /// query.
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
    /// The token that the request carries (RFC 6750, section 2.1); an empty one, which nobody has, where it carries
    /// several; nil where it carries none.
    var bearer: String? {
        let values = headers.values("Authorization")
        guard values.count <= 1 else { return "" }
        let words = (values.first ?? "").split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        return String(words[1].drop { $0 == " " })
    }
}

extension HTTPResponse {
    /// The inspector's page. It holds nothing of the server, so that anybody who may speak to it may have it; what it
    /// shows it asks for as an observer.
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

    /// The answer that carries a JSON-RPC message.
    init(json message: [UInt8]) {
        var headers = HTTPHeaders()
        headers.add("Content-Type", "application/json")
        self.init(status: 200, headers: headers, body: message + [UInt8(ascii: "\n")])
    }
}
