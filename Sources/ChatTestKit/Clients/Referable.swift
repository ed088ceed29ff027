public import ChatProtocol

/// A reference to a conversation or a message: the value itself, or its id.
public protocol Referable<Entity>: Sendable {
    /// The type of the referenced value.
    associatedtype Entity

    /// The id of the referenced value.
    var reference: Identifier<Entity> { get }
}

extension Identifier: Referable {
    /// The id itself.
    public var reference: Identifier<Entity> { self }
}

extension Conversation: Referable {
    /// The id of the conversation.
    public var reference: ConversationID { id }
}

extension Message: Referable {
    /// The id of the message.
    public var reference: MessageID { id }
}

extension ShareView {
    /// The id of the share.
    public var id: ShareID { share.id }
    /// The title of the share.
    public var title: String { share.title }
    /// The link of the share.
    public var url: String { share.url }
    /// All participants, the owner first.
    public var participants: [Share.Participant] { share.participants }
}
