/// The conversations to search.
public struct SearchScope: Sendable {
    /// The conversations by their ids; nil for all conversations.
    let conversations: Set<BytewiseString>?

    /// - Parameter conversations: The ids of the conversations; nil for all conversations.
    package init(_ conversations: [String]?) {
        self.conversations = conversations.map { Set($0.map(BytewiseString.init)) }
    }

    func contains(_ conversation: String) -> Bool { conversations?.contains(BytewiseString(conversation)) ?? true }
}

/// The result of a search.
public struct FoundEntries: Sendable {
    /// The entries, newest place first.
    public var entries: [StoredEntry] = []
    /// The place before which to resume; nil if the search is complete.
    public var rest: Int64?
}

/// The remaining effort of a search, counted in entries.
struct SearchEffort {
    private var left: Int

    init(_ entries: Int) { left = entries }

    var isSpent: Bool { left <= 0 }

    /// Spends the effort of examining one entry, or of work that takes as long as examining some entries.
    mutating func spend(_ entries: Int = 1) { left -= entries }

    /// Spends the effort of splitting a text of some bytes into words, which takes much longer than rejecting an entry.
    mutating func spend(words bytes: Int) { left -= bytes / 64 }
}
