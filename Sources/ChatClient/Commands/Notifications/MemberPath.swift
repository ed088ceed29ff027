import ChatProtocol

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
