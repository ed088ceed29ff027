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

    /// Checks a proof as the app's own server does, step by step, and lets the person open the document.
    ///
    /// - Parameter challenge: ``Prefetched/challenge(_:)`` with the state of the challenge.
    /// - Throws: the first step that fails, each with its own reason and rule (`id-flow`).
    func prove(
        _ request: ProveIdentity, by app: AppID, as me: Handle, _ challenge: Prefetched, at now: Instant
    ) throws(RPCError) -> Answer {
        let document = try DocumentRights(draft).visibleDocument(request.document, in: app, for: me)
        try DocumentRights(draft).checkExists(document)
        try checkAsksForProofs(app)
        guard let entry = DocumentViews(draft.state).share(of: document.id).flatMap({ draft.state.shares[$0.id] }),
            entry.share.participant(me) != nil, entry.share.backend == .custom
        else { throw ShareRefusal(.forbidden, "id-flow", "“\(document.title)” needs no proof of identity.").error }
        if case .challenge(let state) = challenge { try check(state) }
        guard let proof = SignedIdentityProof(request.proof) else {
            throw RPCError.invalid(InvalidField(field: "proof", problem: "must be base 64, padded"))
        }
        let identities = draft.state.identities
        let known = entry.share.participants.compactMap { identities.identity(of: $0.handle, on: entry.share) }
        let proved: PersonIdentity
        do throws(IdentityVerifier.Refusal) {
            proved = try IdentityVerifier(identities: known).verify(
                proof, challenge: Base64.decode(request.challenge) ?? [])
        } catch {
            throw refusal(error)
        }
        guard proved == identities.identity(of: me, on: entry.share) else {
            throw ShareRefusal(
                .forbidden, "id-leaves", "The proof is of another person’s device.", field: "proof"
            ).error
        }
        if !entry.proved.contains(me) { draft.decide(.identityProved(entry.share.id, by: me), at: now) }
        return .empty
    }

    /// Checks that an app lets people in by proofs.
    ///
    /// - Throws: `forbidden` if it was registered without them.
    func checkAsksForProofs(_ app: AppID) throws(RPCError) {
        guard draft.state.app(app)?.asksForProofs == true else {
            let name = draft.state.appName(app)
            throw ShareRefusal(.forbidden, "id-flow", "\(name) was registered without proofs.").error
        }
    }

    private func check(_ challenge: ChallengeState) throws(RPCError) {
        let (reason, text): (RPCError.Reason, String)
        switch challenge {
        case .valid: return
        case .unknown: (reason, text) = (.notFound, "this person’s app has no such challenge: use identity.challenge.")
        case .used: (reason, text) = (.conflict, "a proof was already shown with it: ask for a new one.")
        case .expired: (reason, text) = (.expired, "its minute is over: ask for a new one.")
        }
        throw ShareRefusal(reason, "id-sign", "challenge: \(text)", field: "challenge").error
    }

    private func refusal(_ step: IdentityVerifier.Refusal) -> RPCError {
        let (reason, rule, field, text): (RPCError.Reason, String, String, String)
        switch step {
        case .malformedKey:
            (reason, rule, field, text) = (.invalidParams, "id-proof", "proof.publicKey", "is no point of P-256.")
        case .wrongSignature:
            let problem = "is not the key’s signature of the challenge."
            (reason, rule, field, text) = (.forbidden, "id-sign", "proof.signatureData", problem)
        case .malformedProof:
            let problem = "need an index from 0 to 7 and three hashes of 32 bytes."
            (reason, rule, field, text) = (.invalidParams, "id-verify-walk", "proof.inclusionHashes", problem)
        case .unknownRoot:
            (reason, rule, field, text) = (.forbidden, "id-root", "proof", "leads to the identity of no participant.")
        }
        return ShareRefusal(reason, rule, "\(field): \(text)", field: field).error
    }
}
