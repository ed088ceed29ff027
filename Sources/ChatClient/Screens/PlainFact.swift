package import ChatProtocol

/// A thing that happened, for `--plain`: the same facts that the screen shows, one after another.
package enum PlainFact: Equatable, Sendable {
    /// A message, with its links.
    case message(MessageEntry, conversation: String)
    /// A message that was edited, unsent or given a tapback, as it is now.
    case changed(MessageEntry, MessageNews, conversation: String)
    /// Something alerts this person: in short, what.
    case alert(String, conversation: String)
    /// How far one's newest message has come: `Delivered`, `Read 09:41`.
    case receipt(String, conversation: String)
    /// Somebody begins to type, or ends.
    case typing(String, isTyping: Bool, conversation: String)
    /// How this person keeps a conversation: `alerts are hidden`.
    case status(String, conversation: String)
    /// The earlier texts of a message.
    case versions(MessageEntry, conversation: String)
    /// What a search found.
    case search(SearchState)
    /// Who is in a conversation, and its switches.
    case details(ThreadState, ConversationRow, SettingsState)
    /// Something that cannot be undone is asked first.
    case question(Confirmation)
    /// A notice; again under the same id when it grew. In a list it has the number for `/notices` and `/dismiss`.
    case notice(NoticeEntry, conversation: String, number: Int? = nil)
    /// A waiting notice that is gone.
    case noticeCleared(NoticeEntry, conversation: String)
    /// What happened to a conversation.
    case system(SystemEntry, conversation: String)
    /// A link that was pinned or unpinned.
    case pin(LinkCard, conversation: String)
    /// An app asks.
    case consent(ConsentPrompt)
    /// Shared with You as it is now.
    case shelf([ShelfItem])
    /// The contents of Recently Deleted arrived. The client lists them with the numbers that `/choose` takes.
    case recentlyDeleted
    /// The switches as they are now.
    case settings(SettingsState)
    /// The conversations as they are now.
    case conversations([ConversationRow], selected: String?)
    /// A document that is staged, with what can be chosen.
    case staged(CollaborationDraft, conversation: String)
    /// How far a collaboration got that waits for its app.
    case start(StartRow, conversation: String)
    /// The live collaborations of a conversation.
    case collaborations([CollaborationRow], conversation: String)
    /// The connection changed.
    case connection(ChatState.Connection, handle: String)
    /// An answer or a mistake, in words.
    case hint(String)
    /// Text that was asked for.
    case text(title: String, body: [String])
}

extension ViewState {
    /// The names of printed lists that are no sheets.
    static let (conversationsList, shelfList, hitsList) = ("conversations", "shelf", "hits")

    /// Remembers the rows of the lists among printed facts, which numbers mean from now on.
    package mutating func notePrinted(_ facts: [PlainFact]) {
        for fact in facts {
            switch fact {
            case .conversations(let rows, _): printed[Self.conversationsList] = rows.map(\.id)
            case .shelf(let items): printed[Self.shelfList] = items.map(\.url)
            case .search(let found): printed[Self.hitsList] = found.hits.map(\.id)
            default: break
            }
        }
    }
}

/// What became of a message.
package enum MessageNews: Equatable, Sendable {
    /// It has another text.
    case edited
    /// It was taken back.
    case unsent
    /// Somebody set a tapback, or took it away; by display name, or "You".
    case reacted(by: String, reaction: Reaction, isRemoved: Bool)
}
