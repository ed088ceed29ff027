import ChatScreens

/// Where something new stands in a thread that is loaded.
extension ThreadState {
    /// Puts an item where it belongs: in its own place if it is known, else behind everything that the server knows.
    ///
    /// - Parameters:
    ///   - isNew: whether it is known to be none of these.
    ///   - later: the entries that it belongs before.
    /// - Returns: whether it was known.
    mutating func put(
        _ item: ThreadItem, replacing pending: String?, isNew: Bool, before later: Set<String> = []
    ) -> Bool {
        // What was just sent is not far from the end.
        if let pending, let index = entries.lastIndex(where: { $0.id == pending }) { entries.remove(at: index) }
        if !isNew, let index = entries.lastIndex(where: { $0.id == item.id }) {
            // A line never changes, and stands under a day already.
            if case .system = item { return true }
            entries[index] = item
            return true
        }
        // Of a thread that was not opened the server tells the whole page when it is.
        guard isLoaded else { return false }
        let place = place(for: item, before: later)
        entries.insert(item, at: place)
        dateLines(around: place)
        return false
    }

    /// Puts what is told without a time under the day that a page would put it under, when something new stands there.
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

    /// Where something new stands: behind all that the server knows, and a message that comes late where it was said.
    func place(for item: ThreadItem, before later: Set<String> = []) -> Int {
        var place = entries.lastIndex { !$0.isUnsent }.map { $0 + 1 } ?? 0
        guard let number = item.number else {
            // Only what has no number needs it: numbers order the messages.
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
    /// Whether the server does not have it.
    var isUnsent: Bool {
        if case .message(let message) = self { message.delivery != .sent } else { false }
    }
}
