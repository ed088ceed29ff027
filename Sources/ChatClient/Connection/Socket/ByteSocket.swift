import ChatSystem

/// A TCP socket that never blocks, from the first attempt to connect on.
///
/// It is connected once ``isConnected`` says so; until then wait for it to be writable and call ``advance()``. Where
/// an endpoint has several addresses, they are tried one after another.
final class ByteSocket {
    private var candidates: ArraySlice<SocketAddress>
    private var lastProblem = "the host has no address"
    private var output: [UInt8] = []
    private var sent = 0
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    private let endpoint: ServerEndpoint
    /// -1 once it is closed.
    private(set) var descriptor: Int32 = -1

    /// Whether bytes can be sent and received.
    private(set) var isConnected = false

    /// Begins to connect.
    ///
    /// - Throws: ``TransportError/unreachable(_:)`` if no address can even be tried.
    init(to endpoint: ServerEndpoint) throws(TransportError) {
        self.endpoint = endpoint
        do throws(SystemFailure) {
            candidates = try SocketAddress.resolve(host: endpoint.host, port: endpoint.port)[...]
        } catch {
            throw .unreachable(error.reason)
        }
        try tryNext()
    }

    deinit { close() }

    /// What to wait for now.
    var interest: Interest {
        Interest(
            descriptor: descriptor, reads: isConnected, writes: !isConnected || sent < output.count)
    }

    /// Whether everything that was put on it is with the kernel.
    var isFlushed: Bool { sent == output.count }

    /// Looks how the attempt to connect went, and goes on to the next address if it failed.
    ///
    /// - Throws: ``TransportError/unreachable(_:)`` once no address is left.
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
                descriptor = try Sockets.connect(to: address)
                return
            } catch {
                lastProblem = error.reason
            }
        }
        throw .unreachable("\(endpoint): \(lastProblem)")
    }

    /// Puts bytes behind those that wait, and sends what the kernel takes.
    func send(_ write: (inout [UInt8]) -> Void) throws(TransportError) {
        write(&output)
        try flush()
    }

    /// Sends what waits, as far as the kernel takes it.
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

    /// Reads what is there.
    ///
    /// - Throws: ``TransportError/closed(_:)`` if no more will.
    func receive() throws(TransportError) -> ArraySlice<UInt8> {
        switch Sockets.receive(descriptor, into: &buffer) {
        case .bytes(let count): return buffer[..<count]
        case .wouldBlock: return []
        case .ended(let why): throw .closed(why)
        }
    }

    /// Says that nothing more will be sent; what comes can still be read.
    func endSending() {
        if descriptor >= 0 { Sockets.shutdownWriting(descriptor) }
    }

    /// Leaves; harmless a second time.
    func close() {
        guard descriptor >= 0 else { return }
        Descriptors.close(descriptor)
        descriptor = -1
        isConnected = false
    }
}
