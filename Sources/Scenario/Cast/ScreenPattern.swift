/// Whether a screen looks as a doc string says.
enum ScreenPattern {
    /// What stands for anything: within a row for any text, alone in its row for any rows.
    static let anything: Character = "…"

    /// The rows of a text, without the blanks at their ends and the empty rows at its end.
    static func lines(_ text: String) -> [String] {
        var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { bytes in
            var line = Substring(bytes)
            while line.last == " " { line.removeLast() }
            return String(line)
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// Whether the rows are those of the pattern, from the first to the last.
    static func matches(_ pattern: [String], _ screen: [String]) -> Bool {
        matches(
            pattern[...], screen[...], isWild: { $0 == String(anything) },
            isSame: { row, shown in
                matches(Array(row)[...], Array(shown)[...], isWild: { $0 == anything }, isSame: ==)
            })
    }

    /// Whether all of the items match, by the way that goes back only to the last wild one: linear for what matches,
    /// and never worse than the product of both lengths.
    private static func matches<Item>(
        _ pattern: ArraySlice<Item>, _ items: ArraySlice<Item>, isWild: (Item) -> Bool, isSame: (Item, Item) -> Bool
    ) -> Bool {
        var position = items.startIndex
        var wanted = pattern.startIndex
        var retry: (pattern: Int, item: Int)?
        while position < items.endIndex {
            if wanted < pattern.endIndex, isWild(pattern[wanted]) {
                wanted += 1
                retry = (wanted, position)
            } else if wanted < pattern.endIndex, isSame(pattern[wanted], items[position]) {
                wanted += 1
                position += 1
            } else if let last = retry {
                retry = (last.pattern, last.item + 1)
                wanted = last.pattern
                position = last.item + 1
            } else {
                return false
            }
        }
        return pattern[wanted...].allSatisfy(isWild)
    }
}
