import ChatCore
import ChatProtocol

/// What a notification on its way to a stream is about, where that matters: a fault may be waiting for it, or the
/// sender of a message is to learn that it came. One for all whom a fact is told to.
final class NotificationContext {
    /// A message of a conversation of two.
    struct Posted {
        var conversation: ConversationID
        var message: MessageID
        var sender: Handle
        var sequence: Int64
    }

    private let notification: NotificationName
    /// Who caused it.
    let from: Handle?
    /// By which notification others than its causer are told, where that is another one.
    private let toOthers: NotificationName?
    /// The message that it brings, where its sender is to learn that it came.
    let posted: Posted?

    init(
        _ notification: NotificationName, from: Handle?, toOthers: NotificationName? = nil, posted: Posted? = nil
    ) {
        self.notification = notification
        self.from = from
        self.toOthers = toOthers
        self.posted = posted
    }

    /// The notification that someone is told by.
    func notification(to reader: Handle) -> NotificationName {
        reader == from ? notification : toOthers ?? notification
    }
}

extension Event {
    /// The notification that people are told of it by, and who caused it, where the fact says so; nil if nobody is.
    var causedNotification: (notification: NotificationName, from: Handle?)? {
        switch self {
        case .personNamed, .contactAdded, .contactRemoved, .linkPinned, .linkUnpinned, .appRegistered, .sitePublished,
            .timePassed, .attachmentStored, .attachmentErased, .requestAnswered, .highlightHidden,
            .highlightUsed, .personBlocked:
            nil
        case .conversationCreated(_, let person, _, _), .participantAdded(_, _, let person, _),
            .conversationRenamed(_, _, let person), .conversationPhotoSet(_, _, let person),
            .conversationMuted(_, let person, _),
            .conversationMarkedUnread(_, let person, _):
            (.conversationChanged, person)
        case .participantRemoved(let removal): (.conversationChanged, removal.actor)
        case .messagePosted(let message): (.messagePosted, message.sender)
        case .messageChanged(_, .reacted(let person, _, _), _): (.messageChanged, person)
        case .messageChanged(let message, _, _): (.messageChanged, message.sender)
        case .messagesRead(let reader, _, _, _): (.conversationChanged, reader)
        case .conversationsPinned(let person, _): (.settingsChanged, person)
        case .consentOffered: (.consentRequested, nil)
        case .consentAnswered(let person, _, _), .sharingSwitched(let person, _): (.settingsChanged, person)
        case .shareSaved, .shareStopped: (.shareChanged, nil)
        case .noticePosted(let notice, _, _): (.noticePosted, notice.actor)
        case .noticesCleared(let person, _): (.noticeCleared, person)
        case .shelvesChanged: (.highlightsChanged, nil)
        case .actionRequested(let action): (.actionRequested, action.person)
        case .actionEnded(_, _, _, let person): (.actionEnded, person)
        case .collaborationChanged(_, let person): (.collaborationChanged, person)
        case .draftKept, .draftErased: nil
        case .documentSaved(_, let change, _): (.documentChanged, change.person)
        }
    }
}
