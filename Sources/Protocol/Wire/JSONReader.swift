/// Why bytes are not the JSON that we read, and where.
public struct JSONError: Error, Sendable, Equatable {
    /// What is wrong there, as a clause: "a string without its closing quote".
    public var problem: String
    /// The offset of the offending byte, counted from 0.
    public var offset: Int
}

/// A strict reader of RFC 8259 texts: bytes in, a ``JSONValue`` out, or the place of the fault.
///
/// Refused, beyond the grammar: invalid UTF-8, lone surrogates in `\u` escapes, nesting deeper than
/// ``Limits/nestingDepth`` and numbers that no double can hold. A key that comes twice is JSON, so it is read
/// and reported in ``duplicateKey`` for the caller to refuse in its own words.
public struct JSONReader {
    /// Up to how many members a key is looked for among those before it; in a larger object keys are hashed, so that
    /// one of hostile size does not cost the square of its members.
    private static let searchedMembersMax = 40

    /// The first key that came a second time in its object, if any did.
    public private(set) var duplicateKey: String?

    /// Every place is held to `bytes.count` before it is read: a release build looks at the bytes without asking again.
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private let depthMax: Int

    private init(_ bytes: UnsafeBufferPointer<UInt8>, depthMax: Int) {
        self.bytes = bytes
        self.depthMax = depthMax
    }

    /// Reads one JSON text that fills the bytes, white space around it allowed.
    ///
    /// - Returns: the value, and the first duplicate key if there is one.
    /// - Throws: ``JSONError`` with the place of the first fault.
    public static func read(
        _ bytes: [UInt8], depthMax: Int = Limits.standard.nestingDepth
    ) throws(JSONError) -> (value: JSONValue, duplicateKey: String?) {
        try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
            var reader = JSONReader(bytes, depthMax: depthMax)
            reader.skipSpace()
            let value = try reader.value(depth: 0)
            reader.skipSpace()
            guard reader.index == bytes.count else {
                throw reader.fault("more text after the end of the value")
            }
            return (value, reader.duplicateKey)
        }
    }

    private func fault(_ problem: String) -> JSONError {
        JSONError(problem: problem, offset: index)
    }

    private mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            default: return
            }
        }
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard index < bytes.count else { throw fault("the text ends where a value should stand") }
        switch bytes[index] {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw fault("no JSON value begins like this")
        }
    }

    private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let count = word.utf8CodeUnitCount
        guard index + count <= bytes.count else { throw fault("expected \(word)") }
        for offset in 0..<count where bytes[index + offset] != word.utf8Start[offset] {
            throw fault("expected \(word)")
        }
        index += count
        return value
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= depthMax else { throw fault("nested deeper than \(depthMax)") }
        index += 1
        var object = JSONObject()
        var keys: Set<String> = []
        // A bit for what keys look like at a glance: few that were seen share it, so that few are compared.
        var glances: UInt64 = 0
        skipSpace()
        if index < bytes.count, bytes[index] == UInt8(ascii: "}") {
            index += 1
            return .object(object)
        }
        while true {
            skipSpace()
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
                throw fault("expected a member's name in quotes")
            }
            let key = try string()
            if object.members.isEmpty { object.members.reserveCapacity(4) }
            if duplicateKey == nil {
                if object.members.count < Self.searchedMembersMax {
                    let glance: UInt64 = 1 << UInt64((7 * Int(key.utf8.first ?? 0) + key.utf8.count) % 64)
                    if glances & glance != 0, object.members.contains(where: { $0.key == key }) { duplicateKey = key }
                    glances |= glance
                } else {
                    if keys.isEmpty { keys = Set(object.members.map(\.key)) }
                    if !keys.insert(key).inserted { duplicateKey = key }
                }
            }
            skipSpace()
            guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { throw fault("expected a colon") }
            index += 1
            skipSpace()
            object.members.append(.init(key: key, value: try value(depth: depth)))
            skipSpace()
            guard index < bytes.count else { throw fault("an object without its closing brace") }
            switch bytes[index] {
            case UInt8(ascii: ","): index += 1
            case UInt8(ascii: "}"):
                index += 1
                return .object(object)
            default: throw fault("expected a comma or a closing brace")
            }
        }
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= depthMax else { throw fault("nested deeper than \(depthMax)") }
        index += 1
        var elements: [JSONValue] = []
        skipSpace()
        if index < bytes.count, bytes[index] == UInt8(ascii: "]") {
            index += 1
            return .array(elements)
        }
        while true {
            skipSpace()
            elements.append(try value(depth: depth))
            skipSpace()
            guard index < bytes.count else { throw fault("an array without its closing bracket") }
            switch bytes[index] {
            case UInt8(ascii: ","): index += 1
            case UInt8(ascii: "]"):
                index += 1
                return .array(elements)
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

    private mutating func number() throws(JSONError) -> JSONValue {
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
        if isInteger, let integer = Int64(decimal: bytes[start..<index]) { return .integer(integer) }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        guard let double = Double(text), double.isFinite else {
            index = start
            throw fault("a number too large to hold")
        }
        return .number(double)
    }

    // MARK: Strings

    private mutating func string() throws(JSONError) -> String {
        index += 1
        let start = index
        let (end, allBits) = plainEnd(from: start)
        index = end
        guard end < bytes.count else { throw fault("a string without its closing quote") }
        switch bytes[end] {
        case UInt8(ascii: "\""):
            let text = try text(start..<end, isASCII: allBits < 0x80)
            index += 1
            return text
        case UInt8(ascii: "\\"): return try escapedString(from: start)
        default: throw fault("a control character that is not escaped")
        }
    }

    /// Where the run of bytes ends that stand for themselves, and all their bits.
    private func plainEnd(from start: Int) -> (end: Int, allBits: UInt8) {
        var end = start
        var allBits: UInt8 = 0
        while end < bytes.count {
            let byte = bytes[end]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
            allBits |= byte
            end += 1
        }
        return (end, allBits)
    }

    /// The string of those bytes. ASCII needs no second look at what it is, and is nearly all that requests are made of.
    private mutating func text(_ range: Range<Int>, isASCII: Bool) throws(JSONError) -> String {
        if isASCII {
            return String(unsafeUninitializedCapacity: range.count) { text in
                _ = text.initialize(fromContentsOf: bytes[range])
                return range.count
            }
        }
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
            index = range.lowerBound
            throw fault("a string that is not valid UTF-8")
        }
        return text
    }

    private mutating func escapedString(from start: Int) throws(JSONError) -> String {
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
    /// Digits, with or without a minus before them; nil where they do not fit.
    fileprivate init?(decimal text: Slice<UnsafeBufferPointer<UInt8>>) {
        let isNegative = text.first == UInt8(ascii: "-")
        var value: Int64 = 0
        for digit in isNegative ? text.dropFirst() : text {
            // Downwards, because there is one more below 0 than above it.
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (next, isTooSmall) = product.subtractingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
            if isTooLarge || isTooSmall { return nil }
            value = next
        }
        if !isNegative, value == .min { return nil }
        self = isNegative ? value : -value
    }
}
