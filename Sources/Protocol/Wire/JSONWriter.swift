/// A value that can be written as JSON.
public protocol JSONWritable {
    /// Appends this value to the text.
    func write(to json: inout JSONWriter)
}

/// Builds one JSON text, front to back, in the order in which members are written.
///
/// The output has no white space and never a raw LF, so that it can stand on a line of its own.
public struct JSONWriter {
    /// The UTF-8 text so far.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// An empty text with room for that many bytes.
    public init(reserving capacity: Int = 256) {
        bytes.reserveCapacity(capacity)
    }

    /// The bytes of that value alone.
    public static func bytes(of value: some JSONWritable) -> [UInt8] {
        var writer = JSONWriter()
        value.write(to: &writer)
        return writer.bytes
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// Writes an object whose members the closure writes.
    public mutating func object(_ body: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        body(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Writes an array whose elements the closure writes.
    public mutating func array(_ body: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
        body(&self)
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes the name of the member whose value comes next.
    public mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a member's name that is not known at compile time.
    public mutating func key(dynamic name: String) {
        separate()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string.
    public mutating func string(_ value: String) {
        separate()
        quote(value)
    }

    /// Writes an integer.
    public mutating func integer(_ value: Int64) {
        separate()
        // The longest has 19 digits and a sign.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { text in
            var start = text.count
            var rest = value.magnitude
            repeat {
                start -= 1
                text[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            if value < 0 {
                start -= 1
                text[start] = UInt8(ascii: "-")
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
        }
    }

    /// Writes a boolean.
    public mutating func bool(_ value: Bool) {
        separate()
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// Writes `null`.
    public mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    /// Writes a text that is JSON already, as it is.
    public mutating func raw(_ json: [UInt8]) {
        separate()
        bytes.append(contentsOf: json)
    }

    /// What needs no escape is copied in runs, and nearly every string is one run.
    private mutating func quote(_ value: String) {
        bytes.append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { text in
            var start = 0
            for index in Self.plainCount(of: text)..<text.count where Self.needsEscape(text[index]) {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
                escape(text[index])
                start = index + 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// How many bytes at the front need no escape, found eight bytes at a time; nearly always all but the last few.
    private static func plainCount(of text: UnsafeBufferPointer<UInt8>) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let bytes = UnsafeRawBufferPointer(text)
        var index = 0
        while index + 8 <= text.count {
            let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let quotes = word ^ ones &* UInt64(UInt8(ascii: "\""))
            let backslashes = word ^ ones &* UInt64(UInt8(ascii: "\\"))
            // A byte less than n borrows into its own highest bit (Bit Twiddling Hacks, "hasless").
            let controls = (word &- ones &* 0x20) & ~word
            let special = controls | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
            if special & (ones &* 0x80) != 0 { break }
            index += 8
        }
        return index
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0..<0x20:
            let digits = Array("0123456789abcdef".utf8)
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        default: bytes.append(byte)
        }
    }
}

extension JSONWriter {
    /// Writes a member that is null.
    public mutating func null(_ name: StaticString) {
        key(name)
        null()
    }

    /// Writes a member whose value writes itself.
    public mutating func member(_ name: StaticString, _ value: some JSONWritable) {
        key(name)
        value.write(to: &self)
    }

    /// Writes a member whose value writes itself, unless its JSON is written already and only copied (law 5).
    public mutating func member(_ name: StaticString, _ value: some JSONWritable, written: [UInt8]?) {
        key(name)
        if let written { raw(written) } else { value.write(to: &self) }
    }

    /// Writes a member whose value writes itself, or nothing at all.
    public mutating func member(_ name: StaticString, _ value: (some JSONWritable)?) {
        if let value { member(name, value) }
    }
}

extension JSONValue: JSONWritable {
    /// Appends the whole tree, members in their order.
    public func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .bool(let value): json.bool(value)
        case .integer(let value): json.integer(value)
        case .number(let value): json.raw(Array("\(value)".utf8))
        case .string(let value): json.string(value)
        case .array(let values): json.array { for value in values { value.write(to: &$0) } }
        case .object(let object):
            json.object {
                for member in object.members {
                    $0.key(dynamic: member.key)
                    member.value.write(to: &$0)
                }
            }
        }
    }
}
