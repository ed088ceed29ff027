/// What happens and is told to a person's sessions and to observers. All of these last: they stand in the log,
/// carry its position as their `cursor`, and are sent again to a session that resumes before them.
public enum Notification: Sendable, Equatable {
    /// Something was said.
    case messagePosted(Message)
    /// A conversation came into being, or changed, in the eyes of the reader.
    case conversationChanged(Conversation)
    /// A highlight event stands in a thread, or one that stands there has grown.
    case noticePosted(Notice)
    /// Notices of the reader wait no longer.
    case noticeCleared([NoticeID])
    /// The reader is asked for consent.
    case consentRequested(ConsentRequest)
    /// The reader's shelf is another.
    case highlightsChanged(added: [Highlight], removed: [AppHighlight], updated: [Highlight])
    /// A share that the reader is on changed.
    case shareChanged(ShareView)
    /// The reader's settings changed, or a question was answered on another device.
    case settingsChanged(Settings)

    /// What is told, without what it says; the raw value is the method on the wire.
    public enum Kind: String, CaseIterable, Sendable {
        case messagePosted = "message.posted"
        case conversationChanged = "conversation.changed"
        case noticePosted = "notice.posted"
        case noticeCleared = "notice.cleared"
        case consentRequested = "consent.requested"
        case highlightsChanged = "highlights.changed"
        case shareChanged = "share.changed"
        case settingsChanged = "settings.changed"
    }

    /// What is told.
    public var kind: Kind {
        switch self {
        case .messagePosted: .messagePosted
        case .conversationChanged: .conversationChanged
        case .noticePosted: .noticePosted
        case .noticeCleared: .noticeCleared
        case .consentRequested: .consentRequested
        case .highlightsChanged: .highlightsChanged
        case .shareChanged: .shareChanged
        case .settingsChanged: .settingsChanged
        }
    }

    /// The method on the wire.
    public var method: String { kind.rawValue }

    /// The whole message on the wire.
    ///
    /// - Parameters:
    ///   - person: whose own it is, where an observer is told of it.
    ///   - message: the JSON of the message that was posted, where it is written already.
    public func encoded(cursor: Int64, person: Handle? = nil, message written: [UInt8]? = nil) -> [UInt8] {
        Envelope.notification(method: method) {
            $0.member("cursor", cursor)
            $0.member("person", person)
            switch self {
            case .messagePosted(let message): $0.member("message", message, written: written)
            case .conversationChanged(let conversation): $0.member("conversation", conversation)
            case .noticePosted(let notice): $0.member("notice", notice)
            case .noticeCleared(let ids): $0.member("notices", ids)
            case .consentRequested(let request): request.writeMembers(to: &$0)
            case .highlightsChanged(let added, let removed, let updated):
                $0.member("added", added)
                $0.member("removed", removed)
                $0.member("updated", updated)
            case .shareChanged(let share): $0.member("share", share)
            case .settingsChanged(let settings): $0.member("settings", settings)
            }
        }
    }
}

/// What is told to an app's sessions: a type of its own, in which names, conversations and message text have no
/// field (law 7, `privacy-no-threads`).
public enum AppNotification: Sendable, Equatable {
    /// The app's list for this person is another: content, order or permission. All three are empty where only
    /// the permission changed, which the app cannot tell from an empty list (`center-empty`).
    case highlightsChanged(added: [AppHighlight], removed: [AppHighlight], updated: [AppHighlight])

    /// The whole message on the wire.
    public func encoded(cursor: Int64) -> [UInt8] {
        switch self {
        case .highlightsChanged(let added, let removed, let updated):
            Envelope.notification(method: "highlights.changed") {
                $0.member("cursor", cursor)
                $0.member("added", added)
                $0.member("removed", removed)
                $0.member("updated", updated)
            }
        }
    }
}
