extension PersonIdentity {
    /// Creates the identity of a person in a collaboration from the person's number in its roster.
    public init(collaborationIdentifier: String, number: Int) {
        let name = "identity \(number) of \(collaborationIdentifier)"
        rootHash = Hexadecimal.text(SHA256.digest(Array(name.utf8)))
    }
}

extension Share {
    /// Returns the identity of a person for the app; nil if the person was never on the share.
    public func identity(of person: Handle) -> PersonIdentity? {
        roster.firstIndex(of: person).map {
            PersonIdentity(collaborationIdentifier: collaborationIdentifier, number: $0)
        }
    }

    /// Returns the participant with that identity; nil if there is none.
    public func person(of identity: PersonIdentity) -> Handle? {
        participants.first { self.identity(of: $0.handle) == identity }?.handle
    }
}
