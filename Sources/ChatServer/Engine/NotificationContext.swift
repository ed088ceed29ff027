import ChatCore
import ChatProtocol

/// The subject of a notification, if a fault may wait for it or its sender waits for a receipt. All recipients of an
/// event share one.
final class NotificationContext {
    /// A message of a conversation of two.
    struct Posted {
        var conversation: ConversationID
        var message: MessageID
        var sender: Handle
        var sequence: Int64
    }

    let cause: NotificationCause
    /// The message that the notification delivers, if its sender waits for a receipt.
    let posted: Posted?

    init(_ cause: NotificationCause, posted: Posted? = nil) {
        self.cause = cause
        self.posted = posted
    }
}
