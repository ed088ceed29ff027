import ChatProtocol

extension Event.ContactAdded {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(of) { $0.addContact(contact) }
        state.updateShelf(linksFrom: contact, to: of)
    }
}

extension Event.ContactRemoved {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(of) { $0.removeContact(contact) }
        state.updateShelf(linksFrom: contact, to: of)
    }
}

extension Event.PersonBlocked {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(by) { $0.block(person, blocked) }
        state.updateShelf(linksFrom: person, to: by)
    }
}
