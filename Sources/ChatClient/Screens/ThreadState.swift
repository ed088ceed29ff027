/// What a screen shows of one conversation's thread: plain values, written by the session, independent of the wire.
public struct ThreadState: Equatable, Sendable {
    /// The conversation's id.
    public var conversation: String
    /// Its name, or the names of the others.
    public var title: String
    /// Display names of the participants, oneself left out.
    public var participants: [String]
    /// What stands in the thread, oldest first.
    public var entries: [ThreadItem]
    /// Notices that wait in the banner, newest first.
    public var waiting: [NoticeEntry]
    /// Whether the server has older entries than these.
    public var hasOlder: Bool
    /// Whether older entries are on their way.
    public var isLoadingOlder: Bool
    /// Whether the newest page is here; until then nothing is marked read.
    public var isLoaded: Bool
    /// Who is typing now, by display name.
    public var typing: [String]
    /// Everybody in it, oneself included, in the order in which they joined.
    public var members: [Member] = []
    /// How far the newest own message of a one-to-one conversation has come.
    public var receipt: ThreadReceipt?
    /// The links of it that this person pinned, newest first.
    public var pins: [LinkCard] = []
    /// The links of the collaborations that were sent in it, as far as the server told.
    public var collaborations: [String] = []

    /// A thread.
    public init(
        conversation: String, title: String, participants: [String] = [], entries: [ThreadItem] = [],
        waiting: [NoticeEntry] = [], hasOlder: Bool = false, isLoadingOlder: Bool = false, isLoaded: Bool = true,
        typing: [String] = []
    ) {
        self.conversation = conversation
        self.title = title
        self.participants = participants
        self.entries = entries
        self.waiting = waiting
        self.hasOlder = hasOlder
        self.isLoadingOlder = isLoadingOlder
        self.isLoaded = isLoaded
        self.typing = typing
    }

    /// Whether someone may leave, or be removed: three at least remain (`msg-leave-four`).
    var canBeLeft: Bool { members.count >= 4 }

    /// The message with an id.
    public func message(_ id: String) -> MessageEntry? {
        for entry in entries.reversed() {
            if case .message(let message) = entry, message.id == id { return message }
        }
        return nil
    }

    /// The newest message of which something is so.
    public func newestMessage(where isWanted: (MessageEntry) -> Bool) -> MessageEntry? {
        for entry in entries.reversed() {
            if case .message(let message) = entry, isWanted(message) { return message }
        }
        return nil
    }

    /// The pinned links of the entries that are here, each once, the newest message first.
    var pinnedCards: [LinkCard] {
        var cards: [LinkCard] = []
        for entry in entries.reversed() {
            guard case .message(let message) = entry else { continue }
            for card in message.cards where card.isPinned && !cards.contains(where: { $0.url == card.url }) {
                cards.append(card)
            }
        }
        return cards
    }

    /// The card that `/pin` with this number means.
    public func card(numbered number: Int) -> LinkCard? {
        for entry in entries.reversed() {
            if case .message(let message) = entry, let card = message.cards.first(where: { $0.number == number }) {
                return card
            }
        }
        return nil
    }
}

/// Somebody in a conversation.
public struct Member: Equatable, Sendable {
    /// The handle.
    public var handle: String
    /// The display name.
    public var name: String
    /// Whether it is this person.
    public var isOwn: Bool

    /// A member.
    public init(handle: String, name: String, isOwn: Bool = false) {
        self.handle = handle
        self.name = name
        self.isOwn = isOwn
    }
}

/// What stands under the newest own message of a one-to-one conversation (`rcpt-delivered`).
public struct ThreadReceipt: Equatable, Sendable {
    /// That message.
    public var entry: String
    /// `Delivered`, or `Read 09:41`.
    public var text: String

    /// A receipt.
    public init(entry: String, text: String) {
        self.entry = entry
        self.text = text
    }
}

/// One thing in a thread.
public enum ThreadItem: Equatable, Sendable {
    /// What a person wrote.
    case message(MessageEntry)
    /// What an app told about a document.
    case notice(NoticeEntry)
    /// What happened to the conversation: "Anna added Bea".
    case system(SystemEntry)

    /// The entry's id.
    public var id: String {
        switch self {
        case .message(let entry): return entry.id
        case .notice(let entry): return entry.id
        case .system(let entry): return entry.id
        }
    }

    /// The day it stands under, as it is to be shown ("Today", "Sat 14 March"); empty for none.
    public var day: String {
        switch self {
        case .message(let entry): return entry.day
        case .notice(let entry): return entry.day
        case .system(let entry): return entry.day
        }
    }
}

/// What happened to the conversation itself.
public struct SystemEntry: Equatable, Sendable {
    /// The entry's id.
    public var id: String
    /// The sentence.
    public var text: String
    /// The day it stands under.
    public var day: String

    /// A system line.
    public init(id: String, text: String, day: String = "") {
        self.id = id
        self.text = text
        self.day = day
    }
}

/// A collaboration notice.
public struct NoticeEntry: Equatable, Sendable {
    /// The notice's id; a notice that grows keeps it.
    public var id: String
    /// The sentence: `Anna edited “Trip plan”`.
    public var text: String
    /// What opening it opens.
    public var url: String
    /// What may be answered, as the owner's prompt offers; mostly nothing.
    public var actions: [NoticeAction]
    /// The time to show.
    public var time: String
    /// The day it stands under.
    public var day: String
    /// Who did it, by display name; empty where nobody says.
    public var actor = ""
    /// The title of its document, which is how the list of what waits groups them; empty where it is about a person.
    public var document = ""

    /// A notice.
    public init(
        id: String, text: String, url: String, actions: [NoticeAction] = [], time: String = "", day: String = ""
    ) {
        self.id = id
        self.text = text
        self.url = url
        self.actions = actions
        self.time = time
        self.day = day
    }
}

/// An answer that a notice offers.
public struct NoticeAction: Equatable, Sendable {
    /// What the server calls it.
    public var id: String
    /// What a person reads.
    public var title: String

    /// An answer.
    public init(id: String, title: String) {
        self.id = id
        self.title = title
    }
}
