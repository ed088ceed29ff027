import ChatProtocol
package import ChatTerminal

/// The results of a search, written by the session.
package struct SearchState: Equatable, Sendable {
    /// The query; empty before the first search.
    package var query = ""
    /// The hits: those with a pinned link first, then the newest first (`swy-pin-list`).
    package var hits: [SearchHit] = []
    /// True if the server has more hits.
    package var hasMore = false
    /// True if the answer has not arrived yet.
    package var isRunning = false
    /// True if a message was posted or changed after the search, so that a new search may find other messages.
    package var isStale = false
    /// True if the connection was lost before the answer to the last search arrived.
    package var isCut = false

    /// The reason why a search is not possible without a server.
    package static let isAway = "The server is unreachable. Search again when it is back"

    /// Creates the state before the first search.
    package init() {}
}

/// A message that a search found.
package struct SearchHit: Equatable, Sendable {
    /// The message's id.
    package var id: String
    /// The id of its conversation.
    package var conversation: String
    /// The name of the conversation.
    package var place: String
    /// The display name of the sender, or “You”.
    package var sender: String
    /// The text of the message.
    package var text: String
    /// The titles of its linked documents, and the name of its document. A search finds the message by these too.
    package var titles: [String] = []
    /// The time of the message, in short form.
    var time: String = ""
    /// True if a link in it is pinned.
    var isPinned: Bool = false

    /// Returns the part of the message that contains the most phrases: its text, or one of its titles.
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

/// The person's position in the search panel.
package struct SearchPanel: Equatable, Sendable {
    /// The text in the search field.
    var query = LineEditor(isOneLine: true)
    /// The index of the selected hit; nil before the first step.
    package var focus: Int?
    /// True while the field shows the previous query. The first typed character replaces it.
    var replacesQuery = false

    /// Returns true if the query in the field was searched, or the search was interrupted. If false, Return searches.
    func shows(_ found: SearchState) -> Bool { query.text.trimmed == found.query || found.isCut }

    /// Creates a panel, by default with an empty query.
    package init(query: LineEditor = LineEditor(), focus: Int? = nil, replacesQuery: Bool = false) {
        (self.query, self.focus, self.replacesQuery) = (query, focus, replacesQuery)
    }
}
