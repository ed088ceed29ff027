import ChatProtocol

/// The links that were ever shared or pinned in a world, each with the number that shelves use.
struct LinkTable: Sendable {
    /// The state of one link.
    struct Entry: Sendable {
        let url: CanonicalURL
        /// The id, derived from the link alone. It is therefore always the same, independent of the order of sharing.
        let id: HighlightID
        /// A number derived from the link, as a tie breaker between two links of one message.
        let tie: UInt64
        /// The app that opens the link.
        var app: AppID?
        /// The conversations that contain the link.
        var conversations: [ConversationID] = []
        /// The people who have pinned the link.
        var pinners: Set<Handle> = []
    }

    private var entries: [Entry] = []
    private var numbers: [CanonicalURL: Int] = [:]
    private var numbersOfIDs: [HighlightID: Int] = [:]

    /// The links that each person has added to messages, since the state was read from the log. Links that were unsent
    /// stay counted until the next read.
    private var usages: [Handle: Usage] = [:]

    var count: Int { entries.count }

    func usage(of person: Handle) -> Usage { usages[person] ?? Usage() }

    /// Returns the size of a link in one message, in bytes.
    static func bytes(of url: CanonicalURL) -> Int { Usage.Size.link + 2 * url.text.utf8.count }

    /// Counts a link that a person added to a message.
    mutating func noteShared(_ url: CanonicalURL, by person: Handle) {
        usages[person, default: Usage()].count += 1
        usages[person, default: Usage()].bytes += Self.bytes(of: url)
    }

    subscript(number: Int) -> Entry {
        get { entries[number] }
        _modify { yield &entries[number] }
    }

    func number(of url: CanonicalURL) -> Int? { numbers[url] }
    func number(of id: HighlightID) -> Int? { numbersOfIDs[id] }

    /// Returns the link with that highlight id or address; nil if the world has no such link.
    func link(_ about: String) -> CanonicalURL? {
        let number = number(of: HighlightID(about)) ?? (try? CanonicalURL(about)).flatMap(number)
        return number.map { entries[$0].url }
    }

    /// Returns the number of a link, and adds the link if it is new.
    mutating func note(_ url: CanonicalURL, app: (CanonicalURL) -> AppID?) -> Int {
        if let number = numbers[url] { return number }
        entries.append(Self.unknown(url, app: app(url)))
        numbers[url] = entries.count - 1
        numbersOfIDs[entries[entries.count - 1].id] = entries.count - 1
        return entries.count - 1
    }

    /// Returns a question for its person. Its link is removed once every message with it was unsent.
    func withoutRemovedLink(_ request: ConsentRequest) -> ConsentRequest {
        let link = (try? CanonicalURL(request.url)).flatMap(number)
        guard link.map({ entries[$0].conversations.isEmpty }) ?? true else { return request }
        var request = request
        request.url = ""
        return request
    }

    /// Returns the initial entry of a link.
    static func unknown(_ url: CanonicalURL, app: AppID?) -> Entry {
        let digest = SHA256.digest(Array(url.text.utf8))
        return Entry(
            url: url, id: HighlightID("h" + Hexadecimal.text(digest.prefix(12))),
            tie: digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }, app: app)
    }
}
