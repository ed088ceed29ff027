package import ChatConnection
package import ChatProtocol

/// A WebSocket to a server that can send any frames.
package final class WebSocketProbe {
    private let stream: RawProbe
    private var wire: WireConnection

    /// Connects, and asks for a WebSocket.
    package init(to endpoint: ServerEndpoint, patience: Int64 = RawProbe.patience) throws {
        stream = try RawProbe(to: endpoint, patience: patience)
        var output: [UInt8] = []
        wire = WireConnection.webSocketClient(
            WebSocketClientHandshake(host: "\(endpoint)", nonce: (0..<16).map { _ in UInt8.random(in: .min ... .max) }),
            maskKeys: { UInt32.random(in: .min ... .max) }, into: &output)
        stream.send(output)
    }

    /// Returns the next event; nil at the end of the stream.
    package func next() throws -> WireConnection.Event? {
        while true {
            var output: [UInt8] = []
            if let event = wire.next(into: &output) {
                stream.send(output)
                return event
            }
            let bytes = try stream.some()
            guard !bytes.isEmpty else { return nil }
            wire.receive(bytes)
        }
    }

    /// Sends a text message.
    package func say(_ text: String) {
        var output: [UInt8] = []
        wire.frame(Array(text.utf8), into: &output)
        stream.send(output)
    }

    /// Sends the bytes of frames without changes.
    package func send(_ bytes: [UInt8]) { stream.send(bytes) }

    /// Returns a frame as a client sends it.
    static func frame(_ opcode: WebSocketOpcode, _ payload: [UInt8], isFinal: Bool = true, masked: Bool = true)
        -> [UInt8]
    {
        var bytes: [UInt8] = []
        WebSocketFrame.appendHeader(
            opcode, isFinal: isFinal, length: payload.count, maskKey: masked ? 0 : nil, to: &bytes)
        return bytes + payload
    }
}
