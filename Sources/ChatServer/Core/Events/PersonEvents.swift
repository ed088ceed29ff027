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

extension Event.DeviceAdded {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(of) { $0.devices.append(name) }
    }
}

extension Event.SharingSwitched: OwnEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(by) { person in
            if let sharing = change.sharing { person.set(sharing, at: place) }
            if let sends = change.receipts?.everywhere { person.readReceipts = sends }
            for each in change.receipts?.conversations ?? .empty { person.readReceiptSwitches[each.id] = each.isOn }
            if let alerts = change.mentionAlerts { person.mentionAlertsOff.turn(!alerts, at: place.position) }
        }
        if let sharing = change.sharing { updateShelf(after: sharing, in: &state) }
    }

    /// Removes the links that a switch hides. A switch that is turned on adds none, because only later links surface
    /// (`auto-on`).
    private func updateShelf(after change: SetSettings.Sharing, in state: inout CoreState) {
        let apps =
            change.everywhere == false ? state.directory.apps.map(\.id) : change.apps.filter { !$0.isOn }.map(\.id)
        for app in apps { state.removeUnpinned(of: app, from: by) }
        for change in change.conversations where !change.isOn { state.updateShelf(linksIn: change.id, for: by) }
    }

    var cause: NotificationCause? { NotificationCause(.settingsChanged, from: by) }
    var owner: Handle { by }

    func notificationToOwner(in state: CoreState, at place: LogPosition) -> Notification? {
        .settingsChanged(Settings(of: by, in: state))
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject { EventSubject() }
}

extension Event.ConsentOffered: OwnEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(to) { $0.offer(request, at: place) }
    }

    var cause: NotificationCause? { NotificationCause(.consentRequested, from: nil) }
    var owner: Handle { to }

    /// Returns the question, or nil if the person has answered it. A resuming session is not asked again.
    func notificationToOwner(in state: CoreState, at place: LogPosition) -> Notification? {
        let waits = state.people[to]?.consents.question(request.id) != nil
        return waits ? .consentRequested(state.links.withoutRemovedLink(request)) : nil
    }

    /// Returns false: the answer to a pin confirms only the pin, so the session also receives the question.
    func isInAnswer(by answer: Answer) -> Bool { false }

    func subject(for person: Handle, in state: CoreState) -> EventSubject { EventSubject(request) }
}

extension Event.ConsentAnswered: OwnEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(by) { $0.answer(request, answer, at: place) }
    }

    var cause: NotificationCause? { NotificationCause(.settingsChanged, from: by) }
    var owner: Handle { by }

    func notificationToOwner(in state: CoreState, at place: LogPosition) -> Notification? {
        .settingsChanged(Settings(of: by, in: state))
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject { EventSubject(request) }
}
