@_spi(_Unicode) import Swift

/// An opaque id of one type of entity. The compiler rejects the id of another type.
public struct Identifier<Entity>: Hashable, Sendable, Comparable {
    /// The text on the wire.
    public let rawValue: String

    /// Creates the id from its text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Creates the id of an entity that began at a position of the log: a letter for its type, then the position.
    public init(_ letter: Unicode.Scalar, at position: Int64) {
        // The longest position has 19 digits. A string of at most 15 bytes needs no heap memory.
        rawValue = String(unsafeUninitializedCapacity: position < 100_000_000_000_000 ? 15 : 20) { text in
            var (count, rest) = (2, position / 10)
            while rest > 0 { (count, rest) = (count + 1, rest / 10) }
            text[0] = UInt8(ascii: letter)
            rest = position
            for place in (1..<count).reversed() {
                text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            return count
        }
    }

    /// The position in the id; nil if the id does not contain one.
    package var position: Int64? { rawValue.positionInID }

    /// The text on the wire.
    public var description: String { rawValue }

    /// Returns true if the left text precedes the right one. Sorted lists then have the same order on every run.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension String {
    /// The text in Unicode's normal form C, in which equal texts have equal bytes.
    ///
    /// The standard library uses this form for comparisons and offers it only as an underscored property. The tables of
    /// another implementation would be larger than this module.
    package var inNormalFormC: String {
        var scalars = UnicodeScalarView()
        scalars.append(contentsOf: _nfc)
        return String(scalars)
    }

    /// The position in an id of the form letter and position; nil for any other text.
    package var positionInID: Int64? {
        let bytes = utf8
        // Longer ids exceed Int64 or begin with zeros, which would be a second spelling of the same position.
        guard (2...19).contains(bytes.count) else { return nil }
        return bytes.withContiguousStorageIfAvailable { bytes -> Int64? in
            guard bytes[1] != UInt8(ascii: "0") else { return nil }
            var position: Int64 = 0
            for index in 1..<bytes.count {
                let digit = bytes[index] &- UInt8(ascii: "0")
                guard digit < 10 else { return nil }
                position = position &* 10 &+ Int64(digit)
            }
            return position
        } ?? nil
    }
}

extension Identifier: JSONStringCodable {
    /// The text "a string".
    public static var expected: String { String.expected }
}

extension Identifier: ExpressibleByStringInterpolation {
    /// Creates the id from its text in the source code. A reference such as `map(ConversationID.init)` means the other
    /// initializer.
    @_disfavoredOverload
    public init(stringLiteral text: String) { self.init(text) }
}

/// The address of a person: `anna` or `anna@example.com`, always in lower case.
public struct Handle: Hashable, Sendable, Comparable {
    /// The most bytes of a handle: enough for the longest mail address (RFC 5321, section 4.5.3.1).
    public static let bytesMax = 254

    /// The characters of a handle, for the person who typed another one.
    public static let rule = "use letters, digits and . _ - + @ ', at least one letter or digit"

    /// The text on the wire.
    public let rawValue: String

    /// Creates the handle from a text, in lower case and Unicode's normal form C.
    ///
    /// The same name with `é` as one character or as two is therefore the same person, on the wire and in the log.
    ///
    /// - Returns: nil if the text is longer than ``bytesMax``, has no letter or digit, has other characters than
    ///   letters, digits and `. _ - + @ '`, or has invisible characters.
    public init?(_ text: String) {
        var lower = text.lowercased()
        guard lower.utf8.count <= Self.bytesMax else { return nil }
        if !lower.utf8.allSatisfy({ $0 < 0x80 }) {
            lower = lower.inNormalFormC
            guard lower.utf8.count <= Self.bytesMax else { return nil }
        }
        var isNamed = false
        for scalar in lower.unicodeScalars {
            // Nearly all scalars are ASCII letters or digits, which need no lookup in Unicode's tables.
            if ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) {
                isNamed = true
                continue
            }
            let properties = scalar.properties
            let isMark = properties.generalCategory == .nonspacingMark
            let isLetterOrDigit = !isMark && (properties.isAlphabetic || properties.numericType == .decimal)
            guard isLetterOrDigit || isMark || "._-+@'".unicodeScalars.contains(scalar),
                !properties.isDefaultIgnorableCodePoint
            else { return nil }
            isNamed = isNamed || isLetterOrDigit
        }
        guard isNamed else { return nil }
        rawValue = lower
    }

    /// Creates the handle from typed text, without the `@` of a mention.
    package init?(typed text: String) { self.init(text.count > 1 ? String(text.drop { $0 == "@" }) : text) }

    /// Creates a handle from a person's name: its words with dots between them, without the characters that a handle
    /// cannot have.
    ///
    /// - Returns: nil if the name has no letter and no digit.
    public init?(proposedFor name: String) {
        let words = name.split(whereSeparator: \.isWhitespace).map { word in
            String(word.filter { $0 == "-" || $0 == "'" || Handle(String($0)) != nil })
        }
        self.init(words.filter { Handle($0) != nil }.joined(separator: "."))
    }

    /// The text on the wire.
    public var description: String { rawValue }

    /// The display name of a person who never gave one: the part before `@`, with a capital.
    public var defaultName: String {
        let local = rawValue.split(separator: "@", maxSplits: 1).first.map(String.init) ?? rawValue
        return local.prefix(1).uppercased() + local.dropFirst()
    }

    /// Returns true if the left text precedes the right one. Sorted lists then have the same order on every run.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension Handle: JSONStringCodable {
    /// The text "a handle".
    public static var expected: String { "a handle" }

    /// The text "a handle" with its allowed characters and its length.
    public static var form: String { "a handle: letters, digits and . _ - + @, at most \(bytesMax) bytes" }
}
