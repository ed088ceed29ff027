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
    /// The start of the message that this one answers.
    public var quote: String?
    /// Reactions, each as it is to be shown ("❤️ 2").
    public var reactions: [String]

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

    /// Whether the text is one link and nothing else, so that its card says it all.
    var isOnlyLink: Bool { cards.count == 1 && CleanText.line(text) == CleanText.line(cards[0].url) }
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
