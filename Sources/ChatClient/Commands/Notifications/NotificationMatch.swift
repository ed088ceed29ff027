import ChatProtocol

/// The condition on a notification's params that `--match` gives: comparisons with `and` between them, or a JSON object
/// that the params must contain.
struct NotificationMatch {
    /// The reason for which a text is no condition.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    enum Comparison: String, CaseIterable {
        // The operators of two characters come first, because a text is searched for them in this order.
        case notEqual = "!="
        case atLeast = ">="
        case atMost = "<="
        case same = "=="
        case equal = "="
        case more = ">"
        case less = "<"
        case contains = "~"
    }

    private enum Condition {
        case isThere(MemberPath)
        case compares(MemberPath, Comparison, String)
        case part(JSONValue)
    }

    private let conditions: [Condition]

    /// Creates a condition that all params meet.
    init() { conditions = [] }

    /// Reads the value of `--match`.
    ///
    /// - Throws: ``Problem`` if the text is no condition.
    init(_ text: String) throws(Problem) {
        if text.drop(while: \.isWhitespace).hasPrefix("{") {
            do throws(JSONError) {
                conditions = [.part(try JSONReader.read(Array(text.utf8)).value)]
            } catch {
                throw Problem(description: "\(error)")
            }
            return
        }
        var conditions: [Condition] = []
        for part in Self.parts(text) { conditions.append(try Self.condition(part)) }
        self.conditions = conditions
    }

    /// The demand of a condition on a value.
    enum Demand {
        /// The value exists.
        case isThere
        /// The comparison of the value with a text is true.
        case compares(Comparison, String)
        /// The value contains that part.
        case `is`(JSONValue)
    }

    /// A demand on the value at the end of a path.
    struct Claim: CustomStringConvertible {
        let path: [String]
        let demand: Demand

        /// The claim as text, as a person can write it.
        var description: String {
            let name = path.joined(separator: ".")
            return switch demand {
            case .isThere: name
            case .compares(let comparison, let wanted): "\(name)\(comparison.rawValue)\(wanted)"
            case .is(let value): "\(name): \(NotificationMatch.written(value))"
            }
        }
    }

    /// All demands of the condition.
    var claims: [Claim] {
        conditions.flatMap { condition in
            switch condition {
            case .isThere(let path): [Claim(path: path.keys.map(String.init), demand: .isThere)]
            case .compares(let path, let comparison, let wanted):
                [Claim(path: path.keys.map(String.init), demand: .compares(comparison, wanted))]
            case .part(let part): Self.claims(in: part, at: [])
            }
        }
    }

    private static func claims(in part: JSONValue, at path: [String]) -> [Claim] {
        let own = path.isEmpty ? [] : [Claim(path: path, demand: .is(part))]
        switch part {
        case .object(let object):
            return own + object.members.flatMap { member in claims(in: member.value, at: path + [member.key]) }
        case .array(let elements):
            return own + elements.enumerated().flatMap { claims(in: $1, at: path + [String($0)]) }
        case .null, .bool, .integer, .number, .string: return own
        }
    }

    /// True if a value meets a demand. The value must not be a list or an object.
    static func meets(_ demand: Demand, _ value: JSONValue) -> Bool {
        switch demand {
        case .isThere: true
        case .compares(let comparison, let wanted): compare(value, comparison, wanted)
        case .is(let part): misses(part, in: value, at: "").isEmpty
        }
    }

    /// Returns the reasons for which the params do not match, one for each comparison; empty if they match.
    func misses(in params: JSONValue) -> [String] {
        conditions.flatMap { condition in
            switch condition {
            case .isThere(let path): path.values(in: params).isEmpty ? ["\(path) is missing"] : []
            case .compares(let path, let comparison, let wanted):
                Self.miss(path.values(in: params), path, comparison, wanted).map { [$0] } ?? []
            case .part(let part): Self.misses(part, in: params, at: "")
            }
        }
    }

    // MARK: Reading

    /// Returns the parts of the text between the “and” outside of quotes.
    private static func parts(_ text: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = text[...]
        var searched = rest.startIndex
        var isQuoted = false
        while searched < rest.endIndex {
            if rest[searched] == "\"" { isQuoted.toggle() }
            if !isQuoted, rest[searched...].hasPrefix(" and ") {
                parts.append(rest[..<searched])
                rest = rest[rest.index(searched, offsetBy: 5)...]
                searched = rest.startIndex
            } else {
                searched = rest.index(after: searched)
            }
        }
        return parts + [rest]
    }

    private static func condition(_ part: Substring) throws(Problem) -> Condition {
        let text = trimmed(part)
        let start = text.firstIndex { "=!<>~".contains($0) } ?? text.endIndex
        guard let path = MemberPath(trimmed(text[..<start])) else {
            throw Problem(
                description:
                    "“\(text)” is not a condition such as notice.count>=2 or notice.actions; a value with “and” "
                    + "needs double quotes")
        }
        guard start < text.endIndex else { return .isThere(path) }
        guard let comparison = Comparison.allCases.first(where: { text[start...].hasPrefix($0.rawValue) }) else {
            throw Problem(description: "“\(text)” has no operator: use = != > >= < <= or ~")
        }
        var value = trimmed(text[start...].dropFirst(comparison.rawValue.count))
        if value.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") { value = value.dropFirst().dropLast() }
        return .compares(path, comparison, String(value))
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    // MARK: Comparing

    private static func miss(
        _ values: [JSONValue], _ path: MemberPath, _ comparison: Comparison, _ wanted: String
    ) -> String? {
        // Each element of a list is compared.
        let values = values.flatMap { $0.arrayValue ?? [$0] }
        let holds =
            comparison == .notEqual
            ? !values.contains { compare($0, .equal, wanted) } : values.contains { compare($0, comparison, wanted) }
        if holds { return nil }
        if values.isEmpty { return "\(path) is missing" }
        return "\(path) is \(values.map(written).joined(separator: ", ")), not \(comparison.rawValue) \(wanted)"
    }

    private static func compare(_ value: JSONValue, _ comparison: Comparison, _ wanted: String) -> Bool {
        let order: (isLess: Bool, isEqual: Bool)
        switch value {
        case .string(let text):
            if comparison == .contains { return text.contains(wanted) }
            order = (text < wanted, text == wanted)
        case .integer, .number:
            guard let left = number(value), let right = Double(wanted) else { return false }
            order = (left < right, left == right)
        case .null, .bool: return (comparison == .equal || comparison == .same) && written(value) == wanted
        case .array, .object: return false
        }
        switch comparison {
        case .equal, .same: return order.isEqual
        case .notEqual: return !order.isEqual
        case .more: return !order.isLess && !order.isEqual
        case .atLeast: return !order.isLess
        case .less: return order.isLess
        case .atMost: return order.isLess || order.isEqual
        case .contains: return false
        }
    }

    /// Returns the reasons for which a value does not contain a part. An object must have each member of the part. A
    /// list must have each element of the part, at any place.
    private static func misses(_ part: JSONValue, in value: JSONValue, at path: String) -> [String] {
        switch (part, value) {
        case (.object(let wanted), .object(let object)):
            return wanted.members.flatMap { member in
                let place = path.isEmpty ? member.key : "\(path).\(member.key)"
                guard let there = object[member.key] else { return ["\(place) is missing"] }
                return misses(member.value, in: there, at: place)
            }
        case (.array(let wanted), .array(let elements)):
            return wanted.filter { part in !elements.contains { misses(part, in: $0, at: path).isEmpty } }
                .map { "\(path) has no \(written($0))" }
        default:
            let isSame = number(part).map { $0 == number(value) } ?? (part == value)
            return isSame ? [] : ["\(path) is \(written(value)), not \(written(part))"]
        }
    }

    private static func number(_ value: JSONValue) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .null, .bool, .string, .array, .object: nil
        }
    }

    fileprivate static func written(_ value: JSONValue) -> String {
        String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
    }
}

