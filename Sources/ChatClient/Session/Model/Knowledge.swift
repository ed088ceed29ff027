package import ChatProtocol
import ChatScreens

/// What the server told this person, apart from how it is shown. Of another server, or of one that was reset, they know
/// none of it.
package struct Knowledge: Sendable {
    private var records: [ConversationID: ConversationRecord] = [:]
    /// Every message that was told.
    package internal(set) var messages = MessageArchive()
    /// Shared with You, and what is pinned.
    package internal(set) var shelf = Shelf()
    /// The apps that wait for an answer.
    package internal(set) var consent = ConsentQueue()
    /// The apps that were met.
    var apps = AppDirectory()
    /// The display names of people.
    var names = PersonNames()
    /// The titles of the conversations that the person deleted, and in which nothing was said since.
    var deleted: [ConversationID: String] = [:]
    /// The last titles of the conversations that the person left or was removed from while this client ran.
    var former: [ConversationID: String] = [:]
    /// Whether there are more shares than the server told at once.
    var hasMoreShares = false
    /// The links that the person opens and that are no document of theirs, until it is known which app opens each.
    var plainLinks: Set<String> = []
    /// How far starts of collaborations got that was told already.
    var toldStarts: Set<String> = []
    /// The words that the server has not posted: with documents whose app it asks, by the ids of their starts, and of
    /// refused messages, by their client ids.
    var unposted: [DraftStore.Change] = []
    /// The parts of the messages on their way, by client id: the composer gets them back if the server refuses one.
    var parts: [String: DraftParts] = [:]
    /// The messages whose edits wait for the server, once for each edit.
    var edits: [MessageID] = []

    /// Somebody who knows nothing yet.
    init() {}

    /// Somebody whose server has forgotten everything: they keep what is asked again in any case.
    init(after old: Knowledge) {
        apps = AppDirectory(met: old.apps.met)
        names = old.names
        hasMoreShares = old.hasMoreShares
    }

    /// What is known of a conversation; nothing, of an unknown one.
    package internal(set) subscript(_ id: ConversationID) -> ConversationRecord {
        get { records[id] ?? ConversationRecord() }
        _modify { yield &records[id, default: ConversationRecord()] }
    }

    /// The conversations that the person is in.
    var conversations: [ConversationID] { records.values.compactMap { $0.conversation?.id } }

    /// Forgets a conversation with everything that was said in it.
    mutating func remove(_ id: ConversationID) {
        records[id] = nil
        messages.remove(from: id)
        shelf.forgetPins(of: id)
    }
}

/// One conversation as this person knows it.
package struct ConversationRecord: Sendable {
    /// The conversation, for titles and names; nil until the list has it.
    package internal(set) var conversation: Conversation?
    /// Which number the card of each link has.
    var numbering = LinkNumbering()
    /// The number of the newest message that the unread count knows of.
    var counted: Int64 = 0
    /// What was told of it while its thread was not loaded.
    var told: Set<String> = []
    /// The numbers of the messages that mention this person, as far as they are known.
    var mentions: Set<Int64> = []
    /// The messages of which a change alerted, as far as they may be what the list is marked for.
    var alerting: Set<MessageID> = []
    /// True if the person leaves or deletes it by this client.
    var isBeingLeft = false
    /// How far the other one has come.
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
