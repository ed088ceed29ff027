import ChatConformance
import ChatConnection
import ChatProtocol

extension RawProbe {
    /// Connects to a server on this machine.
    ///
    /// - Parameters:
    ///   - person: The handle of the person who logs in; nil for no login.
    ///   - receiveBuffer: The number of bytes that the kernel may keep for a slow reader; its default if nil.
    convenience init(port: UInt16, as person: String? = nil, receiveBuffer: Int32? = nil) throws {
        try self.init(to: ServerEndpoint(host: "127.0.0.1", port: port), receiveBuffer: receiveBuffer)
        if let person { try call("session.hello", ["role": "person", "handle": .string(person)]) }
    }
}

extension WebSocketProbe {
    /// Connects to a server on this machine.
    convenience init(port: UInt16) throws { try self.init(to: ServerEndpoint(host: "127.0.0.1", port: port)) }
}
