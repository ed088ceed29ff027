package import ChatProtocol

extension JSONValue {
    /// Returns the members of both objects. If both have a member, the other object's value wins.
    package func adding(_ other: JSONValue) -> JSONValue {
        (other.objectValue?.members ?? []).reduce(self) { with($0, $1.key, $1.value) }
    }
}

/// Returns an object with one member set.
package func with(_ object: JSONValue, _ key: String, _ value: JSONValue) -> JSONValue {
    let members = (object.objectValue?.members ?? []).filter { $0.key != key }
    return .object(JSONObject(members + [.init(key: key, value: value)]))
}
