/// A thing that happened, for `--plain`: the same facts that the screen shows, one after another.
public enum PlainFact: Equatable, Sendable {
    /// A message, with its links.
    case message(MessageEntry, conversation: String)
    /// A message that was changed, unsent or reacted to.
    case changed(MessageEntry, conversation: String)
    /// A notice; again under the same id when it grew.
    case notice(NoticeEntry, conversation: String)
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
    /// The switches as they are now.
    case settings(SettingsState)
    /// The conversations as they are now.
    case conversations([ConversationRow], selected: String?)
    /// The connection changed.
    case connection(ChatState.Connection, handle: String)
    /// An answer or a mistake, in words.
    case hint(String)
    /// Text that was asked for.
    case text(title: String, body: [String])
}
