/// A JSON text as a tree: what a reader hands to the typed decoders.
///
/// Integers are kept exactly, apart from other numbers, because request ids and sequence numbers must come back
/// as they were sent (RFC 8259, section 6, leaves the precision to us).
public enum JSONValue: Sendable, Equatable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number written without fraction or exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A string, already unescaped.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object, its members in the order in which they were written.
    case object(JSONObject)

    /// The word for this kind of value in an error message, with its article.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer, .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The string, if this is one.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The integer, if this is one.
    public var integerValue: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The boolean, if this is one.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The elements, if this is an array.
    public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The object, if this is one.
    public var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The member of that name, if this is an object that has it.
    public subscript(key: String) -> JSONValue? {
        objectValue?[key]
    }
}

/// The members of a JSON object in the order in which they stood.
///
/// Requests have a handful of members, so a search in order is faster than hashing, and the order is kept for
/// free. Objects with very many members come only from hostile or generated input.
public struct JSONObject: Sendable, Equatable {
    /// One `"key": value`.
    public struct Member: Sendable, Equatable {
        /// The unescaped name.
        public var key: String
        /// What stands behind the colon.
        public var value: JSONValue

        /// A member of that name.
        public init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// All members, in order.
    public internal(set) var members: [Member]

    /// An object of those members. The caller sees to it that no key comes twice.
    public init(_ members: [Member] = []) {
        self.members = members
    }

    /// The value of that name: the first one.
    public subscript(key: String) -> JSONValue? {
        for member in members where member.key == key {
            return member.value
        }
        return nil
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A string, written as a literal.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An integer, written as a literal.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A boolean, written as a literal.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An array, written as a literal.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object, written as a literal; the order is kept.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
    }
}
