import ChatSystem

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
