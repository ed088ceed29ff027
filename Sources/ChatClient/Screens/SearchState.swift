/// What a search found: the session's to write.
public struct SearchState: Equatable, Sendable {
    /// What was searched for; empty before the first search.
    public var query = ""
    /// What was found: those with a pinned link first, then the newest first (`swy-pin-list`).
    public var hits: [SearchHit] = []
    /// Whether there is more than that.
    public var hasMore = false
    /// Whether the answer is on its way.
    public var isRunning = false

    /// Nothing was searched for.
    public init() {}
}

/// A message that a search found.
public struct SearchHit: Equatable, Sendable {
    /// The message's id.
    public var id: String
    /// Its conversation.
    public var conversation: String
    /// What that is called.
    public var place: String
    /// Who wrote it, by display name or as "You".
    public var sender: String
    /// What it says.
    public var text: String
    /// When that was, in short.
    public var time: String
    /// Whether a link in it is pinned.
    public var isPinned: Bool

    /// A hit.
    public init(
        id: String, conversation: String, place: String, sender: String, text: String, time: String = "",
        isPinned: Bool = false
    ) {
        self.id = id
        self.conversation = conversation
        self.place = place
        self.sender = sender
        self.text = text
        self.time = time
        self.isPinned = isPinned
    }
}

/// Where the person is in the panel that searches.
public struct SearchPanel: Equatable, Sendable {
    /// What is being written.
    public var query: LineEditor
    /// The hit on which the person stands; nil before the first step.
    public var focus: Int?

    /// A panel with a query.
    public init(query: LineEditor = LineEditor(), focus: Int? = nil) {
        self.query = query
        self.focus = focus
    }
}
