/// A value that is read from JSON and written as it.
public protocol JSONCodable: JSONWritable {
    /// What it is, for the one who left it out: "a string".
    static var expected: String { get }

    /// Reads a value that is there.
    ///
    /// - Throws: ``InvalidField`` if it is another kind of thing, or out of its range.
    init(json value: JSONValue, at place: JSONPlace) throws(InvalidField)
}

/// A value with members: an object, or a part of one.
public protocol JSONRecord: JSONCodable {
    /// Takes its members out of an object.
    init(from fields: inout JSONFields) throws(InvalidField)

    /// Appends its members to an object that is begun.
    func writeMembers(to json: inout JSONWriter)
}

extension JSONRecord {
    /// "an object".
    public static var expected: String { "an object" }

    /// Reads the whole object.
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

/// One of several words.
public protocol JSONWord: JSONCodable, RawRepresentable, CaseIterable where RawValue == String {}

extension JSONWord {
    /// "one of: ", and the words.
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
    /// "a string".
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
    /// "true or false".
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
    /// "an integer".
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
    /// "a number".
    public static var expected: String { "a number" }

    /// Reads a number, whole or not.
    public init(json value: JSONValue, at place: JSONPlace) throws(InvalidField) {
        switch value {
        case .integer(let integer): self = Double(integer)
        case .number(let number): self = number
        case .null, .bool, .string, .array, .object: throw place.mustBe(Self.expected, value)
        }
    }

    /// Appends the number; what is no number that JSON knows is 0.
    public func write(to json: inout JSONWriter) { json.raw(Array("\(isFinite ? self : 0)".utf8)) }
}

extension Array: JSONWritable where Element: JSONWritable {
    /// Appends the elements in brackets.
    public func write(to json: inout JSONWriter) {
        json.array { for element in self { element.write(to: &$0) } }
    }
}

extension Array: JSONCodable where Element: JSONCodable {
    /// "an array of strings", where it is one of strings.
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
    /// "a value".
    public static var expected: String { "a value" }

    /// Takes the value as it is: it may be kept, and the text that it stood in need not be.
    public init(json value: JSONValue, at place: JSONPlace) { self = value.detached }
}
