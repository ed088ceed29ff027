import ChatProtocol

/// The links that were ever shared or pinned in a world, each under a number by which the shelves name it.
struct LinkTable: Sendable {
    /// What is known of one link.
    struct Entry: Sendable {
        let url: CanonicalURL
        /// Follows from the link alone, so that it is the same for ever, whatever else was shared before it.
        let id: HighlightID
        /// The same as a number, to order two links that came at once.
        let tie: UInt64
        /// The app that opens it.
        var app: AppID?
        /// Where it stands now.
        var conversations: [ConversationID] = []
        /// Who has it pinned.
        var pinners: Set<Handle> = []
    }

    private var entries: [Entry] = []
    private var numbers: [CanonicalURL: Int] = [:]
    private var numbersOfIDs: [HighlightID: Int] = [:]

    /// The links that each person brought into messages since the state was read: what was taken back is in memory
    /// until it is read again.
    private var usages: [Handle: Usage] = [:]

    var count: Int { entries.count }

    func usage(of person: Handle) -> Usage { usages[person] ?? Usage() }

    /// The bytes that a link takes in one message.
    static func bytes(of url: CanonicalURL) -> Int { Usage.Size.link + 2 * url.text.utf8.count }

    /// Notes that somebody brought a link into a message.
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

    /// The number of a link, which it gets when it is first asked for.
    mutating func note(_ url: CanonicalURL, app: (CanonicalURL) -> AppID?) -> Int {
        if let number = numbers[url] { return number }
        entries.append(Self.unknown(url, app: app(url)))
        numbers[url] = entries.count - 1
        numbersOfIDs[entries[entries.count - 1].id] = entries.count - 1
        return entries.count - 1
    }

    /// What is to be known of a link that was never noted.
    static func unknown(_ url: CanonicalURL, app: AppID?) -> Entry {
        let digest = SHA256.digest(Array(url.text.utf8))
        return Entry(
            url: url, id: HighlightID("h" + Hexadecimal.text(digest.prefix(12))),
            tie: digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }, app: app)
    }
}
