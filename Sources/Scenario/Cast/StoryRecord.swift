import ChatProtocol

/// The conversations, documents and messages of a scenario, by their names in the steps.
struct StoryRecord {
    /// A shared document.
    struct Document {
        var share: ShareID
        var app: String
    }

    /// The conversations by their names in the steps.
    var conversations: [String: ConversationID] = [:]
    /// The shared documents by their links.
    var documents: [String: Document] = [:]
    /// The apps of all documents, shared or not, by their links.
    var documentApps: [String: String] = [:]
    /// The cursor of the world when each person staged their draft.
    var draftCursors: [Handle: Int64] = [:]
    /// The last collaboration that each person sent.
    var starts: [Handle: StartID] = [:]
    /// The highlights that people removed from their shelves, in order.
    var removed: [(person: Handle, url: String, id: HighlightID)] = []
    /// The texts that steps have sent. A step can refer to a message by its original text even after that has changed.
    private(set) var said: [(conversation: ConversationID, text: String, message: MessageID)] = []

    /// Returns the conversation with that name.
    /// - Throws: ``StepFailure`` if none has it.
    func conversation(_ name: String) throws(StepFailure) -> ConversationID {
        if let id = conversations[name] { return id }
        throw StepFailure(
            "there is no conversation \"\(name)\"", expected: #"a step like: a conversation "Trip" between …"#,
            actual: conversations.keys.sorted().joined(separator: ", "))
    }

    /// Returns the name of a conversation in the steps; empty if it has none.
    func name(of id: ConversationID) -> String { conversations.filter { $0.value == id }.keys.min() ?? "" }

    /// Returns the document that was shared at that link.
    /// - Throws: ``StepFailure`` if none was.
    func document(_ url: String) throws(StepFailure) -> Document {
        if let document = documents[url] { return document }
        throw StepFailure("nothing was shared at \(url)", actual: documents.keys.sorted().joined(separator: ", "))
    }

    /// Checks that no other conversation has a name.
    /// - Throws: ``StepFailure`` if one has it.
    func expectNew(_ name: String, unless id: ConversationID? = nil) throws(StepFailure) {
        guard let known = conversations[name], known != id else { return }
        throw StepFailure("there is already a conversation \"\(name)\"")
    }

    /// Stores a shared document.
    mutating func share(_ share: String, of app: String, at url: String) {
        documents[url] = Document(share: ShareID(share), app: app)
        documentApps[url] = app
    }

    /// Stores the text of a message from the response to its sender.
    mutating func say(messageOf answer: JSONValue?, in conversation: ConversationID) {
        guard let message = answer?["message"], let id = message.text("id") else { return }
        let text = message.text("text") ?? ""
        said.append((conversation, text.isEmpty ? message["attachment"]?.text("name") ?? "" : text, MessageID(id)))
    }
}