/// A path into a JSON value: `notice.url`, `message.links.0.url`. A list on the path means each of its elements, unless
/// a number selects one.
struct MemberPath: Hashable, CustomStringConvertible {
    /// The path as it was written.
    let description: String
    /// The members of the path, in order.
    let keys: [Substring]

    /// Reads a path; nil if the text is not a path.
    init?(_ text: some StringProtocol) {
        description = String(text)
        keys = Substring(text).split(separator: ".", omittingEmptySubsequences: false)
        let isWord = { (key: Substring) in !key.isEmpty && !key.contains { "=<>!~\"{}[] \t".contains($0) } }
        guard !keys.isEmpty, keys.allSatisfy(isWord) else { return nil }
    }

    /// Returns the values at the end of the path. It can lead to several values, because a list on it means all
    /// elements.
    func values(in value: JSONValue) -> [JSONValue] {
        keys.reduce([value]) { values, key in values.flatMap { Self.step($0, key) } }
    }

    /// Returns the members of the value at the last existing step of the path, for the error about the next step.
    func alternatives(in value: JSONValue) -> String {
        var (found, path) = ([value], "")
        for key in keys {
            let next = found.flatMap { Self.step($0, key) }
            if next.isEmpty { break }
            (found, path) = (next, path.isEmpty ? String(key) : "\(path).\(key)")
        }
        switch found[0] {
        case .object(let object):
            let names = object.members.map(\.key).joined(separator: ", ")
            return (path.isEmpty ? "available: " : "\(path) has ") + (names.isEmpty ? "nothing" : names)
        case .array(let elements):
            return "\(path) has \(elements.count) element\(elements.count == 1 ? "" : "s")"
        case .null, .bool, .integer, .number, .string: return "\(path) has no members"
        }
    }

    private static func step(_ value: JSONValue, _ key: Substring) -> [JSONValue] {
        switch value {
        case .object(let object): return object[String(key)].map { [$0] } ?? []
        case .array(let elements):
            if let index = Int(key) { return elements.indices.contains(index) ? [elements[index]] : [] }
            return elements.flatMap { step($0, key) }
        case .null, .bool, .integer, .number, .string: return []
        }
    }
}
