extension PersonIdentity {
    /// The identity of the person with that number among all who were ever on a collaboration.
    public init(collaborationIdentifier: String, number: Int) {
        let name = "identity \(number) of \(collaborationIdentifier)"
        rootHash = Hexadecimal.text(SHA256.digest(Array(name.utf8)))
    }
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
