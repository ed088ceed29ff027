import ChatConnection
import ChatProtocol
import ChatScreens
import ChatSession
import Gherkin

/// The messages and links to which steps can refer, and the names that steps gave them. The memory is filled from the
/// notifications of an observer, and only if a step of the scenario uses a reference.
struct StageMemory {
    /// A link or message with a name.
    enum Named: Hashable {
        case link(String)
        case message(MessageID)
    }

    /// The newest message and links of one person, or of all people.
    private struct Latest {
        var message: MessageID?
        var sentLink: String?
        var sharedLink: String?
    }

    /// True if the notifications of the observer are stored.
    var isListening = false
    /// The last cursor that the observer received; nil as long as it does not listen.
    private(set) var cursor: Int64?
    /// The links and messages by their names.
    private(set) var named: [String: Named] = [:]
    /// The current texts of messages, and the last texts of unsent ones.
    private var texts: [MessageID: String] = [:]
    private var latest: [Handle?: Latest] = [:]
    private var isNeeded: Bool?
    /// The notices of the last step that caused any.
    var lastNotices: [NoticeID] { newNotices.isEmpty ? earlierNotices : newNotices }
    private var earlierNotices: [NoticeID] = []
    private var newNotices: [NoticeID] = []

    /// Returns true if a step of the scenario uses a reference or gives a name.
    mutating func isNeeded(by pickle: Gherkin.Pickle?) -> Bool {
        if let isNeeded { return isNeeded }
        let speaks = (pickle?.steps ?? []).contains { step in
            // A cheap search finds the few candidates, and only those are split into words.
            step.text.utf8.contains(sequence: "called \"") || step.text.utf8.contains(sequence: "not notified")
                || step.text.utf8.contains(sequence: "just s")
                    && StepText(step.text).pieces.contains { if case .reference = $0 { true } else { false } }
        }
        isNeeded = speaks
        return speaks
    }

    /// Stores the relevant notifications of an observer.
    mutating func record(_ heard: [ScriptedClient.Notified]) {
        guard isListening else { return }
        for notified in heard {
            if let position = notified.params["cursor"]?.integerValue { cursor = max(cursor ?? 0, position) }
            switch notified.notification {
            case .noticePosted(let notice, _): newNotices.append(notice.id)
            case .messagePosted(let message, _):
                texts[message.id] = message.shownText
                remember(message)
            case .messageChanged(let message, _, _): if !message.isUnsent { texts[message.id] = message.shownText }
            case .receipt, .conversationChanged, .deletionChanged, .noticeCleared, .consentRequested,
                .highlightsChanged, .shareLost, .shareChanged, .settingsChanged, .collaborationChanged,
                .documentChanged, .personNamed, nil:
                continue
            }
        }
    }

    /// Ends a step. Its notices become the last ones if it caused any.
    mutating func endStep() {
        earlierNotices = lastNotices
        newNotices = []
    }

    private mutating func remember(_ message: Message) {
        for key in [nil, message.sender] as [Handle?] {
            latest[key, default: Latest()].message = message.id
            for link in message.links {
                latest[key, default: Latest()].sentLink = link.url
                // The server adds a title to the link of a share only.
                if link.title != nil { latest[key, default: Latest()].sharedLink = link.url }
            }
        }
    }

    mutating func name(_ value: Named, _ name: String) { named[name] = value }

    /// Returns the current value of a reference, with the handle of the person whom it names; nil if it has none.
    func value(of reference: StepReference, by person: Handle?) -> Named? {
        let latest = latest[person] ?? Latest()
        switch reference {
        case .sentLink: return latest.sentLink.map(Named.link)
        case .sharedLink: return latest.sharedLink.map(Named.link)
        case .sentMessage: return latest.message.map(Named.message)
        case .namedLink(let name): if case .link(let url) = named[name] { return .link(url) }
        case .namedMessage(let name): if case .message(let id) = named[name] { return .message(id) }
        }
        return nil
    }

    /// Returns the value as a step would write it in quotation marks.
    func text(of value: Named) -> String {
        switch value {
        case .link(let url): url
        case .message(let id): texts[id] ?? ""
        }
    }
}

/// The conversations, documents and messages of a scenario, by their names in the steps.
struct StoryRecord {
    /// A shared document.
    struct Document {
        var share: ShareID
        var app: String
    }

    /// A proof that a person showed to an app.
    struct ShownProof {
        var person: CastPerson
        var app: String
        var request: ProveIdentity
    }

