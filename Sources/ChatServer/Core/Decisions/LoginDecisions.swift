import ChatProtocol

/// The first login of a person, and the names that later logins give.
struct LoginDecisions {
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
        .personNamed(Person(handle: handle, name: name), told: draft.state.peopleWhoSee(handle))
    }
}
