import ChatProtocol
import ChatSystem

/// A ``ByteSocket`` in line mode: messages in and out.
final class StreamSocket {
    private let socket: ByteSocket
    /// A page of history is longer than any request may be.
    private var wire = WireConnection.lineClient(limits: WireLimits(messageBytes: 64 * 1024 * 1024))

    /// Begins to connect.
    ///
    /// - Throws: ``TransportError/unreachable(_:)`` if no address can even be tried.
    init(to endpoint: ServerEndpoint) throws(TransportError) { socket = try ByteSocket(to: endpoint) }

    /// Whether messages can be sent and received.
    var isConnected: Bool { socket.isConnected }

    /// What to wait for now.
    var interest: Interest { socket.interest }

    /// Whether everything that was put on it is with the kernel.
    var isFlushed: Bool { socket.isFlushed }

    /// Looks how the attempt to connect went, and goes on to the next address if it failed.
    ///
    /// - Throws: ``TransportError/unreachable(_:)`` once no address is left.
    func advance() throws(TransportError) { try socket.advance() }

    /// Puts a message behind those that wait, and sends what the kernel takes.
    func send(_ message: [UInt8]) throws(TransportError) {
        guard wire.mode == .lines else { throw .closed("closed by the client") }
        try socket.send { wire.frame(message, into: &$0) }
    }

    /// Sends what waits, as far as the kernel takes it.
    func flush() throws(TransportError) { try socket.flush() }

    /// Reads what is there, and hands on each message.
    ///
    /// - Throws: ``TransportError/closed(_:)`` if no more will come.
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

    /// Says that nothing more will be sent; what comes can still be read.
    func endSending() { socket.endSending() }

    /// Leaves; harmless a second time.
    func close() { socket.close() }
}
