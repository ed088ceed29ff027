import ChatProtocol
import Gherkin

/// The names of people, conversations, apps and messages in the steps of a recording.
struct RecordedCast {
    /// A message in the steps.
    struct Said {
        let id: MessageID
        let conversation: ConversationID
        let sender: Handle
        /// The current text, or the name of the document without a text. An unsent message keeps its last text.
        var text: String
        var isUnsent: Bool
        /// The links in the message that an app opens.
        var links: [(url: String, app: AppID)]
    }

    private var names: [Handle: String] = [:]
    /// The display names of people, which can differ from their names in the steps.
    private var shownNames: [Handle: String] = [:]
    private var conversations: [ConversationID: String] = [:]
    /// The conversations by all the names that they have had.
    private var conversationNames: [String: ConversationID] = [:]
    /// The participants of each conversation.
    var members: [ConversationID: [Handle]] = [:]
    /// The names of the apps.
    var apps: [AppID: String] = [:]
    private(set) var said: [MessageID: Said] = [:]
    /// The messages in the order in which they were sent.
    private var order: [MessageID] = []
    /// The texts that steps use instead of the original ones, because their names for people differ.
    private var retold: [String: String] = [:]
    /// The messages that no step can send. Later changes of them cannot become steps either.
    var unsayable: Set<MessageID> = []

    // MARK: People

    /// Stores the display name of a person.
    mutating func show(_ handle: Handle, as name: String) { shownNames[handle] = name }

    /// Returns the name of a person in the steps, and chooses one at the first call: a capitalized word whose lower
    /// case is the handle, if possible.
    mutating func name(_ handle: Handle) -> String {
        if let name = names[handle] { return name }
        let raw = handle.rawValue
        let own = [shownNames[handle], raw.prefix(1).uppercased() + raw.dropFirst()].compactMap { $0 }.first {
            Self.isName($0) && CastPerson.handle(of: $0) == handle
        }
        let local = raw.prefix { $0 != "@" }.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let letters = local.first?.isLetter == true ? String(local) : "P\(local)"
        let plain = letters.prefix(1).uppercased() + letters.dropFirst().lowercased()
        let taken = Set(names.values.map { $0.lowercased() })
        var name = own ?? plain
        var number = 2
        while taken.contains(name.lowercased()) {
            name = "\(plain)\(number)"
            number += 1
        }
        names[handle] = name
        return name
    }

    private static func isName(_ text: String) -> Bool {
        let pieces = StepText(text).pieces
        return pieces.count == 1 && ParameterReader.name(pieces, at: 0) == text
    }

    /// Returns a sentence of the server with the names of the steps in it.
    func inSteps(_ text: String) -> String {
        var text = text
        // Longer names come first, because one name can be a part of another. The order is the same in each run.
        let longestFirst = shownNames.sorted { ($1.value.count, $0.value, $0.key) < ($0.value.count, $1.value, $1.key) }
        for (handle, shown) in longestFirst {
            if let name = names[handle], name != shown { text = text.replacingBytes(of: shown, with: name) }
        }
        return text
    }

    // MARK: Conversations

    /// Returns the name of a conversation; nil if the steps do not know it.
    func conversation(_ id: ConversationID) -> String? { conversations[id] }

    /// Returns true if a conversation has or had this name.
    func isTaken(_ name: String) -> Bool { conversationNames[name] != nil }

    /// Names a conversation. If it has no name or that of another one, the name is made of its participants or a
    /// number.
    mutating func name(_ id: ConversationID, _ given: String?, of people: [Handle]) -> String {
        var name = given ?? ""
        if name.isEmpty || !StepText.fitsLine(name) {
            let shown = people.prefix(4).map { self.name($0) }
            let others = people.count - shown.count
            let all = StepText(pieces: StepGrammar.pieces(of: .names(shown), as: .persons)).written
            name = others > 0 ? "\(shown.joined(separator: ", ")) and \(others) others" : all
        }
        let plain = name
        var number = 2
        while let other = conversationNames[name], other != id {
            name = "\(plain) \(number)"
            number += 1
        }
        conversations[id] = name
        conversationNames[name] = id
        members[id] = people
        return name
    }

    /// Stores a new name of a conversation.
    mutating func rename(_ id: ConversationID, _ name: String) {
        conversations[id] = name
        conversationNames[name] = id
    }

    // MARK: Messages

    /// Stores the current state of a message.
    mutating func learn(_ message: Message) {
        let known = said[message.id]
        let shown = message.text.isEmpty ? message.attachment?.name ?? "" : retold[message.text] ?? message.text
        if known == nil { order.append(message.id) }
        said[message.id] = Said(
            id: message.id, conversation: message.conversation, sender: message.sender,
            text: message.isUnsent ? known?.text ?? "" : shown, isUnsent: message.isUnsent,
            links: message.links.compactMap { link in link.app.map { (link.url, $0) } })
    }

    /// Names a message by the text in the step that sends it.
    mutating func say(_ id: MessageID, as told: String) {
        guard let one = said[id] else { return }
        retell(one.text, as: told)
        said[id]?.text = told
    }

    /// Stores the text that steps use instead of another one.
    mutating func retell(_ text: String, as told: String) {
        if text != told { retold[text] = told }
    }

    /// Returns the text by which a step refers to a message; nil if the step would refer to another one or none.
    func text(of id: MessageID) -> String? {
        guard let one = said[id], !unsayable.contains(id) else { return nil }
        let alike = messages(of: one.conversation).last {
            !unsayable.contains($0.id) && $0.isUnsent == one.isUnsent && $0.text == one.text
        }
        return alike?.id == id ? one.text : nil
    }

    /// Returns the messages of a conversation, the oldest first.
    func messages(of conversation: ConversationID) -> [Said] {
        order.compactMap { said[$0] }.filter { $0.conversation == conversation }
    }

    /// Returns the conversations that contain a link.
    func conversations(with url: String) -> Set<ConversationID> {
        Set(said.values.filter { $0.links.contains { $0.url == url } }.map(\.conversation))
    }
}
