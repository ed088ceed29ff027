import ChatTerminal

/// A message as a thread shows it.
package struct MessageEntry: Equatable, Sendable {
    /// How far one's own message has come.
    package enum Delivery: Equatable, Sendable {
        /// The server has it, or another person wrote it.
        case sent
        /// Not acknowledged yet; it will be sent again after a lost connection.
        case pending
        /// Refused, and why.
        case failed(String)
    }

    /// The message's id; of one's own that is not acknowledged yet, whatever the session calls it.
    package var id: String
    /// The sender's display name.
    package var sender: String
    /// Whether this person wrote it.
    package var isOwn: Bool = false
    /// What was written.
    package var text: String
    /// The links in it, as cards.
    package var cards: [LinkCard] = []
    /// The time to show.
    var time: String = ""
    /// The day it stands under.
    var day: String = ""
    /// How far it has come.
    package var delivery: Delivery = .sent
    /// Whether it was changed after it was sent.
    var isEdited: Bool = false
    /// True while this person's edit of it waits for the server.
    package var isBeingEdited = false
    /// Whether it was taken back: the text is not shown then.
    package var isUnsent: Bool = false
    /// The message that this one answers, in short: its sender and beginning, or that it was unsent.
    package var quote: String?
    /// The id of that message, for an own message that the server does not have.
    package var replyTo: String?
    /// The parts besides its text of an own message that the server refused.
    package var parts: DraftParts?
    /// The reactions, each with who chose it.
    package var reactions: [ReactionRow] = []
    /// Its number in the conversation, which commands take as `#12`; nil where the server gave none yet.
    package var number: Int?
    /// When it was sent, in milliseconds since 1970 of the server's clock: how long it can be edited follows from it.
    package var sentAt: Int64 = 0
    /// Its earlier texts, oldest first.
    package var versions: [EarlierText] = []
    /// This person's own tapback, as the wire calls it.
    package var ownReaction: String?
    /// Where members are mentioned, in UTF-16 code units of the text.
    package var mentions: [Range<Int>] = []
    /// Those of them that mention the person who reads it.
    package var readerMentions: [Range<Int>] = []
    /// The document that came with it.
    package var attachment: AttachmentRow?
    /// How many replies stand in the thread that it begins.
    package var replies = 0
    /// The message that begins the thread of replies in which it stands; nil where it answers none.
    package var thread: String?
    /// The sender's handle; empty if it is not known.
    package var handle = ""

    /// True if the person who reads it is mentioned.
    package var mentionsReader: Bool { !readerMentions.isEmpty }

    /// Whether anything can still be done with it: the server has it, and it was not taken back.
    var isThere: Bool { delivery == .sent && !isUnsent }

    /// The same, or true for a message that is on its way: the newest own one is what is on the screen.
    var isThereOrPending: Bool { isThere || delivery == .pending }

    /// What a message that was taken back says (`msg-unsend-note`).
    package static func tombstone(of sender: String, isOwn: Bool) -> String {
        "\(isOwn ? "You" : CleanText.line(sender)) unsent a message"
    }

    /// Who says what, in one line: how a menu, a reply and a question call it.
    var summary: String {
        if isUnsent { return Self.tombstone(of: sender, isOwn: isOwn) }
        let what = text.isEmpty ? attachment?.name ?? "" : text
        return CleanText.line("\(isOwn ? "You" : sender): \(what)")
    }

    /// Whether the text is one link and nothing else, so that its card says it all.
    package var isOnlyLink: Bool { cards.count == 1 && CleanText.line(text) == CleanText.line(cards[0].url) }
}

/// A reaction, and who chose it.
package struct ReactionRow: Equatable, Sendable {
    /// The sign that is drawn.
    var symbol: String
    /// Who chose it, by display name or as "You".
    var people: [String]

    init(_ symbol: String, _ people: [String]) { (self.symbol, self.people) = (symbol, people) }

    /// `♥ 2`, or the sign alone for one person.
    var counted: String { people.count > 1 ? "\(symbol) \(people.count)" : symbol }

    /// `♥ Anna, Bea`.
    var named: String { symbol + " " + people.map { CleanText.line($0) }.joined(separator: ", ") }
}

/// A text that an edited message had before.
package struct EarlierText: Equatable, Sendable {
    /// The text.
    var text: String
    /// Since when it stood there, as it is to be shown.
    var time: String
}

/// A document that came with a message.
package struct AttachmentRow: Equatable, Sendable {
    /// The file's name.
    package var name: String
    /// Its type.
    var type: String
    /// How many bytes it has.
    var bytes: Int64
    /// Whether the server keeps its content, so that it can be saved.
    var isKept: Bool = true

    /// `plan.pdf · application/pdf · 12 KB`.
    var line: String { "\(CleanText.line(name)) · \(CleanText.line(type)) · \(size)" }

    /// The size as people read it, in units of a thousand.
    var size: String {
        switch bytes {
        case ..<1_000: return bytes == 1 ? "1 byte" : "\(bytes) bytes"
        case ..<999_500: return "\((bytes + 500) / 1_000) KB"
        default: return "\((bytes + 50_000) / 1_000_000).\((bytes + 50_000) / 100_000 % 10) MB"
        }
    }
}

/// A link that an app knows, drawn as a card.
package struct LinkCard: Equatable, Sendable {
    /// What `/pin` calls it in this thread; nil hides the number.
    var number: Int?
    /// The document's title, or nil.
    package var title: String?
    /// The app's name, or nil for a link that no app opens.
    package var app: String?
    /// Where it leads.
    package var url: String
    /// Whether this person pinned it.
    package var isPinned: Bool = false
    /// What it says below its title, where it is a collaboration (`ntc-system-lines`).
    package var sharing: CardSharing?
}

/// The numbers of the links of a thread, which `/pin` takes, or of the items of an app. They follow the order of
/// arrival and never change, so that a link that arrives while a person types a number cannot take its place.
package struct LinkNumbering: Equatable, Sendable {
    private var numbers: [String: Int] = [:]

    /// Numbers for a thread that has none yet.
    package init() {}

    /// Returns the number of a link or an item, and assigns the next one to a new one.
    package mutating func number(for url: String) -> Int {
        if let number = numbers[url] { return number }
        numbers[url] = numbers.count + 1
        return numbers.count
    }
}
