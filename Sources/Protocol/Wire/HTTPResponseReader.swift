/// Reads the only response of a connection that closes after it, for clients that send one request.
///
/// The body ends at its length, at its last chunk or at the end of the stream. It is stored as received, with the chunk
/// framing, because callers look at it only after an error.
public struct HTTPResponseReader: Sendable {
    private var queue = ByteQueue()
    private var reader = HTTPHeadReader()
    private let limits: WireLimits
    /// The head; nil until it is complete.
    public private(set) var head: HTTPResponseHead?

    /// Creates a reader at the start of a response. It reads at most `messageBytes` of a body.
    public init(limits: WireLimits = WireLimits()) { self.limits = limits }

    /// The bytes of the body that have arrived.
    public var body: [UInt8] { head == nil ? [] : queue.copy(0..<queue.count) }

    /// True if the response is complete. A body without a length ends with the stream or at `messageBytes`.
    public var isWhole: Bool {
        guard let head else { return false }
        if head.status == 204 || head.status == 304 || queue.count >= limits.messageBytes { return true }
        if let length = head.headers["Content-Length"].flatMap({ Int($0) }) { return queue.count >= length }
        return head.headers.hasToken("chunked", in: "Transfer-Encoding")
            && body.suffix(5) == Array("0\r\n\r\n".utf8)[...]
    }

    /// Appends received bytes and parses the head when it is complete.
    ///
    /// - Throws: ``HTTPError`` if the bytes are not HTTP.
    public mutating func receive(_ bytes: [UInt8]) throws(HTTPError) {
        queue.append(bytes)
        while head == nil, let lines = try reader.next(in: &queue, limits: limits) {
            let head = try HTTPResponseHead(lines: lines)
            // An interim response, such as 100 Continue, precedes the response and is skipped.
            if head.status >= 200 || head.status == 101 { self.head = head }
        }
    }
}
