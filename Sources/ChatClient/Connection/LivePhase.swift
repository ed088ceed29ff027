package import ChatProtocol

/// The phase of a session.
package enum LivePhase: Equatable, Sendable {
    /// A stream is being opened.
    case connecting
    /// The stream is open, and `session.hello` waits for its answer.
    case greeting
    /// The login succeeded.
    case live
    /// The connection is lost; the next attempt begins at that time, in milliseconds.
    case waiting(until: Int64)
    /// The server refused the session, and the client does not try again.
    case refused(RPCError)
}
