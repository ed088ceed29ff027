import ChatProtocol

extension Event.PersonNamed {
    func fold(into state: inout CoreState, at place: LogPlace) {
        state.update(person.handle) { $0.name = person.name }
    }
}
