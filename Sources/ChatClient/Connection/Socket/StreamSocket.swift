import ChatProtocol
import ChatSystem

/// A ``ByteSocket`` in line mode, which sends and receives messages.
final class StreamSocket {
    private let socket: ByteSocket
    /// The framing, with a limit for pages of history, which are longer than any request.
    private var wire = WireConnection.lineClient(limits: WireLimits(messageBytes: 64 * 1024 * 1024))

    /// Begins to connect.
    ///
    /// - Throws: ``TransportError/unreachable(_:)`` if the host has no address, or none that can be tried.
    init(to endpoint: ServerEndpoint) throws(TransportError) { socket = try ByteSocket(to: endpoint) }

    /// True if messages can be sent and received.
    var isConnected: Bool { socket.isConnected }

    /// The events to poll for now.
    var interest: Interest { socket.interest }

    /// True if all bytes to send were passed to the kernel.
    var isFlushed: Bool { socket.isFlushed }

    /// Checks the result of the attempt to connect, and tries the next address if it failed.
    ///
    /// - Throws: ``TransportError/unreachable(_:)`` if no address is left.
    func advance() throws(TransportError) { try socket.advance() }

    /// Adds a message to the output, and sends as much as the kernel accepts.
    func send(_ message: [UInt8]) throws(TransportError) {
        guard wire.mode == .lines else { throw .closed("closed by the client") }
        try socket.send { wire.frame(message, into: &$0) }
    }

    /// Sends as much of the output as the kernel accepts.
    func flush() throws(TransportError) { try socket.flush() }

    /// Reads the bytes that have arrived, and passes on each complete message.
    ///
    /// - Throws: ``TransportError/closed(_:)`` if the stream has ended.
    func receive(_ hear: ([UInt8]) -> Void) throws(TransportError) {
        var ended: TransportError?
        do throws(TransportError) {
            wire.receive(Array(try socket.receive()))
        } catch {
            wire.receiveEnd()
            ended = error
        }
        var nothing: [UInt8] = []
        while let event = wire.next(into: &nothing) {
            switch event {
            case .message(let message): hear(message)
            case .failed(let error): ended = .closed("\(error)")
            default: break
            }
        }
        if let ended { throw ended }
    }

    /// Ends the sending direction; incoming messages can still be read.
    func endSending() { socket.endSending() }

    /// Closes the socket. A second call has no effect.
    func close() { socket.close() }
}
