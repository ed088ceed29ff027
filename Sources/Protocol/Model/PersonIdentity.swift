/// Who somebody is to an app in one collaboration, without saying who they are: the root hash of their devices' keys
/// on a device, and here a hash that differs for each collaboration (`id-diversify`, `id-no-handles`).
public struct PersonIdentity: Hashable, Sendable {
    /// 64 hexadecimal digits.
    public let rootHash: String

    /// An identity that somebody named.
    public init(rootHash: String) { self.rootHash = rootHash }

    /// The identity of the person with that number among all who were ever on a collaboration.
    public init(collaborationIdentifier: String, number: Int) {
        let name = "identity \(number) of \(collaborationIdentifier)"
        rootHash = Hexadecimal.text(SHA256.digest(Array(name.utf8)))
    }
}

extension PersonIdentity: JSONWritable {
    /// Appends `{rootHash}`.
    public func write(to json: inout JSONWriter) { json.object { $0.member("rootHash", rootHash) } }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) { rootHash = try fields.string("rootHash") }
}

extension Share {
    /// Who that person is to the app; nil for somebody who was never on it.
    public func identity(of person: Handle) -> PersonIdentity? {
        roster.firstIndex(of: person).map {
            PersonIdentity(collaborationIdentifier: collaborationIdentifier, number: $0)
        }
    }

    /// The person on it whom an app knows by that identity.
    public func person(of identity: PersonIdentity) -> Handle? {
        participants.first { self.identity(of: $0.handle) == identity }?.handle
    }
}
