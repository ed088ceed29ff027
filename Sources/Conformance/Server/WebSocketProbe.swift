import ChatConnection
import ChatProtocol
import ChatSystem

/// A WebSocket that can send any frames.
final class WebSocketProbe {
    private let stream: ByteStream
    private var wire: WireConnection
    /// The subprotocol that the server selected; nil for none.
    let subprotocol: String?

    init(_ server: ServerSubject) throws {
        stream = try ByteStream(to: server.endpoint)
        let nonce = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        var output: [UInt8] = []
        wire = WireConnection.webSocketClient(
            WebSocketClientHandshake(host: "\(server.endpoint)", nonce: nonce),
            maskKeys: { UInt32.random(in: .min ... .max) }, into: &output)
        try stream.send(output)
        guard case .upgraded(let agreed)? = try Self.next(&wire, stream) else {
            throw CheckEnd.failed("an upgrade to a WebSocket", seen: "none")
        }
        subprotocol = agreed
    }

    /// Returns a frame as a client sends it.
    static func frame(_ opcode: WebSocketOpcode, _ payload: [UInt8], isFinal: Bool = true, masked: Bool = true)
        -> [UInt8]
    {
        var bytes: [UInt8] = []
        WebSocketFrame.appendHeader(
            opcode, isFinal: isFinal, length: payload.count, maskKey: masked ? 0 : nil, to: &bytes)
        return bytes + payload
    }

    /// Sends the bytes of frames without changes.
    func send(_ bytes: [UInt8]) throws { try stream.send(bytes) }

    /// Returns the next event; nil at the end of the stream.
    func next() throws -> WireConnection.Event? { try Self.next(&wire, stream) }

    /// Returns the code of the next close frame.
    func close() throws -> UInt16 {
        while let event = try next() {
            if case .closed(let close) = event { return close.code.rawValue }
        }
        throw CheckEnd.failed("a close", seen: "nothing")
    }

    private static func next(_ wire: inout WireConnection, _ stream: ByteStream) throws -> WireConnection.Event? {
        while true {
            var output: [UInt8] = []
            if let event = wire.next(into: &output) {
                if !output.isEmpty { try? stream.send(output) }
                if case .failed(let error) = event { throw CheckEnd.failed("valid frames", seen: "\(error)") }
                return event
            }
            if wire.isFinished { return nil }
            do throws(TransportError) {
                let bytes = try stream.receive(until: Clocks.steady() + ServerSubject.patience)
                guard !bytes.isEmpty else { return nil }
                wire.receive(bytes)
            } catch {
                wire.receiveEnd()
            }
        }
    }
}
