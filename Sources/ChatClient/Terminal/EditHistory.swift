/// What was done to a text, so that it can be undone and done again.
struct EditHistory: Sendable {
    /// Graphemes that stand in the place of others.
    private struct Edit: Sendable {
        var place: Int
        var removed: [Character]
        var inserted: Int
        /// Where the cursor stood before.
        var cursor: Int
        /// Whether it may grow by what is typed next.
        var isOpen = false
        /// The mark of something besides the text that was done here.
        var mark: LineEditor.Version?
    }

    /// The most edits that are kept; the oldest go first.
    private static let editsMax = 500

    private var done: [Edit] = []
    private var undone: [Edit] = []

    /// Puts graphemes in the place of others, and remembers it; words that are typed in one go are one edit each.
    mutating func replace(
        _ range: Range<Int>, of characters: inout [Character], with new: [Character], cursor: Int, isTyped: Bool
    ) {
        let old = Array(characters[range])  // a slice would have the whole text copied below
        let same = zip(old, new).prefix { $0 == $1 }.count
        let tail = zip(old.dropFirst(same).reversed(), new.dropFirst(same).reversed()).prefix { $0 == $1 }.count
        let changed = range.lowerBound + same..<range.upperBound - tail
        let inserted = new[same..<(new.count - tail)]
        let removed = Array(old[same..<(old.count - tail)])
        guard !changed.isEmpty || !inserted.isEmpty else { return }
        undone = []
        let isBetweenWords = inserted.allSatisfy(\.isWhitespace)
        if isTyped, changed.isEmpty, let last = done.indices.last, done[last].isOpen,
            done[last].place + done[last].inserted == changed.lowerBound
        {
            done[last].inserted += inserted.count
            done[last].isOpen = !isBetweenWords
        } else {
            done.append(
                Edit(
                    place: changed.lowerBound, removed: removed, inserted: inserted.count,
                    cursor: cursor, isOpen: isTyped && changed.isEmpty && !isBetweenWords))
            if done.count > Self.editsMax { done.removeFirst() }
        }
        if changed.count == characters.count {
            characters = inserted.count == new.count ? new : Array(inserted)
        } else {
            characters.replaceSubrange(changed, with: inserted)
        }
    }

    /// True if an edit can be taken back.
    var hasEdits: Bool { !done.isEmpty }

    /// Marks something besides the text that was done now.
    mutating func set(_ mark: LineEditor.Version, cursor: Int) {
        done.append(Edit(place: 0, removed: [], inserted: 0, cursor: cursor, mark: mark))
    }

    /// Removes the newest mark.
    ///
    /// - Returns: nil if the text was edited after it.
    mutating func takeMark() -> LineEditor.Version? {
        guard let mark = done.last?.mark else { return nil }
        done.removeLast()
        return mark
    }

    /// Takes the last edit back.
    ///
    /// - Returns: where the cursor stood before it; nil if there is none.
    mutating func undo(_ characters: inout [Character], cursor: Int) -> Int? {
        Self.revert(&done, &undone, &characters, cursor)
    }

    /// Does again what was taken back last.
    ///
    /// - Returns: where the cursor stood behind it; nil if there is none.
    mutating func redo(_ characters: inout [Character], cursor: Int) -> Int? {
        Self.revert(&undone, &done, &characters, cursor)
    }

    private static func revert(
        _ from: inout [Edit], _ to: inout [Edit], _ characters: inout [Character], _ cursor: Int
    ) -> Int? {
        guard let edit = from.popLast() else { return nil }
        let range = edit.place..<(edit.place + edit.inserted)
        to.append(
            Edit(
                place: edit.place, removed: Array(characters[range]), inserted: edit.removed.count, cursor: cursor))
        characters.replaceSubrange(range, with: edit.removed)
        return edit.cursor
    }
}
