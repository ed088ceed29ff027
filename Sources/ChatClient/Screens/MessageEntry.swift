/// A message as a thread shows it.
public struct MessageEntry: Equatable, Sendable {
    /// How far one's own message has come.
    public enum Delivery: Equatable, Sendable {
        /// The server has it, or another person wrote it.
        case sent
        /// Not acknowledged yet; it will be sent again after a lost connection.
        case pending
        /// Refused, and why.
        case failed(String)
    }

    /// The message's id; of one's own that is not acknowledged yet, whatever the session calls it.
    public var id: String
    /// The sender's display name.
    public var sender: String
    /// Whether this person wrote it.
    public var isOwn: Bool
    /// What was written.
    public var text: String
    /// The links in it, as cards.
    public var cards: [LinkCard]
    /// The time to show.
    public var time: String
    /// The day it stands under.
    public var day: String
    /// How far it has come.
    public var delivery: Delivery
    /// Whether it was changed after it was sent.
    public var isEdited: Bool
    /// Whether it was taken back: the text is not shown then.
    public var isUnsent: Bool
    /// The message that this one answers, in short: its sender and beginning, or that it was unsent.
    public var quote: String?
    /// Reactions, each as it is to be shown ("❤️ 2").
    public var reactions: [String]
    /// Its number in the conversation, which commands take as `#12`; nil where the server gave none yet.
    public var number: Int?
    /// When it was sent, in milliseconds since 1970 of the server's clock: how long it can be edited follows from it.
    public var sentAt: Int64 = 0
    /// Its earlier texts, oldest first.
    public var versions: [EarlierText] = []
    /// This person's own tapback, as the wire calls it.
    public var ownReaction: String?
    /// Where members are mentioned, in UTF-16 code units of the text.
    public var mentions: [Range<Int>] = []
    /// The document that came with it.
    public var attachment: AttachmentRow?
    /// How many replies stand in the thread that it begins.
    public var replies = 0
    /// The message that begins the thread of replies in which it stands; nil where it answers none.
    public var thread: String?

    /// A message.
    public init(
        id: String, sender: String, isOwn: Bool = false, text: String, cards: [LinkCard] = [], time: String = "",
        day: String = "", delivery: Delivery = .sent, isEdited: Bool = false, isUnsent: Bool = false,
        quote: String? = nil, reactions: [String] = []
    ) {
        self.id = id
        self.sender = sender
        self.isOwn = isOwn
        self.text = text
        self.cards = cards
        self.time = time
        self.day = day
        self.delivery = delivery
        self.isEdited = isEdited
        self.isUnsent = isUnsent
        self.quote = quote
        self.reactions = reactions
    }

    /// Whether anything can still be done with it: the server has it, and it was not taken back.
    var isThere: Bool { delivery == .sent && !isUnsent }

    /// What a message that was taken back says (`msg-unsend-note`).
    static func tombstone(of sender: String, isOwn: Bool) -> String {
        "\(isOwn ? "You" : CleanText.line(sender)) unsent a message"
    }

    /// Who says what, in one line: how a menu, a reply and a question call it.
    var summary: String {
        if isUnsent { return Self.tombstone(of: sender, isOwn: isOwn) }
        let what = text.isEmpty ? attachment?.name ?? "" : text
        return CleanText.line("\(isOwn ? "You" : sender): \(what)")
    }

    /// Whether the text is one link and nothing else, so that its card says it all.
    var isOnlyLink: Bool { cards.count == 1 && CleanText.line(text) == CleanText.line(cards[0].url) }
}

/// A text that an edited message had before.
public struct EarlierText: Equatable, Sendable {
    /// The text.
    public var text: String
    /// Since when it stood there, as it is to be shown.
    public var time: String

    /// An earlier text.
    public init(text: String, time: String) {
        self.text = text
        self.time = time
    }
}

/// A document that came with a message.
public struct AttachmentRow: Equatable, Sendable {
    /// The file's name.
    public var name: String
    /// Its type.
    public var type: String
    /// How many bytes it has.
    public var bytes: Int64
    /// Whether the server keeps its content, so that it can be saved.
    public var isKept: Bool

    /// A document.
    public init(name: String, type: String, bytes: Int64, isKept: Bool = true) {
        self.name = name
        self.type = type
        self.bytes = bytes
        self.isKept = isKept
    }

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
public struct LinkCard: Equatable, Sendable {
    /// What `/pin` calls it in this thread; nil hides the number.
    public var number: Int?
    /// The document's title, or nil.
    public var title: String?
    /// The app's name, or nil for a link that no app opens.
    public var app: String?
    /// Where it leads.
    public var url: String
    /// Whether this person pinned it.
    public var isPinned: Bool
    /// What it says below its title, where it is a collaboration (`ntc-system-lines`).
    public var sharing: CardSharing?

    /// A card.
    public init(number: Int? = nil, title: String? = nil, app: String? = nil, url: String, isPinned: Bool = false) {
        self.number = number
        self.title = title
        self.app = app
        self.url = url
        self.isPinned = isPinned
    }
}

/// Gives the links of one thread the numbers that `/pin` takes: in the order they were first met, never changed, so
/// that a link that arrives while someone types a number cannot take its place.
public struct LinkNumbering: Equatable, Sendable {
    private var numbers: [String: Int] = [:]

    /// Numbers for a thread that has none yet.
    public init() {}

    /// The number of a link, new or not.
    public mutating func number(for url: String) -> Int {
        if let number = numbers[url] { return number }
        numbers[url] = numbers.count + 1
        return numbers.count
    }
}
