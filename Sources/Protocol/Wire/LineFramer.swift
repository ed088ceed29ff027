/// Cuts a stream of bytes into lines: LF ends a line, a CR before it is not part of it, and lines of white space alone
/// are passed over, as protocol.md has it. What is inside a line is not looked at.
///
/// It remembers how far it has searched, so that a line which comes byte by byte costs no more than one that comes whole.
public struct LineFramer: Sendable {
    /// Bytes that a line may have, without its end.
    public let limit: Int
    private var searched = 0

    /// A framer for lines of at most `limit` bytes.
    public init(limit: Int) {
        self.limit = limit
    }

    /// The next whole line in the queue, without its end, or nil when there is none yet.
    ///
    /// - Throws: ``WireError/lineTooLong(limit:)`` as soon as one byte too many has come, whether or not the line's end
    ///   has. The framer must not be used after that.
    public mutating func next(in queue: inout ByteQueue) throws(WireError) -> [UInt8]? {
        while let end = queue.firstIndex(of: ASCII.lineFeed, from: searched) {
            let length = try length(end, in: queue)
            searched = 0
            if let length { return queue.take(length, of: end + 1) }
            queue.consume(end + 1)
        }
        searched = queue.count
        // A CR at limit + 1 may still turn out to be part of the line's end.
        if searched > limit + 1 || (searched == limit + 1 && queue[limit] != ASCII.carriageReturn) {
            throw .lineTooLong(limit: limit)
        }
        return nil
    }

    /// The last line, which the end of the stream ended, or nil if there was nothing in it. To be called when ``next(in:)``
    /// has given nil and no more bytes will come; `printf '{…}' | nc` is such a client.
    ///
    /// - Throws: ``WireError/lineTooLong(limit:)``.
    public mutating func finish(in queue: inout ByteQueue) throws(WireError) -> [UInt8]? {
        let length = try length(queue.count, in: queue)
        searched = 0
        guard let length else {
            queue.removeAll()
            return nil
        }
        return queue.take(length, of: queue.count)
    }

    /// How many bytes the line has that ends before `end`; nil if it is blank.
    private func length(_ end: Int, in queue: ByteQueue) throws(WireError) -> Int? {
        let length = end > 0 && queue[end - 1] == ASCII.carriageReturn ? end - 1 : end
        guard length <= limit else { throw .lineTooLong(limit: limit) }
        var index = 0
        while index < length, ASCII.isWhiteSpace(queue[index]) { index += 1 }
        return index == length ? nil : length
    }
}
