import ChatProtocol
import Gherkin

/// The names by which the steps of a recording call people, conversations, apps and messages.
struct RecordedCast {
    /// A message as the steps speak of it.
    struct Said {
        let id: MessageID
        let conversation: ConversationID
        let sender: Handle
        /// What it reads now: its text, or the name of its document; of one that was unsent what it read before.
        var text: String
        var isUnsent: Bool
        /// The links in it that an app opens.
        var links: [(url: String, app: AppID)]
    }

    private var names: [Handle: String] = [:]
    /// How the world shows somebody, where that is not the name of the steps.
    private var shownNames: [Handle: String] = [:]
    private var conversations: [ConversationID: String] = [:]
    /// Every name that a conversation has had.
    private var conversationNames: [String: ConversationID] = [:]
    /// Who is in a conversation.
    var members: [ConversationID: [Handle]] = [:]
    /// The apps' names.
    var apps: [AppID: String] = [:]
    private(set) var said: [MessageID: Said] = [:]
    /// The messages in the order in which they were said.
    private var order: [MessageID] = []
    /// What steps say in place of what was said, where they call people otherwise.
    private var retold: [String: String] = [:]
    /// Messages that no step could say: what is done with them cannot be said either.
    var unsayable: Set<MessageID> = []

    // MARK: People

    /// Notes how the world shows somebody.
    mutating func show(_ handle: Handle, as name: String) { shownNames[handle] = name }

    /// The name of somebody in the steps: a capitalised word that is their handle in lower case, where one is.
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

    /// A sentence of the world with the names of the steps in it.
    func inSteps(_ text: String) -> String {
        var text = text
        // The longer first, because one may be a part of another; and always in the same order.
        let longestFirst = shownNames.sorted { ($1.value.count, $0.value, $0.key) < ($0.value.count, $1.value, $1.key) }
        for (handle, shown) in longestFirst {
            if let name = names[handle], name != shown { text = text.replacingBytes(of: shown, with: name) }
        }
        return text
    }

    // MARK: Conversations

    /// The name of a conversation, if the steps know it.
    func conversation(_ id: ConversationID) -> String? { conversations[id] }

    /// Whether a name of a conversation is used already.
    func isTaken(_ name: String) -> Bool { conversationNames[name] != nil }

    /// Gives a conversation its name; where it has none, or one that another has, one is made of the people.
    mutating func name(_ id: ConversationID, _ given: String?, of people: [Handle]) -> String {
        var name = given ?? ""
        if name.isEmpty || !StepText.fitsLine(name) {
            let shown = people.prefix(4).map { self.name($0) }
            let others = people.count - shown.count
            let all = StepText(pieces: StepValue.names(shown).pieces(.persons)).written
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

    /// Lets a conversation be called otherwise from now on.
    mutating func rename(_ id: ConversationID, _ name: String) {
        conversations[id] = name
        conversationNames[name] = id
    }

    // MARK: Messages

    /// Notes a message as it reads now.
    mutating func learn(_ message: Message) {
        let known = said[message.id]
        let shown = message.text.isEmpty ? message.attachment?.name ?? "" : retold[message.text] ?? message.text
        if known == nil { order.append(message.id) }
        said[message.id] = Said(
            id: message.id, conversation: message.conversation, sender: message.sender,
            text: message.isUnsent ? known?.text ?? "" : shown, isUnsent: message.isUnsent,
            links: message.links.compactMap { link in link.app.map { (link.url, $0) } })
    }

    /// Lets a message be called by what the step makes it say that sends it.
    mutating func say(_ id: MessageID, as told: String) {
        guard let one = said[id] else { return }
        retell(one.text, as: told)
        said[id]?.text = told
    }

    /// Lets steps say something else in place of a text.
    mutating func retell(_ text: String, as told: String) {
        if text != told { retold[text] = told }
    }

    /// What a step calls a message by; nil where it would mean another one, or none.
    func text(of id: MessageID) -> String? {
        guard let one = said[id], !unsayable.contains(id) else { return nil }
        let alike = messages(of: one.conversation).last {
            !unsayable.contains($0.id) && $0.isUnsent == one.isUnsent && $0.text == one.text
        }
        return alike?.id == id ? one.text : nil
    }

    /// The messages of a conversation, oldest first.
    func messages(of conversation: ConversationID) -> [Said] {
        order.compactMap { said[$0] }.filter { $0.conversation == conversation }
    }

    /// The conversations in which a link stands.
    func conversations(with url: String) -> Set<ConversationID> {
        Set(said.values.filter { $0.links.contains { $0.url == url } }.map(\.conversation))
    }
}
