package import ChatProtocol

/// One item of Shared with You.
package struct ShelfItem: Equatable, Sendable {
    /// The highlight's id.
    package var id: String
    /// The document's title, or nil.
    var title: String?
    /// The app's name, or nil.
    var app: String?
    /// Where it leads.
    package var url: String
    /// Whether this person pinned it.
    package var isPinned: Bool = false
    /// Who shared it, by display name, newest first.
    var from: [String] = []
    /// The conversation to reply in.
    var conversation: String?
    /// Why it is here.
    var why: String = ""
    /// The same in numbers, a line each; empty where the server does not tell.
    package var ranking: [String] = []

    /// Who shared it, in one line: `From Anna`, `From Anna and Bea`, `From Anna + 2`.
    var attribution: String { AttributionPainter.label(from) }
}

extension ChatState {
    /// Returns the items of Shared with You, with a note on deleted documents.
    package var shownShelf: [ShelfItem] {
        shelf.map { item in
            var item = item
            if shares[item.url]?.isDocumentDeleted == true { item.why = "The document was deleted" }
            return item
        }
    }
}

extension PersonHighlight {
    /// The names of those who shared it, the newest first, each once.
    package var sharers: [String] {
        attribution.reduce(into: []) { if !$0.contains($1.name) { $0.append($1.name) } }
    }
}
