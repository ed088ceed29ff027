import ChatProtocol

/// The program `websocket-echo HOST PORT [PATIENCE]`: an echo server that closes connections after PATIENCE
/// milliseconds of silence.
///
/// With `--client HOST PORT TARGET` it is a client that echoes a server's messages, and with `--hear HOST PORT TARGET`
/// one that prints them. It demonstrates the codec, and conformance tools test it (`script/autobahn`).
@main
struct WebSocketEchoMain {
    private static let usage = "usage: websocket-echo HOST PORT [PATIENCE] | --client|--hear HOST PORT TARGET"

    static func main() {
        let arguments = CommandLine.arguments
        // Conformance tools send up to 16 MiB, and one message in frames of 64 bytes.
        let limits = WireLimits(messageBytes: 32 << 20, fragments: 1 << 20)
        if arguments.count == 5, let manner = EchoClient.Manner(rawValue: arguments[1]), let port = UInt16(arguments[3])
        {
            EchoClient.run(manner, host: arguments[2], port: port, target: arguments[4], limits: limits)
            return
        }
        guard (3...4).contains(arguments.count), let port = UInt16(arguments[2]),
            let patience = arguments.count == 3 ? 30_000 : Int(arguments[3]), patience > 0
        else { BlockingServer.leave(usage) }
        BlockingServer.run(host: arguments[1], port: port) { socket in
            var connection = WireConnection(limits: limits, acceptsBinary: true)
            var output: [UInt8] = []
            while true {
                guard socket.read(into: &connection, patience: patience) else {
                    connection.close(WebSocketClose(.goingAway, reason: "silent"), into: &output)
                    _ = socket.write(&output)
                    return
                }
                while let event = connection.next(into: &output) {
                    echo(event, on: &connection, into: &output)
                }
                guard socket.write(&output), connection.mode != .closed, !connection.isFinished else { return }
            }
        }
    }

    private static func echo(
        _ event: WireConnection.Event, on connection: inout WireConnection, into output: inout [UInt8]
    ) {
        switch event {
        case .message(let text): connection.frame(text, into: &output)
        case .binary(let bytes): connection.frameBinary(bytes, into: &output)
        case .upgradeRequested: connection.acceptUpgrade(into: &output)
        case .httpRequest: connection.respond(WebSocketHandshakeError.notAnUpgrade.response, into: &output)
        case .failed(.http(let error)): connection.respond(error.response, into: &output)
        case .failed(let error): connection.close(error.close, into: &output)
        case .closed, .unrecognised, .ended, .upgraded, .pong: break
        }
    }
}
