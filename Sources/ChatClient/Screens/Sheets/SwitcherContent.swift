import AppModel
import ChatProtocol
import ChatTerminal

/// The sheet that goes to a conversation, found by some letters of its title, in order.
enum SwitcherContent {
    /// Returns the conversations that match the typed text, the best match first.
    ///
    /// Case and accents do not count. A match at the beginning of the title comes first, then one at the beginning of a
    /// word, then one inside a word. Last come letters with gaps between them.
    static func fitting(_ text: String, _ rows: [ConversationRow]) -> [ConversationRow] {
        let wanted = SearchWords.folded(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !wanted.isEmpty else { return rows }
        let letters = Array(wanted.filter { $0 != " " })
        let scored = rows.compactMap { row in
            let title = SearchWords.folded(CleanText.line(row.title))
            return (contiguous(wanted, in: title) ?? scattered(letters, in: Array(title))).map { (row, $0) }
        }
        // Of equal matches, the one that is higher in the list comes first.
        return scored.enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }.map(\.element.0)
    }

    /// Returns 0 for a match at the beginning of a title, 1 at the beginning of a word, 2 inside a word; nil without a
    /// match.
    private static func contiguous(_ wanted: String, in title: String) -> Int? {
        if title.hasPrefix(wanted) { return 0 }
        guard title.contains(wanted) else { return nil }
        let beginsWord = title.indices.dropFirst().contains { index in
            !title[title.index(before: index)].isLetter && title[index...].hasPrefix(wanted)
        }
        return beginsWord ? 1 : 2
    }

    /// Returns the cost of letters with gaps between them, at least 3 and more for each gap. Nil if the title does not
    /// contain the letters in this order.
    private static func scattered(_ wanted: [Character], in title: [Character]) -> Int? {
        var cost = 3
        var place = 0
        var last: Int?
        for letter in wanted {
            guard let found = title[place...].firstIndex(of: letter) else { return nil }
            let beginsWord = found == 0 || !title[found - 1].isLetter
            if last.map({ found != $0 + 1 }) ?? (found > 0) { cost += beginsWord ? 1 : 3 }
            (last, place) = (found, found + 1)
        }
        return cost
    }

    static func content(_ field: LineEditor, _ rows: [ConversationRow]) -> SheetContent {
        var to = Sheet.Choice("Go to:", note: "some letters of its name")
        to.field = field
        let found = fitting(field.text, rows)
        func go(to row: ConversationRow?) -> (inout ChatUpdate) -> Void {
            {
                guard let row else { return }
                $0.endSheets()
                $0.turn(to: row.id)
            }
        }
        var content = SheetContent(
            Sheet(
                title: "Conversations", leading: "Cancel",
                body: found.isEmpty ? ["No conversation has these letters in its name."] : []))
        content.add(to, go(to: found.first))
        for row in found.prefix(50) {
            var choice = Sheet.Choice(row.title, value: ConversationListPane.badge(row))
            choice.subject = row.id
            content.add(choice, go(to: row))
        }
        return content
    }
}

extension ChatUpdate {
    /// Opens the sheet with an empty field.
    mutating func switchConversation() {
        state.view.switcher = LineEditor(isOneLine: true)
        present(.switcher)
    }
}
