package import ChatProtocol

/// The rules of saving a share. They are pure, so that tests can compare them with a table and a model.
extension Share {
    /// The effects of a save on people.
    struct SaveOutcome: Equatable {
        /// The people who lost the share because it became public or private.
        var dropped: [Handle] = []
    }

    /// Applies a save as a whole, in this order: title, access, general rights, requests for access, removals,
    /// additions, individual permissions, roles.
    ///
    /// - Parameter person: the person who saves.
    /// - Throws: ``ShareRefusal`` for the first broken rule. The caller must discard the value then.
    mutating func apply(
        _ save: SaveShare, by person: Handle, participantsMax: Int
    ) throws(ShareRefusal) -> SaveOutcome {
        try checkRight(to: save, by: person)
        guard !isDocumentDeleted || save.onlyRemoves else { throw .deleted(title) }
        var outcome = SaveOutcome()
        let peopleBefore = participants.count + openLinks.count
        if let title = save.title { self.title = title }
        // A person who is added again in a save that closes the link keeps a permission of their own.
        let isClosed = save.access == .private && access == .public
        let own = isClosed ? participants.filter { $0.isIndividual && $0.role != .owner } : []
        if let access = save.access, access != self.access { outcome.dropped = setAccess(access) }
        if let permission = save.permission { setPermission(permission) }
        if let allowsInviting = save.allowsInviting { self.allowsInviting = allowsInviting }
        try answerRequests(save, by: person)
        try changeLinks(save)
        for handle in save.removals { try remove(handle, by: person) }
        for var addition in save.additions {
            addition.permission = addition.permission ?? own.first { $0.handle == addition.handle }?.permission
            try add(addition, by: person)
        }
        for own in save.permissions { try setPermission(own, by: person) }
        for own in save.roles { try setRole(own) }
        // A share may have more people than a lowered limit allows. Removals from it are still allowed.
        let people = participants.count + openLinks.count
        guard people <= max(participantsMax, peopleBefore) else {
            throw .tooMany(people, on: self.title, limit: participantsMax)
        }
        outcome.dropped.removeAll { participant($0) != nil }
        return outcome
    }

    // MARK: Rights

    /// Returns true if what a person with only the link can see of the share has changed: access, permission, title, or
    /// the deletion of the document.
    func changesPublicView(since other: Share) -> Bool {
        (access, permission, title, isDocumentDeleted)
            != (other.access, other.permission, other.title, other.isDocumentDeleted)
    }

    /// Returns true if sending the link to a person makes them a participant: they are none yet, and are not blocked.
    func isInvited(bySending handle: Handle) -> Bool { participant(handle) == nil && !blocked.contains(handle) }

    /// Returns true if a person may add people (`options-set`).
    func mayInvite(_ person: Handle) -> Bool {
        isManaged(by: person) || (allowsInviting && participant(person)?.acceptance == .accepted)
    }

    private func checkRight(to save: SaveShare, by person: Handle) throws(ShareRefusal) {
        guard let me = participant(person), me.acceptance == .accepted else {
            throw ShareRefusal(.forbidden, "ck-accept", "Open “\(title)” first: the invitation is still pending.")
        }
        if me.role == .owner { return }
        if save.access != nil || save.allowsInviting != nil || save.title != nil || !save.roles.isEmpty {
            throw ShareRefusal(
                .forbidden, "ucs-owner-people",
                "Only \(owner), who owns “\(title)”, may change who can open it, who may invite, and roles.")
        }
        if me.role == .administrator { return }
        if save.permission != nil || !save.removals.isEmpty || !save.permissions.isEmpty || save.answersRequests
            || save.changesLinks
        {
            throw ShareRefusal(
                .forbidden, "ck-role-meaning",
                "Only the owner and administrators may remove people from “\(title)”, change permissions, answer requests for access or make one-time links."
            )
        }
        guard allowsInviting || save.additions.isEmpty else { throw ShareRefusal.adding(to: title) }
    }

    /// Checks that the share is private. Only a private share has people by name; a public one is open to everyone with
    /// the link (`ck-no-mix`).
    private func checkNamed() throws(ShareRefusal) {
        guard access == .private else {
            throw ShareRefusal(
                .conflict, "ck-no-mix",
                "Anyone with the link can open “\(title)”: restrict access before you manage individual people.")
        }
    }

    // MARK: Changes

    /// Sets who can open the share. Making it public drops the people who have not opened it (`ck-public-raise`).
    /// Making it private drops everyone but the owner (`ck-public-lower`). The people who stay on a public share become
    /// public users.
    ///
    /// - Returns: the dropped people.
    private mutating func setAccess(_ access: Access) -> [Handle] {
        let before = participants
        self.access = access
        // Everyone has the link of a public share, and one that becomes private begins with its owner.
        oneTimeLinks = []
        switch access {
        case .public:
            // No one has to ask for access now.
            requesters = []
            participants.removeAll { $0.acceptance == .pending }
            for index in participants.indices where participants[index].role != .owner {
                participants[index].role = .publicUser
            }
        case .private: participants.removeAll { $0.role != .owner }
        }
        return before.map(\.handle).filter { participant($0) == nil }
    }

