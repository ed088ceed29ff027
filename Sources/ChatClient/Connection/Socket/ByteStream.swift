import ChatSystem

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
