/// What the owner of a session must do.
package enum LiveAction: Hashable, Sendable {
    /// Open a new stream.
    case open
    /// Put this message on it.
    case send([UInt8])
    /// Leave it.
    case close
}
