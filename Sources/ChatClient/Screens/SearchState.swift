import ChatProtocol
package import ChatTerminal

/// What a search found: the session's to write.
package struct SearchState: Equatable, Sendable {
    /// What was searched for; empty before the first search.
    package var query = ""
    /// What was found: those with a pinned link first, then the newest first (`swy-pin-list`).
    package var hits: [SearchHit] = []
    /// Whether there is more than that.
    package var hasMore = false
    /// Whether the answer is on its way.
    package var isRunning = false
    /// True if a message was posted or changed after the search, which may find others now.
    package var isStale = false
    /// True if the connection was lost before the answer to the last search came.
    package var isCut = false

    /// The reason why nothing is searched without a server.
    package static let isAway = "The server is unreachable. Search again when it is back"

    /// Nothing was searched for.
    package init() {}
}

/// A message that a search found.
package struct SearchHit: Equatable, Sendable {
    /// The message's id.
    package var id: String
    /// Its conversation.
    package var conversation: String
    /// What that is called.
    package var place: String
    /// Who wrote it, by display name or as "You".
    package var sender: String
    /// What it says.
    package var text: String
    /// The titles of what its links lead to, and the name of its document: it is found by these too.
    package var titles: [String] = []
    /// When that was, in short.
    var time: String = ""
    /// Whether a link in it is pinned.
    var isPinned: Bool = false

    /// Returns the part of the message that has the most of the phrases: its text, or one of its titles.
    func part(with phrases: [SearchPhrase]) -> String {
        func count(_ part: String) -> Int {
            phrases.count { !SearchPhrase.places(of: [$0], in: part).isEmpty }
        }
        var (best, most) = (text, count(text))
        for title in titles {
            let found = count(title)
            if found > most { (best, most) = (title, found) }
        }
        return best
    }
}

/// Where the person is in the panel that searches.
package struct SearchPanel: Equatable, Sendable {
    /// What is being written.
    var query = LineEditor(isOneLine: true)
    /// The hit on which the person stands; nil before the first step.
    package var focus: Int?
    /// True while the words of the search before show: what is typed first replaces them.
    var replacesQuery = false

    /// True if the words in the field are those that were searched: else Return searches.
    func shows(_ found: SearchState) -> Bool { query.text.trimmed == found.query || found.isCut }

    /// A panel, empty if nothing is given.
    package init(query: LineEditor = LineEditor(), focus: Int? = nil, replacesQuery: Bool = false) {
        (self.query, self.focus, self.replacesQuery) = (query, focus, replacesQuery)
    }
}
