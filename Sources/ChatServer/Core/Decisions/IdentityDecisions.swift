import ChatProtocol

/// The identity proofs of people's devices (`id-proof`).
struct IdentityDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// Signs data of an app with the key of a device. A device that signs for the first time gets the next free slot.
    ///
    /// An invited person gets a proof before they open the document, so that the proof can give them access
    /// (`act-instant-access`).
    ///
    /// - Parameter device: ``Prefetched/device(_:)`` with the name of the device.
    /// - Throws: `not_found` if the person may not know of the document. `forbidden` if they are not on its share, or
    ///   if the device has no slot. `conflict` if the document was deleted, or if its share has no keys.
    func sign(
        _ request: SignIdentity, by app: AppID, as me: Handle, on device: Prefetched, at now: Instant
    ) throws(RPCError) -> Answer {
        let document = try DocumentRights(draft).visibleDocument(request.document, in: app, for: me)
        guard let share = DocumentViews(draft.state).share(of: document.id), share.participant(me) != nil else {
            throw ShareRefusal(
                .forbidden, "id-proof",
                "Only participants of a share have identities: this person is not on one of “\(document.title)”."
            ).error
        }
        try DocumentRights(draft).checkExists(documentOf: share)
        guard let key = IdentityMemory.Key(me, on: share) else {
            throw ShareRefusal(
                .conflict, "id-root",
                "“\(share.title)” was shared with an older server, and its identities have no keys. Stop sharing it, "
                    + "and share it again."
            ).error
        }
        var name = ""
        if case .device(let given) = device { name = given }
        let devices = draft.state.people[me]?.devices ?? []
        let slot = devices.firstIndex(of: name) ?? devices.count
        guard let proof = draft.state.identities.signedProof(key, ofSlot: slot, for: request.bytes) else {
            throw ShareRefusal(
                .forbidden, "id-leaves",
                "\(IdentityTree.leafCount) devices of this person have keys, and this is another one."
            ).error
        }
        if slot == devices.count { draft.decide(.deviceAdded(of: me, name: name), at: now) }
        return .identityProof(SignedProof(proof))
    }
}
