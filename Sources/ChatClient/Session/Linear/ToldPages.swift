import ChatScreens

/// The oldest printed entry of each conversation, after `/choose` or `/date` went to an earlier place. Loaded entries
/// before it may not be printed yet.
struct ToldPages {
    /// The largest number of entries that are printed at once.
    static let length = 20

    /// The id of the oldest printed entry, by conversation.
    private var oldest: [String: String] = [:]

    /// Notes the oldest printed entry of a thread.
    mutating func note(_ id: String, in thread: ThreadState) { oldest[thread.conversation] = id }

    /// Returns the loaded entries before the oldest printed one, and counts them as printed.
    ///
    /// - Returns: at most ``length`` entries; nil if all loaded entries before it were printed.
    mutating func page(before thread: ThreadState) -> ArraySlice<ThreadItem>? {
        guard let id = oldest.removeValue(forKey: thread.conversation),
            let place = thread.entries.firstIndex(where: { $0.id == id }), place > 0
        else { return nil }
        let page = thread.entries[..<place].suffix(Self.length)
        if page.startIndex > 0, let first = page.first { oldest[thread.conversation] = first.id }
        return page
    }
}
