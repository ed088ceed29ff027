package import ChatProtocol
import ChatScreens

/// One thing that made a person's device ring.
package struct Alert: Hashable, Sendable {
    /// What it was about, as it read then.
    package enum Subject: Hashable, Sendable {
        /// A message, or the sentence of a notice.
        case text(String)
        /// A tapback to a message that read so.
        case reaction(by: Handle, Reaction, to: String)

        /// What somebody who is alerted to a change is alerted to.
        init(_ change: MessageChange, of message: Message) {
            switch change {
            case .edited, .unsent: self = .text(message.shownText)
            case .reacted(let person, let reaction, _): self = .reaction(by: person, reaction, to: message.shownText)
            }
        }
    }

    /// Where.
    package var conversation: ConversationID
    /// What.
    package var subject: Subject
}
