/// Bytes to the one answer of a connection that closes after it: what a client that asks once has to read.
///
/// A body is read as far as its length, its last chunk or the end of the stream says, and kept as it came: chunks are
/// not taken apart, for it is only looked at where something went wrong.
public struct HTTPResponseReader: Sendable {
    private var queue = ByteQueue()
    private var reader = HTTPHeadReader()
    private let limits: WireLimits
    /// The head; nil while it is not all there.
    public private(set) var head: HTTPResponseHead?

    /// A reader at the start of an answer. Of a body, `messageBytes` are read at the most.
    public init(limits: WireLimits = WireLimits()) { self.limits = limits }

    /// What has come of the body.
    public var body: [UInt8] { head == nil ? [] : queue.copy(0..<queue.count) }

    /// Whether nothing more need be read.
    public var isWhole: Bool {
        guard let head else { return false }
        if head.status == 204 || head.status == 304 || queue.count >= limits.messageBytes { return true }
        if let length = head.headers["Content-Length"].flatMap({ Int($0) }) { return queue.count >= length }
        return head.headers.hasToken("chunked", in: "Transfer-Encoding")
            && body.suffix(5) == Array("0\r\n\r\n".utf8)[...]
    }

    /// Takes in bytes.
    ///
    /// - Throws: what is not HTTP about them.
    public mutating func receive(_ bytes: [UInt8]) throws(HTTPError) {
        queue.append(bytes)
        while head == nil, let lines = try reader.next(in: &queue, limits: limits) {
            let head = try HTTPResponseHead(lines: lines)
            // What comes before the answer, such as 100 Continue, is none.
            if head.status >= 200 || head.status == 101 { self.head = head }
        }
    }
}
