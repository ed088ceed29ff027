/// What happens and is told to a person's sessions and to observers. All of these last: they stand in the log,
/// carry its position as their `cursor`, and are sent again to a session that resumes before them. What does not last
/// is a ``LiveNotification``.
public enum Notification: Sendable, Equatable {
    /// Something was said; it may alert the reader.
    case messagePosted(Message, alert: Bool)
    /// A message was edited, taken back, or given a tapback.
    case messageChanged(Message, MessageChange, alert: Bool)
    /// The reader's messages in a one-to-one conversation were read, through this one.
    case receipt(ConversationID, person: Handle, MessageID, MessageReceipt)
    /// A conversation came into being, or changed, in the eyes of the reader; with the line that says so in the thread,
    /// where there is one.
    case conversationChanged(Conversation, line: ThreadEntry?)
    /// A highlight event stands in a thread, or one that stands there has grown; it may alert the reader.
    case noticePosted(Notice, alert: Bool)
    /// Notices of the reader wait no longer.
    case noticeCleared([NoticeID])
    /// The reader is asked for consent.
    case consentRequested(ConsentRequest)
    /// The reader's shelf is another.
    case highlightsChanged(HighlightsChange<PersonHighlight>)
    /// A share that the reader is on changed.
    case shareChanged(ShareView)
    /// A share is the reader's no longer.
    case shareLost(LostShare)
    /// The reader's settings changed, or a question was answered on another device.
    case settingsChanged(Settings)
    /// A collaboration that the reader starts got further.
    case collaborationChanged(CollaborationStart)
    /// A document that the reader can read was changed.
    case documentChanged(DocumentView, DocumentChange)

    /// What is told, without what it says.
    public var name: NotificationName {
        switch self {
        case .messagePosted: .messagePosted
        case .messageChanged: .messageChanged
        case .receipt: .receipt
        case .conversationChanged: .conversationChanged
        case .noticePosted: .noticePosted
        case .noticeCleared: .noticeCleared
        case .consentRequested: .consentRequested
        case .highlightsChanged: .highlightsChanged
        case .shareChanged, .shareLost: .shareChanged
        case .settingsChanged: .settingsChanged
        case .collaborationChanged: .collaborationChanged
        case .documentChanged: .documentChanged
        }
    }

    /// The method on the wire.
    public var method: String { name.rawValue }

    /// The whole message on the wire.
    ///
    /// - Parameters:
    ///   - person: whose own it is, where an observer is told of it.
    ///   - alerted: whom it alerts, where an observer is told of it.
    ///   - message: the JSON of the message that was posted, where it is written already.
    public func encoded(
        cursor: Int64, person: Handle? = nil, alerted: [Handle] = [], message written: [UInt8]? = nil
    ) -> [UInt8] {
        Envelope.notification(method: method) {
            $0.member("cursor", cursor)
            // A receipt has a person of its own: whoever has read.
            if case .receipt = self {} else { $0.member("person", person) }
            if !alerted.isEmpty { $0.member("alerted", alerted) }
            switch self {
            case .messagePosted(let message, let alert):
                $0.member("message", message, written: written)
                if alert { $0.member("alert", true) }
            case .messageChanged(let message, let change, let alert):
                $0.member("message", message, written: written)
                $0.member("change", change)
                if alert { $0.member("alert", true) }
            case .receipt(let conversation, let person, let message, let receipt):
                $0.member("conversation", conversation)
                $0.member("person", person)
                $0.member("message", message)
                receipt.writeMembers(to: &$0)
            case .conversationChanged(let conversation, let line):
                $0.member("conversation", conversation)
                $0.member("line", line)
            case .noticePosted(let notice, let alert):
                $0.member("notice", notice)
                if alert { $0.member("alert", true) }
            case .noticeCleared(let ids): $0.member("notices", ids)
            case .consentRequested(let request): request.writeMembers(to: &$0)
            case .highlightsChanged(let change): change.writeMembers(to: &$0)
            case .shareChanged(let share): $0.member("share", share)
            case .shareLost(let lost):
                $0.member("share", lost)
                $0.member("gone", lost.cause.rawValue)
            case .settingsChanged(let settings): $0.member("settings", settings)
            case .collaborationChanged(let start): $0.member("start", start)
            case .documentChanged(let document, let change):
                $0.member("document", document)
                $0.member("change", change)
                $0.member("by", change.person)
            }
        }
    }
}

/// What is told to an app's sessions: a type of its own, in which names, conversations and message text have no
/// field (law 7, `privacy-no-threads`).
public enum AppNotification: Sendable, Equatable {
    /// The app's list for this person is another: content, order or permission. All three are empty where only
    /// the permission changed, which the app cannot tell from an empty list (`center-empty`).
    case highlightsChanged(HighlightsChange<AppHighlight>)
    /// The app has to do something, and to say so (`act-contract`).
    case actionRequested(RequestedAction)
    /// An action needs no answer any more.
    case actionEnded(ActionID, RequestedAction.Outcome)
    /// One of the app's documents that its person can read was changed.
    case documentChanged(AppDocument, AppDocumentChange)

    /// What is told, without what it says.
    public var name: NotificationName {
        switch self {
        case .highlightsChanged: .highlightsChanged
        case .actionRequested: .actionRequested
        case .actionEnded: .actionEnded
        case .documentChanged: .documentChanged
        }
    }

    /// The whole message on the wire.
    ///
    /// - Parameters:
    ///   - app: which app it is told to, where an observer is told of it.
    ///   - person: whom it runs as, where an observer is told of it.
    public func encoded(cursor: Int64, app: AppID? = nil, person: Handle? = nil) -> [UInt8] {
        Envelope.notification(method: name.rawValue) {
            $0.member("cursor", cursor)
            $0.member("app", app)
            $0.member("person", person)
            switch self {
            case .highlightsChanged(let change): change.writeMembers(to: &$0)
            case .actionRequested(let action): $0.member("action", action)
            case .actionEnded(let action, let outcome):
                $0.member("action", action)
                $0.member("outcome", outcome.rawValue)
            case .documentChanged(let document, let change):
                $0.member("document", document)
                $0.member("change", change)
                $0.member("isMine", change.isMine)
            }
        }
    }
}
