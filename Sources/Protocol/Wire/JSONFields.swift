/// Which member of a request or record is wrong, and how: the text of an `invalid params` answer.
public struct InvalidField: Error, Sendable, Equatable {
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
    public var message: String { "\(field) \(problem)" }
}

/// Takes the members out of a JSON object one by one, and can refuse those that nobody asked for.
///
/// Requests are closed with ``finish()``, so that a typo never passes silently; what a client reads from a server
/// is not, so that a later server may add members.
public struct JSONFields {
    private let object: JSONObject
    private let place: Place
    /// Which of the first 64 members were taken, a bit each: no request of the contract has as many.
    private var taken: UInt64 = 0
    /// Where the member stands that is likely to be taken next: what writes and what reads keep one order.
    private var next = 0

    /// Where an object stands in a request; written out only for an error.
    private indirect enum Place {
        case path(String)
        case member(String, of: Place)
        case element(Int, of: String, in: Place)

        var path: String {
            switch self {
            case .path(let path): path
            case .member(let key, let parent): parent.path(of: key)
            case .element(let index, let key, let parent): parent.path(of: "\(key)[\(index)]")
            }
        }

        func path(of key: String) -> String {
            let path = path
            return path.isEmpty ? key : "\(path).\(key)"
        }
    }

    /// The members of that value, which stands at that path of the request.
    ///
    /// - Throws: ``InvalidField`` if it is not an object.
    public init(_ value: JSONValue?, path: String = "") throws(InvalidField) {
        try self.init(value, at: .path(path))
    }

    private init(_ value: JSONValue?, at place: Place) throws(InvalidField) {
        switch value {
        case .object(let object): self.object = object
        case nil: self.object = JSONObject()
        case .some(let other):
            let path = place.path
            throw InvalidField(
                field: path.isEmpty ? "params" : path, problem: "must be an object, and is \(other.kind)")
        }
        self.place = place
    }

    /// The path of a member for an error.
    public func name(_ key: String) -> String { place.path(of: key) }

    /// The raw value of a member, which counts as taken; nil where it is missing or null.
    public mutating func value(_ key: String) -> JSONValue? {
        let members = object.members
        let index =
            members[next...].firstIndex { $0.key == key } ?? members[..<next].firstIndex { $0.key == key }
        guard let index else { return nil }
        taken |= 1 << UInt64(index)
        next = index + 1
        let value = object.members[index].value
        return value == .null ? nil : value
    }

    /// Whether a member is not there at all; one that is null is.
    public func isMissing(_ key: String) -> Bool { object[key] == nil }

    /// A fault of that member.
    public func invalid(_ key: String, _ problem: String) -> InvalidField {
        InvalidField(field: name(key), problem: problem)
    }

    private func required<Value>(_ key: String, _ value: Value?, _ kind: String) throws(InvalidField) -> Value {
        guard let value else { throw invalid(key, "is missing: it must be \(kind)") }
        return value
    }

    /// A string that must be there.
    public mutating func string(_ key: String) throws(InvalidField) -> String {
        try required(key, try optionalString(key), "a string")
    }

    /// A string, or nil if it is missing.
    public mutating func optionalString(_ key: String) throws(InvalidField) -> String? {
        guard let value = value(key) else { return nil }
        guard case .string(let string) = value else { throw invalid(key, "must be a string, and is \(value.kind)") }
        return string
    }

    /// A boolean that must be there.
    public mutating func bool(_ key: String) throws(InvalidField) -> Bool {
        try required(key, try optionalBool(key), "true or false")
    }

    /// A boolean, or nil if it is missing.
    public mutating func optionalBool(_ key: String) throws(InvalidField) -> Bool? {
        guard let value = value(key) else { return nil }
        guard case .bool(let bool) = value else { throw invalid(key, "must be true or false, and is \(value.kind)") }
        return bool
    }

    /// An integer that must be there and in the range.
    public mutating func integer(_ key: String, in range: ClosedRange<Int64>) throws(InvalidField) -> Int64 {
        try required(key, try optionalInteger(key, in: range), "an integer")
    }

