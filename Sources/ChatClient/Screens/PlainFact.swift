package import ChatProtocol

/// An event for `--plain`: the same facts that the screen shows, one after another.
package enum PlainFact: Equatable, Sendable {
    /// A message, with its links.
    case message(MessageEntry, conversation: String)
    /// A message in its current state after it was edited, unsent or given a tapback.
    case changed(MessageEntry, MessageNews, conversation: String)
    /// An alert for this person, with its summary.
    case alert(String, conversation: String)
    /// The receipt of this person's newest message: `Delivered`, `Read 09:41`.
    case receipt(String, conversation: String)
    /// A person starts or stops typing.
    case typing(String, isTyping: Bool, conversation: String)
    /// A setting of a conversation: `alerts are hidden`.
    case status(String, conversation: String)
    /// The earlier texts of a message.
    case versions(MessageEntry, conversation: String)
    /// The results of a search.
    case search(SearchState)
    /// The members of a conversation, and its settings.
    case details(ThreadState, ConversationRow, SettingsState)
    /// The confirmation before an irreversible action.
    case question(Confirmation)
    /// A notice. A notice that grows appears again with the same id. In a list it has the number for `/notices` and
    /// `/dismiss`.
    case notice(NoticeEntry, conversation: String, number: Int? = nil)
    /// A waiting notice that was cleared.
    case noticeCleared(NoticeEntry, conversation: String)
    /// An event in a conversation itself.
    case system(SystemEntry, conversation: String)
    /// A link that was pinned or unpinned.
    case pin(LinkCard, conversation: String)
    /// The request of an app for consent.
    case consent(ConsentPrompt)
    /// The current items of Shared with You.
    case shelf([ShelfItem])
    /// The contents of Recently Deleted arrived. The client lists them with the numbers that `/choose` takes.
    case recentlyDeleted
    /// The current settings.
    case settings(SettingsState)
    /// The current conversations.
    case conversations([ConversationRow], selected: String?)
    /// A staged document, with its choices.
    case staged(CollaborationDraft, conversation: String)
    /// The state of a collaboration that waits for its app.
    case start(StartRow, conversation: String)
    /// The live collaborations of a conversation.
    case collaborations([CollaborationRow], conversation: String)
    /// The connection changed.
    case connection(ChatState.Connection, handle: String)
    /// A short answer or an error, as a sentence.
    case hint(String)
    /// A text that the person requested.
    case text(title: String, body: [String])
}

extension ViewState {
    /// The names of printed lists that are not sheets.
    static let (conversationsList, shelfList, hitsList) = ("conversations", "shelf", "hits")

    /// Remembers the rows of the lists among printed facts. From now on, numbers refer to these rows.
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

/// A change of a message.
package enum MessageNews: Equatable, Sendable {
    /// Its text was edited.
    case edited
    /// It was unsent.
    case unsent
    /// A person set or removed a tapback. `by` is the display name, or “You”.
    case reacted(by: String, reaction: Reaction, isRemoved: Bool)
}
