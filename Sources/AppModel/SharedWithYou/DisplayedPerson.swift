public import ChatProtocol

/// A person on the system's screens (`swperson-names`). The server sends no such person to an app; an app has only
/// those that it creates.
public struct DisplayedPerson: Hashable, Sendable {
    /// The handle; nil if it is not known.
    public let handle: Handle?
    /// The identity in a collaboration; nil if the person does not participate in one.
    public let identity: PersonIdentity?
    /// The name on the screen.
    public let displayName: String
    /// One character in place of a picture; nil for none.
    public let thumbnail: String?

    /// Creates a person.
    public init(handle: Handle?, identity: PersonIdentity? = nil, displayName: String, thumbnail: String? = nil) {
        self.handle = handle
        self.identity = identity
        self.displayName = displayName
        self.thumbnail = thumbnail
    }
}
