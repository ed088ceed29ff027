/// A value that can be written as JSON.
public protocol JSONWritable {
    /// Appends this value to the text.
    func write(to json: inout JSONWriter)
}

/// Writes one JSON text, front to back, in the order of the calls.
///
/// The output has no white space and never a raw LF, so that it fits on one line.
///
/// It writes into memory that its caller lends it (``bytes(reserving:_:)``). If this is too small, it moves the text to
/// memory of its own. Each writing function first reserves space with ``makeRoom(for:)``.
public struct JSONWriter: ~Copyable {
    private var text: UnsafeMutablePointer<UInt8>
    /// The number of bytes written.
    package private(set) var count = 0
    private var capacity: Int
    /// True if the text is in memory that the writer owns and frees.
    private var isSpilled = false
    private var needsComma = false

    private init(text: UnsafeMutablePointer<UInt8>, capacity: Int) {
        (self.text, self.capacity) = (text, capacity)
    }

    deinit {
        if isSpilled { text.deallocate() }
    }

    /// The most bytes of a text that is written on the stack. The compiler puts larger allocations on the heap.
    private static let stackRoom = 1024

    /// Returns the text that the closure writes.
    ///
    /// - Parameter capacity: the expected number of bytes. A longer text costs a copy.
    public static func bytes(reserving capacity: Int = 256, _ write: (inout JSONWriter) -> Void) -> [UInt8] {
        // To copy the bytes into an array of the exact size is faster than to write into a larger array.
        guard capacity > stackRoom else {
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: stackRoom) { room in
                guard let start = room.baseAddress else { return [] }
                var json = JSONWriter(text: start, capacity: stackRoom)
                write(&json)
                return Array(UnsafeBufferPointer(start: json.text, count: json.count))
            }
        }
        var spilled: [UInt8]?
        let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { room, count in
            guard let start = room.baseAddress else { return }
            var json = JSONWriter(text: start, capacity: room.count)
            write(&json)
            if json.isSpilled {
                spilled = Array(UnsafeBufferPointer(start: json.text, count: json.count))
            } else {
                count = json.count
            }
        }
        return spilled ?? bytes
    }

    /// Returns the JSON text of one value.
    public static func bytes(of value: some JSONWritable) -> [UInt8] { bytes { value.write(to: &$0) } }

    /// Returns the object whose members the closure writes.
    public static func object(reserving capacity: Int = 256, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        bytes(reserving: capacity) { $0.object(members) }
    }

    /// Returns the array whose elements the closure writes.
    public static func array(reserving capacity: Int = 256, _ elements: (inout JSONWriter) -> Void) -> [UInt8] {
        bytes(reserving: capacity) { $0.array(elements) }
    }

    // MARK: Bytes

    /// Ensures space for `more` bytes.
    @inline(__always) private mutating func makeRoom(for more: Int) {
        if capacity - count < more { grow(by: more) }
    }

    private mutating func grow(by more: Int) {
        capacity = max(2 * capacity, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: text, count: count)
        if isSpilled { text.deallocate() }
        (text, isSpilled) = (larger, true)
    }

    /// Appends a byte. The caller has reserved the space.
    @inline(__always) mutating func append(_ byte: UInt8) {
        assert(count < capacity)
        text[count] = byte
        count += 1
    }

    /// Appends bytes. The caller has reserved the space.
    @inline(__always) private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        assert(capacity - count >= bytes.count)
        guard let first = bytes.baseAddress else { return }
        (text + count).update(from: first, count: bytes.count)
        count += bytes.count
    }

    /// Appends a comma if a value precedes. The caller has reserved the space.
    @inline(__always) private mutating func separate() {
        if needsComma { append(UInt8(ascii: ",")) }
        needsComma = true
    }

    // MARK: Values

    /// Writes an object whose members the closure writes.
    public mutating func object(_ body: (inout JSONWriter) -> Void) {
        nested(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
    }

    /// Writes an object that begins with `words`, the JSON up to its first value. The closure writes this value and the
    /// rest of the members.
    mutating func object(beginning words: StaticString, _ body: (inout JSONWriter) -> Void) {
        word(words)
        needsComma = false
        body(&self)
        makeRoom(for: 1)
        append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Writes an array whose elements the closure writes.
    public mutating func array(_ body: (inout JSONWriter) -> Void) {
        nested(UInt8(ascii: "["), UInt8(ascii: "]"), body)
    }

    @inline(__always) private mutating func nested(
        _ opening: UInt8, _ closing: UInt8, _ body: (inout JSONWriter) -> Void
    ) {
        makeRoom(for: 2)
        separate()
        append(opening)
        needsComma = false
        body(&self)
        makeRoom(for: 1)
        append(closing)
        needsComma = true
    }

    /// Writes the name of a member. Its value must follow.
    public mutating func key(_ name: StaticString) {
        let length = name.utf8CodeUnitCount
        makeRoom(for: length + 4)
        separate()
        let place = text + count
        place[0] = UInt8(ascii: "\"")
        (place + 1).update(from: name.utf8Start, count: length)
        place[length + 1] = UInt8(ascii: "\"")
        place[length + 2] = UInt8(ascii: ":")
        count += length + 3
        needsComma = false
    }

    /// Writes the name of a member that is not known at compile time. Its value must follow.
    public mutating func key(dynamic name: String) {
        string(name)
        makeRoom(for: 1)
        append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string. Runs of bytes without escapes are copied whole, and nearly every string is one run.
    public mutating func string(_ value: String) {
        // Nearly every string lends its own storage. A copy would cost reference counting.
        if value.utf8.withContiguousStorageIfAvailable({ string($0) }) == nil {
            var value = value
            value.withUTF8 { string($0) }
        }
    }

    private mutating func string(_ string: UnsafeBufferPointer<UInt8>) {
        // An escape has at most six bytes.
        let plain = Self.plainCount(of: string)
        makeRoom(for: plain + 6 * (string.count - plain) + 3)
        separate()
        append(UInt8(ascii: "\""))
        var start = 0
        for index in plain..<string.count where Self.needsEscape(string[index]) {
            append(UnsafeBufferPointer(rebasing: string[start..<index]))
            escape(string[index])
            start = index + 1
        }
        append(UnsafeBufferPointer(rebasing: string[start...]))
        append(UInt8(ascii: "\""))
    }

    /// Writes a string of at most `most` bytes, none of which needs an escape.
    @inline(__always) mutating func plainString(ofAtMost most: Int, _ write: (inout JSONWriter) -> Void) {
        makeRoom(for: most + 3)
        separate()
        append(UInt8(ascii: "\""))
        write(&self)
        append(UInt8(ascii: "\""))
    }

    /// Writes an integer.
    public mutating func integer(_ value: Int64) {
        // The longest number has 19 digits and a sign.
        makeRoom(for: 21)
        separate()
        if value < 0 { append(UInt8(ascii: "-")) }
        digits(value.magnitude)
    }

    /// Appends a number without leading zeros. The caller has reserved the space.
    @inline(__always) private mutating func digits(_ value: UInt64) {
        var (end, rest) = (count + 1, value / 10)
        while rest > 0 { (end, rest) = (end + 1, rest / 10) }
        var place = end
        rest = value
        while place > count {
            place -= 1
            text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count = end
    }

    /// Appends a number below 100 with two digits. The caller has reserved the space.
    @inline(__always) mutating func twoDigits(_ value: UInt64) {
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10))
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
    }

    /// Writes a boolean.
    public mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

    /// Writes `null`.
    public mutating func null() { word("null") }

    private mutating func word(_ word: StaticString) {
        word.withUTF8Buffer { raw($0) }
    }

    /// Writes bytes that are already JSON, unchanged.
    public mutating func raw(_ json: [UInt8]) { json.withUnsafeBufferPointer { raw($0) } }

    /// Writes a slice of bytes that are already JSON, unchanged.
    public mutating func raw(_ json: ArraySlice<UInt8>) { json.withUnsafeBufferPointer { raw($0) } }

    private mutating func raw(_ json: UnsafeBufferPointer<UInt8>) {
        makeRoom(for: json.count + 1)
        separate()
        append(json)
    }

    /// Returns a number of bytes at the front that need no escape, compared eight at a time. A shorter rest is not
    /// counted.
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
        append(UInt8(ascii: "\\"))
        switch byte {
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0D: append(UInt8(ascii: "r"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0..<0x20:
            for letter in [UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0")] { append(letter) }
            for digit in [byte >> 4, byte & 15] { append((digit < 10 ? UInt8(ascii: "0") : 0x57) + digit) }
        default: append(byte)
        }
    }
}

extension JSONWriter {
    /// Writes a member that is null.
    public mutating func null(_ name: StaticString) {
        key(name)
        null()
    }

    /// Writes a member with a value.
    public mutating func member(_ name: StaticString, _ value: some JSONWritable) {
        key(name)
        value.write(to: &self)
    }

    /// Writes a member. If `written`, the encoded JSON of the value, is given, copies it and does not encode the value
    /// again.
    public mutating func member(_ name: StaticString, _ value: some JSONWritable, written: ArraySlice<UInt8>?) {
        key(name)
        if let written { raw(written) } else { value.write(to: &self) }
    }

    /// Writes a member with a value, or nothing if the value is nil.
    public mutating func member(_ name: StaticString, _ value: (some JSONWritable)?) {
        if let value { member(name, value) }
    }
}

extension JSONValue: JSONWritable {
    /// Appends the whole value, with members in their order.
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
