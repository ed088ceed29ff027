import ChatScreens

/// How far back the lines have told of each conversation after `/choose` or `/date` went to an earlier place: more may be
/// loaded in front of it than was told.
struct ToldPages {
    /// The most entries that are told at once.
    static let length = 20

    /// The oldest entry that was told, by conversation.
    private var oldest: [String: String] = [:]

    /// Notes the oldest entry that was told of a thread.
    mutating func note(_ id: String, in thread: ThreadState) { oldest[thread.conversation] = id }

    /// Returns the loaded entries before the oldest that was told, and counts them as told.
    ///
    /// - Returns: a page of them; nil if everything that is loaded before it was told.
    mutating func page(before thread: ThreadState) -> ArraySlice<ThreadItem>? {
        guard let id = oldest.removeValue(forKey: thread.conversation),
            let place = thread.entries.firstIndex(where: { $0.id == id }), place > 0
        else { return nil }
        let page = thread.entries[..<place].suffix(Self.length)
        if page.startIndex > 0, let first = page.first { oldest[thread.conversation] = first.id }
        return page
    }
}
