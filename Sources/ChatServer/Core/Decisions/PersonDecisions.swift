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
