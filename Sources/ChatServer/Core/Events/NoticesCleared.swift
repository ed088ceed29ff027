import ChatProtocol

extension Event.NoticesCleared: OwnEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(of) { $0.waitingNotices.removeAll { notices.contains($0.id) } }
    }

    var cause: NotificationCause? { NotificationCause(.noticeCleared, from: of) }
    var owner: Handle { of }

    func notificationToOwner(in state: CoreState, at place: LogPosition) -> Notification? { .noticeCleared(notices) }

    /// Returns true if the answer contains the cleared notices. Other requests clear notices as a side effect.
    func isInAnswer(by answer: Answer) -> Bool {
        switch answer {
        case .cleared, .notice: true
        default: false
        }
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: notices.first?.rawValue)
    }
}
