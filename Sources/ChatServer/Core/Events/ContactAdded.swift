import ChatProtocol

extension Event.ContactAdded {
    func fold(into state: inout CoreState, at place: LogPlace) {
        state.update(of) { $0.addContact(contact) }
        state.reshelve(linksOf: contact, for: of)
    }
}

extension Event.ContactRemoved {
    func fold(into state: inout CoreState, at place: LogPlace) {
        state.update(of) { $0.removeContact(contact) }
        state.reshelve(linksOf: contact, for: of)
    }
}

extension Event.PersonBlocked {
    func fold(into state: inout CoreState, at place: LogPlace) {
        state.update(by) { $0.block(person, blocked) }
        state.reshelve(linksOf: person, for: by)
    }
}

extension CoreState {
    /// Updates the links that `owner` may have received from `sender`, after a change of the contact or the block.
    fileprivate mutating func reshelve(linksOf sender: Handle, for owner: Handle) {
        for conversation in people[owner]?.conversations ?? []
        where conversations[conversation]?.wasEverMember(sender) == true {
            reshelve(linksIn: conversation, for: owner)
        }
    }
}
