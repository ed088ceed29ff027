public import ChatProtocol

/// What names a conversation or a message: the thing itself, or its id.
public protocol Referable<Entity>: Sendable {
    /// What is named.
    associatedtype Entity

    /// Its id.
    var reference: Identifier<Entity> { get }
}

extension Identifier: Referable {
    /// Itself.
    public var reference: Identifier<Entity> { self }
}

extension Conversation: Referable {
    /// Its id.
    public var reference: ConversationID { id }
}

extension Message: Referable {
    /// Its id.
    public var reference: MessageID { id }
}

extension ShareView {
    /// Its id.
    public var id: ShareID { share.id }
    /// Its title.
    public var title: String { share.title }
    /// Its link.
    public var url: String { share.url }
    /// Everyone on it, the owner first.
    public var participants: [Share.Participant] { share.participants }
}
