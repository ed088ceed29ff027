/// A JSON value: what a reader hands to the typed decoders.
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

/// The members of a JSON object in the order in which they stood; read from the bytes when they are asked for.
///
/// Requests have a handful of members, so a search in order is faster than hashing, and the order is kept for
/// free. Objects with very many members come only from hostile or generated input. Names are the same byte for byte.
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

    private enum Storage: Sendable {
        case members([Member])
        case tape(JSONTape, at: Int)
    }

    private let storage: Storage

    /// An object of those members. The caller sees to it that no key comes twice.
    public init(_ members: [Member] = []) { storage = .members(members) }

    init(_ tape: JSONTape, at node: Int) { storage = .tape(tape, at: node) }

    /// Whether both have the same members in the same order.
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

    /// Their names, in order; made one by one.
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

    /// How many there are.
    var count: Int {
        switch storage {
        case .members(let members): return members.count
        case .tape(let tape, let object):
            var (count, key) = (0, tape.firstKey(of: object))
            while key < tape.end(of: object) { (count, key) = (count + 1, tape.key(after: key)) }
            return count
        }
    }

    /// The value of that name: the first one.
    public subscript(key: String) -> JSONValue? {
        var (key, last) = (key, nil as Place?)
        return key.withUTF8 { value($0, after: &last) }
    }

    /// Where a member stands: which one it is, and on a tape where its key is.
    struct Place {
        let index: Int
        let node: Int
    }

    /// The first member of that name behind another, or before it.
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

    /// What stands at the first member of that name behind another, or before it.
    ///
    /// - Parameter last: the other one; then this one, where there is one.
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

    /// True if a string of the text from which the object was read has more combining marks in a row than that.
    func hasMarks(inARow max: Int) -> Bool {
        if case .tape(let tape, _) = storage { tape.hasMarks(inARow: max) } else { false }
    }

    /// Whether null stands at a member.
    func isNull(at place: Place) -> Bool {
        switch storage {
        case .members(let members): members[place.index].value == .null
        case .tape(let tape, _): tape.isNull(place.node + 1)
        }
    }
}

extension JSONObject: CustomStringConvertible {
    /// Its JSON.
    public var description: String { String(decoding: JSONWriter.bytes(of: JSONValue.object(self)), as: UTF8.self) }
}

extension JSONValue {
    /// The same value, which keeps nothing of the text that it was read from.
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
