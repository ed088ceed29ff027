/// `conversation.typing`: the caller types there, or does so no longer.
public struct SetTyping: Sendable, Equatable {
    /// Where.
    public var conversation: ConversationID
    /// Whether.
    public var isTyping: Bool

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.id("conversation")
        isTyping = try fields.bool("typing")
    }
}
