import ChatTerminal

/// A message as a thread shows it.
package struct MessageEntry: Equatable, Sendable {
    /// The delivery state of this person's own message.
    package enum Delivery: Equatable, Sendable {
        /// The server has it, or another person wrote it.
        case sent
        /// Not acknowledged yet. It is sent again after a lost connection.
        case pending
        /// Refused, with the reason.
        case failed(String)
    }

    /// The message's id. An own message that is not acknowledged yet has an id that the session assigned.
    package var id: String
    /// The sender's display name.
    package var sender: String
    /// True if this person wrote it.
    package var isOwn: Bool = false
    /// The text of the message.
    package var text: String
    /// The links in it, as cards.
    package var cards: [LinkCard] = []
    /// The time to show.
    var time: String = ""
    /// The day that it belongs to, as shown above the first message of a day.
    var day: String = ""
    /// The delivery state.
    package var delivery: Delivery = .sent
    /// True if it was edited after it was sent.
    var isEdited: Bool = false
    /// True while this person's edit of it waits for the server.
    package var isBeingEdited = false
    /// True if it was unsent. The text is then not shown.
    package var isUnsent: Bool = false
    /// The summary of the message that this one answers: its sender and beginning, or that it was unsent.
    package var quote: String?
    /// The id of the answered message, for an own message that the server does not have.
    package var replyTo: String?
    /// The parts, in addition to its text, of an own message that the server refused.
    package var parts: DraftParts?
    /// The reactions, each with the people who chose it.
    package var reactions: [ReactionRow] = []
    /// Its number in the conversation, which commands take as `#12`; nil until the server assigns one.
    package var number: Int?
    /// The time at which it was sent, in milliseconds since 1970 by the server's clock. It limits how long the message
    /// can be edited or unsent.
    package var sentAt: Int64 = 0
    /// Its earlier texts, oldest first.
    package var versions: [EarlierText] = []
    /// This person's own tapback, in the wire protocol's word.
    package var ownReaction: String?
    /// The ranges of the mentions, in UTF-16 code units of the text.
    package var mentions: [Range<Int>] = []
    /// The ranges of the mentions of the person who reads it.
    package var readerMentions: [Range<Int>] = []
    /// The attached document.
    package var attachment: AttachmentRow?
    /// The number of replies in the thread that it begins.
    package var replies = 0
    /// The id of the message that begins its thread of replies; nil if it is not a reply.
    package var thread: String?
    /// The sender's handle; empty if it is unknown.
    package var handle = ""

    /// True if the person who reads it is mentioned.
    package var mentionsReader: Bool { !readerMentions.isEmpty }

    /// True if actions on it are possible: the server has it, and it was not unsent.
    var isThere: Bool { delivery == .sent && !isUnsent }

    /// True if actions on it are possible, or it is being sent.
    var isThereOrPending: Bool { isThere || delivery == .pending }

    /// Returns the text of an unsent message (`msg-unsend-note`).
    package static func tombstone(of sender: String, isOwn: Bool) -> String {
        "\(isOwn ? "You" : CleanText.line(sender)) unsent a message"
    }

    /// The sender and the text in one line, for menus, replies and confirmations.
    var summary: String {
        if isUnsent { return Self.tombstone(of: sender, isOwn: isOwn) }
        let what = text.isEmpty ? attachment?.name ?? "" : text
        return CleanText.line("\(isOwn ? "You" : sender): \(what)")
    }

    /// True if the text is only one link, so that its card is sufficient.
    package var isOnlyLink: Bool { cards.count == 1 && CleanText.line(text) == CleanText.line(cards[0].url) }
}

/// A reaction with the people who chose it.
package struct ReactionRow: Equatable, Sendable {
    /// The sign that is drawn.
    var symbol: String
    /// The display names of the people who chose it, or “You”.
    var people: [String]

    init(_ symbol: String, _ people: [String]) { (self.symbol, self.people) = (symbol, people) }

    /// The reaction with its count, such as `♥ 2`; only the sign for one person.
    var counted: String { people.count > 1 ? "\(symbol) \(people.count)" : symbol }

    /// The reaction with the names: `♥ Anna, Bea`.
    var named: String { symbol + " " + people.map { CleanText.line($0) }.joined(separator: ", ") }
}

/// An earlier text of an edited message.
package struct EarlierText: Equatable, Sendable {
    var text: String
    /// The time of this text, as shown.
    var time: String
}

/// A document attached to a message.
package struct AttachmentRow: Equatable, Sendable {
    /// The file's name.
    package var name: String
    /// The file's media type.
    var type: String
    /// The file's size in bytes.
    var bytes: Int64
    /// True if the server stores its content, so that it can be saved.
    var isKept: Bool = true

    /// The name, the type and the size: `plan.pdf · application/pdf · 12 KB`.
    var line: String { "\(CleanText.line(name)) · \(CleanText.line(type)) · \(size)" }

    /// The size in bytes, KB or MB, in powers of 1,000.
    var size: String {
        switch bytes {
        case ..<1_000: return bytes == 1 ? "1 byte" : "\(bytes) bytes"
        case ..<999_500: return "\((bytes + 500) / 1_000) KB"
        default: return "\((bytes + 50_000) / 1_000_000).\((bytes + 50_000) / 100_000 % 10) MB"
        }
    }
}

/// A link, drawn as a card.
package struct LinkCard: Equatable, Sendable {
    /// The number of the link in this thread, which `/pin` takes; nil hides the number.
    var number: Int?
    /// The document's title; nil if it is unknown.
    package var title: String?
    /// The app's name; nil for a link that no app opens.
    package var app: String?
    /// The address.
    package var url: String
    /// True if this person pinned it.
    package var isPinned: Bool = false
    /// The lines below its title if it is a collaboration (`ntc-system-lines`).
    package var sharing: CardSharing?
}

/// The numbers of the links of a thread, which `/pin` takes, or of the items of an app. They follow the order of
/// arrival and never change, so that a link that arrives while a person types a number cannot take its place.
package struct LinkNumbering: Equatable, Sendable {
    private var numbers: [String: Int] = [:]

    /// Creates the numbering of a thread without links.
    package init() {}

    /// Returns the number of a link or an item, and assigns the next one to a new one.
    package mutating func number(for url: String) -> Int {
        if let number = numbers[url] { return number }
        numbers[url] = numbers.count + 1
        return numbers.count
    }
}
