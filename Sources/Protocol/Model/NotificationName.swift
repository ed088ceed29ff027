/// Every notification of the contract, by the name of its method: how a fault says what it waits for.
public enum NotificationName: String, CaseIterable, Sendable {
    case messagePosted = "message.posted"
    case messageChanged = "message.changed"
    case receipt
    case typing
    case conversationChanged = "conversation.changed"
    case noticePosted = "notice.posted"
    case noticeCleared = "notice.cleared"
    case consentRequested = "consent.requested"
    case highlightsChanged = "highlights.changed"
    case shareChanged = "share.changed"
    case settingsChanged = "settings.changed"
    case collaborationChanged = "collaboration.changed"
    case actionRequested = "action.requested"
    case actionEnded = "action.ended"
    case userActivity
    case faultFired = "fault.fired"
    case requestDone = "request.done"
    case sessionEnded = "session.ended"
    case documentChanged = "document.changed"
    case documentPresence = "document.presence"

    /// Whether observers alone hear it, on whose streams nothing goes wrong.
    public var isForObservers: Bool {
        switch self {
        case .faultFired, .requestDone, .sessionEnded: true
        case .messagePosted, .messageChanged, .receipt, .typing, .conversationChanged, .noticePosted, .noticeCleared,
            .consentRequested, .highlightsChanged, .shareChanged, .settingsChanged, .collaborationChanged,
            .actionRequested, .actionEnded, .userActivity, .documentChanged, .documentPresence:
            false
        }
    }
}
