import ChatScreens

/// The positions of new entries in a loaded thread.
extension ThreadState {
    /// Replaces an item of the thread, or inserts a new one after everything that the server has.
    ///
    /// - Parameters:
    ///   - pending: the id of the pending entry that the item replaces; nil if it replaces none.
    ///   - isNew: true if the item is known not to be in the thread.
    ///   - later: the ids of the entries before which the item belongs.
    /// - Returns: true if the item was in the thread.
    mutating func put(
        _ item: ThreadItem, replacing pending: String?, isNew: Bool, before later: Set<String> = []
    ) -> Bool {
        // A message that was just sent is close to the end.
        if let pending, let index = entries.lastIndex(where: { $0.id == pending }) { entries.remove(at: index) }
        if !isNew, let index = entries.lastIndex(where: { $0.id == item.id }) {
            // A system line never changes, and has its day already.
            if case .system = item { return true }
            entries[index] = item
            return true
        }
        // When an unopened thread is opened, the server sends its whole page.
        guard isLoaded else { return false }
        let place = place(for: item, before: later)
        entries.insert(item, at: place)
        dateLines(around: place)
        return false
    }

    /// Sets the days of system lines next to a new entry. They come without a time, and get the day that a page would
    /// give them.
    mutating func dateLines(around place: Int) {
        if case .system(var entry) = entries[place], place > 0 {
            entry.day = entries[place - 1].day
            entries[place] = .system(entry)
        }
        let day = entries[place].day
        for index in entries.indices[..<place].reversed() {
            guard case .system(var entry) = entries[index], !day.isEmpty else { return }
            entry.day = day
            entries[index] = .system(entry)
        }
    }

    /// Returns the index for a new item: after everything that the server has. A late message goes to the place of its
    /// number.
    func place(for item: ThreadItem, before later: Set<String> = []) -> Int {
        var place = entries.lastIndex { !$0.isUnsent }.map { $0 + 1 } ?? 0
        guard let number = item.number else {
            // Only an item without a number needs `later`: numbers order the messages.
            while !later.isEmpty, place > 0, later.contains(entries[place - 1].id) { place -= 1 }
            return place
        }
        for index in entries.indices[..<place].reversed() {
            guard let other = entries[index].number else { continue }
            if other < number { break }
            place = index
        }
        return place
    }
}

extension ThreadItem {
    /// True if the server does not have the item.
    var isUnsent: Bool {
        if case .message(let message) = self { message.delivery != .sent } else { false }
    }
}
