extension NotificationName {
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

extension NotificationName {
    /// Whether that is the method of this notification.
    public static func == (method: String, name: NotificationName) -> Bool { name.rawValue == method }
}
