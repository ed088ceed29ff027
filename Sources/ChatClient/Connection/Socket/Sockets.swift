import ChatProtocol
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

/// A blocking TCP stream of raw bytes, for HTTP requests and for checks of the server.
package final class ByteStream {
    private let socket: ByteSocket
    private let patience: Int64
    private var received: [UInt8] = []
    private var end: TransportError?

    /// Connects.
    ///
    /// - Parameters:
    ///   - patienceMilliseconds: The longest time for connecting, and later for each call of ``send(_:)``.
    ///   - receiveBuffer: The number of bytes that the kernel may keep for a slow reader; its default if nil.
    /// - Throws: ``TransportError/unreachable(_:)`` if the server does not accept the connection in that time.
    package init(
        to endpoint: ServerEndpoint, patienceMilliseconds: Int64 = 10_000, receiveBuffer: Int32? = nil
    ) throws(TransportError) {
        patience = patienceMilliseconds
        socket = try ByteSocket(to: endpoint, receiveBuffer: receiveBuffer)
        let deadline = Clocks.steady() + patience
        while !socket.isConnected {
            guard wait(until: deadline).canWrite else {
                socket.close()
                throw .unreachable(
                    "\(endpoint) did not accept the connection within \(ClientFailure.duration(Int(patience)))")
            }
            try socket.advance()
        }
    }

    /// The descriptor to poll for arrivals.
    package var descriptor: Int32 { socket.descriptor }

    /// Sends bytes. Waits while the peer reads slowly.
    ///
    /// - Throws: ``TransportError/closed(_:)`` if the stream has ended, or if the peer does not read for too long.
    package func send(_ bytes: [UInt8]) throws(TransportError) {
        let deadline = Clocks.steady() + patience
        try socket.send { $0 += bytes }
        while !socket.isFlushed {
            let ready = wait(until: deadline)
            // Reads while it sends: a peer that waits until we read would never read.
            if ready.canRead, end == nil { readOnce() }
            guard ready.canWrite || ready.canRead else { throw .closed("the peer does not read") }
            try socket.flush()
        }
    }

    /// Returns the bytes that have arrived; empty if none arrive before the deadline, in milliseconds of the steady
    /// clock.
    ///
    /// - Throws: ``TransportError/closed(_:)`` if the stream has ended and no byte is left.
    package func receive(until deadline: Int64) throws(TransportError) -> [UInt8] {
        if received.isEmpty, end == nil, wait(until: deadline).canRead { readOnce() }
        if received.isEmpty, let end { throw end }
        defer { received = [] }
        return received
    }

    /// Ends the sending direction; incoming bytes can still be read.
    package func endSending() { socket.endSending() }

    /// Closes the stream. A second call has no effect.
    package func close() { socket.close() }

    private func wait(until deadline: Int64) -> Readiness {
        let left = max(0, deadline - Clocks.steady())
        return Readiness.wait(for: [socket.interest], milliseconds: Int(left)).first ?? .init()
    }

    private func readOnce() {
        do throws(TransportError) {
            received += try socket.receive()
        } catch { end = error }
    }
}
