import ChatSystem
import Dispatch
import Synchronization

/// A server to which a client opens lines: one within this process, or one on a socket.
public protocol LineHost: AnyObject, Sendable {
    /// Opens a line.
    ///
    /// - Parameter arrived: Called after each arrival, on any thread, while no lock is held.
    /// - Throws: ``TransportError`` if the server cannot be reached.
    func openLine(_ arrived: @escaping @Sendable () -> Void) throws(TransportError) -> any ClientLine

    /// The secrets for the login, if the server requires tokens.
    var credentials: Credentials { get }
}

/// A stream of JSON-RPC messages that several tasks may use, and that reports arrivals instead of waiting for them.
public protocol ClientLine: Sendable {
    /// Sends one message.
    func put(_ message: [UInt8]) throws(TransportError)

    /// Returns the next message that has arrived; nil if there is none now.
    ///
    /// - Throws: ``TransportError`` if the stream has ended and no message is left.
    func take() throws(TransportError) -> [UInt8]?

    /// Ends the stream.
    func close()
}

/// A line over TCP, for which the system reports arrivals.
package final class SocketLine: ClientLine {
    private struct State {
        let transport: SocketTransport
        let source: any DispatchSourceRead
    }

    private let state: Mutex<State>

    package init(to endpoint: ServerEndpoint, _ arrived: @escaping @Sendable () -> Void) throws(TransportError) {
        let transport = try SocketTransport(to: endpoint)
        // The transport closes its own descriptor when the stream ends, and its number may then belong to another file.
        let watched: Int32
        do throws(SystemFailure) {
            watched = try Descriptors.duplicate(transport.descriptor)
        } catch {
            throw .unreachable(error.reason)
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: watched, queue: .global())
        source.setEventHandler(handler: arrived)
        source.setCancelHandler { Descriptors.close(watched) }
        source.activate()
        state = Mutex(State(transport: transport, source: source))
    }

    package func put(_ message: [UInt8]) throws(TransportError) {
        try state.withLock { state throws(TransportError) in
            if state.source.isCancelled { throw .closed("closed by the client") }
            try state.transport.send(message)
        }
    }

    package func take() throws(TransportError) -> [UInt8]? {
        try state.withLock { state throws(TransportError) in
            if state.source.isCancelled { throw .closed("closed by the client") }
            return try state.transport.receive(waitingMilliseconds: 0)
        }
    }

    package func close() {
        state.withLock { state in
            state.source.cancel()
            state.transport.close()
        }
    }
}

/// A line as the transport of a client that waits for its messages.
package final class LineTransport: ClientTransport {
    private let line: any ClientLine
    private let arrivals = DispatchSemaphore(value: 0)

    /// Opens a line.
    ///
    /// - Parameter arrived: Called after each arrival, on any thread.
    package init(on host: any LineHost, _ arrived: @escaping @Sendable () -> Void) throws(TransportError) {
        let arrivals = arrivals
        line = try host.openLine {
            arrivals.signal()
            arrived()
        }
    }

    package func send(_ message: [UInt8]) throws(TransportError) { try line.put(message) }

    package func receive(waitingMilliseconds milliseconds: Int) throws(TransportError) -> [UInt8]? {
        let deadline = DispatchTime.now() + .milliseconds(milliseconds)
        while true {
            if let message = try line.take() { return message }
            guard arrivals.wait(timeout: deadline) == .success else { return nil }
        }
    }

    package func close() { line.close() }
}
