/// An action that the owner of a session must perform.
package enum LiveAction: Hashable, Sendable {
    /// Open a new stream.
    case open
    /// Send this message on the stream.
    case send([UInt8])
    /// Close the stream.
    case close
}
