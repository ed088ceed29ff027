/// The edits of a text, for undo and redo.
struct EditHistory: Sendable {
    /// One edit: the graphemes that it removed, and the number of graphemes that it inserted in their place.
    private struct Edit: Sendable {
        var place: Int
        var removed: [Character]
        var inserted: Int
        /// The place of the cursor before the edit.
        var cursor: Int
        /// True if the next typed grapheme may be added to this edit.
        var isOpen = false
        /// The mark of a change outside of the text that was made at this point; nil for an edit of the text.
        var mark: LineEditor.Version?
    }

    /// The most edits that are kept; the oldest are dropped first.
    private static let editsMax = 500

    private var done: [Edit] = []
    private var undone: [Edit] = []

    /// Replaces graphemes, and records the edit. Graphemes that are typed one after another form one edit for each
    /// word.
    mutating func replace(
        _ range: Range<Int>, of characters: inout [Character], with new: [Character], cursor: Int, isTyped: Bool
    ) {
        let old = Array(characters[range])  // a slice would make the change below copy the whole text
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

    /// True if an edit can be undone.
    var hasEdits: Bool { !done.isEmpty }

    /// Records a mark: a change outside of the text that is undone in its turn.
    mutating func set(_ mark: LineEditor.Version, cursor: Int) {
        done.append(Edit(place: 0, removed: [], inserted: 0, cursor: cursor, mark: mark))
    }

    /// Removes the mark that was recorded last.
    ///
    /// - Returns: The mark; nil if the text was edited after it, or if there is no mark.
    mutating func takeMark() -> LineEditor.Version? {
        guard let mark = done.last?.mark else { return nil }
        done.removeLast()
        return mark
    }

    /// Undoes the last edit.
    ///
    /// - Returns: The place of the cursor before the edit; nil if no edit is left.
    mutating func undo(_ characters: inout [Character], cursor: Int) -> Int? {
        Self.revert(&done, &undone, &characters, cursor)
    }

    /// Redoes the edit that was undone last.
    ///
    /// - Returns: The place of the cursor after the edit; nil if no undone edit is left.
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
