package import ChatProtocol
import ChatScreens
import ChatTerminal

/// The data that the server sent to this person, apart from how the screens show it. A reset of the server, or another
/// server, makes it invalid.
package struct Knowledge: Sendable {
    private var records: [ConversationID: ConversationRecord] = [:]
    /// The messages that the server sent.
    package internal(set) var messages = MessageArchive()
    /// The items of Shared with You, and the pinned links.
    package internal(set) var shelf = Shelf()
    /// The apps that wait for the person's answer.
    package internal(set) var consent = ConsentQueue()
    /// The known apps.
    var apps = AppDirectory()
    /// The display names of people.
    var names = PersonNames()
    /// The titles of the conversations that the person deleted, and that have no newer message.
    var deleted: [ConversationID: String] = [:]
    /// The last titles of the conversations that the person left or was removed from while this client ran.
    var former: [ConversationID: String] = [:]
    /// True if there are more shares than the server sent in one answer.
    var hasMoreShares = false
    /// The links that the person opened and that lead to no share, until the server reports which app opens each.
    var plainLinks: Set<String> = []
    /// The starts of collaborations that were reported already, each with its state.
    var toldStarts: Set<String> = []
    /// The words that the server has not posted: those of documents whose app has to answer, by the ids of their
    /// starts, and those of refused messages, by their client ids.
    var unposted: [DraftStore.Change] = []
    /// The parts of pending messages, by client id. The composer gets them back if the server refuses the message.
    var parts: [String: DraftParts] = [:]
    /// The messages whose edits wait for the server, once for each edit.
    var edits: [MessageID] = []

    /// Creates the state of a client that has received nothing.
    init() {}

    /// Creates the state after the server lost its data. Keeps what the client requests again in any case.
    init(after old: Knowledge) {
        apps = AppDirectory(met: old.apps.met)
        names = old.names
        hasMoreShares = old.hasMoreShares
    }

    /// The record of a conversation; an empty one if the conversation is not known.
    package internal(set) subscript(_ id: ConversationID) -> ConversationRecord {
        get { records[id] ?? ConversationRecord() }
        _modify { yield &records[id, default: ConversationRecord()] }
    }

    /// The conversations in which the person is.
    var conversations: [ConversationID] { records.values.compactMap { $0.conversation?.id } }

    /// Forgets a conversation with its messages and its pins.
    mutating func remove(_ id: ConversationID) {
        records[id] = nil
        messages.remove(from: id)
        shelf.forgetPins(of: id)
    }
}

/// The data of one conversation.
package struct ConversationRecord: Sendable {
    /// The conversation, for titles and names; nil until the list has it.
    package internal(set) var conversation: Conversation?
    /// The numbers of the cards, by link.
    var numbering = LinkNumbering()
    /// The sequence number of the newest message that the unread count includes.
    var counted: Int64 = 0
    /// The ids of the entries that were reported while the thread was not loaded.
    var told: Set<String> = []
    /// The sequence numbers of the known messages that mention this person.
    var mentions: Set<Int64> = []
    /// The messages with a change that alerted the person, and that may be the reason for the mark in the list.
    var alerting: Set<MessageID> = []
    /// True if the person is leaving or deleting the conversation with this client.
    var isBeingLeft = false
    /// The newest messages that the other person has received and read.
    package internal(set) var receipt = ReceiptState()
}

/// The display names that a client knows.
package struct PersonNames: Equatable, Sendable {
    private var names: [Handle: String] = [:]
    private var namesakes: [String: Int] = [:]

    /// Creates a list without names.
    package init() {}

    subscript(person: Handle) -> String? { names[person] }

    /// Stores a name.
    ///
    /// - Returns: the person's earlier name; nil if there was none.
    @discardableResult
    package mutating func update(_ person: Person) -> String? {
        let old = names.updateValue(person.name, forKey: person.handle)
        if let old { namesakes[old, default: 1] -= 1 }
        namesakes[person.name, default: 0] += 1
        return old
    }

    /// True if another person has the same name.
    func isShared(_ name: String) -> Bool { namesakes[name, default: 0] > 1 }

    /// Returns the display name of a person, or the handle if the name is not known.
    func name(of person: Handle) -> String { names[person] ?? person.rawValue }

    /// Returns the display name of a person, with the handle if another person has the same name.
    package func label(of person: Handle) -> String {
        let name = name(of: person)
        return isShared(name) ? "\(name) (\(person))" : name
    }

    /// Returns the title of a conversation for one of its members: its name, or the names of the other members.
    package func title(of conversation: Conversation, for me: Handle) -> String {
        if let name = conversation.name, !name.isEmpty { return CleanText.line(name) }
        let others = conversation.people.filter { $0.handle != me }
        // Titles identify conversations, so that people with the same name need their handles.
        return others.isEmpty ? name(of: me) : others.map { label(of: $0.handle) }.joined(separator: ", ")
    }
}

