/// How far a message of a conversation of two has come to the other person.
public struct MessageReceipt: Sendable, Equatable {
    /// How far it has come.
    public enum Status: String, CaseIterable, Sendable {
        /// It was put on a stream of theirs (`rcpt-delivered`).
        case delivered
        /// They have read it.
        case read
    }

    /// Where it was said.
    public var conversation: ConversationID
    /// The other person.
    public var person: Handle
    /// The message; what its sender said before it has come as far.
    public var message: MessageID
    /// How far.
    public var status: Status
    /// When.
    public var at: Instant

    /// A receipt.
    public init(conversation: ConversationID, person: Handle, message: MessageID, status: Status, at: Instant) {
        self.conversation = conversation
        self.person = person
        self.message = message
        self.status = status
        self.at = at
    }

    /// Appends the members `conversation, person, message, status, at` to an object that is begun.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        json.member("person", person)
        json.member("message", message)
        json.member("status", status.rawValue)
        json.member("at", at)
    }
}
