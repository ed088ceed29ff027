import ChatProtocol

/// What a story has come to, by the words that its steps use for it.
struct StoryRecord {
    /// A document that was shared, as its steps know it.
    struct Document {
        var share: ShareID
        var app: String
    }

    /// The conversations, by the names in the steps.
    var conversations: [String: ConversationID] = [:]
    /// The documents that were shared, by their links.
    var documents: [String: Document] = [:]
    /// The apps of the documents that can be worked on, by their links: shared or not.
    var documentApps: [String: String] = [:]
    /// How far the world was when people staged their drafts.
    var draftCursors: [Handle: Int64] = [:]
    /// The last collaboration that each of them sent.
    var starts: [Handle: StartID] = [:]
    /// What people took off their shelves, in order.
    var removed: [(person: Handle, url: String, id: HighlightID)] = []
    /// What was said by steps: a message is spoken of by what it said, also when that stands there no longer.
    private(set) var said: [(conversation: ConversationID, text: String, message: MessageID)] = []

    /// The conversation of that name.
    func conversation(_ name: String) throws(StepFailure) -> ConversationID {
        if let id = conversations[name] { return id }
        throw StepFailure(
            "there is no conversation \"\(name)\"", expected: #"a step like: a conversation "Trip" between …"#,
            actual: conversations.keys.sorted().joined(separator: ", "))
    }

    /// What the steps call a conversation; empty if they speak of none such.
    func name(of id: ConversationID) -> String { conversations.filter { $0.value == id }.keys.min() ?? "" }

    /// The document that was shared by that link.
    func document(_ url: String) throws(StepFailure) -> Document {
        if let document = documents[url] { return document }
        throw StepFailure("nothing was shared at \(url)", actual: documents.keys.sorted().joined(separator: ", "))
    }

    /// Refuses a name for a new conversation that another has.
    func expectNew(_ name: String, unless id: ConversationID? = nil) throws(StepFailure) {
        guard let known = conversations[name], known != id else { return }
        throw StepFailure("there is already a conversation \"\(name)\"")
    }

    /// Keeps what was shared at a link.
    mutating func share(_ share: String, of app: String, at url: String) {
        documents[url] = Document(share: ShareID(share), app: app)
        documentApps[url] = app
    }

    /// Keeps what a message says now, by the answer to whoever said it.
    mutating func say(messageOf answer: JSONValue?, in conversation: ConversationID) {
        guard let message = answer?["message"], let id = message.text("id") else { return }
        let text = message.text("text") ?? ""
        said.append((conversation, text.isEmpty ? message["attachment"]?.text("name") ?? "" : text, MessageID(id)))
    }
}
