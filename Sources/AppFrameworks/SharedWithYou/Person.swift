public import ChatProtocol

/// Somebody as the system's screens show them: the simulator's `SWPerson` (`swperson-names`). It goes to what draws, and
/// an app has one only where it made it; nothing that an app is sent has a person in it.
public struct SWPerson: Hashable, Sendable {
    /// How they are addressed, where that is known.
    public let handle: Handle?
    /// Under which a collaboration knows them, where they are on one.
    public let identity: PersonIdentity?
    /// What they are called.
    public let displayName: String
    /// One character in place of a picture, where there is one.
    public let thumbnail: String?

    /// A person.
    public init(handle: Handle?, identity: PersonIdentity? = nil, displayName: String, thumbnail: String? = nil) {
        self.handle = handle
        self.identity = identity
        self.displayName = displayName
        self.thumbnail = thumbnail
    }
}
