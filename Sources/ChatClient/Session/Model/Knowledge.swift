package import ChatProtocol
import ChatScreens

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
struct PersonNames: Equatable, Sendable {
    private var names: [Handle: String] = [:]
    private var namesakes: [String: Int] = [:]

    subscript(person: Handle) -> String? { names[person] }

    /// Stores a name.
    ///
    /// - Returns: the person's earlier name; nil if there was none.
    mutating func update(_ person: Person) -> String? {
        let old = names.updateValue(person.name, forKey: person.handle)
        if let old { namesakes[old, default: 1] -= 1 }
        namesakes[person.name, default: 0] += 1
        return old
    }

    /// True if another person has the same name.
    func isShared(_ name: String) -> Bool { namesakes[name, default: 0] > 1 }
}
