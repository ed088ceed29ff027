extension RequestedAction {
    /// The people who get access.
    public var added: [PersonIdentity] { addedIdentities ?? [] }
    /// The people who lose access.
    public var removed: [PersonIdentity] { removedIdentities ?? [] }
}
