import ChatProtocol

extension Event.AttachmentStored {
    /// Does nothing: the state does not contain it.
    func fold(into state: inout CoreState, at place: LogPosition) {}

    var isHot: Bool { false }

    func entryKey(at position: Int64) -> EntryKey? { EntryKey(contentOf: attachment.rawValue, in: conversation) }
}

extension Event.AttachmentErased {
    /// Does nothing: the state does not contain it.
    func fold(into state: inout CoreState, at place: LogPosition) {}

    var isHot: Bool { false }

    func entryKey(at position: Int64) -> EntryKey? {
        EntryKey(contentOf: attachment.rawValue, in: conversation, replaces: true)
    }

    var remainder: (first: Event, rest: Event)? { (.attachmentErased(self), .attachmentErased(self)) }
}

extension EntryKey {
    /// Creates the key of content that is stored with a conversation and has no row in its thread.
    convenience init(contentOf id: String, in conversation: ConversationID, replaces: Bool = false) {
        self.init(
            conversation: conversation.rawValue, id: id, sequence: 0, sender: "", kind: .content, replaces: replaces)
    }
}
