import ChatProtocol

/// The people of a world: their logins and names, their contacts, and the people whom they block.
struct PersonDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// Adds a person to the world when they log in, or changes their name if the login gives a new one.
    func login(_ handle: Handle, name: String?, at now: Instant) throws(RPCError) {
        if let name {
            try TextChecks(draft.limits).checkName(name, "name")
            if draft.state.people[handle]?.name != name {
                draft.decide(named(handle, name), at: now)
            }
        } else if draft.state.people[handle] == nil {
            draft.decide(named(handle, handle.defaultName), at: now)
        }
    }

    private func named(_ handle: Handle, _ name: String) -> Event {
        .personNamed(Person(handle: handle, name: name), recipients: peopleWhoSee(handle))
    }

    /// Returns the people whose screens may show the name of a person, in a stable order: the person, the members of
    /// their conversations, the participants of their shares, and their mutual contacts. Returns an empty array if no
    /// other person sees the name.
    private func peopleWhoSee(_ person: Handle) -> [Handle] {
        let (people, conversations, shares) = (draft.state.people, draft.state.conversations, draft.state.shares)
        guard let known = people[person] else { return [] }
        var all = Set(known.contacts.filter { people[$0]?.isContact(person) == true })
        for id in known.conversations { all.formUnion(conversations[id]?.order ?? []) }
        for document in shares.of(person) { all.formUnion(document.share.participants.map(\.handle)) }
        return all.subtracting([person]).isEmpty ? [] : all.union([person]).sorted()
    }

    // MARK: Contacts

    /// Returns the contacts and the blocked people of a person, for `contact.list`.
    func list(of owner: Handle) -> Answer {
        let (state, person) = (draft.state, draft.state.people[owner])
        return .contacts(
            (person?.contacts ?? []).map(state.person), blocked: (person?.blocked ?? []).map(state.person))
    }

    func add(_ request: AddContacts, of owner: Handle, at now: Instant) throws(RPCError) -> Answer {
        let known = draft.state.people[owner]
        var new: [Handle] = []
        var named: Set<Handle> = []
        for handle in request.handles {
            guard handle != owner else {
                throw RPCError.invalid(InvalidField(field: "handle", problem: "must be another person"))
            }
            guard known?.isContact(handle) != true, named.insert(handle).inserted else { continue }
            try checkRoom(in: (known?.contacts.count ?? 0) + new.count, for: "contacts")
            new.append(handle)
        }
        for handle in new { draft.decide(.contactAdded(of: owner, handle), at: now) }
        return .empty
    }

    func remove(_ change: ContactChange, of owner: Handle, at now: Instant) throws(RPCError) -> Answer {
        guard draft.state.people[owner]?.isContact(change.handle) == true else {
            throw RPCError(.notFound, "handle: \(change.handle) is not a contact.", .field("handle"))
        }
        draft.decide(.contactRemoved(of: owner, change.handle), at: now)
        return .empty
    }

    /// Blocks a person, so that their links do not surface, or unblocks them (`swy-block`). The other person is not
    /// notified, and messages between the two continue as before.
    func block(
        _ change: ContactChange, _ isBlocked: Bool, of owner: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        guard change.handle != owner else {
            throw RPCError.invalid(InvalidField(field: "handle", problem: "must be another person"))
        }
        let isNow = draft.state.people[owner]?.blockedSet.contains(change.handle) == true
        guard isNow != isBlocked else { return .empty }
        if isBlocked { try checkRoom(in: draft.state.people[owner]?.blocked.count ?? 0, for: "blocked people") }
        draft.decide(.personBlocked(by: owner, change.handle, isBlocked), at: now)
        return .empty
    }

    /// The largest number of contacts of one person, and of people whom one person blocks. Such a list fits into one
    /// answer.
    private static let peopleMax = 5_000

    private func checkRoom(in count: Int, for what: String) throws(RPCError) {
        guard count < Self.peopleMax else {
            throw RPCError(
                .conflict, "handle: there are \(count) \(what) already, and no more are allowed.", .field("handle"))
        }
    }
}

/// The switches of a person: automatic sharing, read receipts and alerts.
struct SettingDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    func set(_ change: SetSettings, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        let (sharing, receipts) = (change.sharing ?? .init(), change.receipts ?? .init())
        for app in sharing.apps.ids where draft.state.app(app) == nil {
            throw RPCError(.notFound, "apps: there is no app \(app).", .field("automaticSharing.apps"))
        }
        for id in sharing.conversations.ids + receipts.conversations.ids {
            _ = try ConversationDecisions(draft).conversation(id, for: me)
        }
        let person = draft.state.people[me] ?? PersonState(name: me.defaultName)
        let realSharing = SetSettings.Sharing(
            everywhere: sharing.everywhere.flatMap { $0 == person.everywhere.isOn ? nil : $0 },
            apps: sharing.apps.filter { person.appSwitch($0.id)?.isOn != $0.isOn },
            conversations: sharing.conversations.filter { person.conversationSwitch($0.id).isOn != $0.isOn })
        let realReceipts = SetSettings.Receipts(
            everywhere: receipts.everywhere.flatMap { $0 == person.readReceipts ? nil : $0 },
            conversations: receipts.conversations.filter { person.readReceiptSwitches[$0.id] != $0.isOn })
        var real = SetSettings(
            sharing: realSharing == .init() ? nil : realSharing, receipts: realReceipts == .init() ? nil : realReceipts)
        real.mentionAlerts = change.mentionAlerts.flatMap { $0 == person.mentionAlerts ? nil : $0 }
        if !real.isEmpty {
            guard real.sharing != nil else {
                draft.decide(.sharingSwitched(by: me, real), at: now)
                return .settings(Settings(of: me, in: draft.state))
            }
            // An app whose permission changes is notified even if its list stays the same (`center-delegate-when`).
            let before = enabledApps(of: me)
            draft.decide(.sharingSwitched(by: me, real), at: now)
            let moved = before.symmetricDifference(enabledApps(of: me))
            ShelfDecisions(draft).decideChanges(
                enablementOf: draft.state.directory.apps.map(\.id).filter(moved.contains), of: me, at: now)
        }
        return .settings(Settings(of: me, in: draft.state))
    }

    /// Returns the apps whose links surface automatically: their own switch and the master switch are on.
    private func enabledApps(of person: Handle) -> Set<AppID> {
        guard let person = draft.state.people[person], person.everywhere.isOn else { return [] }
        return Set(person.consents.decided.filter { person.appSwitch($0)?.isOn == true })
    }
}

extension Settings {
    /// Creates the settings of a person.
    init(of person: Handle, in state: borrowing CoreState) {
        let (person, links) = (state.people[person] ?? PersonState(name: ""), state.links)
        let apps = person.consents.decided.compactMap { app in person.appSwitch(app).map { (app, $0.isOn) } }
        self.init(
            sharing: .init(
                everywhere: person.everywhere.isOn, apps: .init(apps),
                conversations: .init(person.conversationSwitches.map { ($0.conversation, $0.state.isOn) })),
            consents: person.consents.waiting.map(links.withoutRemovedLink),
            receipts: .init(everywhere: person.readReceipts, conversations: person.readReceiptSwitches),
            mentionAlerts: person.mentionAlerts, pinnedConversations: person.pinnedConversations)
    }
}
