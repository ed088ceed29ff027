import ChatProtocol

extension Event.ContactAdded {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(of) { $0.addContact(contact) }
        state.updateShelf(linksOf: contact, for: of)
    }
}

extension Event.ContactRemoved {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(of) { $0.removeContact(contact) }
        state.updateShelf(linksOf: contact, for: of)
    }
}

extension Event.PersonBlocked {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(by) { $0.block(person, blocked) }
        state.updateShelf(linksOf: person, for: by)
    }
}

extension CoreState {
    /// Updates the links that `owner` may have received from `sender`, after a change of the contact or the block.
    fileprivate mutating func updateShelf(linksOf sender: Handle, for owner: Handle) {
        for conversation in people[owner]?.conversations ?? []
        where conversations[conversation]?.wasEverMember(sender) == true {
            updateShelf(linksIn: conversation, for: owner)
        }
    }
}
