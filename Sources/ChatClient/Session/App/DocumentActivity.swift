import AppFrameworks
import ChatProtocol
import ChatTerminal

/// What was done to a document, as far as the service keeps it, in sentences and the newest first
/// (`popover-essential`).
struct DocumentActivity: Equatable {
    /// One sentence each.
    let lines: [String]

    /// The activity of a document as a person sees it.
    init(_ document: DocumentView, names: (Handle) -> String) {
        let author = names(document.changedBy)
        let comments = document.comments ?? []
        var lines = comments.reversed().map { "\(names($0.author)) commented: \($0.text)" }
        lines.append("\(names(document.owner)) created it")
        switch document.lastChange {
        case .change(.edit): lines.insert("\(author) edited it", at: 0)
        case .persistence(.renamed(let title)): lines.insert("\(author) renamed it to “\(title)”", at: 0)
        case .persistence(.moved): lines.insert("\(author) moved it", at: 0)
        case .persistence(.deleted): lines.insert("\(author) deleted it", at: 0)
        case .change(.comment), .persistence(.created): break
        case nil:
            // The server did not store the last change. What one person did at one moment counts as one.
            let newest = comments.last.map { ($0.at, $0.author) } ?? (document.createdAt, document.owner)
            if newest != (document.changedAt, document.changedBy) { lines.insert("\(author) changed it", at: 0) }
        }
        self.lines = lines.map { CleanText.line($0) }
    }
}

extension Container {
    /// The name of the actor in sentences: "You" for the reader.
    func subject(_ handle: Handle) -> String { handle == person ? "You" : names(handle) }
}
