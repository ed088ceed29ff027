/// How much of anything one peer may make us hold before it has said something whole.
///
/// Every decoder is given these at its birth, and buffers no more than they say. At a limit all is well; one past it is
/// an error that names the limit.
public struct WireLimits: Sendable, Equatable {
    /// Bytes of one message: a line without its end, a WebSocket message with its fragments joined, the body of a
    /// POST. 256 KiB: ten times the longest text with every character escaped, and what `session.hello` tells clients.
    public var messageBytes: Int
    /// Bytes of one WebSocket frame's payload. The same as a message, for there is no reason to split one.
    public var frameBytes: Int
    /// Frames of one WebSocket message. 8,192 allows a full message in frames of 32 bytes; without it a peer could send
    /// empty fragments for ever.
    public var fragments: Int
    /// Bytes of an HTTP head, its last empty line included, and of the blanks before what a connection says first. 16
    /// KiB: what browsers with many cookies stay under.
    public var headBytes: Int
    /// Header lines of an HTTP head. 100: what other servers allow.
    public var headers: Int

    /// The limits of the contract, or others for a test or a tool. Bytes and counts; each at least 1.
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
