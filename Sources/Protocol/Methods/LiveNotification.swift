/// What is told to whoever is there, and kept nowhere: it has no `cursor`, and who was away is not told of it later.
public enum LiveNotification: Sendable, Equatable {
    /// Someone types in a conversation of the reader's, or does so no longer (`typing-1to1`).
    case typing(ConversationID, Handle, Bool)
    /// A message of the reader's in a one-to-one conversation has come to the other person.
    case delivered(ConversationID, person: Handle, MessageID, MessageReceipt)
    /// A fault that an observer made has come about.
    case faultFired(FiredFault)

    /// Which notification of the contract it is.
    public var name: NotificationName {
        switch self {
        case .typing: .typing
        case .delivered: .receipt
        case .faultFired: .faultFired
        }
    }

    /// The whole message on the wire.
    public func encoded() -> [UInt8] {
        Envelope.notification(method: name.rawValue) {
            switch self {
            case .typing(let conversation, let person, let isTyping):
                $0.member("conversation", conversation)
                $0.member("person", person)
                $0.member("typing", isTyping)
            case .delivered(let conversation, let person, let message, let receipt):
                $0.member("conversation", conversation)
                $0.member("person", person)
                $0.member("message", message)
                receipt.writeMembers(to: &$0)
            case .faultFired(let fired): fired.writeMembers(to: &$0)
            }
        }
    }
}
