import ChatProtocol
import ChatSystem

/// A client that requests a WebSocket and echoes or prints the server's messages.
enum EchoClient {
    /// The handling of a message: echo or print.
    enum Manner: String {
        case echo = "--client"
        case hear = "--hear"
    }

    /// Runs until the connection ends. Exits with an error if the WebSocket cannot be opened or the server is silent
    /// for 30 seconds.
    static func run(_ manner: Manner, host: String, port: UInt16, target: String, limits: WireLimits) {
        Signals.ignoreBrokenPipes()
        let socket = connect(host, port)
        defer { Descriptors.close(socket.descriptor) }
        var output: [UInt8] = []
        let handshake = WebSocketClientHandshake(
            host: "\(host):\(port)", target: target, subprotocols: [],
            nonce: (0..<16).map { _ in .random(in: .min ... .max) })
        var connection = WireConnection.webSocketClient(
            handshake, limits: limits, acceptsBinary: true, maskKeys: { .random(in: .min ... .max) }, into: &output)
        while socket.write(&output), connection.mode != .closed, !connection.isFinished {
            guard socket.read(into: &connection, patience: 30_000) else { BlockingServer.leave("a silent server") }
            while let event = connection.next(into: &output) {
                answer(event, manner, on: &connection, into: &output)
            }
        }
        _ = socket.write(&output)
        socket.finish()
    }

    private static func answer(
        _ event: WireConnection.Event, _ manner: Manner, on connection: inout WireConnection, into output: inout [UInt8]
    ) {
        switch (event, manner) {
        case (.message(let text), .echo): connection.frame(text, into: &output)
        case (.message(let text), .hear): StandardStream.output.write(String(decoding: text, as: UTF8.self) + "\n")
        case (.binary(let bytes), .echo): connection.frameBinary(bytes, into: &output)
        case (.failed(.handshake(let error)), _): BlockingServer.leave("websocket-echo: \(error)")
        case (.failed(let error), _): connection.close(error.close, into: &output)
        default: break
        }
    }

    private static func connect(_ host: String, _ port: UInt16) -> BlockingSocket {
        guard let address = SocketAddress(host: host, port: port) else {
            BlockingServer.leave("websocket-echo: \(host) is no address")
        }
        do throws(SystemFailure) {
            let descriptor = try Sockets.connect(to: address)
            _ = Readiness.wait(for: [Interest(descriptor: descriptor, reads: false, writes: true)])
            guard let problem = Sockets.connectionError(descriptor) else {
                return BlockingSocket(descriptor: descriptor)
            }
            BlockingServer.leave("websocket-echo: \(problem)")
        } catch {
            BlockingServer.leave("websocket-echo: \(error)")
        }
    }
}
