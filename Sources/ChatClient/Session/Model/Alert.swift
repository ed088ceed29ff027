package import ChatProtocol
import ChatScreens

/// An alert that made a person's device ring.
package struct Alert: Hashable, Sendable {
    /// The reason for an alert, with the text at that time.
    package enum Subject: Hashable, Sendable {
        /// A message, or the sentence of a notice.
        case text(String)
        /// A tapback to a message with that text.
        case reaction(by: Handle, Reaction, to: String)

        /// Creates the subject for the alert of a change.
        init(_ change: MessageChange, of message: Message) {
            switch change {
            case .edited, .unsent: self = .text(message.shownText)
            case .reacted(let person, let reaction, _): self = .reaction(by: person, reaction, to: message.shownText)
            }
        }
    }

    package var conversation: ConversationID
    package var subject: Subject
}
