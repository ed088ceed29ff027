import ChatProtocol

/// What one save makes of a share: pure, so that the rules can be held to a table and a model of their own.
extension Share {
    /// Who came to a share by a save and who lost it.
    struct SaveOutcome: Equatable {
        /// Who lost it because it was opened to everyone or closed again.
        var dropped: [Handle] = []
    }

    /// Applies a save as a whole: first who can open it, then what everyone may do, then who goes, who comes, and
    /// what each of them may do and is.
    ///
    /// - Parameter person: who saves.
    /// - Throws: ``ShareRefusal`` for the first rule that stands against it; the value is then to be thrown away.
    mutating func apply(
        _ save: SaveShare, by person: Handle, participantsMax: Int
    ) throws(ShareRefusal) -> SaveOutcome {
        try checkRight(to: save, by: person)
        var outcome = SaveOutcome()
        let peopleBefore = participants.count
        if let title = save.title { self.title = title }
        if let access = save.access, access != self.access { outcome.dropped = setAccess(access) }
        if let permission = save.permission { setPermission(permission) }
        if let allowsInviting = save.allowsInviting { self.allowsInviting = allowsInviting }
        for handle in save.removals { try remove(handle, by: person) }
        for addition in save.additions { try add(addition, by: person) }
        for own in save.permissions { try setPermission(own, by: person) }
        for own in save.roles { try setRole(own) }
        // Of a share with more people than it may have by now, some can be removed still.
        guard participants.count <= max(participantsMax, peopleBefore) else {
            throw .tooMany(participants.count, on: self.title, limit: participantsMax)
        }
        outcome.dropped.removeAll { participant($0) != nil }
        return outcome
    }

    // MARK: Rights

    /// Whether that person may add and remove people and change what they may do (`ck-role-meaning`).
    func isManaged(by person: Handle) -> Bool {
        guard let me = participant(person), me.acceptance == .accepted else { return false }
        return me.role == .owner || me.role == .administrator
    }

    /// True if a person who has the link and does not take part sees another card.
    func readsDifferently(from other: Share) -> Bool {
        (access, permission, title, isDocumentDeleted)
            != (other.access, other.permission, other.title, other.isDocumentDeleted)
    }

    /// Whether that person may add people (`options-set`).
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
        if save.permission != nil || !save.removals.isEmpty || !save.permissions.isEmpty {
            throw ShareRefusal(
                .forbidden, "ck-role-meaning",
                "Only the owner and administrators may remove people from “\(title)” or change permissions.")
        }
        guard allowsInviting || save.additions.isEmpty else { throw ShareRefusal.adding(to: title) }
    }

    /// Named people are on a private share only: whoever has the link comes by it (`ck-no-mix`).
    private func checkNamed() throws(ShareRefusal) {
        guard access == .private else {
            throw ShareRefusal(
                .conflict, "ck-no-mix",
                "Anyone with the link can open “\(title)”: restrict access before you manage individual people.")
        }
    }

    // MARK: Changes

    /// Raising to public drops those who have not opened it; lowering to private drops all but the owner
    /// (`ck-public-raise`, `ck-public-lower`). Who stays on a public share is one of those who have the link.
    private mutating func setAccess(_ access: Access) -> [Handle] {
        let before = participants
        self.access = access
        switch access {
        case .public:
            participants.removeAll { $0.acceptance == .pending }
            for index in participants.indices where participants[index].role != .owner {
                participants[index].role = .publicUser
            }
        case .private: participants.removeAll { $0.role != .owner }
        }
        return before.map(\.handle).filter { participant($0) == nil }
    }

    /// Who may do what everyone may follows what everyone may.
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

    /// Adds somebody, or changes who is there already (`ck-add-same`).
    private mutating func add(_ addition: SaveShare.Addition, by person: Handle) throws(ShareRefusal) {
        try checkNamed()
        guard let me = participant(person) else { return }
        let isManager = isManaged(by: person)
        guard addition.role != .administrator || person == owner else {
            throw ShareRefusal(
                .forbidden, "ck-role-meaning", "Only the owner may make a person an administrator.", field: "role")
        }
        // Nobody gives more than they have.
        guard isManager || addition.permission != .readWrite || me.permission == .readWrite else {
            throw ShareRefusal(
                .forbidden, "ucs-can-permission",
                "You can only read “\(title)”, so people you invite can only read it too.",
                field: "permission")
        }
        guard let there = participant(addition.handle) else {
            guard !isDocumentDeleted else { throw .deleted(title) }
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