    /// Sets the general permission, also for the participants without an individual one.
    private mutating func setPermission(_ permission: Permission) {
        self.permission = permission
        for index in participants.indices
        where participants[index].role != .owner && !participants[index].isIndividual {
            participants[index].permission = permission
        }
    }

    private mutating func remove(_ handle: Handle, by person: Handle) throws(ShareRefusal) {
        try checkNamed()
        guard handle != owner else {
            throw ShareRefusal(
                .conflict, "ucs-can-stop", "The owner cannot be removed: stop sharing instead.", field: "handle")
        }
        guard handle != person else {
            throw ShareRefusal(.invalidParams, "ucs-can-leave", "is you: use share.leave", field: "handle")
        }
        guard let index = participants.firstIndex(where: { $0.handle == handle }) else {
            throw ShareRefusal(.notFound, "ucs-can-remove", "\(handle) is not on “\(title)”.", field: "handle")
        }
        guard person == owner || participants[index].role != .administrator else {
            throw ShareRefusal(
                .forbidden, "ck-role-meaning", "Only the owner may remove an administrator.", field: "handle")
        }
        participants.remove(at: index)
    }

    /// Applies the part of a save about requests for access (`ck-access-requests`).
    private mutating func answerRequests(_ save: SaveShare, by person: Handle) throws(ShareRefusal) {
        guard save.answersRequests else { return }
        guard backend != .custom else {
            throw ShareRefusal(
                .conflict, "ck-access-requests", "The app of “\(title)” decides by itself who has access to it.")
        }
        if let allowsAccessRequests = save.allowsAccessRequests { self.allowsAccessRequests = allowsAccessRequests }
        requesters.removeAll { save.denials.contains($0) || save.blocks.contains($0) }
        for handle in save.blocks where !blocked.contains(handle) {
            if participant(handle) != nil { try remove(handle, by: person) }
            blocked.append(handle)
        }
        blocked.removeAll { save.unblocks.contains($0) }
        guard blocked.count <= SaveShare.peopleMax else {
            throw ShareRefusal(
                .tooLarge, "ck-access-requests",
                "“\(title)” would block \(blocked.count) people: the limit is \(SaveShare.peopleMax).", field: "block")
        }
    }

    /// Makes one-time links, without their addresses, and takes back others (`ck-one-time-url`).
    private mutating func changeLinks(_ save: SaveShare) throws(ShareRefusal) {
        guard save.changesLinks else { return }
        try checkNamed()
        guard backend != .custom else {
            throw ShareRefusal(
                .conflict, "ck-one-time-url", "The app of “\(title)” decides by itself who has access to it.")
        }
        for id in save.removedLinks {
            guard let index = oneTimeLinks.firstIndex(where: { $0.id == id && $0.person == nil }) else {
                throw ShareRefusal(
                    .notFound, "ck-one-time-url", "This link was opened, or does not exist.",
                    field: "removeOneTimeLinks")
            }
            oneTimeLinks.remove(at: index)
        }
        for (index, permission) in save.addedLinks.enumerated() {
            oneTimeLinks.append(OneTimeLink(id: "o\(revision + 1).\(index)", url: "", permission: permission))
        }
    }

    /// Adds a person, or changes the permission and role of a participant (`ck-add-same`).
    private mutating func add(_ addition: SaveShare.Addition, by person: Handle) throws(ShareRefusal) {
        try checkNamed()
        guard let me = participant(person) else { return }
        let isManager = isManaged(by: person)
        guard addition.role != .administrator || person == owner else {
            throw ShareRefusal(
                .forbidden, "ck-role-meaning", "Only the owner may make a person an administrator.", field: "role")
        }
        // A person cannot give a permission that they lack.
        guard isManager || addition.permission != .readWrite || me.permission == .readWrite else {
            throw ShareRefusal(
                .forbidden, "ucs-can-permission",
                "You can only read “\(title)”, so people you invite can only read it too.",
                field: "permission")
        }
        guard !blocked.contains(addition.handle) else {
            throw ShareRefusal(
                .conflict, "ck-access-requests", "\(addition.handle) is blocked: unblock them first.", field: "handle")
        }
        guard let there = participant(addition.handle) else {
            let usual = isManager || me.permission == .readWrite ? permission : .readOnly
            add(
                Participant(
                    handle: addition.handle, role: addition.role ?? .privateUser,
                    permission: addition.permission ?? usual, acceptance: .pending,
                    isIndividual: addition.permission != nil || usual != permission))
            return
        }
        guard addition.permission != nil || addition.role != nil else { return }
        guard isManager else {
            throw ShareRefusal(
                .forbidden, "ck-add-same",
                "\(addition.handle) is on “\(title)” already; only the owner and administrators may change their permission.",
                field: "handle")
        }
        if let permission = addition.permission {
            try setPermission(.init(handle: addition.handle, permission: permission), by: person)
        }
        guard let role = addition.role, role != there.role else { return }
        guard person == owner else {
            throw ShareRefusal(
                .forbidden, "ck-role-meaning", "Only the owner may change an administrator's role.", field: "role")
        }
        try setRole(.init(handle: addition.handle, role: role))
    }

