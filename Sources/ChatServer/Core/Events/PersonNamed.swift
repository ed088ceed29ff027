import ChatProtocol

extension Event.PersonNamed {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(person.handle) { $0.name = person.name }
    }

    var cause: NotificationCause? { NotificationCause(.personChanged, from: person.handle) }

    func announcement(in state: CoreState) -> Announcement? {
        recipients.isEmpty ? nil : Announcement(people: recipients, encoding: .forAll)
    }

    /// Returns the new name for everyone who saw the person at that time. A resuming session receives no name from
    /// before its reader met the person.
    func notification(to reader: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        recipients.contains(reader) ? .personNamed(person) : nil
    }

    func subject(for reader: Handle, in state: CoreState) -> EventSubject { EventSubject(text: person.name) }
}
