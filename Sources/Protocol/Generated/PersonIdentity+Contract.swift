// Written by script/contract: change the contract instead.

/// The identity of a person in one collaboration for its app, without their handle: the root hash of the public keys of
/// their devices (`id-root`). It differs for each collaboration (`id-diversify`, `id-no-handles`).
public struct PersonIdentity: Sendable, Hashable {
    /// 64 hexadecimal digits.
    public var rootHash: String

    /// Creates a value from its members.
    public init(rootHash: String) {
        self.rootHash = rootHash
    }
}

extension PersonIdentity: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("rootHash") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        rootHash = try fields.read("rootHash")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("rootHash", rootHash)
    }
}
