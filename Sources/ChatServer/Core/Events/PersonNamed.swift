import ChatProtocol

extension Event.PersonNamed {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(person.handle) { $0.name = person.name }
    }

    var cause: NotificationCause? { NotificationCause(.personChanged, from: person.handle) }

    func announcement(in state: CoreState) -> Announcement? {
        told.isEmpty ? nil : Announcement(people: told, likeness: .shared)
    }

    /// Returns the new name for everyone who saw the person at that time. A resuming session receives no name from
    /// before its reader met the person.
    func notification(to reader: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        told.contains(reader) ? .personNamed(person) : nil
    }

    func subject(for reader: Handle, in state: CoreState) -> EventSubject { EventSubject(text: person.name) }
}

extension CoreState {
    /// Returns the people whose screens may show the name of a person, in a stable order: the person, the members of
    /// their conversations, the participants of their shares, and their mutual contacts. Returns an empty array if no
    /// other person sees the name.
    func peopleWhoSee(_ person: Handle) -> [Handle] {
        guard let known = people[person] else { return [] }
        var all = Set(known.contacts.filter { people[$0]?.isContact(person) == true })
        for id in known.conversations { all.formUnion(conversations[id]?.order ?? []) }
        for document in shares.of(person) { all.formUnion(document.share.participants.map(\.handle)) }
        return all.subtracting([person]).isEmpty ? [] : all.union([person]).sorted()
    }
}
