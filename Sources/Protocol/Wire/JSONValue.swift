/// A JSON value, as the reader passes it to the typed decoders.
///
/// Integers are stored exactly and separately from other numbers, because request ids and sequence numbers must return
/// unchanged. RFC 8259, section 6, leaves the precision to the implementation.
public enum JSONValue: Sendable, Equatable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without a fraction or an exponent that fits into 64 bits.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A string without its escapes.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object with its members in the order of the text.
    case object(JSONObject)

    /// The term for this kind of value in an error message, with its article.
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

    /// The string; nil if the value is of another kind.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The integer; nil if the value is of another kind.
    public var integerValue: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The boolean; nil if the value is of another kind.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The elements; nil if the value is not an array.
    public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The object; nil if the value is of another kind.
    public var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The member with that name; nil if the value is not an object or has no such member.
    public subscript(key: String) -> JSONValue? {
        objectValue?[key]
    }
}

/// The members of a JSON object in the order of the text, created from the bytes on access.
///
/// A request has a few members, so a linear search is faster than hashing and preserves the order. Only hostile or
/// generated input has objects with very many members. Names are compared byte for byte.
public struct JSONObject: Sendable, Equatable {
    /// One `"key": value`.
    public struct Member: Sendable, Equatable {
        /// The name without its escapes.
        public var key: String
        /// The value after the colon.
        public var value: JSONValue

        /// Creates a member from a name and a value.
        public init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    private enum Storage: Sendable {
        case members([Member])
        case tape(JSONTape, at: Int)
    }

    private let storage: Storage

    /// Creates an object of the members. The caller ensures that no key repeats.
    public init(_ members: [Member] = []) { storage = .members(members) }

    init(_ tape: JSONTape, at node: Int) { storage = .tape(tape, at: node) }

    /// Returns true if both objects have equal members in the same order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool { left.members == right.members }

    /// All members, in order.
    public var members: [Member] {
        guard case .tape(let tape, let object) = storage else {
            if case .members(let members) = storage { return members } else { return [] }
        }
        var members: [Member] = []
        var key = tape.firstKey(of: object)
        while key < tape.end(of: object) {
            members.append(Member(key: tape.string(key), value: tape.value(at: key + 1)))
            key = tape.key(after: key)
        }
        return members
    }

    /// The names of the members, in order, created one by one.
    var keys: some Sequence<String> {
        var index = 0
        var node: Int? = if case .tape(let tape, let object) = storage { tape.firstKey(of: object) } else { nil }
        return AnyIterator { () -> String? in
            switch storage {
            case .members(let members):
                defer { index += 1 }
                return index < members.count ? members[index].key : nil
            case .tape(let tape, let object):
                guard let key = node, key < tape.end(of: object) else { return nil }
                node = tape.key(after: key)
                return tape.string(key)
            }
        }
    }

    /// The number of members.
    var count: Int {
        switch storage {
        case .members(let members): return members.count
        case .tape(let tape, let object):
            var (count, key) = (0, tape.firstKey(of: object))
            while key < tape.end(of: object) { (count, key) = (count + 1, tape.key(after: key)) }
            return count
        }
    }

    /// The value of the first member with that name.
    public subscript(key: String) -> JSONValue? {
        var (key, last) = (key, nil as Place?)
        return key.withUTF8 { value($0, after: &last) }
    }

    /// The position of a member: its index and, on a tape, the node of its key.
    struct Place {
        let index: Int
        let node: Int
    }

    /// Returns the first member with that name after `last`, or else the first one before it.
    func find(_ name: StaticString, after last: Place? = nil) -> Place? {
        name.withUTF8Buffer { find($0, after: last) }
    }

    private func find(_ name: UnsafeBufferPointer<UInt8>, after last: Place?) -> Place? {
        switch storage {
        case .members(let members):
            let start = (last?.index ?? -1) + 1
            let index =
                members[start...].firstIndex { $0.key.utf8.elementsEqual(name) }
                ?? members[..<start].firstIndex { $0.key.utf8.elementsEqual(name) }
            return index.map { Place(index: $0, node: 0) }
        case .tape(let tape, let object): return tape.find(name, in: object, after: last)
        }
    }

    /// Returns the value of the first member with that name after `last`, or else of the first one before it.
    ///
    /// - Parameter last: the position at which the search starts. Receives the position of the member that was found.
    func value(_ name: StaticString, after last: inout Place?) -> JSONValue? {
        name.withUTF8Buffer { value($0, after: &last) }
    }

    private func value(_ name: UnsafeBufferPointer<UInt8>, after last: inout Place?) -> JSONValue? {
        guard let place = find(name, after: last) else { return nil }
        last = place
        switch storage {
        case .members(let members): return members[place.index].value
        case .tape(let tape, _): return tape.value(at: place.node + 1)
        }
    }

    /// Returns true if a string of the parsed text has more than `max` combining marks in a row.
    func hasMarks(inARow max: Int) -> Bool {
        if case .tape(let tape, _) = storage { tape.hasMarks(inARow: max) } else { false }
    }

    /// Returns true if the value of a member is null.
    func isNull(at place: Place) -> Bool {
        switch storage {
        case .members(let members): members[place.index].value == .null
        case .tape(let tape, _): tape.isNull(place.node + 1)
        }
    }
}

extension JSONObject: CustomStringConvertible {
    /// The JSON text of the object.
    public var description: String { String(decoding: JSONWriter.bytes(of: JSONValue.object(self)), as: UTF8.self) }
}

extension JSONValue {
    /// The same value, without references to the text from which it was read.
    var detached: JSONValue {
        switch self {
        case .object(let object):
            .object(JSONObject(object.members.map { .init(key: $0.key, value: $0.value.detached) }))
        case .array(let elements): .array(elements.map(\.detached))
        case .null, .bool, .integer, .number, .string: self
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a string from a literal.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates an integer from a literal.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates a boolean from a literal.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates an array from a literal.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates an object from a literal, with the members in its order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
    }
}
