import ChatSystem

/// A stream to a server over TCP, in line mode.
public final class SocketTransport: ClientTransport {
    private let socket: StreamSocket
    private var messages: [[UInt8]] = []
    private var taken = 0
    private var end: TransportError?
    private let patience: Int

    /// Connects.
    ///
    /// - Parameter patienceMilliseconds: how long connecting, and later each sending, may take.
    /// - Throws: ``TransportError/unreachable(_:)`` if nobody listens there, or nothing answers in that time.
    public init(to endpoint: ServerEndpoint, patienceMilliseconds: Int = 10_000) throws(TransportError) {
        patience = patienceMilliseconds
        socket = try StreamSocket(to: endpoint)
        let deadline = Clocks.steady() + Int64(patience)
        while !socket.isConnected {
            guard wait(until: deadline).canWrite else {
                socket.close()
                throw .unreachable("\(endpoint) does not answer")
            }
            try socket.advance()
        }
    }

    /// What to watch to know that something has come.
    package var descriptor: Int32 { socket.descriptor }

    /// Sends one message as a line, waiting where the server is slow to read.
    public func send(_ message: [UInt8]) throws(TransportError) {
        if let end { throw end }
        let deadline = Clocks.steady() + Int64(patience)
        do throws(TransportError) {
            try socket.send(message)
            while !socket.isFlushed {
                let ready = wait(until: deadline)
                // Reading meanwhile: a server that waits for us to read would otherwise never read us.
                if ready.canRead { readOnce() }
                guard ready.canWrite || ready.canRead else { throw TransportError.closed("the server does not read") }
                try socket.flush()
            }
        } catch {
            finish(error)
            throw error
        }
    }

    /// The next message, or nil if none comes in that time.
    public func receive(waitingMilliseconds milliseconds: Int) throws(TransportError) -> [UInt8]? {
        let deadline = Clocks.steady() + Int64(milliseconds)
        while true {
            if let message = takeMessage() { return message }
            if let end { throw end }
            guard wait(until: deadline).canRead else { return nil }
            readOnce()
        }
    }

    /// Leaves the stream.
    public func close() {
        finish(.closed("closed by this side"))
        messages = []
        taken = 0
    }

    /// Leaves the stream once the server has noticed: it ends its side when it has. One that does not in the time that
    /// sending may take is left nevertheless.
    public func leave() {
        socket.endSending()
        let deadline = Clocks.steady() + Int64(patience)
        while end == nil, wait(until: deadline).canRead { readOnce() }
        close()
    }

    private func wait(until deadline: Int64) -> Readiness {
        let left = max(0, deadline - Clocks.steady())
        return Readiness.wait(for: [socket.interest], milliseconds: Int(left)).first ?? .init()
    }

    private func takeMessage() -> [UInt8]? {
        guard taken < messages.count else { return nil }
        defer {
            taken += 1
            if taken == messages.count {
                messages.removeAll(keepingCapacity: true)
                taken = 0
            }
        }
        return messages[taken]
    }

    private func readOnce() {
        do throws(TransportError) {
            try socket.receive { messages.append($0) }
        } catch {
            finish(error)
        }
    }

    private func finish(_ why: TransportError) {
        end = end ?? why
        socket.close()
    }
}
