/// What a key asks the session to do. The state on the screen has changed already where that is safe; what the
/// server answers overwrites it.
public enum ChatAction: Equatable, Sendable {
    /// Send a message.
    case send(text: String, conversation: String)
    /// A conversation was opened: load its newest page if it is not here.
    case select(conversation: String)
    /// Everything in the conversation was seen.
    case markRead(conversation: String)
    /// The page before the oldest entry is wanted.
    case loadOlder(conversation: String)
    /// Begin a conversation.
    case createConversation(handles: [String], name: String?)
    /// Pin a link.
    case pin(url: String, conversation: String)
    /// Unpin a link.
    case unpin(url: String, conversation: String)
    /// Open a link in its app; `notice` is the banner's, where it came from one, and is cleared by that.
    case openLink(url: String, notice: String?)
    /// Close a notice without opening it.
    case dismissNotice(id: String)
    /// Answer what a notice offers.
    case answerNotice(id: String, action: String)
    /// Answer an app that asks.
    case answerConsent(id: String, answer: ConsentAnswer)
    /// Turn automatic sharing on or off for all.
    case setEverywhere(Bool)
    /// Turn it on or off for an app.
    case setApp(id: String, isOn: Bool)
    /// Turn it on or off for a conversation.
    case setConversation(id: String, isOn: Bool)
    /// Shared with You is shown: bring it up to date.
    case loadShelf
    /// The settings are shown: bring them up to date.
    case loadSettings
    /// Make someone a contact.
    case addContact(handle: String)
    /// Make someone no contact.
    case removeContact(handle: String)
    /// Ask why something was or was not shown; the answer comes as a `SheetKind.text`.
    case explain(about: String)
    /// Draw the whole screen anew.
    case redraw
    /// Stop the program until it is continued.
    case suspend
    /// End.
    case quit
}
