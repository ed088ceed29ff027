public import ChatEngine
import ChatProtocol

extension SocketServer {
    /// Where and how to listen.
    public struct Configuration: Sendable {
        /// The address.
        public var host = "127.0.0.1"
        /// The port; 0 lets the kernel choose.
        public var port: UInt16 = 0
        /// The file of tokens, which is read again whenever it changes. Without one those of the database count, and where
        /// it has none the engine's authenticator.
        public var tokens: String?
        /// The names by which it may be addressed over HTTP, beside the loopback's own and ``host``.
        public var hosts: [String] = []
        /// The origins whose pages may speak to it, beside its own.
        public var origins: [String] = []
        /// Where the other servers of a database reach this one, as `HOST` or `HOST:PORT`; nil for ``host``.
        public var advertised: String?
        /// The most connections that there may be at once; nil for as many as the system has descriptors for.
        package var connectionsMax: Int?
        /// The engine's own.
        public var engine = ServerEngine.Configuration()

        /// The defaults: loopback, any port.
        public init() {}

        /// Where the other servers of a database reach this one.
        ///
        /// - Throws: ``ListenError`` where nobody has said it, and the address to listen on is every address.
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

extension WireError {
    /// The last thing that is said to a peer whose messages cannot be told apart any more.
    func refusal(_ limits: Limits) -> RPCError {
        close.code == .messageTooBig
            ? .tooLarge("This message is too long", limit: "messageBytes", limits.messageBytes)
            : .invalidRequest("\(self)")
    }
}
