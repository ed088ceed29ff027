/// Bytes that have arrived and have not been understood yet: put in at the back, taken from the front.
///
/// Taking from the front moves a cursor and no bytes. A queue that has been emptied holds no heap memory, because
/// most connections of a chat server are silent most of the time and each one costs what its queue holds.
///
///     var queue = ByteQueue()
///     queue.append([0x7B, 0x7D, 0x0A])
///     queue.firstIndex(of: 0x0A, from: 0)   // 2
///     queue.consume(3)                      // the memory is gone again
public struct ByteQueue: Sendable {
    private var storage: [UInt8] = []
    private var start = 0

    /// An empty queue, which owns no memory.
    public init() {}

    /// How many bytes wait.
    public var count: Int { storage.count - start }

    /// Whether nothing waits.
    public var isEmpty: Bool { start == storage.count }

    /// How many bytes of heap the queue holds on to; 0 when it is empty.
    public var capacity: Int { storage.capacity }

    /// The byte that is `offset` places from the front. The offset must be in `0 ..< count`.
    public subscript(offset: Int) -> UInt8 {
        precondition(offset >= 0)
        return storage[start + offset]
    }

    /// Puts bytes at the back. The cost is the copy; bytes already consumed are dropped on the way when that is
    /// cheaper than keeping them (never more than one move for each byte consumed).
    public mutating func append(_ bytes: Span<UInt8>) {
        guard !bytes.isEmpty else { return }
        if start > 0, start >= count {
            storage.removeFirst(start)
            start = 0
        }
        bytes.withUnsafeBufferPointer { storage.append(contentsOf: $0) }
    }

    /// Puts an array's bytes at the back.
    public mutating func append(_ bytes: [UInt8]) {
        append(bytes.span)
    }

    /// Takes `amount` bytes away at the front, at most `count`. Complexity: O(1).
    public mutating func consume(_ amount: Int) {
        precondition(amount >= 0 && amount <= count)
        start += amount
        if start == storage.count { removeAll() }
    }

    /// Takes `amount` bytes away at the front, as ``consume(_:)`` does, and gives the first `length` of them. Where all
    /// that waits is taken they are given as they lie, without a copy: who asks for something has mostly sent it whole.
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

    /// Forgets everything and gives the memory back.
    public mutating func removeAll() {
        storage = []
        start = 0
    }

    /// Gives back memory that a short remainder does not need: the tail of a long read would otherwise hold the
    /// whole read's buffer for as long as its sender stays silent.
    public mutating func trim() {
        guard storage.capacity > 1024, storage.capacity / 4 > count else { return }
        storage = Array(storage[start...])
        start = 0
    }

    /// Lends the waiting bytes, contiguous, for the time of `body`.
    ///
    /// - Throws: what `body` throws.
    public func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(storage.span.extracting(start..<storage.count))
    }

    /// A copy of the bytes at `range`, counted from the front.
    public func copy(_ range: Range<Int>) -> [UInt8] {
        Array(storage[start + range.lowerBound..<start + range.upperBound])
    }

    /// Copies the bytes at `range`, counted from the front, to the end of `destination`.
    public func copy(_ range: Range<Int>, to destination: inout [UInt8]) {
        destination.append(contentsOf: storage[start + range.lowerBound..<start + range.upperBound])
    }

    /// Where `byte` stands first at or after `offset`, counted from the front; nil if it does not.
    /// Looks at eight bytes at a time.
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
