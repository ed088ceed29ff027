import ChatProtocol

/// A WebSocket to a server on this machine, with the other role of the same codec.
final class WebSocketPeer {
    private let socket: RawConnection
    private var wire: WireConnection

    init(port: UInt16) throws {
        socket = try RawConnection(port: port)
        var output: [UInt8] = []
        let handshake = WebSocketClientHandshake(host: "127.0.0.1:\(port)", nonce: Array(1...16))
        wire = WireConnection.webSocketClient(handshake, maskKeys: { 0x1234_5678 }, into: &output)
        socket.send(output)
    }

    func next() throws -> WireConnection.Event? {
        while true {
            var output: [UInt8] = []
            if let event = wire.next(into: &output) {
                socket.send(output)
                return event
            }
            let bytes = try socket.some()
            guard !bytes.isEmpty else { return nil }
            wire.receive(bytes)
        }
    }

    func say(_ text: String) {
        var output: [UInt8] = []
        wire.frame(Array(text.utf8), into: &output)
        socket.send(output)
    }

    func send(_ bytes: [UInt8]) { socket.send(bytes) }
}
