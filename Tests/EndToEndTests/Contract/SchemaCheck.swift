import ChatProtocol

/// The part of JSON Schema that the contract's own schemas use. It is stricter: an object must not have a member that
/// is not described.
///
/// A document is read once into schemas, because the scenarios have tens of thousands of messages.
final class SchemaCheck {
    /// The document that `$ref` refers to.
    let root: JSONValue
    private var definitions: [String: Schema] = [:]

    init(root: JSONValue) { self.root = root }

    /// Reads a schema of the document.
    func schema(_ json: JSONValue) -> Schema { Schema(json, in: self) }

    /// Returns the schema that `$ref` refers to; nil if the document has none there.
    fileprivate func definition(_ reference: String) -> Schema? {
        if let known = definitions[reference] { return known }
        guard let json = reference.split(separator: "/").dropFirst().reduce(root, { $0?[String($1)] }) else {
            return nil
        }
        let schema = Schema(json, in: self)
        definitions[reference] = schema
        return schema
    }

    /// A schema, and the schemas in it.
    final class Schema {
        private let types: [String]?
        private let const: JSONValue?
        private let words: [JSONValue]?
        private let range: (low: Int64?, high: Int64?)
        private let length: (low: Int64?, high: Int64?)
        private let pattern: (text: String, regex: Regex<AnyRegexOutput>?)?
        private let required: [String]
        private let properties: [(key: String, schema: Schema)]
        private let hasProperties: Bool
        private let items: Schema?
        private let allOf: [Schema]
        private let anyOf: [Schema]
        private let oneOf: [Schema]
        private let not: Schema?
        private let reference: String?
        private unowned let document: SchemaCheck

        fileprivate init(_ json: JSONValue, in document: SchemaCheck) {
            func schemas(_ keyword: String) -> [Schema] {
                (json[keyword]?.arrayValue ?? []).map { Schema($0, in: document) }
            }
            self.document = document
            reference = json["$ref"]?.stringValue
            types = json["type"].map { type in
                type.stringValue.map { [$0] } ?? (type.arrayValue ?? []).compactMap(\.stringValue)
            }
            const = json["const"]
            words = json["enum"]?.arrayValue
            range = (json["minimum"]?.integerValue, json["maximum"]?.integerValue)
            length = (json["minLength"]?.integerValue, json["maxLength"]?.integerValue)
            pattern = json["pattern"]?.stringValue.map { ($0, try? Regex($0)) }
            required = (json["required"]?.arrayValue ?? []).map { $0.stringValue ?? "" }
            hasProperties = json["properties"] != nil
            properties = (json["properties"]?.objectValue?.members ?? []).map {
                ($0.key, Schema($0.value, in: document))
            }
            items = json["items"].map { Schema($0, in: document) }
            (allOf, anyOf, oneOf) = (schemas("allOf"), schemas("anyOf"), schemas("oneOf"))
            not = json["not"].map { Schema($0, in: document) }
        }

        private var target: Schema? { reference.flatMap(document.definition) }

        /// True if the schema describes the members of an object. The schema of any JSON does not.
        private lazy var describesMembers: Bool =
            hasProperties || (target?.describesMembers ?? (allOf + anyOf + oneOf).contains { $0.describesMembers })

        /// Returns the problems of a value, each with its path in the value; empty if it has none.
        func problems(_ value: JSONValue) -> [String] {
            var problems = shallow(value)
            if case .object(let object) = value, describesMembers {
                let known = members(for: value)
                problems += object.members.filter { !known.contains($0.key) }.map { ".\($0.key) is not described" }
            }
            return problems
        }

        private func shallow(_ value: JSONValue) -> [String] {
            var problems = target?.shallow(value) ?? []
            if let types, !types.contains(where: { Self.isA($0, value) }) { return [" is no \(types)"] }
            if let const, const != value { problems.append(" is not \(const)") }
            if let words, !words.contains(value) { problems.append(" is none of \(words)") }
            if let number = value.integerValue {
                if let low = range.low, number < low { problems.append(" is below \(low)") }
                if let high = range.high, number > high { problems.append(" is above \(high)") }
            }
            if let text = value.stringValue { problems += self.problems(text: text) }
            if case .object = value {
                for key in required where value[key] == nil { problems.append(".\(key) is missing") }
                for (key, schema) in properties {
                    guard let own = value[key] else { continue }
                    problems += schema.problems(own).map { ".\(key)\($0)" }
                }
            } else {
                problems += required.map { ".\($0) is missing" }
            }
            if let items {
                for element in value.arrayValue ?? [] { problems += items.problems(element).map { "[]\($0)" } }
            }
            for part in allOf { problems += part.shallow(value) }
            for (parts, isOne) in [(anyOf, false), (oneOf, true)] where !parts.isEmpty {
                let each = parts.map { $0.shallow(value) }
                let fitting = each.count { $0.isEmpty }
                if fitting == 0 { problems += each.min { $0.count < $1.count } ?? [] }
                if fitting > 1, isOne { problems.append(" fits \(fitting) of \(parts.count) branches") }
            }
            if let not, not.shallow(value).isEmpty { problems.append(" is what it must not be") }
            return problems
        }

        private func problems(text: String) -> [String] {
            var problems: [String] = []
            let count = Int64(text.unicodeScalars.count)
            if let low = length.low, count < low { problems.append(" is too short") }
            if let high = length.high, count > high { problems.append(" is too long") }
            if let pattern, (try? pattern.regex?.firstMatch(in: text)) == nil {
                problems.append(" does not match \(pattern.text)")
            }
            return problems
        }

        private func members(for value: JSONValue) -> Set<String> {
            let some = (anyOf + oneOf).filter { $0.shallow(value).isEmpty }
            let parts = (target.map { [$0] } ?? []) + allOf + some
            return parts.reduce(Set(properties.map(\.key))) { $0.union($1.members(for: value)) }
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
}
