import ChatProtocol

/// The possible contents of notifications, by the contract. A condition that no notification can meet is refused as a
/// mistake, because a wait for it could never succeed.
struct NotificationSchema {
    private let types: JSONValue
    private let notifications: [JSONValue]

    init() {
        let schema = (try? JSONReader.read(Array(ContractText.notificationSchema.utf8)).value) ?? .null
        types = schema["$defs"] ?? .null
        notifications = (types.objectValue?.members ?? []).map(\.value).filter {
            $0["properties"]?["method"]?["const"] != nil
        }
    }

    /// Returns the first member of a path that no notification with these names has, and the existing name most like
    /// it; nil if the path can exist.
    func stranger(on path: [String], of names: [String]) -> (member: String, near: String?)? {
        guard case .failure(let stranger) = places(at: path, of: names) else { return nil }
        return (stranger.member, stranger.near)
    }

    /// Returns a description of the possible values at the end of a path, if none of them can meet the claim.
    ///
    /// - Returns: Nil if a value may meet the claim.
    func misfit(_ claim: NotificationMatch.Claim, of names: [String]) -> String? {
        guard case .success(let places) = places(at: claim.path, of: names) else { return nil }
        // Each element of a list is compared.
        var (demand, values) = (claim.demand, places.flatMap(elements))
        switch demand {
        case .isThere: return nil
        case .is: values = places
        // “Not equal” to an impossible value is always true, so the value is checked as if for “equal”.
        case .compares(.notEqual, let wanted): demand = .compares(.equal, wanted)
        case .compares: break
        }
        if values.isEmpty || values.contains(where: { Self.allows(demand, $0) }) { return nil }
        return Set(values.map(Self.words)).sorted().joined(separator: ", or ")
    }

    // MARK: Paths

    private struct Stranger: Error {
        let member: String
        let near: String?
    }

    /// Returns the schemas of the values at the end of a path; empty if the contract allows any value there.
    private func places(at path: [String], of names: [String]) -> Result<[JSONValue], Stranger> {
        var places = notifications.filter { names.contains($0["properties"]?["method"]?["const"]?.stringValue ?? "") }
            .compactMap { $0["properties"]?["params"] }
        for key in path {
            let open = places.flatMap { alternatives(of: $0) }
            // A value without a fixed set of members may have this member too.
            guard open.allSatisfy({ $0["type"] != nil && ($0["type"] != "object" || $0["properties"] != nil) }) else {
                return .success([])
            }
            let next = open.flatMap { step($0, key) }
            guard next.isEmpty else {
                places = next
                continue
            }
            let members = open.flatMap { elements(of: $0) }.flatMap { place -> [String] in
                place["properties"]?.objectValue?.members.map(\.key) ?? []
            }
            return .failure(Stranger(member: key, near: Spelling.nearest(to: key, among: Set(members).sorted())))
        }
        return .success(places.flatMap { alternatives(of: $0, withNull: true) })
    }

    private static func target(of schema: JSONValue, in types: JSONValue) -> JSONValue? {
        schema["$ref"]?.stringValue?.split(separator: "/").last.flatMap { types[String($0)] }
    }

    /// Returns the possible types of a schema: the type that a reference names, each type of a choice, and each part of
    /// an object that has parts.
    private func alternatives(of schema: JSONValue, withNull: Bool = false) -> [JSONValue] {
        if let target = Self.target(of: schema, in: types) { return alternatives(of: target, withNull: withNull) }
        for word in ["oneOf", "anyOf"] {
            if let several = schema[word]?.arrayValue {
                return several.flatMap { alternatives(of: $0, withNull: withNull) }
            }
        }
        let parts = schema["allOf"]?.arrayValue ?? []
        // A schema that only excludes members has no members of its own.
        if schema["not"] != nil, schema["type"] == nil { return [] }
        // If a value may be null, the conditions apply to its other types.
        if schema["type"] == "null", !withNull { return [] }
        let own = schema["type"] == nil && !parts.isEmpty ? [] : [schema]
        return own + parts.flatMap { alternatives(of: $0, withNull: withNull) }
    }

    /// Returns the schemas of the elements of a list; the schema itself if it is not a list.
    private func elements(of schema: JSONValue) -> [JSONValue] {
        schema["items"].map { alternatives(of: $0).flatMap(elements) } ?? [schema]
    }

    private func step(_ schema: JSONValue, _ key: String) -> [JSONValue] {
        if let items = schema["items"], Int(key) != nil { return [items] }
        return elements(of: schema).compactMap { $0["properties"]?[key] }
    }

    // MARK: Values

    /// True if some value of a schema meets a demand.
    private static func allows(_ demand: NotificationMatch.Demand, _ schema: JSONValue) -> Bool {
        if let words = words(of: schema) { return words.contains { NotificationMatch.meets(demand, $0) } }
        let types =
            schema["type"]?.stringValue.map { [$0] } ?? (schema["type"]?.arrayValue ?? []).compactMap(\.stringValue)
        guard !types.isEmpty else { return true }
        return types.contains { type in
            switch (type, demand) {
            case ("string", .compares): true
            case ("integer", .compares(let comparison, let text)), ("number", .compares(let comparison, let text)):
                Double(text).map { allows(comparison, $0, type, schema) } ?? false
            case ("boolean", let demand): [true, false].contains { NotificationMatch.meets(demand, .bool($0)) }
            case ("null", let demand): NotificationMatch.meets(demand, .null)
            case ("integer", .is(.integer(let number))): allows(.equal, Double(number), type, schema)
            case ("integer", .is(.number(let number))), ("number", .is(.number(let number))):
                allows(.equal, number, type, schema)
            case ("number", .is(.integer)), ("string", .is(.string)), ("array", .is(.array)), ("object", .is(.object)):
                true
            default: false
            }
        }
    }

    private static func allows(
        _ comparison: NotificationMatch.Comparison, _ number: Double, _ type: String, _ schema: JSONValue
    ) -> Bool {
        let low = schema["minimum"]?.integerValue.map(Double.init) ?? -.infinity
        let high = schema["maximum"]?.integerValue.map(Double.init) ?? .infinity
        return switch comparison {
        case .contains: false
        case .equal, .same: low...high ~= number && (type == "number" || number == number.rounded())
        case .notEqual: true
        case .more: number < high
        case .atLeast: number <= high
        case .less: number > low
        case .atMost: number >= low
        }
    }

    /// Returns the only values that a schema allows; nil if it does not list them.
    private static func words(of schema: JSONValue) -> [JSONValue]? {
        schema["enum"]?.arrayValue ?? schema["const"].map { [$0] }
    }

    /// Returns the values that a schema allows, as text for people.
    private static func words(_ schema: JSONValue) -> String {
        if let words = words(of: schema)?.compactMap(\.stringValue) {
            return words.count == 1 ? words[0] : "one of " + words.joined(separator: ", ")
        }
        switch schema["type"]?.stringValue {
        case "boolean": return "true or false"
        case "integer":
            let (low, high) = (schema["minimum"]?.integerValue, schema["maximum"]?.integerValue)
            return "a whole number" + (low.map { " from \($0)" } ?? "") + (high.map { " to \($0)" } ?? "")
        case "number": return "a number"
        case "string": return "a text"
        case "array": return "a list"
        case "object":
            let members = schema["properties"]?.objectValue?.members.map(\.key) ?? []
            return members.isEmpty ? "an object" : "an object with " + members.joined(separator: ", ")
        case "null": return "null"
        default: return "a string or a number"
        }
    }
}
