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
