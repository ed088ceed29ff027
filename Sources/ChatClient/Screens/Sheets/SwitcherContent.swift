import AppFrameworks
import ChatTerminal

/// The sheet that goes to a conversation by some of its letters, in order.
enum SwitcherContent {
    /// The conversations that fit what is written, the best first.
    static func fitting(_ text: String, _ rows: [ConversationRow]) -> [ConversationRow] {
        let wanted = Array(text.lowercased().filter { !$0.isWhitespace })
        guard !wanted.isEmpty else { return rows }
        let scored = rows.compactMap { row in
            score(wanted, Array(CleanText.line(row.title).lowercased())).map { (row, $0) }
        }
        // Of two that fit as well, the one that stands above.
        return scored.enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }.map(\.element.0)
    }

    /// How badly letters fit a title: nothing for a beginning, more for each gap; nil where they do not.
    private static func score(_ wanted: [Character], _ title: [Character]) -> Int? {
        var cost = 0
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
            content.add(Sheet.Choice(row.title, value: ConversationListPane.badge(row)), go(to: row))
        }
        return content
    }
}

extension ChatUpdate {
    /// Opens the switcher.
    mutating func switchConversation() {
        state.view.switcher = LineEditor()
        present(.switcher)
    }
}
