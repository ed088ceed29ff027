/// Where a server listens, as a person writes it: `127.0.0.1:7400`, `[::1]:7400`, `localhost`.
public struct ServerEndpoint: Hashable, Sendable, CustomStringConvertible {
    /// The port that servers use unless told otherwise.
    public static let standardPort: UInt16 = 7400

    /// Where a server listens unless told otherwise.
    package static let usual = ServerEndpoint(host: "127.0.0.1")

    /// A name or an address, without brackets.
    public let host: String
    /// 1…65535.
    public let port: UInt16

    /// Why a text is no endpoint.
    public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// One line.
        public let description: String
    }

    /// That host and port.
    public init(host: String, port: UInt16 = ServerEndpoint.standardPort) {
        self.host = host
        self.port = port
    }

    /// Reads `HOST:PORT` or `HOST`. An IPv6 address has brackets where a port follows, and may have them elsewhere.
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

    /// True if it is an address of this machine that no other machine reaches.
    package var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    /// `host:port`, with brackets around what has colons in it.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
