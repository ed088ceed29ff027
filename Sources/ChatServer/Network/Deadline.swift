import ChatEngine
import ChatProtocol
import ChatSystem

/// The action that is due after a period of silence. A limit is exceeded one millisecond after it.
enum Deadline: Equatable {
    case none
    /// No complete request arrived in time. The server reports the error and closes the connection.
    case expire
    /// The server sends a ping.
    case ping
    /// The server closes the connection. The reason is nil if the connection was closing already, and for idle HTTP.
    case close(ServerLog.Ending?)

    /// The states of a connection that have different deadlines.
    enum Stage {
        /// All output is queued, and the peer must accept it.
        case ending
        /// No request or no login has arrived.
        case nobody
        case webSocket(isPinged: Bool)
        /// HTTP between two requests.
        case http
        /// A message has begun and is not complete.
        case amidMessage
        /// Line mode between two lines. The client may be silent for ever, as `nc` is.
        case lines
    }

    init(_ stage: Stage, silence: Int64, limits: Limits) {
        switch stage {
        case .ending: self = silence > Int64(limits.helloMilliseconds) ? .close(nil) : .none
        case .nobody, .amidMessage: self = silence > Int64(limits.helloMilliseconds) ? .expire : .none
        case .webSocket(isPinged: false): self = silence > Int64(limits.idlePingMilliseconds) ? .ping : .none
        case .webSocket(isPinged: true):
            self = silence > 2 * Int64(limits.idlePingMilliseconds) ? .close(.silent) : .none
        case .http: self = silence > Int64(limits.idlePingMilliseconds) ? .close(nil) : .none
        case .lines: self = .none
        }
    }

    init(of connection: AcceptedConnection, silence: Int64, limits: Limits) {
        let mode = connection.wire.mode
        let stage: Stage =
            if connection.endsWhenSent {
                .ending
            } else if mode == .http ? !connection.hasAsked : !connection.hasLoggedIn {
                .nobody
            } else if connection.wire.isAmidMessage, !connection.hasMore {
                .amidMessage
            } else if mode == .webSocket {
                .webSocket(isPinged: connection.isPinged)
            } else {
                mode == .http ? .http : .lines
            }
        self.init(stage, silence: silence, limits: limits)
    }
}

/// Ends the connections that missed a deadline, and pings silent ones.
struct DeadlineSweep {
    private let limits: Limits
    private let connections: OpenConnections
    private let output: OutputQueue
    private let statistics: ConnectionStatistics

    init(limits: Limits, connections: OpenConnections, output: OutputQueue, statistics: ConnectionStatistics) {
        (self.limits, self.connections, self.output, self.statistics) = (limits, connections, output, statistics)
    }

    func run() {
        let now = Clocks.steady()
        // The server that holds the world watches the deadlines of relayed clients.
        for connection in connections.all where connection.upstream == nil {
            switch Deadline(of: connection, silence: now - connection.lastActivity, limits: limits) {
            case .none: break
            case .expire: expire(connection)
            case .ping:
                connection.ping()
                output.markDirty(connection)
            case .close(let ending):
                if let ending { statistics.note(ending, of: connection) }
                connections.close(connection)
            }
        }
    }

    private func expire(_ connection: AcceptedConnection) {
        let milliseconds = limits.helloMilliseconds
        let error: RPCError
        if connection.hasLoggedIn {
            statistics.note(.unfinishedMessage, of: connection)
            error = .invalidRequest("its rest did not arrive within \(milliseconds) ms")
        } else {
            statistics.note(.noHello, of: connection)
            error = RPCError(.unauthenticated, "The first request must come within \(milliseconds) ms.")
        }
        let reason = connection.hasLoggedIn ? "unfinished message" : "no login"
        output.dismiss(connection, error, status: 408, close: WebSocketClose(.policyViolation, reason: reason))
    }
}

extension Limits {
    /// Returns true if a connection has more unsent bytes than the limit.
    func isTooMuch(unsentBytes: Int) -> Bool { unsentBytes > self.unsentBytes }
}
