extension RequestedAction {
    /// Who is to be let in.
    public var added: [PersonIdentity] { addedIdentities ?? [] }
    /// Who is to be let in no longer.
    public var removed: [PersonIdentity] { removedIdentities ?? [] }
}
