/// An invalid member of a request or record: the text of an `invalid params` error.
public struct InvalidField: Error, Sendable, Equatable, CustomStringConvertible {
    /// The member's path, such as `event.type`.
    public var field: String
    /// The fault as a clause: "must be a string, and is a number".
    public var problem: String

    /// Creates a fault of a member.
    public init(field: String, problem: String) {
        self.field = field
        self.problem = problem
    }

    /// The path and the fault as a sentence for people.
    public var description: String { "\(field) \(problem)" }
}

/// The path of a value in a message. Its text is built only for an error.
public struct JSONPlace {
    fileprivate enum Object {
        case path(String)
        indirect case member(JSONPlace)

        var path: String {
            switch self {
            case .path(let path): path
            case .member(let place): place.path
            }
        }
    }

    /// The name of a member. Most names are literals, which need no `String`.
    fileprivate enum Key: CustomStringConvertible {
        case literal(StaticString)
        case text(String)

        var description: String {
            switch self {
            case .literal(let key): key.description
            case .text(let key): key
            }
        }
    }

    fileprivate let object: Object
    fileprivate let key: Key
    /// True if objects with unread members are refused.
    fileprivate let isClosed: Bool
    fileprivate let hintsAtNames: Bool
    fileprivate var index: Int?

    fileprivate var path: String {
        let path = object.path
        return (path.isEmpty ? "\(key)" : "\(path).\(key)") + (index.map { "[\($0)]" } ?? "")
    }

    /// Returns the place of an element of the array at this place.
    func element(_ index: Int) -> JSONPlace {
        var place = self
        place.index = index
        return place
    }

    /// Returns the place of a member of the object at this place.
    func member(_ key: String) -> JSONPlace {
        JSONPlace(object: .member(self), key: .text(key), isClosed: isClosed, hintsAtNames: hintsAtNames)
    }

    /// Returns a fault of the value at this place.
    public func invalid(_ problem: String) -> InvalidField { InvalidField(field: path, problem: problem) }

    /// Returns the fault that the value is not of the expected kind.
    func mustBe(_ kind: String, _ value: JSONValue) -> InvalidField { invalid("must be \(kind), and is \(value.kind)") }
}

/// Reads the members of a JSON object one by one, and can refuse unread members.
///
/// A server refuses unread members, so that no typo passes silently. It checks each nested object with ``finish()`` as
/// soon as it has read it. A client accepts unread members, so that a later server may add members.
public struct JSONFields {
    private let object: JSONObject
    /// The number of members of the object.
    private let count: Int
    private let place: JSONPlace.Object
    /// True if nested objects with unread members are refused.
    let isClosed: Bool
    /// A bit for each of the first 64 members that were read. No request of the contract has as many members.
    private var taken: UInt64 = 0
    /// The member that was read last. The search for the next one starts after it, because writer and reader share one
    /// order.
    private var last: JSONObject.Place?
    /// The names that were read, for a hint about an unknown member; nil if no hint is needed.
    private let names: Names?

    /// A list of member names that copies of ``JSONFields`` share.
    fileprivate final class Names {
        var all: [String] = []
    }

    /// Creates the fields of a value at a path of the request. A missing value has no members.
    ///
    /// - Throws: ``InvalidField`` if the value is not an object.
    public init(_ value: JSONValue?, path: String = "") throws(InvalidField) {
        try self.init(value, path: path, isClosed: false, hintsAtNames: false)
    }

    /// Creates the fields of a value at a path of the request. A missing value has no members.
    ///
    /// - Parameter hintsAtNames: true if the error about an unknown member suggests a known name. This costs more, so
    ///   it is used only to read a refused request again.
    /// - Throws: ``InvalidField`` if the value is not an object.
    init(_ value: JSONValue?, path: String, isClosed: Bool, hintsAtNames: Bool) throws(InvalidField) {
        self.place = .path(path)
        self.isClosed = isClosed
        names = hintsAtNames ? Names() : nil
        switch value {
        case .object(let object): (self.object, count) = (object, object.count)
        case nil: (object, count) = (JSONObject(), 0)
        case .some(let other):
            throw InvalidField(
                field: path.isEmpty ? "params" : path, problem: "must be an object, and is \(other.kind)")
        }
    }

    /// Reads the params of a request and refuses an unread member. The error suggests the name that was probably meant.
    public static func all<Value>(
        of params: JSONValue?, _ read: (inout JSONFields) throws(InvalidField) -> Value
    ) throws(InvalidField) -> Value {
        func value(hintsAtNames: Bool) throws(InvalidField) -> Value {
            var fields = try JSONFields(params, path: "", isClosed: true, hintsAtNames: hintsAtNames)
            let value = try read(&fields)
            try fields.finish()
            return value
        }
        do throws(InvalidField) {
            return try value(hintsAtNames: false)
        } catch {
            return try value(hintsAtNames: true)
        }
    }

    init(_ value: JSONValue, at place: JSONPlace) throws(InvalidField) {
        guard case .object(let object) = value else { throw place.mustBe("an object", value) }
        (self.object, count, self.place, isClosed) = (object, object.count, .member(place), place.isClosed)
        names = place.hintsAtNames ? Names() : nil
    }

    private func at(_ key: JSONPlace.Key) -> JSONPlace {
        JSONPlace(object: place, key: key, isClosed: isClosed, hintsAtNames: names != nil)
    }

    /// Returns the path of a member for an error.
    public func name(_ key: String) -> String { at(.text(key)).path }

