import ChatProtocol

extension Event.PersonNamed {
    func fold(into state: inout CoreState, at place: LogPlace) {
        state.update(person.handle) { $0.name = person.name }
    }

    var cause: NotificationCause { NotificationCause(.personChanged, from: person.handle) }

    func announcement(in state: CoreState) -> Announcement? {
        let people = state.peopleWhoSee(person.handle)
        return people.isEmpty ? nil : Announcement(people: people, likeness: .shared)
    }

    /// A session that resumes receives the name as it is now.
    func notification(to reader: Handle, in state: CoreState, at place: LogPlace) -> Notification? {
        guard state.sees(reader, person.handle) else { return nil }
        return .personNamed(state.person(person.handle))
    }

    func subject(for reader: Handle, in state: CoreState) -> EventSubject { EventSubject(text: person.name) }
}

extension CoreState {
    /// Returns the people whose screens may show the name of a person, in a stable order: the person, the members of
    /// their conversations, the participants of their shares, and the contacts that have each other. It is empty if
    /// nobody else does.
    fileprivate func peopleWhoSee(_ person: Handle) -> [Handle] {
        guard let known = people[person] else { return [] }
        var all = Set(known.contacts.filter { people[$0]?.isContact(person) == true })
        for id in known.conversations { all.formUnion(conversations[id]?.order ?? []) }
        for document in shares.of(person) { all.formUnion(document.share.participants.map(\.handle)) }
        return all.subtracting([person]).isEmpty ? [] : all.union([person]).sorted()
    }

    /// True if a person may see the name of another.
    fileprivate func sees(_ reader: Handle, _ person: Handle) -> Bool { peopleWhoSee(person).contains(reader) }
}
