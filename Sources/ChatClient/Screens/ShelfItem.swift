package import ChatProtocol

/// An item of Shared with You.
package struct ShelfItem: Equatable, Sendable {
    /// The highlight's id.
    package var id: String
    /// The document's title; nil if it is unknown.
    var title: String?
    /// The app's name; nil if it is unknown.
    var app: String?
    /// The address.
    package var url: String
    /// True if this person pinned it.
    package var isPinned: Bool = false
    /// The display names of the people who shared it, newest first.
    var from: [String] = []
    /// The id of the conversation to reply in; nil if there is none.
    var conversation: String?
    /// The reason why it is shown.
    var why: String = ""
    /// The ranking in numbers, one line each; empty if the server does not send it.
    package var ranking: [String] = []

    /// The people who shared it, in one line: `From Anna`, `From Anna and Bea`, `From Anna + 2`.
    var attribution: String { AttributionPainter.label(from) }
}

extension ChatState {
    /// The items of Shared with You, with a note on deleted documents.
    package var shownShelf: [ShelfItem] {
        shelf.map { item in
            var item = item
            if shares[item.url]?.isDocumentDeleted == true { item.why = "The document was deleted" }
            return item
        }
    }
}

extension PersonHighlight {
    /// The names of the people who shared it, the newest first, without duplicates.
    package var sharers: [String] {
        attribution.reduce(into: []) { if !$0.contains($1.name) { $0.append($1.name) } }
    }
}