    private mutating func setPermission(
        _ own: SaveShare.OwnPermission, by person: Handle
    ) throws(ShareRefusal) {
        try checkNamed()
        guard own.handle != owner else {
            throw ShareRefusal(
                .conflict, "ucs-can-permission", "The owner can always make changes.", field: "handle")
        }
        guard let index = participants.firstIndex(where: { $0.handle == own.handle }) else {
            throw ShareRefusal(.notFound, "ucs-can-permission", "\(own.handle) is not on “\(title)”.", field: "handle")
        }
        guard person == owner || participants[index].role != .administrator else {
            throw ShareRefusal(
                .forbidden, "ck-role-meaning", "Only the owner may change an administrator's permission.",
                field: "handle")
        }
        participants[index].permission = own.permission
        participants[index].isIndividual = true
    }

    private mutating func setRole(_ own: SaveShare.OwnRole) throws(ShareRefusal) {
        try checkNamed()
        guard own.handle != owner else {
            throw ShareRefusal(
                .conflict, "ucs-role-names", "The owner's role cannot be changed.", field: "handle")
        }
        guard let index = participants.firstIndex(where: { $0.handle == own.handle }) else {
            throw ShareRefusal(.notFound, "ck-role", "\(own.handle) is not on “\(title)”.", field: "handle")
        }
        participants[index].role = own.role
    }
}

extension SaveShare {
    /// True if the save changes nothing but who leaves the share: also the share of a deleted document can end.
    fileprivate var onlyRemoves: Bool {
        title == nil && access == nil && permission == nil && allowsInviting == nil && allowsAccessRequests == nil
            && additions.isEmpty && permissions.isEmpty && roles.isEmpty && addedLinks.isEmpty
    }

    /// True if the save is also about one-time links.
    fileprivate var changesLinks: Bool { !addedLinks.isEmpty || !removedLinks.isEmpty }

    /// True if the save is also about requests for access.
    fileprivate var answersRequests: Bool {
        allowsAccessRequests != nil || !denials.isEmpty || !blocks.isEmpty || !unblocks.isEmpty
    }
}

extension Share.Participant {
    /// Returns a participant who is invited by name and has not accepted yet.
    static func invited(_ person: Handle, to share: Share) -> Share.Participant {
        .init(handle: person, role: .privateUser, permission: share.permission, acceptance: .pending)
    }
}

/// The refusal of a request about a share, with the rule that forbids it.
package struct ShareRefusal: Error, Equatable {
    /// The error code of the refusal.
    var reason: RPCError.Reason
    /// The id of the rule.
    var rule: String
    /// The explanation, from which a person can act.
    var text: String
    /// The member of the request that breaks the rule; nil if none does alone.
    var field: String?
    /// The limit that would be exceeded; nil if the rule is no limit.
    var limit: (name: Limits.Name, value: Int)?

    /// Returns the refusal for too many participants (`ck-share-limit`).
    static func tooMany(_ count: Int, on title: String, limit: Int) -> ShareRefusal {
        var refusal = ShareRefusal(
            .tooLarge, "ck-share-limit",
            "“\(title)” would have \(count) participants: the limit is \(limit) (\(Limits.Name.shareParticipants.rawValue))."
        )
        refusal.limit = (.shareParticipants, limit)
        return refusal
    }

    /// Returns the refusal for a document that was deleted (`ucs-root-record`).
    static func deleted(_ title: String) -> ShareRefusal {
        ShareRefusal(.conflict, "ucs-root-record", "“\(title)” was deleted.")
    }

    /// Returns the refusal for a participant who may not add people (`ck-role-meaning`).
    static func adding(to title: String) -> ShareRefusal {
        ShareRefusal(.forbidden, "ck-role-meaning", "Only the owner and administrators may add people to “\(title)”.")
    }

    /// The refusal of a link that another person's share or document uses. Its words hide which of the two it is.
    static let taken = ShareRefusal(
        .conflict, "ck-url", "this link is already in use; choose another one.", field: "url")

    package init(_ reason: RPCError.Reason, _ rule: String, _ text: String, field: String? = nil) {
        self.reason = reason
        self.rule = rule
        self.text = text
        self.field = field
    }

    /// The refusal as an error of the protocol.
    package var error: RPCError {
        let detail: RPCError.Detail =
            limit.map { .limit(name: $0.name.rawValue, value: $0.value, rule: rule) } ?? .rule(rule, field: field)
        return RPCError(reason, field.map { "\($0): \(text)" } ?? text, detail)
    }

    package static func == (left: ShareRefusal, right: ShareRefusal) -> Bool {
        left.error == right.error
    }
}
