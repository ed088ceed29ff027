import ChatEngine
import ChatProtocol

/// What a connection's silence calls for. At a limit all is well; one millisecond past it, it is not.
enum Deadline: Equatable {
    case none
    /// It made no request in time, or not the whole of one, and is told so.
    case expire
    /// It is asked whether it is still there.
    case ping
    /// It is closed; the reason, where it was somebody's and did not end by itself.
    case close(ServerLog.Ending?)

    /// How far a connection is, as deadlines know it.
    enum Stage {
        /// Everything was said, and only has to be taken.
        case ending
        /// It made no request yet, or is nobody's yet.
        case nobody
        case webSocket(isPinged: Bool)
        /// HTTP between two requests.
        case http
        /// A part of a message came, and not the rest.
        case amidMessage
        /// Line mode between two lines: it may be silent for ever, as `nc` is.
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

    init(of connection: ClientConnection, silence: Int64, limits: Limits) {
        let mode = connection.wire.mode
        let stage: Stage =
            if connection.endsWhenSent {
                .ending
            } else if mode == .http ? !connection.hasAsked : !connection.hasGreeted {
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

extension Limits {
    /// Whether so much waits unsent that its reader is too slow.
    func isTooMuch(unsentBytes: Int) -> Bool { unsentBytes > self.unsentBytes }
}
