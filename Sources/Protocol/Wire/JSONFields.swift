/// Which member of a request or record is wrong, and how: the text of an `invalid params` answer.
public struct InvalidField: Error, Sendable, Equatable, CustomStringConvertible {
    /// The member's path, such as `event.type`.
    public var field: String
    /// What is wrong with it, as a clause: "must be a string, and is a number".
    public var problem: String

    /// A fault of that member.
    public init(field: String, problem: String) {
        self.field = field
        self.problem = problem
    }

    /// The sentence for people.
    public var description: String { "\(field) \(problem)" }
}

/// Where a value stands in a message; written out only for an error.
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

    /// The name of a member: most are literals, of which no string need be made.
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
    /// Whether objects are refused that have members which nobody took.
    fileprivate let isClosed: Bool
    fileprivate let hintsAtNames: Bool
    fileprivate var index: Int?

    fileprivate var path: String {
        let path = object.path
        return (path.isEmpty ? "\(key)" : "\(path).\(key)") + (index.map { "[\($0)]" } ?? "")
    }

    /// The place of an element of the array that stands here.
    func element(_ index: Int) -> JSONPlace {
        var place = self
        place.index = index
        return place
    }

    /// The place of a member of the object that stands here.
    func member(_ key: String) -> JSONPlace {
        JSONPlace(object: .member(self), key: .text(key), isClosed: isClosed, hintsAtNames: hintsAtNames)
    }

    /// A fault of the value.
    public func invalid(_ problem: String) -> InvalidField { InvalidField(field: path, problem: problem) }

    /// A fault of a value that is another kind of thing.
    func mustBe(_ kind: String, _ value: JSONValue) -> InvalidField { invalid("must be \(kind), and is \(value.kind)") }
}

/// Takes the members out of a JSON object one by one, and can refuse those that nobody asked for.
///
/// What a server reads is closed, so that a typo never passes silently: the objects in it with ``finish()`` as soon as
/// they were read. What a client reads from a server is not, so that a later server may add members.
public struct JSONFields {
    private let object: JSONObject
    /// How many members it has.
    private let count: Int
    private let place: JSONPlace.Object
    /// Whether objects within are refused that have members which nobody took.
    let isClosed: Bool
    /// Which of the first 64 members were taken, a bit each: no request of the contract has as many.
    private var taken: UInt64 = 0
    /// The member that was taken last. The next one is likely behind it: what writes and what reads keep one order.
    private var last: JSONObject.Place?
    /// Which names were asked for, where somebody wants to know which one was meant.
    private let names: Names?

    /// The names of members that were asked for.
    fileprivate final class Names {
        var all: [String] = []
    }

    /// The members of that value, which stands at that path of the request.
    ///
    /// - Throws: ``InvalidField`` if it is not an object.
    public init(_ value: JSONValue?, path: String = "") throws(InvalidField) {
        try self.init(value, path: path, isClosed: false, hintsAtNames: false)
    }

    /// - Parameter hintsAtNames: whether a member that nobody takes is refused with the name that was meant; that costs
    ///   more, and is for what was refused already.
    /// - Throws: ``InvalidField`` if it is not an object.
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

    /// Reads the params of a request to the last member: one that nobody takes is refused, with the name that was meant.
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

    /// The path of a member for an error.
    public func name(_ key: String) -> String { at(.text(key)).path }

    /// The raw value of a member, which counts as taken; nil where it is missing or null.
    public mutating func value(_ key: StaticString) -> JSONValue? {
        names?.all.append(key.description)
        // Most members may be left out, and most are.
        if isExhausted { return nil }
        guard let value = object.value(key, after: &last), let last else { return nil }
        taken |= 1 << UInt64(last.index)
        if case .null = value { return nil }
        return value
    }

    /// Whether every member was taken.
    private var isExhausted: Bool { taken.nonzeroBitCount == count }

    /// A member that must be there.
    public mutating func read<Value: JSONCodable>(_ key: StaticString) throws(InvalidField) -> Value {
        try required(key, try readOptional(key))
    }

    /// A member, or nil if it is missing.
    public mutating func readOptional<Value: JSONCodable>(_ key: StaticString) throws(InvalidField) -> Value? {
        guard let value = value(key) else { return nil }
        return try Value(json: value, at: at(.literal(key)))
    }

    /// An integer that must be there and in the range.
    public mutating func read<Value: JSONCodable & FixedWidthInteger>(
        _ key: StaticString, in range: ClosedRange<Value>
    ) throws(InvalidField) -> Value {
        try required(key, try readOptional(key, in: range))
    }

    /// An integer in the range, or nil if it is missing.
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

    /// The fault that a member is not there; where nobody took one whose name is nearly the same, that is said.
    func missing(_ key: String, _ kind: String) -> InvalidField {
        var near: String?
        if names != nil {
            let others = object.keys.prefix(64).enumerated().filter { taken & (1 << UInt64($0.offset)) == 0 }
            near = Spelling.nearest(to: key, among: others.map { String($0.element.prefix(100)) })
        }
        return invalid(key, "is missing: it must be \(kind)" + (near.map { ", and “\($0)” looks like it" } ?? ""))
    }

    /// Whether a member is there, and is not null.
    public func has(_ key: StaticString) -> Bool { object.find(key).map { !object.isNull(at: $0) } ?? false }

    /// Whether a member is not there at all; one that is null is.
    public func isMissing(_ key: StaticString) -> Bool { object.find(key) == nil }

    /// A fault of that member.
    public func invalid(_ key: String, _ problem: String) -> InvalidField {
        at(.text(key)).invalid(problem)
    }

    /// A string that must be there.
    public mutating func string(_ key: StaticString) throws(InvalidField) -> String { try read(key) }

    /// A string, or nil if it is missing.
    public mutating func optionalString(_ key: StaticString) throws(InvalidField) -> String? { try readOptional(key) }

    /// A boolean that must be there.
    public mutating func bool(_ key: StaticString) throws(InvalidField) -> Bool { try read(key) }

    /// A boolean, or nil if it is missing.
    public mutating func optionalBool(_ key: StaticString) throws(InvalidField) -> Bool? { try readOptional(key) }

    /// The members of an object that must be there.
    public mutating func fields(_ key: StaticString) throws(InvalidField) -> JSONFields {
        guard let fields = try optionalFields(key) else {
            throw missing(key.description, "an object")
        }
        return fields
    }

    /// The members of an object, or nil if it is missing.
    public mutating func optionalFields(_ key: StaticString) throws(InvalidField) -> JSONFields? {
        guard let value = value(key) else { return nil }
        return try JSONFields(value, at: at(.literal(key)))
    }

    /// An array; empty where it is missing.
    public mutating func list<Element: JSONCodable>(
        _ key: StaticString, of type: Element.Type
    ) throws(InvalidField) -> [Element] {
        try readOptional(key) ?? []
    }

    /// An array of objects, each read by the closure; empty where it is missing.
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

    /// Refuses, by name, the first member that nobody took.
    public func finish() throws(InvalidField) {
        if isExhausted { return }
        for (index, key) in object.keys.enumerated() where index >= 64 || taken & (1 << UInt64(index)) == 0 {
            // A name of any length came; an answer of any length does not go back.
            let name = String(key.prefix(100))
            let hint = names.flatMap { Spelling.nearest(to: name, among: $0.all) }.map { ", but “\($0)” is" } ?? ""
            throw invalid(name, "is not a member of this request\(hint)")
        }
    }
}
