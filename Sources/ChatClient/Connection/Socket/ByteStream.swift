import ChatSystem

/// A TCP stream of bare bytes that is waited for: an HTTP request, or whatever a check wants to say.
package final class ByteStream {
    private let socket: ByteSocket
    private let patience: Int64
    private var received: [UInt8] = []
    private var end: TransportError?

    /// Connects.
    ///
    /// - Parameter patienceMilliseconds: how long connecting, and later each sending, may take.
    /// - Throws: ``TransportError/unreachable(_:)`` if nobody listens there, or nothing answers in that time.
    package init(to endpoint: ServerEndpoint, patienceMilliseconds: Int64 = 10_000) throws(TransportError) {
        patience = patienceMilliseconds
        socket = try ByteSocket(to: endpoint)
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

    /// What to watch to know that something has come.
    package var descriptor: Int32 { socket.descriptor }

    /// Sends bytes, waiting where the other side is slow to read.
    package func send(_ bytes: [UInt8]) throws(TransportError) {
        let deadline = Clocks.steady() + patience
        try socket.send { $0 += bytes }
        while !socket.isFlushed {
            let ready = wait(until: deadline)
            // Reading meanwhile: one that waits for us to read would otherwise never read us.
            if ready.canRead, end == nil { readOnce() }
            guard ready.canWrite || ready.canRead else { throw .closed("the peer does not read") }
            try socket.flush()
        }
    }

    /// What came, at least a byte; nothing if none does until then.
    ///
    /// - Throws: ``TransportError/closed(_:)`` if the stream ended and nothing is left of it.
    package func receive(until deadline: Int64) throws(TransportError) -> [UInt8] {
        if received.isEmpty, end == nil, wait(until: deadline).canRead { readOnce() }
        if received.isEmpty, let end { throw end }
        defer { received = [] }
        return received
    }

    /// Says that nothing more will be sent; what comes can still be read.
    package func endSending() { socket.endSending() }

    /// Leaves; harmless a second time.
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