    /// The conversations by their names in the steps.
    var conversations: [String: ConversationID] = [:]
    /// The shared documents by their links.
    var documents: [String: Document] = [:]
    /// The newest one-time links, by the links of their documents.
    var oneTimeLinks: [String: String] = [:]
    /// The apps of all documents, shared or not, by their links.
    var documentApps: [String: String] = [:]
    /// The identity proofs of each device, in order.
    var proofs: [CastPerson.Device: [SignedProof]] = [:]
    /// The proof that each person showed last, and the last one of all.
    var shownProofs: [Handle: ShownProof] = [:]
    var lastShownProof: ShownProof?
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

extension ScenarioContext {
    /// Returns the arguments of a step with all references replaced by their values.
    func resolved(_ arguments: StepArguments) throws(StepFailure) -> StepArguments {
        try arguments.resolving { kind, value throws(StepFailure) in
            switch value {
            case .reference(let reference): .text(memory.text(of: try self.value(of: reference)))
            case .text(let text) where kind == .url: .text(try link(text))
            case .text, .names, .duration, .count: value
            }
        }
    }

    /// Returns the value of a reference.
    ///
    /// - Throws: ``StepFailure`` that lists the known names if it has no value.
    func value(of reference: StepReference) throws(StepFailure) -> StageMemory.Named {
        try observe(.sessionFence)
        let name: String? =
            switch reference {
            case .sentLink(let name), .sharedLink(let name), .sentMessage(let name): name
            case .namedLink, .namedMessage: nil
            }
        let person = try name.map { name throws(StepFailure) in try roster.owner(name).handle }
        if let value = memory.value(of: reference, by: person) { return value }
        switch reference {
        case .sentLink, .sharedLink, .sentMessage: throw StepFailure("there is no such thing: \(reference)")
        case .namedLink(let name): throw unknown("no link is called \"\(name)\"")
        case .namedMessage(let name): throw unknown("no message is called \"\(name)\"")
        }
    }

    /// Returns the link with that name, or the text itself if it is not a name.
    private func link(_ text: String) throws(StepFailure) -> String {
        switch memory.named[text] {
        case .link(let url): return url
        case .message: throw StepFailure("\"\(text)\" is a message, not a link")
        case nil: break
        }
        // A link contains no spaces. If the scenario has names, a text with a space is an unknown name.
        guard !memory.named.isEmpty, text.utf8.contains(0x20), record.conversations[text] == nil else { return text }
        throw unknown("no link is called \"\(text)\"")
    }

    private func unknown(_ problem: String) -> StepFailure {
        let named = memory.named.keys.sorted().map { name in
            switch memory.named[name] {
            case .link(let url)?: "the link \"\(name)\": \(url)"
            case .message?: "the message \"\(name)\""
            case nil: name
            }
        }
        return StepFailure(
            problem, expected: #"a step like: the link "https://…" is called "the plan""#, actual: named.listed)
    }

    /// Names a link, given directly or by a reference.
    func nameLink(_ arguments: StepArguments, as reference: StepReference?) throws(StepFailure) {
        var value = StageMemory.Named.link(try arguments.url())
        if let reference { value = try self.value(of: reference) }
        try name(value, arguments.text())
    }

    /// Names the newest message with that text.
    func nameMessage(_ arguments: StepArguments) throws(StepFailure) {
        let text = try arguments.text()
        for person in roster.people where !person.isAway {
            if let message = try newest(in: arguments.conversation(), of: person.name, { $0.message(reading: text) }) {
                return try name(.message(MessageID(message.id)), arguments.text(1))
            }
        }
        throw StepFailure("no one sees such a message in \"\(try arguments.conversation())\"", expected: text)
    }

    private func name(_ value: StageMemory.Named, _ name: String) throws(StepFailure) {
        if let other = memory.named[name], other != value {
            throw StepFailure("\"\(name)\" is already another name", actual: memory.text(of: other))
        }
        memory.name(value, name)
    }
}

extension ScriptedClient.Notified {
    /// The persistent notification to a person; nil for any other message.
    var notification: ChatProtocol.Notification? {
        read { name, fields throws(InvalidField) in try Notification(name, from: &fields) }
    }

    /// The live notification, which is not stored; nil for any other message.
    var liveNotification: LiveNotification? {
        read { name, fields throws(InvalidField) in try LiveNotification(name, from: &fields) }
    }

    private func read<Told>(_ read: (NotificationName, inout JSONFields) throws(InvalidField) -> Told?) -> Told? {
        guard let name = NotificationName(rawValue: method), var fields = try? JSONFields(params) else { return nil }
        return (try? read(name, &fields)) ?? nil
    }
}

/// Members of notifications and responses.
extension JSONValue {
    func text(_ key: String) -> String? { self[key]?.stringValue }

    func handle(_ key: String) -> Handle? { text(key).flatMap { Handle($0) } }

    func list(_ key: String) -> [JSONValue] { self[key]?.arrayValue ?? [] }

    func texts(_ key: String) -> [String] { list(key).compactMap(\.stringValue) }

    func handles(_ key: String) -> [Handle] { texts(key).compactMap { Handle($0) } }
}
