package import ChatProtocol

/// The address of a server, as a person writes it: `127.0.0.1:7400`, `[::1]:7400`, `localhost`.
public struct ServerEndpoint: Hashable, Sendable, CustomStringConvertible {
    /// The default port of servers.
    public static let standardPort: UInt16 = 7400

    /// The default address of servers.
    package static let usual = ServerEndpoint(host: "127.0.0.1")

    /// The name or the address of the host, without brackets.
    public let host: String
    /// The port, 1…65535.
    public let port: UInt16

    /// The reason for which a text is no endpoint.
    public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// The reason, as one line.
        public let description: String
    }

    /// Creates an endpoint from a host and a port.
    public init(host: String, port: UInt16 = ServerEndpoint.standardPort) {
        self.host = host
        self.port = port
    }

    /// Reads `HOST:PORT` or `HOST`. An IPv6 address needs brackets if a port follows, and may have them without one.
    ///
    /// - Throws: ``Problem`` if the text is not an endpoint.
    public init(_ text: String) throws(Problem) {
        func problem(_ why: String) -> Problem {
            Problem(description: "“\(text)” is not HOST:PORT, such as 127.0.0.1:\(Self.standardPort): \(why)")
        }
        var host: Substring
        var digits: Substring?
        if text.hasPrefix("[") {
            guard let close = text.firstIndex(of: "]") else { throw problem("the bracket is not closed") }
            host = text[text.index(after: text.startIndex)..<close]
            let rest = text[text.index(after: close)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw problem("a colon must follow the bracket") }
            if !rest.isEmpty { digits = rest.dropFirst() }
        } else {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            host = text[...]
            if parts.count == 2 { (host, digits) = (parts[0], parts[1]) }
        }
        guard !host.isEmpty else { throw problem("the host is missing") }
        guard !host.contains(where: { $0.isWhitespace || $0 == "/" || $0 == "[" || $0 == "]" }) else {
            throw problem("the host has an invalid character")
        }
        var port = Self.standardPort
        if let digits {
            let isNumber = !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
            guard isNumber, let number = UInt16(digits), number > 0 else {
                throw problem("the port must be a number from 1 to 65535")
            }
            port = number
        }
        self.init(host: String(host), port: port)
    }

    /// True if the host is an address of this machine that no other machine reaches.
    package var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    /// The endpoint as `host:port`, with brackets around a host that contains colons.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// The servers of one log, each of which can be used, as a person writes them: `127.0.0.1:7400`, or several with commas
/// between them. They are tried in that order, and again from the first after the last.
public struct ServerEndpoints: Hashable, Sendable, CustomStringConvertible {
    private let first: ServerEndpoint
    private let others: [ServerEndpoint]

    /// Creates a list of one server.
    public init(_ endpoint: ServerEndpoint) { (first, others) = (endpoint, []) }

    /// Reads one endpoint, or several with commas between them, such as `HOST:PORT,HOST:PORT`.
    ///
    /// - Throws: ``ServerEndpoint/Problem`` if a part is not an endpoint.
    public init(_ text: String) throws(ServerEndpoint.Problem) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        first = try ServerEndpoint(String(parts.first ?? ""))
        var others: [ServerEndpoint] = []
        for part in parts.dropFirst() { others.append(try ServerEndpoint(String(part))) }
        self.others = others
    }

    /// The endpoints, in order.
    public var all: [ServerEndpoint] { [first] + others }

    /// The number of servers, at least 1.
    package var count: Int { 1 + others.count }

    /// Returns the server of an attempt, counted from 0; after the last server, the first follows again.
    package subscript(attempt: Int) -> ServerEndpoint {
        let index = attempt % count
        return index == 0 ? first : others[index - 1]
    }

    /// The endpoints with commas between them.
    public var description: String { all.map(\.description).joined(separator: ",") }
}

extension ScriptedClient {
    /// Runs a body with a session on the first server that accepts the login. If that server is lost or answers
    /// `unavailable`, the body runs again with the next server.
    ///
    /// - Parameters:
    ///   - timeoutMilliseconds: The deadline of connecting, and of each answer.
    ///   - isRepeated: True if the body may run again from its beginning. A change in it then needs a client id that
    ///     stays
    ///     the same, so that it happens only once.
    ///   - body: Receives the client and the result of its login.
    /// - Throws: The error of the last server, or any error of the body.
    package static func with<Result>(
        anyOf servers: ServerEndpoints, _ hello: Hello, timeoutMilliseconds: Int = 10_000, isRepeated: Bool = true,
        _ body: (_ client: ScriptedClient, _ welcome: JSONValue) throws -> Result
    ) throws -> Result {
        var left = servers.all[...]
        while true {
            let server = left.removeFirst()
            var isBegun = false
            do {
                let transport = try SocketTransport(to: server, patienceMilliseconds: timeoutMilliseconds)
                defer { transport.close() }
                let client = ScriptedClient(transport, patienceMilliseconds: timeoutMilliseconds)
                let welcome = try client.hello(hello)
                isBegun = true
                return try body(client, welcome)
            } catch  where !left.isEmpty && (isRepeated || !isBegun) && isOfThatServer(error) {}
        }
    }

    /// True if another server of the same log may succeed after this error.
    private static func isOfThatServer(_ error: any Error) -> Bool {
        switch error {
        case is TransportError: true
        case ClientFailure.transport, ClientFailure.silence: true
        case ClientFailure.refused(let refusal): refusal.reason == .unavailable
        default: false
        }
    }
}
