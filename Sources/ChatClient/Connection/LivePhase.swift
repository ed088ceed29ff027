package import ChatProtocol

/// How far a session is.
package enum LivePhase: Equatable, Sendable {
    /// A stream is being opened.
    case connecting
    /// `session.hello` waits for its answer.
    case greeting
    /// The server is there.
    case live
    /// It is not; the next attempt is at that time.
    case waiting(until: Int64)
    /// The server does not want this session; nothing more is tried.
    case refused(RPCError)
}
