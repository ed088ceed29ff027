import ChatProtocol

extension Core {
    mutating func addContact(_ change: ContactChange, of owner: Handle, at now: Instant) throws(RPCError) -> Answer {
        guard change.handle != owner else {
            throw RPCError.invalid(InvalidField(field: "handle", problem: "must be somebody else"))
        }
        if state.people[owner]?.contacts.contains(change.handle) != true {
            followingShelves(of: [owner], apps: state.apps.map(\.id), at: now) { core in
                core.decide(.contactAdded(of: owner, change.handle), at: now)
            }
        }
        return .empty
    }

    mutating func removeContact(_ change: ContactChange, of owner: Handle, at now: Instant) throws(RPCError) -> Answer {
        guard state.people[owner]?.contacts.contains(change.handle) == true else {
            throw RPCError(.notFound, "handle: \(change.handle) is not a contact.", .field("handle"))
        }
        followingShelves(of: [owner], apps: state.apps.map(\.id), at: now) { core in
            core.decide(.contactRemoved(of: owner, change.handle), at: now)
        }
        return .empty
    }
}

extension CoreState {
    func contacts(of owner: Handle) -> [Person] {
        (people[owner]?.contacts ?? []).map(person)
    }
}
