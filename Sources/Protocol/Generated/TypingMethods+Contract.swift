// Written by script/contract: change the contract instead.

/// `conversation.typing`: reports that the caller types or stopped typing.
public struct SetTyping: Sendable, Equatable {
    /// The conversation.
    public var conversation: ConversationID
    /// True if the caller types.
    public var isTyping: Bool

    /// Creates a value from its members.
    public init(conversation: ConversationID, isTyping: Bool) {
        self.conversation = conversation
        self.isTyping = isTyping
    }
}

extension SetTyping: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
        isTyping = try fields.read("typing")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        json.member("typing", isTyping)
    }
}
