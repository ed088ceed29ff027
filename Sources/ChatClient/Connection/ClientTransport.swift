import ChatSystem
import Dispatch
import Synchronization

/// A stream of JSON-RPC messages to one server: a socket, or a server within this process.
///
/// Each message is the bytes of one JSON text, in both directions. The transport frames them.
public protocol ClientTransport: AnyObject {
    /// Sends one message.
    ///
    /// - Throws: ``TransportError`` if the stream has ended.
    func send(_ message: [UInt8]) throws(TransportError)

    /// Returns the next message.
    ///
    /// - Parameter milliseconds: The longest time to wait for a message; 0 returns at once.
    /// - Returns: The message; nil if none arrived in that time.
    /// - Throws: ``TransportError`` if the stream has ended and no message is left.
    func receive(waitingMilliseconds milliseconds: Int) throws(TransportError) -> [UInt8]?

    /// Closes the stream.
    func close()

    /// Closes the stream, and returns when the server has noticed, so that later events do not reach this session.
    func leave()
}

extension ClientTransport {
    /// Closes the stream, for a server that notices at once.
    public func leave() { close() }
}

/// The reason for which a stream to a server cannot be used.
public enum TransportError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The server does not accept connections, or the address is invalid.
    case unreachable(String)
    /// The stream ended.
    case closed(String)

    /// The error as a sentence for a person.
    public var description: String {
        switch self {
        case .unreachable(let why): "The server cannot be reached: \(why)"
        case .closed(let why): "The connection ended: \(why)"
        }
    }
}

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
