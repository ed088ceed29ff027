/// The limits on the memory that one peer can use before it has sent a complete message.
///
/// Every decoder receives them at its creation and buffers no more than they allow. A size equal to a limit is
/// accepted; one above it is an error that names the limit.
public struct WireLimits: Sendable, Equatable {
    /// The most bytes of one message: a line without its end, a WebSocket message with its fragments joined, or the
    /// body of a POST. 256 KiB is ten times the longest text with every character escaped. `session.hello` reports it
    /// to clients.
    public var messageBytes: Int
    /// The most bytes of the payload of one WebSocket frame. It equals the limit of a message, because there is no
    /// reason to split one.
    public var frameBytes: Int
    /// The most frames of one WebSocket message. 8,192 allows a full message in frames of 32 bytes. Without this limit
    /// a peer could send empty fragments forever.
    public var fragments: Int
    /// The most bytes of an HTTP head, including its last empty line, and of the blanks before the first message of a
    /// connection. 16 KiB is enough for browsers with many cookies.
    public var headBytes: Int
    /// The most header lines of an HTTP head. 100 is the limit of other servers too.
    public var headers: Int

    /// Creates limits in bytes and counts, each at least 1. The defaults are the limits of the contract.
    public init(
        messageBytes: Int = 256 * 1024, frameBytes: Int? = nil, fragments: Int = 8192, headBytes: Int = 16 * 1024,
        headers: Int = 100
    ) {
        self.messageBytes = messageBytes
        self.frameBytes = frameBytes ?? messageBytes
        self.fragments = fragments
        self.headBytes = headBytes
        self.headers = headers
    }
}
