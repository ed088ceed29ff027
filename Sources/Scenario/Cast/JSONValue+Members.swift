import ChatProtocol

/// Members of notifications and responses.
extension JSONValue {
    func text(_ key: String) -> String? { self[key]?.stringValue }

    func handle(_ key: String) -> Handle? { text(key).flatMap { Handle($0) } }

    func list(_ key: String) -> [JSONValue] { self[key]?.arrayValue ?? [] }

    func texts(_ key: String) -> [String] { list(key).compactMap(\.stringValue) }

    func handles(_ key: String) -> [Handle] { texts(key).compactMap { Handle($0) } }
}
