/// A strict parser of RFC 8259 texts. It returns a ``JSONValue``, or the position of the fault.
///
/// Beyond the grammar it refuses invalid UTF-8, lone surrogates in `\u` escapes, nesting deeper than
/// ``Limits/nestingDepth`` and numbers that no double can hold. A duplicate key is valid JSON, so the parser returns
/// it, and the caller refuses it with its own error.
///
/// It creates a ``JSONTape`` of positions and no values. The tape creates values from the bytes on access.
public struct JSONReader {
    /// Every index is checked against `bytes.count` before a read, because a release build does not check it.
    let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private let depthMax: Int
    private let nodesMax: Int
    private(set) var nodes: [JSONTape.Node] = []
    /// The node of the first duplicate key, if there is one.
    private var duplicateKey: Int?

    private init(_ bytes: UnsafeBufferPointer<UInt8>, depthMax: Int, nodesMax: Int = .max) {
        self.bytes = bytes
        self.depthMax = depthMax
        self.nodesMax = nodesMax
        nodes.reserveCapacity(8 + bytes.count / 16)
    }

    /// Reads one JSON text that fills the bytes, with optional white space around it.
    ///
    /// - Parameter nodesMax: the most values, including the names of members.
    /// - Returns: the value, and the first duplicate key if there is one.
    /// - Throws: ``JSONError`` with the position of the first fault.
    public static func read(
        _ bytes: [UInt8], depthMax: Int = Limits.standard.nestingDepth, nodesMax: Int = .max
    ) throws(JSONError) -> (value: JSONValue, duplicateKey: String?) {
        let (nodes, duplicate) = try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
            var reader = JSONReader(bytes, depthMax: depthMax, nodesMax: nodesMax)
            guard bytes.count < Int(UInt32.max) else { throw reader.fault("a text of 4 GiB or more") }
            reader.skipSpace()
            try reader.value(depth: 0)
            reader.skipSpace()
            guard reader.index == bytes.count else {
                throw reader.fault("more text after the end of the value")
            }
            return (reader.nodes, reader.duplicateKey)
        }
        let tape = JSONTape(bytes: bytes, nodes: nodes)
        return (tape.value(at: 0), duplicate.map(tape.string))
    }

    /// Returns the string with escapes that begins at `start`. The reader has already validated it.
    static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> String {
        var reader = JSONReader(bytes, depthMax: 0)
        reader.index = start
        return (try? reader.unescapedString(from: start)) ?? ""
    }

    @inline(__always) private mutating func append(_ kind: JSONTape.Kind, _ range: Range<Int>) {
        nodes.append(
            .init(
                kind: kind, start: UInt32(range.lowerBound), end: UInt32(range.upperBound),
                next: UInt32(nodes.count + 1)))
    }

    private func fault(_ problem: String) -> JSONError {
        JSONError(problem: problem, offset: index)
    }

    @inline(__always) private mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            default: return
            }
        }
    }

    private mutating func value(depth: Int) throws(JSONError) {
        guard index < bytes.count else { throw fault("the text ends where a value is expected") }
        guard nodes.count < nodesMax else { throw fault("more than \(nodesMax) values and names") }
        switch bytes[index] {
        case UInt8(ascii: "{"): try container(.object, depth: depth + 1)
        case UInt8(ascii: "["): try container(.array, depth: depth + 1)
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "t"): try literal("true", .yes)
        case UInt8(ascii: "f"): try literal("false", .no)
        case UInt8(ascii: "n"): try literal("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        default: throw fault("no JSON value begins like this")
        }
    }

    private mutating func literal(_ word: StaticString, _ kind: JSONTape.Kind) throws(JSONError) {
        let count = word.utf8CodeUnitCount
        guard index + count <= bytes.count else { throw fault("expected \(word)") }
        for offset in 0..<count where bytes[index + offset] != word.utf8Start[offset] {
            throw fault("expected \(word)")
        }
        append(kind, index..<index + count)
        index += count
    }

    private mutating func container(_ kind: JSONTape.Kind, depth: Int) throws(JSONError) {
        guard depth <= depthMax else { throw fault("nested deeper than \(depthMax)") }
        let node = nodes.count
        append(kind, index..<index)
        index += 1
        try kind == .object ? members(of: node, depth: depth) : elements(depth: depth)
        index += 1
        nodes[node].end = UInt32(index)
        nodes[node].next = UInt32(nodes.count)
    }

    /// Reads the members up to the closing brace, which is not consumed.
    private mutating func members(of object: Int, depth: Int) throws(JSONError) {
        var keys = JSONKeys(of: object)
        skipSpace()
        if index < bytes.count, bytes[index] == UInt8(ascii: "}") { return }
        while true {
            skipSpace()
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
                throw fault("expected a member's name in quotes")
            }
            let key = nodes.count
            try string()
            if duplicateKey == nil, !keys.insert(key, in: self) { duplicateKey = key }
            skipSpace()
            guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { throw fault("expected a colon") }
            index += 1
            skipSpace()
            try value(depth: depth)
            skipSpace()
            guard index < bytes.count else { throw fault("an object without its closing brace") }
            switch bytes[index] {
            case UInt8(ascii: ","): index += 1
            case UInt8(ascii: "}"): return
            default: throw fault("expected a comma or a closing brace")
            }
        }
    }

    /// Reads the elements up to the closing bracket, which is not consumed.
    private mutating func elements(depth: Int) throws(JSONError) {
        skipSpace()
        if index < bytes.count, bytes[index] == UInt8(ascii: "]") { return }
        while true {
            skipSpace()
            try value(depth: depth)
            skipSpace()
            guard index < bytes.count else { throw fault("an array without its closing bracket") }
            switch bytes[index] {
            case UInt8(ascii: ","): index += 1
            case UInt8(ascii: "]"): return
            default: throw fault("expected a comma or a closing bracket")
            }
        }
    }

    // MARK: Numbers

    private mutating func digits() throws(JSONError) -> Int {
        let start = index
        while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) { index += 1 }
        guard index > start else { throw fault("expected a digit") }
        return index - start
    }

    private mutating func number() throws(JSONError) {
        let start = index
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        let leading = index
        let count = try digits()
        guard count == 1 || bytes[leading] != UInt8(ascii: "0") else {
            index = leading
            throw fault("a number does not begin with 0")
        }
        var isInteger = true
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            isInteger = false
            index += 1
            _ = try digits()
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            index += 1
            if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
                index += 1
            }
            _ = try digits()
        }
        if isInteger, Int64(decimal: bytes[start..<index]) != nil { return append(.integer, start..<index) }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        guard let double = Double(text), double.isFinite else {
            index = start
            throw fault("a number too large to hold")
        }
        append(.number, start..<index)
    }

    // MARK: Strings

    private mutating func string() throws(JSONError) {
        index += 1
        let start = index
        let (end, isASCII) = Self.plainEnd(in: bytes, from: start)
        index = end
        guard end < bytes.count else { throw fault("a string without its closing quote") }
        switch bytes[end] {
        case UInt8(ascii: "\""):
            // ASCII needs no UTF-8 validation, and requests are almost entirely ASCII.
            var validator = UTF8Validator()
            guard
                isASCII
                    || validator.accepts(UnsafeBufferPointer(rebasing: bytes[start..<end]).span)
                        && validator.isComplete
            else {
                index = start
                throw fault("a string that is not valid UTF-8")
            }
            append(.string, start..<end)
            index += 1
        case UInt8(ascii: "\\"):
            _ = try unescapedString(from: start)
            append(.escaped, start..<index - 1)
        default: throw fault("a control character that is not escaped")
        }
    }

    private static let highBits: UInt64 = 0x8080_8080_8080_8080
    private static let lowBits: UInt64 = 0x0101_0101_0101_0101

    /// Returns the end of the run of bytes without quotes, backslashes and control characters, and true if all of them
    /// are ASCII.
    static func plainEnd(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> (end: Int, isASCII: Bool) {
        var end = start
        var isASCII = true
        let raw = UnsafeRawBufferPointer(bytes)
        // Eight bytes at a time: the lowest bit of `found` marks the first quote, backslash or control character.
        while end + 8 <= bytes.count {
            let word = raw.loadUnaligned(fromByteOffset: end, as: UInt64.self).littleEndian
            let quote = word ^ (lowBits &* 0x22)
            let backslash = word ^ (lowBits &* 0x5C)
            let found =
                ((quote &- lowBits) & ~quote | (backslash &- lowBits) & ~backslash
                    | (word &- lowBits &* 0x20) & ~word) & highBits
            let high = word & highBits
            if found == 0 {
                if high != 0 { isASCII = false }
                end += 8
            } else {
                let bit = found.trailingZeroBitCount
                if high & (1 << UInt64(bit) &- 1) != 0 { isASCII = false }
                return (end + bit / 8, isASCII)
            }
        }
        while end < bytes.count {
            let byte = bytes[end]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
            if byte >= 0x80 { isASCII = false }
            end += 1
        }
        return (end, isASCII)
    }

    private mutating func unescapedString(from start: Int) throws(JSONError) -> String {
        var unescaped = Array(bytes[start..<index])
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: unescaped, as: UTF8.self) else {
                    index = start
                    throw fault("a string that is not valid UTF-8")
                }
                index += 1
                return text
            case UInt8(ascii: "\\"):
                index += 1
                try appendEscape(to: &unescaped)
            case 0..<0x20: throw fault("a control character that is not escaped")
            default:
                unescaped.append(byte)
                index += 1
            }
        }
        throw fault("a string without its closing quote")
    }

    private mutating func appendEscape(to unescaped: inout [UInt8]) throws(JSONError) {
        guard index < bytes.count else { throw fault("a string that ends within an escape") }
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(byte)
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        case UInt8(ascii: "u"): unescaped.append(contentsOf: UTF8.encode(try escapedScalar()).map(Array.init) ?? [])
        default:
            index -= 1
            throw fault("an unknown escape")
        }
    }

    private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
        let first = try fourHexDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xD800..<0xDC00).contains(first), index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        else { throw fault("a lone surrogate") }
        index += 2
        let second = try fourHexDigits()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        else { throw fault("a lone surrogate") }
        return scalar
    }

    private mutating func fourHexDigits() throws(JSONError) -> UInt32 {
        guard index + 4 <= bytes.count else { throw fault("expected four hexadecimal digits") }
        var value: UInt32 = 0
        for _ in 0..<4 {
            let digit: UInt8
            switch bytes[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = bytes[index] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = bytes[index] - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = bytes[index] - UInt8(ascii: "A") + 10
            default: throw fault("expected four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }
}

extension Int64 {
    /// Parses digits with an optional minus sign. Returns nil if the number does not fit.
    init?(decimal text: Slice<UnsafeBufferPointer<UInt8>>) {
        let isNegative = text.first == UInt8(ascii: "-")
        var value: Int64 = 0
        for digit in isNegative ? text.dropFirst() : text {
            // The sum is negative, because the range has one more number below 0 than above it.
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (next, isTooSmall) = product.subtractingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
            if isTooLarge || isTooSmall { return nil }
            value = next
        }
        if !isNegative, value == .min { return nil }
        self = isNegative ? value : -value
    }
}

/// The first fault in bytes that are not valid JSON, and its position.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The fault as a noun phrase: "a string without its closing quote".
    public var problem: String
    /// The offset of the faulty byte, counted from 0.
    public var offset: Int

    /// The fault as a clause for people, with the position counted from 1 as editors do.
    public var description: String { "it is not valid JSON at byte \(offset + 1): \(problem)" }
}
