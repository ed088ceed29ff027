public import ChatEngine

extension SocketServer {
    /// The settings of a server on a socket.
    public struct Configuration: Sendable {
        /// The address to listen on.
        public var host = "127.0.0.1"
        /// The port to listen on; 0 lets the kernel choose.
        public var port: UInt16 = 0
        /// The file of tokens, which is reloaded after each change. Without a file the tokens of the database apply,
        /// and without any there the engine's authenticator.
        public var tokens: String?
        /// The names that HTTP requests may address, in addition to the loopback names and ``host``.
        public var hosts: [String] = []
        /// The origins whose pages may connect, in addition to the server's own.
        public var origins: [String] = []
        /// The address for the other servers of a database, as `HOST` or `HOST:PORT`; nil for ``host``.
        public var advertised: String?
        /// The maximum number of open connections; nil for as many as the system's descriptors allow.
        package var connectionsMax: Int?
        /// The settings of the engine.
        public var engine = ServerEngine.Configuration()

        /// Creates the default settings: loopback, any port.
        public init() {}

        /// Returns the address for the other servers of a database.
        ///
        /// - Throws: ``ListenError`` if ``advertised`` is nil and ``host`` is every address of the machine.
        func advertisedAddress(port: UInt16) throws(ListenError) -> String {
            if let advertised {
                let end = advertised.lastIndex(of: ":").map { advertised[$0...].dropFirst() } ?? ""
                return UInt16(end) == nil ? "\(advertised):\(port)" : advertised
            }
            guard !["0.0.0.0", "::", "[::]"].contains(host) else {
                throw ListenError(
                    message:
                        "\(host) is every address of this machine: give --advertise HOST:PORT, where the other servers "
                        + "of the database reach this one")
            }
            return (host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host) + ":\(port)"
        }
    }
}
