/// A queue of received bytes that are not parsed yet: appended at the back, consumed at the front.
///
/// Consuming moves a cursor and copies no bytes. An empty queue holds no heap memory: most connections of a chat server
/// are silent most of the time, and each one costs the memory of its queue.
///
///     var queue = ByteQueue()
///     queue.append([0x7B, 0x7D, 0x0A])
///     queue.firstIndex(of: 0x0A, from: 0)   // 2
///     queue.consume(3)                      // the memory is freed
public struct ByteQueue: Sendable {
    private var storage: [UInt8] = []
    private var start = 0

    /// Creates an empty queue, which owns no memory.
    public init() {}

    /// The number of bytes in the queue.
    public var count: Int { storage.count - start }

    /// True if the queue holds no bytes.
    public var isEmpty: Bool { start == storage.count }

    /// The number of heap bytes that the queue holds; 0 if it is empty.
    public var capacity: Int { storage.capacity }

    /// The byte at `offset` from the front. The offset must be in `0 ..< count`.
    public subscript(offset: Int) -> UInt8 {
        precondition(offset >= 0)
        return storage[start + offset]
    }

    /// Appends bytes. The cost is the copy.
    ///
    /// Drops the consumed bytes first if they are at least as many as the rest. So each consumed byte causes at most
    /// one move.
    public mutating func append(_ bytes: Span<UInt8>) {
        guard !bytes.isEmpty else { return }
        if start > 0, start >= count {
            storage.removeFirst(start)
            start = 0
        }
        bytes.withUnsafeBufferPointer { storage.append(contentsOf: $0) }
    }

    /// Appends the bytes of an array.
    public mutating func append(_ bytes: [UInt8]) {
        append(bytes.span)
    }

    /// Removes `amount` bytes from the front, at most `count`. Complexity: O(1).
    public mutating func consume(_ amount: Int) {
        precondition(amount >= 0 && amount <= count)
        start += amount
        if start == storage.count { removeAll() }
    }

    /// Removes `amount` bytes from the front, as ``consume(_:)`` does, and returns the first `length` of them.
    ///
    /// If the queue is not consumed in part and `amount` covers it whole, returns its storage without a copy. That is
    /// the common case, because most peers send a request in one piece.
    public mutating func take(_ length: Int, of amount: Int) -> [UInt8] {
        precondition(length >= 0 && length <= amount)
        guard start == 0, amount == storage.count else {
            defer { consume(amount) }
            return copy(0..<length)
        }
        var bytes: [UInt8] = []
        swap(&bytes, &storage)
        bytes.removeLast(amount - length)
        return bytes
    }

    /// Removes all bytes and frees the memory.
    public mutating func removeAll() {
        storage = []
        start = 0
    }

    /// Frees memory that a short remainder does not need. Without it, the tail of a long read would hold the buffer of
    /// the whole read for as long as its sender is silent.
    public mutating func trim() {
        guard storage.capacity > 1024, storage.capacity / 4 > count else { return }
        storage = Array(storage[start...])
        start = 0
    }

    /// Lends the bytes of the queue, contiguous, for the duration of `body`.
    ///
    /// - Throws: the error that `body` throws.
    public func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(storage.span.extracting(start..<storage.count))
    }

    /// Returns a copy of the bytes at `range`, counted from the front.
    public func copy(_ range: Range<Int>) -> [UInt8] {
        Array(storage[start + range.lowerBound..<start + range.upperBound])
    }

    /// Appends the bytes at `range`, counted from the front, to `destination`.
    public func copy(_ range: Range<Int>, to destination: inout [UInt8]) {
        destination.append(contentsOf: storage[start + range.lowerBound..<start + range.upperBound])
    }

    /// Returns the offset from the front of the first `byte` at or after `offset`, or nil if there is none. Compares
    /// eight bytes at a time.
    public func firstIndex(of byte: UInt8, from offset: Int) -> Int? {
        let bytes = storage.span.bytes
        let end = storage.count
        var index = start + offset
        let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
        while index + 8 <= end {
            let word = UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ pattern
            let hits = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
            if hits != 0 { return index + hits.trailingZeroBitCount / 8 - start }
            index += 8
        }
        while index < end {
            if storage[index] == byte { return index - start }
            index += 1
        }
        return nil
    }
}

/// Bytes as the key of a dictionary, hashed in one step. An array is hashed byte by byte.
package struct HashedBytes: Hashable, Sendable {
    package let bytes: [UInt8]

    /// Creates a key from the bytes.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}
