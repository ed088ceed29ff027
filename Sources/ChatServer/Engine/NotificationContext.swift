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

    let cause: NotificationCause
    /// The message that it brings, where its sender is to learn that it came.
    let posted: Posted?

    init(_ cause: NotificationCause, posted: Posted? = nil) {
        self.cause = cause
        self.posted = posted
    }
}
