/// Comparison of a screen with the pattern in a doc string.
enum ScreenPattern {
    /// The wildcard: within a row it matches any text, and alone in a row it matches any rows.
    static let anything: Character = "…"

    /// Returns the rows of a text, without spaces at their ends and empty rows at its end.
    static func lines(_ text: String) -> [String] {
        var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { bytes in
            var line = Substring(bytes)
            while line.last == " " { line.removeLast() }
            return String(line)
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// Returns true if all the rows match the pattern.
    static func matches(_ pattern: [String], _ screen: [String]) -> Bool {
        matches(
            pattern[...], screen[...], isWild: { $0 == String(anything) },
            isSame: { row, shown in
                matches(Array(row)[...], Array(shown)[...], isWild: { $0 == anything }, isSame: ==)
            })
    }

    /// Returns true if all the items match. It backtracks only to the last wildcard, so its cost is at most the product
    /// of both lengths.
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
