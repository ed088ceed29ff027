import ChatProtocol

/// The values of the names in a transcript, such as `$c`.
struct TranscriptValues {
    private var bound: [String: JSONValue] = [:]

    subscript(name: String) -> JSONValue? {
        get { bound[name] }
        set { bound[name] = newValue }
    }

    /// Returns the params of a request with the values of their names.
    func filled(_ params: JSONValue) -> JSONValue {
        switch params {
        case .string(let name): bound[name] ?? params
        case .array(let elements): .array(elements.map(filled))
        case .object(let object):
            .object(JSONObject(object.members.map { .init(key: $0.key, value: filled($0.value)) }))
        case .null, .bool, .integer, .number: params
        }
    }

    /// Returns true if a value matches a pattern. Binds the names of the pattern that have no value yet.
    mutating func match(_ pattern: JSONValue, _ value: JSONValue?) -> Bool {
        guard let value else { return false }
        switch pattern {
        case .object(let object):
            return value.objectValue != nil && object.members.allSatisfy { match($0.value, value[$0.key]) }
        case .array(let patterns):
            return value.arrayValue?.count == patterns.count
                && zip(patterns, value.arrayValue ?? []).allSatisfy { match($0, $1) }
        case .string(let name) where name.hasPrefix("$"):
            if bound[name] == nil { bound[name] = value }
            return bound[name] == value
        case .string(let kind) where kind.hasPrefix("<"): return isOf(kind, value)
        case .string, .null, .bool, .integer, .number: return pattern == value
        }
    }

    private mutating func isOf(_ kind: String, _ value: JSONValue) -> Bool {
        switch kind {
        case "<text>": return value.stringValue?.isEmpty == false
        case "<time>": return value.stringValue.flatMap(Instant.init) != nil
        case "<list>": return value.arrayValue != nil
        case "<object>": return value.objectValue != nil
        case "<integer>": return value.integerValue != nil
        case "<growing>":
            defer { bound[kind] = value }
            return value.integerValue.map { $0 > bound[kind]?.integerValue ?? .min } ?? false
        default: return value.stringValue?.contains(kind.dropFirst("<has ".count).dropLast()) == true
        }
    }
}

extension JSONValue {
    /// Reads a value from its JSON; nil if the text is none.
    init?(json text: String) {
        guard let value = try? JSONReader.read(Array(text.utf8)).value else { return nil }
        self = value
    }

    /// The value as JSON.
    var text: String { String(decoding: JSONWriter.bytes(of: self), as: UTF8.self) }
}
