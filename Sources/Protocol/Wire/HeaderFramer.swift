/// Splits a stream of bytes into messages that begin with header fields, as the base protocol of the Language Server
/// Protocol specifies: `Content-Length` is the number of bytes after the empty line.
public struct HeaderFramer: Sendable {
    /// The most bytes of a message.
    public let limit: Int
    /// The most bytes of the header fields before a message.
    private static let headMax = 4_096

    /// The length of the message whose header was read; nil before it was.
    private var length: Int?
    private var searched = 0

    /// A header without the length of its message. The rest of the stream cannot be read.
    public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        /// The fault in one sentence.
        public let description: String
    }

    /// Creates a framer for messages of at most `limit` bytes.
    public init(limit: Int) { self.limit = limit }

    /// Returns the next complete message in the queue, without its header; nil if there is none yet.
    ///
    /// - Throws: ``Fault`` if a header is too long, or has no valid `Content-Length`. The framer must not be used after
    ///   that.
    public mutating func next(in queue: inout ByteQueue) throws(Fault) -> [UInt8]? {
        while length == nil {
            guard let end = queue.firstIndex(of: ASCII.lineFeed, from: searched) else {
                searched = queue.count
                guard searched <= Self.headMax else {
                    throw Fault(description: "the header of a message is longer than \(Self.headMax) bytes")
                }
                return nil
            }
            searched = end + 1
            guard end <= Self.headMax else {
                throw Fault(description: "the header of a message is longer than \(Self.headMax) bytes")
            }
            guard Self.endsHead(at: end, in: queue) else { continue }
            length = try length(in: queue.take(searched, of: searched))
            searched = 0
        }
        guard let length, queue.count >= length else { return nil }
        self.length = nil
        return queue.take(length, of: length)
    }

    /// Returns a message with its header.
    public static func framed(_ message: [UInt8]) -> [UInt8] {
        Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
    }

    /// Returns true if the line that ends at this place is empty.
    private static func endsHead(at end: Int, in queue: ByteQueue) -> Bool {
        let start = end > 0 && queue[end - 1] == ASCII.carriageReturn ? end - 1 : end
        return start == 0 || queue[start - 1] == ASCII.lineFeed
    }

    private func length(in head: [UInt8]) throws(Fault) -> Int {
        var length: Int?
        for line in head.split(separator: ASCII.lineFeed) {
            let parts = line.split(separator: ASCII.colon, maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, String(decoding: parts[0], as: UTF8.self).lowercased() == "content-length" else {
                continue
            }
            let digits = parts[1].filter { !ASCII.isWhiteSpace($0) }
            guard (1...12).contains(digits.count), digits.allSatisfy(ASCII.isDigit) else {
                throw Fault(description: "Content-Length is not a number")
            }
            length = Int(String(decoding: digits, as: UTF8.self))
        }
        guard let length else { throw Fault(description: "a message has no Content-Length") }
        guard length <= limit else {
            throw Fault(description: "a message has \(length) bytes, and the most are \(limit)")
        }
        return length
    }
}
