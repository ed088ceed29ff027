import AppModel
import ChatProtocol
import ChatTerminal

/// The activity of a document in sentences, the newest first (`popover-essential`).
struct DocumentActivity: Equatable {
    /// The sentences, one for each entry.
    let lines: [String]

    /// Creates the sentences for a document.
    ///
    /// - Parameter names: returns the name of a person in sentences.
    init(_ document: DocumentView, names: (Handle) -> String) {
        let author = names(document.changedBy)
        let comments = document.comments ?? []
        let changes = document.changes ?? []
        var entries = comments.map { (at: $0.at, line: "\(names($0.author)) commented: \($0.text)") }
        entries += changes.map { (at: $0.at, line: Self.line($0, by: names($0.by))) }
        // Entries with the same time keep the order of their list.
        let sorted = entries.enumerated().sorted { ($0.element.at, $0.offset) > ($1.element.at, $1.offset) }
        var lines = sorted.map(\.element.line) + ["\(names(document.owner)) created it"]
        // An older server does not store changes. Changes of one person at one moment count as one.
        let newest = comments.last.map { ($0.at, $0.author) } ?? (document.createdAt, document.owner)
        if changes.isEmpty, newest != (document.changedAt, document.changedBy) {
            lines.insert("\(author) changed it", at: 0)
        }
        self.lines = lines.map { CleanText.line($0) }
    }

    private static func line(_ change: Document.PastChange, by author: String) -> String {
        switch change.kind {
        case .change(.edit): "\(author) edited it"
        case .change(.comment): "\(author) commented"
        case .persistence(.created): "\(author) created it"
        case .persistence(.renamed(let title)): "\(author) renamed it to “\(title)”"
        case .persistence(.moved): "\(author) moved it"
        case .persistence(.deleted): "\(author) deleted it"
        }
    }
}

extension Container {
    /// Returns the name of the actor in sentences: “You” for the reader.
    func subject(_ handle: Handle) -> String { handle == person ? "You" : names(handle) }
}