    /// Returns the raw value of a member and marks the member as read. Returns nil if the member is missing or null, or
    /// was read and no other member is unread.
    public mutating func value(_ key: StaticString) -> JSONValue? {
        names?.all.append(key.description)
        // Most members are optional, and most of them are missing.
        if isExhausted { return nil }
        guard let value = object.value(key, after: &last), let last else { return nil }
        taken |= 1 << UInt64(last.index)
        if case .null = value { return nil }
        return value
    }

    /// True if every member was read.
    private var isExhausted: Bool { taken.nonzeroBitCount == count }

    /// Reads a required member.
    public mutating func read<Value: JSONCodable>(_ key: StaticString) throws(InvalidField) -> Value {
        try required(key, try readOptional(key))
    }

    /// Reads an optional member. Returns nil if it is missing or null.
    public mutating func readOptional<Value: JSONCodable>(_ key: StaticString) throws(InvalidField) -> Value? {
        guard let value = value(key) else { return nil }
        return try Value(json: value, at: at(.literal(key)))
    }

    /// Reads a required integer in the range.
    public mutating func read<Value: JSONCodable & FixedWidthInteger>(
        _ key: StaticString, in range: ClosedRange<Value>
    ) throws(InvalidField) -> Value {
        try required(key, try readOptional(key, in: range))
    }

    /// Reads an optional integer in the range. Returns nil if it is missing or null.
    public mutating func readOptional<Value: JSONCodable & FixedWidthInteger>(
        _ key: StaticString, in range: ClosedRange<Value>
    ) throws(InvalidField) -> Value? {
        guard let value = value(key) else { return nil }
        return try Value(json: value, at: at(.literal(key)), in: range)
    }

    private func required<Value: JSONCodable>(_ key: StaticString, _ value: Value?) throws(InvalidField) -> Value {
        guard let value else { throw missing(key.description, Value.expected) }
        return value
    }

    /// Returns the fault of a missing member. On the reading with hints, it suggests the unread member with the nearest
    /// name.
    func missing(_ key: String, _ kind: String) -> InvalidField {
        var near: String?
        if names != nil {
            let others = object.keys.prefix(64).enumerated().filter { taken & (1 << UInt64($0.offset)) == 0 }
            near = Spelling.nearest(to: key, among: others.map { String($0.element.prefix(100)) })
        }
        return invalid(key, "is missing: it must be \(kind)" + (near.map { ", and “\($0)” looks like it" } ?? ""))
    }

    /// Returns true if the member is present and not null.
    public func has(_ key: StaticString) -> Bool { object.find(key).map { !object.isNull(at: $0) } ?? false }

    /// Returns true if the member is absent. A member that is null is present.
    public func isMissing(_ key: StaticString) -> Bool { object.find(key) == nil }

    /// Returns a fault of a member.
    public func invalid(_ key: String, _ problem: String) -> InvalidField {
        at(.text(key)).invalid(problem)
    }

    /// Reads a required string.
    public mutating func string(_ key: StaticString) throws(InvalidField) -> String { try read(key) }

    /// Reads an optional string. Returns nil if it is missing or null.
    public mutating func optionalString(_ key: StaticString) throws(InvalidField) -> String? { try readOptional(key) }

    /// Reads a required boolean.
    public mutating func bool(_ key: StaticString) throws(InvalidField) -> Bool { try read(key) }

    /// Reads an optional boolean. Returns nil if it is missing or null.
    public mutating func optionalBool(_ key: StaticString) throws(InvalidField) -> Bool? { try readOptional(key) }

    /// Returns the members of a required object.
    public mutating func fields(_ key: StaticString) throws(InvalidField) -> JSONFields {
        guard let fields = try optionalFields(key) else {
            throw missing(key.description, "an object")
        }
        return fields
    }

    /// Returns the members of an optional object, or nil if it is missing or null.
    public mutating func optionalFields(_ key: StaticString) throws(InvalidField) -> JSONFields? {
        guard let value = value(key) else { return nil }
        return try JSONFields(value, at: at(.literal(key)))
    }

    /// Reads an array. Returns an empty one if it is missing or null.
    public mutating func list<Element: JSONCodable>(
        _ key: StaticString, of type: Element.Type
    ) throws(InvalidField) -> [Element] {
        try readOptional(key) ?? []
    }

    /// Reads an array of objects, each with the closure. Returns an empty array if it is missing or null.
    public mutating func list<Element>(
        _ key: StaticString, _ read: (inout JSONFields) throws(InvalidField) -> Element
    ) throws(InvalidField) -> [Element] {
        guard let value = value(key) else { return [] }
        guard case .array(let elements) = value else { throw at(.literal(key)).mustBe("an array", value) }
        var result: [Element] = []
        result.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            var fields = try JSONFields(element, at: at(.literal(key)).element(index))
            result.append(try read(&fields))
        }
        return result
    }

    /// Checks that every member was read.
    ///
    /// - Throws: ``InvalidField`` with the name of the first unread member.
    public func finish() throws(InvalidField) {
        if isExhausted { return }
        for (index, key) in object.keys.enumerated() where index >= 64 || taken & (1 << UInt64(index)) == 0 {
            // A name from the wire can have any length; the error must not.
            let name = String(key.prefix(100))
            let hint = names.flatMap { Spelling.nearest(to: name, among: $0.all) }.map { ", but “\($0)” is" } ?? ""
            throw invalid(name, "is not a member of this request\(hint)")
        }
    }
}
