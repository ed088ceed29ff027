/// A value that can be written as JSON.
public protocol JSONWritable {
    /// Appends this value to the text.
    func write(to json: inout JSONWriter)
}

/// Builds one JSON text, front to back, in the order in which members are written.
///
/// The output has no white space and never a raw LF, so that it can stand on a line of its own.
///
/// It writes into memory that somebody lends it for that time (``bytes(reserving:_:)``), and where that is too small into
/// memory of its own. What writes there makes room first, with ``makeRoom(for:)``.
public struct JSONWriter: ~Copyable {
    private var text: UnsafeMutablePointer<UInt8>
    /// How many bytes there are so far.
    package private(set) var count = 0
    private var capacity: Int
    /// Whether the text stands in memory of its own, which goes with it.
    private var isSpilled = false
    private var needsComma = false

    private init(text: UnsafeMutablePointer<UInt8>, capacity: Int) {
        (self.text, self.capacity) = (text, capacity)
    }

    deinit {
        if isSpilled { text.deallocate() }
    }

    /// The most bytes of a text that is written on the stack: more the compiler puts elsewhere.
    private static let stackRoom = 1024

    /// The text that the closure writes.
    ///
    /// - Parameter capacity: how many bytes it has, about: with more it costs a copy.
    public static func bytes(reserving capacity: Int = 256, _ write: (inout JSONWriter) -> Void) -> [UInt8] {
        // An array of the right size that copies its bytes costs less than one that bytes are written into.
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

    /// The bytes of that value alone.
    public static func bytes(of value: some JSONWritable) -> [UInt8] { bytes { value.write(to: &$0) } }

    /// The object whose members the closure writes.
    public static func object(reserving capacity: Int = 256, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        bytes(reserving: capacity) { $0.object(members) }
    }

    /// The array whose elements the closure writes.
    public static func array(reserving capacity: Int = 256, _ elements: (inout JSONWriter) -> Void) -> [UInt8] {
        bytes(reserving: capacity) { $0.array(elements) }
    }

    // MARK: Bytes

    /// Sees to it that so many bytes more have a place.
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

    /// Appends a byte, for which room was made.
    @inline(__always) mutating func append(_ byte: UInt8) {
        assert(count < capacity)
        text[count] = byte
        count += 1
    }

    /// Appends bytes, for which room was made.
    @inline(__always) private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        assert(capacity - count >= bytes.count)
        guard let first = bytes.baseAddress else { return }
        (text + count).update(from: first, count: bytes.count)
        count += bytes.count
    }

    /// Appends a comma where one is due, for which room was made; another value may follow.
    @inline(__always) private mutating func separate() {
        if needsComma { append(UInt8(ascii: ",")) }
        needsComma = true
    }

    // MARK: Values

    /// Writes an object whose members the closure writes.
    public mutating func object(_ body: (inout JSONWriter) -> Void) {
        nested(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
    }

    /// Writes an object that begins so, as far as the place of a value, which the closure writes with what follows it.
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

    /// Writes the name of the member whose value comes next.
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

    /// Writes a member's name that is not known at compile time.
    public mutating func key(dynamic name: String) {
        string(name)
        makeRoom(for: 1)
        append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string. What needs no escape is copied in runs, and nearly every string is one run.
    public mutating func string(_ value: String) {
        // Lent where it stands, which nearly every string allows: a copy would be counted.
        if value.utf8.withContiguousStorageIfAvailable({ string($0) }) == nil {
            var value = value
            value.withUTF8 { string($0) }
        }
    }

    private mutating func string(_ string: UnsafeBufferPointer<UInt8>) {
        // An escape has six bytes at the most.
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

    /// Writes a string of so many bytes at the most, of which none needs an escape.
    @inline(__always) mutating func plainString(ofAtMost most: Int, _ write: (inout JSONWriter) -> Void) {
        makeRoom(for: most + 3)
        separate()
        append(UInt8(ascii: "\""))
        write(&self)
        append(UInt8(ascii: "\""))
    }

    /// Writes an integer.
    public mutating func integer(_ value: Int64) {
        // The longest has 19 digits and a sign.
        makeRoom(for: 21)
        separate()
        if value < 0 { append(UInt8(ascii: "-")) }
        digits(value.magnitude)
    }

    /// Appends a number with as many digits as it has, for which room was made.
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

    /// Appends a number below 100 with two digits, for which room was made.
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

    /// Writes a text that is JSON already, as it is.
    public mutating func raw(_ json: [UInt8]) { json.withUnsafeBufferPointer { raw($0) } }

    /// Writes a part of a text that is JSON already, as it is.
    public mutating func raw(_ json: ArraySlice<UInt8>) { json.withUnsafeBufferPointer { raw($0) } }

    private mutating func raw(_ json: UnsafeBufferPointer<UInt8>) {
        makeRoom(for: json.count + 1)
        separate()
        append(json)
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

    /// Writes a member whose value writes itself.
    public mutating func member(_ name: StaticString, _ value: some JSONWritable) {
        key(name)
        value.write(to: &self)
    }

    /// Writes a member whose value writes itself, unless its JSON is written already and only copied (law 5).
    public mutating func member(_ name: StaticString, _ value: some JSONWritable, written: ArraySlice<UInt8>?) {
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
