public import ChatProtocol

/// A person on the system's screens (`swperson-names`). An app has one only if it created it: the server sends none.
public struct DisplayedPerson: Hashable, Sendable {
    /// The handle, if it is known.
    public let handle: Handle?
    /// The identity in a collaboration, if the person participates in one.
    public let identity: PersonIdentity?
    /// The name.
    public let displayName: String
    /// One character in place of a picture.
    public let thumbnail: String?

    /// Creates a person.
    public init(handle: Handle?, identity: PersonIdentity? = nil, displayName: String, thumbnail: String? = nil) {
        self.handle = handle
        self.identity = identity
        self.displayName = displayName
        self.thumbnail = thumbnail
    }
}
