import ChatProtocol

/// The part of JSON Schema that the contract's own schemas use. It is stricter: an object must not have a member that
/// is not described.
struct SchemaCheck {
    /// The document that `$ref` refers to.
    let root: JSONValue

    /// Returns the problems of a value; empty if it has none.
    func problems(_ value: JSONValue, _ schema: JSONValue, at path: String = "") -> [String] {
        var problems = shallow(value, schema, at: path)
        if case .object(let object) = value, describesMembers(schema) {
            let known = members(of: schema, for: value)
            problems += object.members.filter { !known.contains($0.key) }.map { "\(path).\($0.key) is not described" }
        }
        return problems
    }

    private func shallow(_ value: JSONValue, _ schema: JSONValue, at path: String) -> [String] {
        var problems: [String] = []
        if let target = target(schema) { problems += shallow(value, target, at: path) }
        if let type = schema["type"] {
            let types = type.stringValue.map { [$0] } ?? (type.arrayValue ?? []).compactMap(\.stringValue)
            if !types.contains(where: { Self.isA($0, value) }) { return ["\(path) is no \(types)"] }
        }
        if let const = schema["const"], const != value { problems.append("\(path) is not \(const)") }
        if let words = schema["enum"]?.arrayValue, !words.contains(value) {
            problems.append("\(path) is none of \(words)")
        }
        if let number = value.integerValue {
            if let low = schema["minimum"]?.integerValue, number < low { problems.append("\(path) is below \(low)") }
            if let high = schema["maximum"]?.integerValue, number > high { problems.append("\(path) is above \(high)") }
        }
        if let text = value.stringValue {
            let count = Int64(text.unicodeScalars.count)
            if let low = schema["minLength"]?.integerValue, count < low { problems.append("\(path) is too short") }
            if let high = schema["maxLength"]?.integerValue, count > high { problems.append("\(path) is too long") }
            if let pattern = schema["pattern"]?.stringValue, (try? Regex(pattern).firstMatch(in: text)) ?? nil == nil {
                problems.append("\(path) does not match \(pattern)")
            }
        }
        for key in schema["required"]?.arrayValue ?? [] where value[key.stringValue ?? ""] == nil {
            problems.append("\(path).\(key.stringValue ?? "") is missing")
        }
        for property in schema["properties"]?.objectValue?.members ?? [] {
            guard let own = value[property.key] else { continue }
            problems += self.problems(own, property.value, at: "\(path).\(property.key)")
        }
        if let items = schema["items"] {
            for element in value.arrayValue ?? [] { problems += self.problems(element, items, at: path + "[]") }
        }
        for part in schema["allOf"]?.arrayValue ?? [] { problems += shallow(value, part, at: path) }
        for keyword in ["anyOf", "oneOf"] {
            guard let parts = schema[keyword]?.arrayValue else { continue }
            let each = parts.map { shallow(value, $0, at: path) }
            let fitting = each.count { $0.isEmpty }
            if fitting == 0 { problems += each.min { $0.count < $1.count } ?? [] }
            if fitting > 1, keyword == "oneOf" { problems.append("\(path) fits \(fitting) of \(parts)") }
        }
        if let not = schema["not"], shallow(value, not, at: path).isEmpty {
            problems.append("\(path) is what it must not be")
        }
        return problems
    }

    private func target(_ schema: JSONValue) -> JSONValue? {
        guard let reference = schema["$ref"]?.stringValue else { return nil }
        return reference.split(separator: "/").dropFirst().reduce(root) { $0?[String($1)] }
    }

    private func parts(of schema: JSONValue, for value: JSONValue) -> [JSONValue] {
        let some = ["anyOf", "oneOf"].flatMap { schema[$0]?.arrayValue ?? [] }
        return (target(schema).map { [$0] } ?? []) + (schema["allOf"]?.arrayValue ?? [])
            + some.filter { shallow(value, $0, at: "").isEmpty }
    }

    private func members(of schema: JSONValue, for value: JSONValue) -> Set<String> {
        let own = Set((schema["properties"]?.objectValue?.members ?? []).map(\.key))
        return parts(of: schema, for: value).reduce(own) { $0.union(members(of: $1, for: value)) }
    }

    /// True if a schema describes the members of an object. The schema of any JSON does not.
    private func describesMembers(_ schema: JSONValue) -> Bool {
        if schema["properties"] != nil { return true }
        if let target = target(schema) { return describesMembers(target) }
        return ["allOf", "anyOf", "oneOf"].contains { (schema[$0]?.arrayValue ?? []).contains(where: describesMembers) }
    }

    private static func isA(_ type: String, _ value: JSONValue) -> Bool {
        switch value {
        case .null: type == "null"
        case .bool: type == "boolean"
        case .integer: type == "integer" || type == "number"
        case .number: type == "number"
        case .string: type == "string"
        case .array: type == "array"
        case .object: type == "object"
        }
    }
}
