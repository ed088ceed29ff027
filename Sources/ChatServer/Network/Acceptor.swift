import ChatProtocol
import ChatSystem

/// Accepts connections. While the server is full, it makes room for a new client that may log in.
final class Acceptor {
    private let listener: Listener
    private let connections: OpenConnections
    private let output: OutputQueue
    private let registry: PollerRegistry
    private let requests: RequestQueue
    private let statistics: ConnectionStatistics
    private let serverLog: ServerLog
    /// The time when accepting resumes, by the steady clock in milliseconds; nil unless it is paused.
    private(set) var resumesAt: Int64?

    init(
        _ listener: Listener, connections: OpenConnections, output: OutputQueue, registry: PollerRegistry,
        requests: RequestQueue, statistics: ConnectionStatistics, log: ServerLog
    ) {
        (self.listener, self.connections, self.output) = (listener, connections, output)
        (self.registry, self.requests, self.statistics) = (registry, requests, statistics)
        serverLog = log
        registry.watch(listener)
    }

    /// Accepts waiting connections, but at least one, for the time that connections without a login may use in a tick.
    ///
    /// - Parameter opened: Called for each new connection.
    func acceptWaiting(_ opened: (AcceptedConnection) -> Void) {
        guard !requests.pausesLoginInput else { return }
        requests.countingLoginInput { began in accept(until: began + Scheduler.budget, opened) }
    }

    /// Accepts waiting connections until a time of the steady clock in microseconds.
    private func accept(until deadline: Int64, _ opened: (AcceptedConnection) -> Void) {
        var firstTaken: AcceptedConnection?
        let round = listener.accept { descriptor, peer in
            if connections.isFull { makeRoom() }
            guard !connections.isFull else {
                Descriptors.close(descriptor)
                statistics.noteRefused(limit: connections.limit)
                return true
            }
            let connection = connections.open(descriptor, from: peer, strangers: requests.strangers)
            if connection != nil { statistics.noteAccepted() }
            if let connection { opened(connection) }
            firstTaken = firstTaken ?? connection
            if Clocks.steadyMicroseconds() >= deadline { return false }
            // A full server must not end a connection that it just accepted: the rest wait for the next tick.
            return !connections.isFull || firstTaken == nil || connections.longestSilentUnauthenticated() !== firstTaken
        }
        guard case .pause(let milliseconds, let why) = round else { return }
        serverLog.note(.acceptingPaused(reason: why, milliseconds: milliseconds))
        registry.unwatch(listener.descriptor)
        resumesAt = Clocks.steady() + Int64(milliseconds)
    }

    /// Resumes accepting if its pause is over.
    func resume(at now: Int64) {
        guard let resumesAt, resumesAt <= now else { return }
        self.resumesAt = nil
        registry.watch(listener)
    }

    /// Stops accepting.
    func close() {
        registry.unwatch(listener.descriptor)
        listener.close()
    }

    /// Ends the connection without a login that has been silent longest, so that a new client can log in.
    private func makeRoom() {
        guard let connection = connections.longestSilentUnauthenticated() else { return }
        statistics.noteMadeRoom(limit: connections.limit)
        if !connection.endsWhenSent {
            let error = RPCError(.unavailable, "There are too many connections, and this one has not logged in.")
            // A connection that sent nothing gets its error as a line.
            if connection.wire.mode == .undecided {
                connection.append(Envelope.failure(id: nil, error) + [UInt8(ascii: "\n")])
            }
            output.dismiss(connection, error, status: 503, close: WebSocketClose(.tryAgainLater, reason: "no login"))
        }
        output.closeAtOnce(connection)
    }
}

/// The listening socket. While the machine has no free descriptors or memory, it pauses instead of spinning.
final class Listener {
    /// The maximum number of connections that one tick accepts, so that a flood does not starve open connections.
    static let batchMax = 256
    /// The first pause when resources are exhausted, in milliseconds. It doubles up to ``pauseMax``.
    static let pauseMin = 5
    /// The longest pause, in milliseconds.
    static let pauseMax = 1_000

    let descriptor: Int32
    /// The actual port, even if port 0 was requested.
    let port: UInt16
    private(set) var pause = pauseMin

    init(host: String, port: UInt16) throws(ListenError) {
        do throws(SystemFailure) {
            (descriptor, self.port) = try Sockets.listen(host: host, port: port)
        } catch {
            throw ListenError(message: error.reason)
        }
    }

    /// The result of one round of accepting.
    enum Round {
        /// All waiting connections were accepted, or enough of them for one tick.
        case done
        /// Resources are exhausted. The server retries after this number of milliseconds.
        case pause(milliseconds: Int, why: String)
    }

    /// Accepts waiting connections until `handle` returns false, at most ``batchMax``.
    func accept(_ handle: (_ descriptor: Int32, _ peer: SocketAddress) -> Bool) -> Round {
        for _ in 0..<Self.batchMax {
            switch Sockets.accept(descriptor) {
            case .connection(let accepted, let peer):
                pause = Self.pauseMin
                guard handle(accepted, peer) else { return .done }
            case .none: return .done
            case .lost: continue
            case .exhausted(let why):
                defer { pause = min(pause * 2, Self.pauseMax) }
                return .pause(milliseconds: pause, why: why)
            }
        }
        return .done
    }

    func close() { Descriptors.close(descriptor) }
}

/// The reason why the server cannot listen.
public struct ListenError: Error, Sendable, CustomStringConvertible {
    /// The text for the operator: the problem and its remedy.
    public let message: String
    /// The same text as ``message``.
    public var description: String { message }
}
