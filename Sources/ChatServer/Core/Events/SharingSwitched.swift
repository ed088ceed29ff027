import ChatProtocol

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

    private func updateShelf(after change: SetSettings.Sharing, in state: inout CoreState) {
        if change.everywhere != nil { return state.updateShelf(linksOf: by) { _ in true } }
        let apps = Set(change.apps.ids)
        if !apps.isEmpty { state.updateShelf(linksOf: by) { $0.app.map(apps.contains) == true } }
        for conversation in change.conversations.ids { state.updateShelf(linksIn: conversation, for: by) }
    }

    var cause: NotificationCause? { NotificationCause(.settingsChanged, from: by) }
    var owner: Handle { by }

    func notificationToOwner(in state: CoreState, at place: LogPosition) -> Notification? {
        .settingsChanged(Settings(of: by, in: state))
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject { EventSubject() }
}
