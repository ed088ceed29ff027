/// Where a search looks.
public struct SearchScope: Sendable {
    /// Nil for everywhere.
    let conversations: Set<BytewiseString>?

    /// - Parameter conversations: The conversations by their ids; nil for everywhere.
    package init(_ conversations: [String]?) {
        self.conversations = conversations.map { Set($0.map(BytewiseString.init)) }
    }

    func contains(_ conversation: String) -> Bool { conversations?.contains(BytewiseString(conversation)) ?? true }
}

/// What a search found.
public struct FoundEntries: Sendable {
    /// The newest place first.
    public var entries: [StoredEntry] = []
    /// Before which place to go on; nil where all was looked at.
    public var rest: Int64?
}

/// How much a search may still look at, counted in entries.
struct SearchEffort {
    private var left: Int

    init(_ entries: Int) { left = entries }

    var isSpent: Bool { left <= 0 }

    /// An entry was looked at, or as much was done as looking at so many takes.
    mutating func spend(_ entries: Int = 1) { left -= entries }

    /// Of a text the words were made: that takes much longer than to find out that it is none that is looked for.
    mutating func spend(words bytes: Int) { left -= bytes / 64 }
}
