import ChatProtocol
import ChatScreens

/// An alert as Messages shows it on the lock screen: the values of a notification with `alert: true`.
struct PushAlert: Hashable {
    /// The kind of an alert, by which the receiving app chooses its buttons.
    enum Category: String {
        case message, reaction, notice
    }

    /// The subject of an alert.
    enum Subject: Hashable {
        case message(MessageID, sentAt: Instant)
        case notice(NoticeID, postedAt: Instant)
    }

    /// The name of the sender; for a notice, the title of the conversation.
    var title = ""
    /// The title of the group in which a message was sent.
    var subtitle: String?
    var body = ""
    let category: Category
    /// The link of the notice, or the first link of the message.
    var url: String?
    let conversation: ConversationID
    let subject: Subject
    /// The key by which a browser replaces an earlier alert with a newer one about the same thing.
    let tag: String
    /// The number of the person's unread messages.
    let badge: Int64
    let person: Handle
    let world: WorldName
    /// The name of the notification.
    let notification: NotificationName
    /// The position of the notification in the log.
    let cursor: Int64

    /// Creates the alert of a notification; nil if the notification is no alert.
    ///
    /// - Parameter context: The names, titles and unread messages of the person.
    init?(_ notification: Notification, at cursor: Int64, in world: WorldName, _ context: AlertContext) {
        (person, badge) = (context.person, context.unread)
        (self.world, self.notification, self.cursor) = (world, notification.name, cursor)
        let sender: Handle
        switch notification {
        case .messagePosted(let message, alert: true):
            (category, sender, body, tag) = (.message, message.sender, message.previewText, message.id.rawValue)
            (subject, conversation) = (.message(message.id, sentAt: message.sentAt), message.conversation)
            url = message.links.first?.url
        case .messageChanged(let message, let change, alert: true):
            switch change {
            case .edited:
                (category, sender, tag) = (.message, message.sender, message.id.rawValue)
                body = MessageChange.sentence(ofEditTo: message.shownText)
            case .reacted(let actor, let reaction, let isRemoved):
                // People react to one message independently, so that their alerts must not replace one another.
                (category, sender, tag) = (.reaction, actor, "\(message.id)-\(actor)")
                body = Tapback.sentence(reaction, isRemoved: isRemoved, about: message.shownText)
            case .unsent: return nil
            }
            (subject, conversation) = (.message(message.id, sentAt: message.sentAt), message.conversation)
            url = message.links.first?.url
        case .noticePosted(let notice, alert: true):
            (category, body, tag) = (.notice, notice.text, notice.id.rawValue)
            (subject, conversation) = (.notice(notice.id, postedAt: notice.postedAt), notice.conversation)
            url = notice.url
            title = context.title(of: notice.conversation)
            return
        default: return nil
        }
        title = context.name(of: sender)
        subtitle = context.groupTitle(of: conversation)
    }
}
