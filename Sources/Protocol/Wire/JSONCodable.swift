/// A value that can be read from JSON and written as JSON.
public protocol JSONCodable: JSONWritable {
    /// The expected kind of value, with an article, for the error about a missing member: "a string".
    static var expected: String { get }

    /// Reads a value that is present.
    ///
    /// - Throws: ``InvalidField`` if the value is of another kind or out of range.
    init(json value: JSONValue, at place: JSONPlace) throws(InvalidField)
}

/// A value with members: an object, or a part of one.
public protocol JSONRecord: JSONCodable {
    /// Reads the members from an object.
    init(from fields: inout JSONFields) throws(InvalidField)

    /// Appends the members to an object that is already open.
    func writeMembers(to json: inout JSONWriter)
}

extension JSONRecord {
    /// The text "an object".
    public static var expected: String { "an object" }

    /// Reads the whole object. If the place is closed, refuses members that the initializer did not read.
    public init(json value: JSONValue, at place: JSONPlace) throws(InvalidField) {
        var fields = try JSONFields(value, at: place)
        self = try Self(from: &fields)
        if fields.isClosed { try fields.finish() }
    }

    /// Appends the whole object.
    public func write(to json: inout JSONWriter) {
        json.object { writeMembers(to: &$0) }
    }
}

/// An enumeration of strings.
public protocol JSONWord: JSONCodable, RawRepresentable, CaseIterable where RawValue == String {}

extension JSONWord {
    /// The text "one of: " and the words.
    public static var expected: String { "one of: " + allCases.map(\.rawValue).joined(separator: ", ") }

    /// Reads the word.
    public init(json value: JSONValue, at place: JSONPlace) throws(InvalidField) {
        guard let word = Self(rawValue: try String(json: value, at: place)) else {
            throw place.invalid("must be \(Self.expected)")
        }
        self = word
    }

    /// Appends the word.
    public func write(to json: inout JSONWriter) { json.string(rawValue) }
}

extension String: JSONCodable {
    /// The text "a string".
    public static var expected: String { "a string" }

    /// Reads a string.
    public init(json value: JSONValue, at place: JSONPlace) throws(InvalidField) {
        guard case .string(let text) = value else { throw place.mustBe(Self.expected, value) }
        self = text
    }

    /// Appends the string in quotes.
    public func write(to json: inout JSONWriter) { json.string(self) }
}

extension Bool: JSONCodable {
    /// The text "true or false".
    public static var expected: String { "true or false" }

    /// Reads `true` or `false`.
    public init(json value: JSONValue, at place: JSONPlace) throws(InvalidField) {
        guard case .bool(let bool) = value else { throw place.mustBe(Self.expected, value) }
        self = bool
    }

    /// Appends `true` or `false`.
    public func write(to json: inout JSONWriter) { json.bool(self) }
}

extension JSONCodable where Self: FixedWidthInteger {
    /// The text "an integer".
    public static var expected: String { "an integer" }

    /// Reads an integer.
    public init(json value: JSONValue, at place: JSONPlace) throws(InvalidField) {
        self = try Self(json: value, at: place, in: .min ... .max)
    }

    /// Reads an integer in a range.
    init(json value: JSONValue, at place: JSONPlace, in range: ClosedRange<Self>) throws(InvalidField) {
        guard case .integer(let integer) = value else { throw place.mustBe(Self.expected, value) }
        guard let own = Self(exactly: integer), range.contains(own) else {
            throw place.invalid("must be from \(range.lowerBound) to \(range.upperBound), and is \(integer)")
        }
        self = own
    }

    /// Appends the integer.
    public func write(to json: inout JSONWriter) { json.integer(Int64(self)) }
}

extension Int64: JSONCodable {}
extension Int: JSONCodable {}

extension Double: JSONCodable {
    /// The text "a number".
    public static var expected: String { "a number" }

    /// Reads an integer or any other number.
    public init(json value: JSONValue, at place: JSONPlace) throws(InvalidField) {
        switch value {
        case .integer(let integer): self = Double(integer)
        case .number(let number): self = number
        case .null, .bool, .string, .array, .object: throw place.mustBe(Self.expected, value)
        }
    }

    /// Appends the number, or 0 for infinity and NaN, which JSON cannot express.
    public func write(to json: inout JSONWriter) { json.raw(Array("\(isFinite ? self : 0)".utf8)) }
}

extension Array: JSONWritable where Element: JSONWritable {
    /// Appends the elements in brackets.
    public func write(to json: inout JSONWriter) {
        json.array { for element in self { element.write(to: &$0) } }
    }
}

extension Array: JSONCodable where Element: JSONCodable {
    /// "an array of strings" for an array of strings, else "an array".
    public static var expected: String { Element.self == String.self ? "an array of strings" : "an array" }

    /// Reads each element.
    public init(json value: JSONValue, at place: JSONPlace) throws(InvalidField) {
        guard case .array(let elements) = value else { throw place.mustBe("an array", value) }
        self = []
        reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            append(try Element(json: element, at: place.element(index)))
        }
    }
}

extension JSONValue: JSONCodable {
    /// The text "a value".
    public static var expected: String { "a value" }

    /// Copies the value, detached from the text in which it was read: the value may be stored and the text freed.
    public init(json value: JSONValue, at place: JSONPlace) { self = value.detached }
}

/// A value that is a string in JSON.
public protocol JSONStringCodable: JSONCodable, LosslessStringConvertible {
    /// The required form of the text, for the error about an invalid one.
    static var form: String { get }
}

extension JSONStringCodable {
    /// The default form: ``JSONCodable/expected``.
    public static var form: String { expected }

    /// Reads the text.
    @inline(__always)
    public init(json value: JSONValue, at place: JSONPlace) throws(InvalidField) {
        guard let own = Self(try String(json: value, at: place)) else { throw place.invalid("must be \(Self.form)") }
        self = own
    }

    /// Appends the text.
    @inline(__always)
    public func write(to json: inout JSONWriter) { json.string(description) }
}
