import ChatSystem

/// A TCP socket that never blocks, not even while it connects.
///
/// Until ``isConnected`` is true, wait for the socket to be writable and call ``advance()``. If an endpoint has several
/// addresses, they are tried one after another.
final class ByteSocket {
    private var candidates: ArraySlice<SocketAddress>
    private var lastProblem = "the host has no address"
    private var output: [UInt8] = []
    private var sent = 0
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    private let endpoint: ServerEndpoint
    private let receiveBuffer: Int32?
    /// The file descriptor; -1 after the socket was closed.
    private(set) var descriptor: Int32 = -1

    /// True if bytes can be sent and received.
    private(set) var isConnected = false

    /// Begins to connect.
    ///
    /// - Throws: ``TransportError/unreachable(_:)`` if the host has no address, or none that can be tried.
    init(to endpoint: ServerEndpoint, receiveBuffer: Int32? = nil) throws(TransportError) {
        (self.endpoint, self.receiveBuffer) = (endpoint, receiveBuffer)
        do throws(SystemFailure) {
            candidates = try SocketAddress.resolve(host: endpoint.host, port: endpoint.port)[...]
        } catch {
            throw .unreachable(error.reason)
        }
        try tryNext()
    }

    deinit { close() }

    /// The events to poll for now.
    var interest: Interest {
        Interest(
            descriptor: descriptor, reads: isConnected, writes: !isConnected || sent < output.count)
    }

    /// True if all bytes to send were passed to the kernel.
    var isFlushed: Bool { sent == output.count }

    /// Checks the result of the attempt to connect, and tries the next address if it failed.
    ///
    /// - Throws: ``TransportError/unreachable(_:)`` if no address is left.
    func advance() throws(TransportError) {
        guard !isConnected else { return }
        guard let problem = Sockets.connectionError(descriptor) else {
            isConnected = true
            return
        }
        lastProblem = problem
        close()
        try tryNext()
    }

    private func tryNext() throws(TransportError) {
        while let address = candidates.popFirst() {
            do throws(SystemFailure) {
                descriptor = try Sockets.connect(to: address, receiveBuffer: receiveBuffer)
                return
            } catch {
                lastProblem = error.reason
            }
        }
        throw .unreachable("\(endpoint): \(lastProblem)")
    }

    /// Adds bytes to the output, and sends as many as the kernel accepts.
    func send(_ write: (inout [UInt8]) -> Void) throws(TransportError) {
        write(&output)
        try flush()
    }

    /// Sends as much of the output as the kernel accepts.
    func flush() throws(TransportError) {
        while isConnected, sent < output.count {
            switch Sockets.send(descriptor, output, from: sent, to: output.count) {
            case .bytes(let count): sent += count
            case .wouldBlock: return
            case .ended(let why): throw .closed(why)
            }
        }
        if isFlushed {
            output.removeAll(keepingCapacity: output.count < 64 * 1024)
            sent = 0
        }
    }

    /// Returns the bytes that have arrived; empty if none have.
    ///
    /// - Throws: ``TransportError/closed(_:)`` if the stream has ended.
    func receive() throws(TransportError) -> ArraySlice<UInt8> {
        switch Sockets.receive(descriptor, into: &buffer) {
        case .bytes(let count): return buffer[..<count]
        case .wouldBlock: return []
        case .ended(let why): throw .closed(why)
        }
    }

    /// Ends the sending direction; incoming bytes can still be read.
    func endSending() {
        if descriptor >= 0 { Sockets.shutdownWriting(descriptor) }
    }

    /// Closes the socket. A second call has no effect.
    func close() {
        guard descriptor >= 0 else { return }
        Descriptors.close(descriptor)
        descriptor = -1
        isConnected = false
    }
}