/// The known messages in their present state. Replies quote them, and threads of replies consist of them.
package struct MessageArchive: Sendable {
    private var messages: [MessageID: Message] = [:]
    private var replyCounts: [MessageID: Int64] = [:]

    /// The known message with an id.
    package subscript(_ id: MessageID) -> Message? { messages[id] }

    /// All known messages, in no order.
    package var all: some Collection<Message> { messages.values }

    /// Returns the number of replies in the thread that a message begins.
    package func replies(to id: MessageID) -> Int64 { replyCounts[id] ?? 0 }

    /// Stores a message in its present state.
    mutating func keep(_ message: Message) {
        messages[message.id] = message
        if let replies = message.replies { replyCounts[message.id] = replies }
    }

    /// Returns the newer state of a message: this one, or the stored one.
    func newest(_ message: Message) -> Message {
        messages[message.id].flatMap { $0.isNewer(than: message) ? $0 : nil } ?? message
    }

    /// Returns the newest known message of a conversation.
    func newest(in conversation: ConversationID) -> MessageID? {
        messages.values.filter { $0.conversation == conversation }.max { $0.sequence < $1.sequence }?.id
    }

    /// Counts one more reply in the thread of a message.
    mutating func countReply(to root: MessageID) { replyCounts[root, default: 0] += 1 }

    /// Raises the number of replies to a message to that of the known ones.
    mutating func countKnownReplies(to root: MessageID) {
        replyCounts[root] = max(replies(to: root), Int64(messages.values.count { $0.thread == root }))
    }

    /// Removes the messages of a conversation before a sequence number, except replies and messages with replies.
    mutating func remove(from conversation: ConversationID, before sequence: Int64) {
        messages = messages.filter { id, message in
            message.conversation != conversation || message.sequence >= sequence || replyCounts[id] != nil
                || message.thread != nil
        }
    }

    /// Removes deleted messages, and subtracts them from the numbers of replies.
    mutating func remove(_ ids: [MessageID]) {
        for id in ids {
            if let root = messages[id]?.thread { replyCounts[root] = max(0, replies(to: root) - 1) }
            messages[id] = nil
        }
    }

    /// Removes the messages of a conversation.
    mutating func remove(from conversation: ConversationID) {
        messages = messages.filter { $0.value.conversation != conversation }
    }
}

extension Message {
    /// True if the message has the tapback that a change removes. Without that tapback, the times of the others do not
    /// show when it was removed.
    func has(_ change: MessageChange) -> Bool {
        guard case .reacted(let person, let reaction, removed: true) = change else { return false }
        return reactions.contains { $0.handle == person && $0.reaction == reaction }
    }

    /// True if this state of a message was changed after another state of it.
    func isNewer(than other: Message) -> Bool {
        if isUnsent != other.isUnsent { return isUnsent }
        if versions.count != other.versions.count { return versions.count > other.versions.count }
        return (reactions.map(\.at).max() ?? sentAt) > (other.reactions.map(\.at).max() ?? sentAt)
    }
}

/// The items of Shared with You, and the links that this person pinned.
package struct Shelf: Sendable {
    /// The highlights, in ranked order.
    package private(set) var highlights: [PersonHighlight] = []
    /// The links that this person pinned in each conversation, as far as they are known.
    private var pins: [ConversationID: Set<String>] = [:]

    /// The pins of removed highlights, for undo.
    private var removedPins: [HighlightID: LinkReference] = [:]

    private var pinned: Set<String> { Set(highlights.pinned.map(\.url)) }

    /// True if a link is pinned in a conversation. If the pins of the conversation are not known, the shelf decides.
    func isPinned(_ url: String, in conversation: ConversationID) -> Bool {
        pins[conversation]?.contains(url) ?? highlights.pinned.contains { $0.url == url }
    }

    /// Notes that a link was pinned or unpinned.
    mutating func pin(_ url: String, in conversation: ConversationID, isPinned: Bool) {
        var known = pins[conversation] ?? pinned
        if isPinned { known.insert(url) } else { known.remove(url) }
        pins[conversation] = known
    }

    /// Stores the pin of a highlight before its removal.
    mutating func keepPin(of id: HighlightID) {
        guard let highlight = highlights.first(where: { $0.id == id && $0.pinned }),
            let conversation = highlight.attribution.first?.conversation
        else { return }
        removedPins[id] = LinkReference(conversation: conversation, url: highlight.url)
    }

    /// Removes and returns the stored pin of a highlight; nil if there is none.
    mutating func takeKeptPin(of id: HighlightID) -> LinkReference? { removedPins.removeValue(forKey: id) }

    /// Replaces the whole shelf. It decides whether a link of an app is pinned, because another device may have pinned
    /// or unpinned it.
    ///
    /// - Parameter isOfAnApp: returns true if an app opens a link of a conversation.
    mutating func replace(_ shelf: [PersonHighlight], isOfAnApp: (String, ConversationID) -> Bool) {
        highlights = shelf
        for (conversation, known) in pins {
            pins[conversation] = pinned.union(known.filter { !isOfAnApp($0, conversation) })
        }
    }

    /// Replaces the pinned links of a conversation that no app opens.
    ///
    /// - Returns: true if that changed the pins.
    mutating func replacePins(
        _ links: [String], in conversation: ConversationID, isOfAnApp: (String) -> Bool
    ) -> Bool {
        let before = pins[conversation] ?? pinned
        let now = before.filter { pinned.contains($0) || isOfAnApp($0) }.union(links)
        guard now != before, pins[conversation] != nil || !links.isEmpty else { return false }
        pins[conversation] = now
        return true
    }

    /// Forgets the pins of a conversation.
    mutating func forgetPins(of conversation: ConversationID) { pins[conversation] = nil }
}
