/// Scans plain JSON: strings without escapes and natural numbers. It returns nil for any other JSON.
///
/// It is for frequent texts whose parsing by ``JSONReader`` would cost more than the work on them.
struct PlainJSON {
    /// The range of a string in the bytes, without its quotes.
    struct Text {
        let start: Int
        let end: Int
        let isASCII: Bool

        var count: Int { end - start }
    }

    /// Every index is checked against `bytes.count` before a read, because a release build does not check it.
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// True if only white space is left.
    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return index == bytes.count
        }
    }

    @inline(__always) private mutating func skipSpace() {
        while index < bytes.count, ASCII.isWhiteSpace(bytes[index]) { index += 1 }
    }

    /// Skips white space and then `sign`. Returns false if the next byte is another one.
    @inline(__always) mutating func skip(_ sign: UInt8) -> Bool {
        skipSpace()
        guard index < bytes.count, bytes[index] == sign else { return false }
        index += 1
        return true
    }

    /// Reads the range of the next string. Returns nil if the next value is not a string, or if the string has escapes.
    mutating func text() -> Text? {
        guard skip(UInt8(ascii: "\"")) else { return nil }
        let (end, isASCII) = JSONReader.plainEnd(in: bytes, from: index)
        guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return nil }
        defer { index = end + 1 }
        return Text(start: index, end: end, isASCII: isASCII)
    }

    /// Reads the next string as a copy. Returns nil if it is not plain or not UTF-8.
    mutating func string() -> String? {
        guard let text = text() else { return nil }
        let string = UnsafeBufferPointer(rebasing: bytes[text.start..<text.end])
        guard text.isASCII else { return String(validating: string, as: UTF8.self) }
        return String(unsafeUninitializedCapacity: string.count) { $0.initialize(fromContentsOf: string) }
    }

    /// Reads the next natural number of at most 15 digits. Returns nil if a comma or a closing brace does not follow
    /// it.
    mutating func natural() -> Int64? {
        skipSpace()
        var (end, number) = (index, Int64(0))
        while end < bytes.count, end - index < 15, bytes[end] &- UInt8(ascii: "0") < 10 {
            number = 10 * number + Int64(bytes[end] - UInt8(ascii: "0"))
            end += 1
        }
        // Longer and other numbers are left to ``JSONReader``.
        guard end > index, end < bytes.count, bytes[end] == UInt8(ascii: ",") || bytes[end] == UInt8(ascii: "}"),
            end == index + 1 || bytes[index] != UInt8(ascii: "0")
        else { return nil }
        index = end
        return number
    }

    /// Returns true if the string equals `word`.
    @inline(__always) func reads(_ text: Text, _ word: StaticString) -> Bool {
        guard text.count == word.utf8CodeUnitCount else { return false }
        for offset in 0..<word.utf8CodeUnitCount where bytes[text.start + offset] != word.utf8Start[offset] {
            return false
        }
        return true
    }
}
