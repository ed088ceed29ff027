import ChatProtocol

/// What notifications may have in them, as the contract says: a path that leads nowhere in any of them is a slip of the
/// pen, and “it did not come” would be true of it for ever.
struct NotificationSchema {
    private let types: JSONValue
    private let notifications: [JSONValue]

    init() {
        let schema = (try? JSONReader.read(Array(ContractText.notificationSchema.utf8)).value) ?? .null
        (types, notifications) = (schema["$defs"] ?? .null, schema["oneOf"]?.arrayValue ?? [])
    }

    /// The first member on a path that no notification of these names has, and the one that is nearest to it; nil where
    /// the path may lead somewhere.
    func stranger(on path: [String], of names: [String]) -> (member: String, near: String?)? {
        var places = notifications.filter { names.contains($0["title"]?.stringValue ?? "") }
            .compactMap { $0["properties"]?["params"] }
        for key in path {
            let open = places.flatMap { alternatives(of: $0) }
            // What may have anything in it has this as well.
            guard open.allSatisfy({ $0["properties"] != nil || $0["items"] != nil }) else { return nil }
            let next = open.flatMap { step($0, key) }
            guard next.isEmpty else {
                places = next
                continue
            }
            let members = open.flatMap { elements(of: $0) }.flatMap { place -> [String] in
                place["properties"]?.objectValue?.members.map(\.key) ?? []
            }
            return (key, Spelling.nearest(to: key, among: Set(members).sorted()))
        }
        return nil
    }

    /// What a place may be: the type that is named there, and of several each.
    private func alternatives(of schema: JSONValue) -> [JSONValue] {
        if let name = schema["$ref"]?.stringValue?.split(separator: "/").last {
            return types[String(name)].map(alternatives) ?? []
        }
        for word in ["oneOf", "anyOf"] {
            if let several = schema[word]?.arrayValue { return several.flatMap(alternatives) }
        }
        // Of what may be null nothing is asked but when it is not.
        return schema["type"] == "null" ? [] : [schema]
    }

    /// A list on the way stands for each of its elements.
    private func elements(of schema: JSONValue) -> [JSONValue] {
        schema["items"].map { alternatives(of: $0).flatMap(elements) } ?? [schema]
    }

    private func step(_ schema: JSONValue, _ key: String) -> [JSONValue] {
        if let items = schema["items"], Int(key) != nil { return [items] }
        return elements(of: schema).compactMap { $0["properties"]?[key] }
    }
}
