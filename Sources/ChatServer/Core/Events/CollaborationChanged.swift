import ChatProtocol

extension Event.CollaborationChanged: OwnEvent {
    func fold(into state: inout CoreState, at place: LogPosition) { state.collaborating.set(start, of: of) }

    var cause: NotificationCause? { NotificationCause(.collaborationChanged, from: of) }
    var owner: Handle { of }

    func notificationToOwner(in state: CoreState, at place: LogPosition) -> Notification? {
        .collaborationChanged(start)
    }

    /// Returns true if the answer contains the state of the start. Any other request that ends a start also causes a
    /// notification to its session.
    func isInAnswer(by answer: Answer) -> Bool {
        switch answer {
        case .start, .asked: true
        default: false
        }
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: start.id.rawValue, conversation: start.conversation, app: start.app, text: start.title)
    }
}