    /// An integer in the range, or nil if it is missing.
    public mutating func optionalInteger(_ key: String, in range: ClosedRange<Int64>) throws(InvalidField) -> Int64? {
        guard let value = value(key) else { return nil }
        guard case .integer(let integer) = value else { throw invalid(key, "must be an integer, and is \(value.kind)") }
        guard range.contains(integer) else {
            throw invalid(key, "must be from \(range.lowerBound) to \(range.upperBound), and is \(integer)")
        }
        return integer
    }

    /// A number, whole or not.
    public mutating func number(_ key: String) throws(InvalidField) -> Double {
        switch value(key) {
        case .integer(let integer): return Double(integer)
        case .number(let number): return number
        case let other: return try required(key, nil, other.map { "a number, and is \($0.kind)" } ?? "a number")
        }
    }

    /// An array of strings, or nil if it is missing.
    public mutating func optionalStrings(_ key: String) throws(InvalidField) -> [String]? {
        guard let value = value(key) else { return nil }
        guard case .array(let elements) = value else { throw invalid(key, "must be an array, and is \(value.kind)") }
        var strings: [String] = []
        strings.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            guard case .string(let string) = element else {
                throw invalid("\(key)[\(index)]", "must be a string, and is \(element.kind)")
            }
            strings.append(string)
        }
        return strings
    }

    /// An array of strings that must be there.
    public mutating func strings(_ key: String) throws(InvalidField) -> [String] {
        try required(key, try optionalStrings(key), "an array of strings")
    }

    /// The members of an object that must be there.
    public mutating func fields(_ key: String) throws(InvalidField) -> JSONFields {
        try required(key, try optionalFields(key), "an object")
    }

    /// The members of an object, or nil if it is missing.
    public mutating func optionalFields(_ key: String) throws(InvalidField) -> JSONFields? {
        guard let value = value(key) else { return nil }
        return try JSONFields(value, at: .member(key, of: place))
    }

    /// An array of objects, each read by the closure; empty where it is missing.
    public mutating func list<Element>(
        _ key: String, _ read: (inout JSONFields) throws(InvalidField) -> Element
    ) throws(InvalidField) -> [Element] {
        guard let value = value(key) else { return [] }
        guard case .array(let elements) = value else { throw invalid(key, "must be an array, and is \(value.kind)") }
        var result: [Element] = []
        result.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            var fields = try JSONFields(element, at: .element(index, of: key, in: place))
            result.append(try read(&fields))
        }
        return result
    }

    /// An object of booleans under names of the sender's, in their order; nil where it is missing.
    public mutating func optionalSwitches(_ key: String) throws(InvalidField) -> [(key: String, value: Bool)]? {
        guard let value = value(key) else { return nil }
        guard case .object(let object) = value else { throw invalid(key, "must be an object, and is \(value.kind)") }
        var switches: [(key: String, value: Bool)] = []
        for member in object.members {
            guard case .bool(let bool) = member.value else {
                throw invalid("\(key).\(member.key)", "must be true or false, and is \(member.value.kind)")
            }
            switches.append((member.key, bool))
        }
        return switches
    }

    /// One of the words of an enumeration that must be there.
    public mutating func word<Word: RawRepresentable & CaseIterable>(
        _ key: String, _ type: Word.Type = Word.self
    ) throws(InvalidField) -> Word where Word.RawValue == String {
        if let word = try optionalWord(key, type) { return word }
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        throw invalid(key, "is missing: it must be one of: \(words)")
    }

    /// One of the words of an enumeration, or nil if it is missing.
    public mutating func optionalWord<Word: RawRepresentable & CaseIterable>(
        _ key: String, _ type: Word.Type = Word.self
    ) throws(InvalidField) -> Word? where Word.RawValue == String {
        guard let text = try optionalString(key) else { return nil }
        guard let word = Word(rawValue: text) else {
            let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw invalid(key, "must be one of: \(words)")
        }
        return word
    }

    /// Refuses, by name, the first member that nobody took.
    public func finish() throws(InvalidField) {
        for (index, member) in object.members.enumerated() where index >= 64 || taken & (1 << UInt64(index)) == 0 {
            // A name of any length came; an answer of any length does not go back.
            throw InvalidField(field: name(String(member.key.prefix(100))), problem: "is not a member of this request")
        }
    }
}
