import AppModel
import ChatProtocol
import ChatTerminal

/// The sheet that goes to a conversation by some of its letters, in order.
enum SwitcherContent {
    /// The conversations that fit what is written, the best first.
    ///
    /// Case and accents do not count. A title with this beginning comes first, then a word of it, then a part of it, and
    /// then letters with gaps between them.
    static func fitting(_ text: String, _ rows: [ConversationRow]) -> [ConversationRow] {
        let wanted = SearchWords.folded(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !wanted.isEmpty else { return rows }
        let letters = Array(wanted.filter { $0 != " " })
        let scored = rows.compactMap { row in
            let title = SearchWords.folded(CleanText.line(row.title))
            return (contiguous(wanted, in: title) ?? scattered(letters, in: Array(title))).map { (row, $0) }
        }
        // Of two that fit as well, the one that stands above.
        return scored.enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }.map(\.element.0)
    }

    /// 0 for the beginning of a title, 1 for that of a word, 2 within one; nil if it does not stand in it at all.
    private static func contiguous(_ wanted: String, in title: String) -> Int? {
        if title.hasPrefix(wanted) { return 0 }
        guard title.contains(wanted) else { return nil }
        let beginsWord = title.indices.dropFirst().contains { index in
            !title[title.index(before: index)].isLetter && title[index...].hasPrefix(wanted)
        }
        return beginsWord ? 1 : 2
    }

    /// The cost of letters with gaps between them, from 3 on: more for each gap; nil if they do not all stand in the
    /// title in this order.
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
    /// Opens the switcher.
    mutating func switchConversation() {
        state.view.switcher = LineEditor(isOneLine: true)
        present(.switcher)
    }
}
