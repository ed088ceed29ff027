/// Goes through JSON that is plain, strings without escapes and natural numbers, and says of any other only that it is
/// not: for what is read so often that a ``JSONReader`` would cost more than what is done with it.
struct PlainJSON {
    /// Where a string stands, without its quotes.
    struct Text {
        let start: Int
        let end: Int
        let isASCII: Bool

        var count: Int { end - start }
    }

    /// Every place is held to `bytes.count` before it is read: a release build looks at the bytes without asking again.
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Whether nothing but white space is left.
    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return index == bytes.count
        }
    }

    @inline(__always) private mutating func skipSpace() {
        while index < bytes.count, ASCII.isWhiteSpace(bytes[index]) { index += 1 }
    }

    /// Passes over a sign and the white space before it, where it stands.
    @inline(__always) mutating func skip(_ sign: UInt8) -> Bool {
        skipSpace()
        guard index < bytes.count, bytes[index] == sign else { return false }
        index += 1
        return true
    }

    /// The string that stands here; nil if none does, or one that is not plain.
    mutating func text() -> Text? {
        guard skip(UInt8(ascii: "\"")) else { return nil }
        let (end, isASCII) = JSONReader.plainEnd(in: bytes, from: index)
        guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return nil }
        defer { index = end + 1 }
        return Text(start: index, end: end, isASCII: isASCII)
    }

    /// The string that stands here as a value of its own; nil if it is not plain, or not UTF-8.
    mutating func string() -> String? {
        guard let text = text() else { return nil }
        let string = UnsafeBufferPointer(rebasing: bytes[text.start..<text.end])
        guard text.isASCII else { return String(validating: string, as: UTF8.self) }
        return String(unsafeUninitializedCapacity: string.count) { $0.initialize(fromContentsOf: string) }
    }

    /// The natural number of 15 digits or fewer that stands here as a member; nil if none does.
    mutating func natural() -> Int64? {
        skipSpace()
        var (end, number) = (index, Int64(0))
        while end < bytes.count, end - index < 15, bytes[end] &- UInt8(ascii: "0") < 10 {
            number = 10 * number + Int64(bytes[end] - UInt8(ascii: "0"))
            end += 1
        }
        // What could belong to a longer number, or another kind of one, is for the reader of all numbers.
        guard end > index, end < bytes.count, bytes[end] == UInt8(ascii: ",") || bytes[end] == UInt8(ascii: "}"),
            end == index + 1 || bytes[index] != UInt8(ascii: "0")
        else { return nil }
        index = end
        return number
    }

    /// Whether a string reads so.
    @inline(__always) func reads(_ text: Text, _ word: StaticString) -> Bool {
        guard text.count == word.utf8CodeUnitCount else { return false }
        for offset in 0..<word.utf8CodeUnitCount where bytes[text.start + offset] != word.utf8Start[offset] {
            return false
        }
        return true
    }
}
