import AppModel
import ChatProtocol
import ChatTerminal

/// The lines of an app's screens, for pipes and screen readers.
package enum AppPlainRenderer {
    /// Returns the lists with their headings. Without items, one line explains how to create a document.
    ///
    /// - Parameter number: Returns the number of an item, given its place in the list, at least 1.
    package static func list(
        _ state: AppState, number: (_ item: AppItem, _ place: Int) -> Int = { _, place in place }
    ) -> [String] {
        let name = CleanText.line(state.name)
        let listed = state.items + state.documents
        guard !listed.isEmpty else {
            return ["\(name): no items. new TITLE creates a document."] + jobs(state)
        }
        var lines = state.items.isEmpty ? [] : ["\(name): \(CleanText.line(state.collectionTitle))"]
        for (index, item) in listed.enumerated() {
            if index == state.items.count { lines.append("\(name): \(AppLayout.documentsTitle)") }
            lines.append("\(number(item, index + 1)). " + self.item(item, in: state))
        }
        if state.hasMore || state.hasMoreDocuments { lines.append("Show More: more loads the next page") }
        return lines + jobs(state)
    }

    /// Returns the jobs of extensions without percentages: a printed line stays, and each new percentage would print
    /// another.
    private static func jobs(_ state: AppState) -> [String] {
        guard !state.jobs.isEmpty else { return [] }
        let name = CleanText.line(state.name)
        return ["\(name): Extensions"]
            + state.jobs.map { job in
                var job = job
                if job.isRunning { job.state = .running(percent: nil) }
                return CleanText.line(job.line)
            }
    }

    /// Returns the lines of a document: its facts, its text, and its comments.
    ///
    /// - Parameter part: The part of the opened link that leads to a view inside the document; nil if there is none.
    package static func document(_ page: AppDocumentPage, at part: String? = nil) -> [String] {
        let document = page.document
        var lines = ["\(CleanText.line(document.title)): \(CleanText.line(page.facts))"]
        if let view = part.flatMap(page.view) { lines.append("  › " + CleanText.line(view)) }
        lines += CleanText.lines(document.text, keepsTabs: true).map { "  " + $0 }
        lines += document.comments.map { ($0.isMine ? "  you: " : "  comment: ") + CleanText.line($0.text) }
        return lines
    }

    /// Returns the line of an item: title, subtitle, link, and the names of its attribution if they are known.
    package static func item(_ item: AppItem, in state: AppState) -> String {
        var parts = [CleanText.line(item.title)]
        if let subtitle = AppItemPainter.subtitle(item, in: state) { parts.append(subtitle) }
        parts.append(CleanText.line(item.url))
        if let content = state.attributions[item.id] {
            let label = CleanText.line(AttributionPainter.label(content.names))
            let words = [label, content.isPinned ? "pinned" : ""].filter { !$0.isEmpty }
            if !words.isEmpty { parts.append(words.joined(separator: ", ")) }
        }
        return parts.joined(separator: " · ")
    }
}
