/// A page of an answer while it is read: so many entries at most, and so many bytes, but one entry in any case.
///
/// A message with its earlier texts is many times as long as a text may be. Whoever asks for a page must not be closed
/// as a slow reader because of what it says.
struct PageBuilder<Entry> {
    /// So many rows of the log are looked at together, so that few of those that do not fit are read in vain.
    private static var rowsMax: Int { 32 }

    /// What is on the page, in the order in which it was read.
    private(set) var entries: [Entry] = []
    /// Whether something is left that does not fit.
    private(set) var hasMore = false
    private let limit: Int
    private let bytesMax: Int
    private var count = 0
    private var byteCount = 0

    /// An empty page.
    init(limit: Int, bytesMax: Int) {
        self.limit = limit
        self.bytesMax = bytesMax
    }

    /// How many rows to read next: one more than there may be entries tells whether there is more.
    var rowCount: Int { min(limit + 1, Self.rowsMax) }

    /// Takes the next entry, if it fits and nothing was left out before it.
    ///
    /// - Parameters:
    ///   - size: how many bytes it has in the log, which is about as many as it has in the answer.
    ///   - rows: the number of entries that it counts as.
    mutating func take(_ entry: Entry, size: Int, rows: Int = 1) {
        guard !hasMore, count < limit, entries.isEmpty || (size <= bytesMax - byteCount && rows <= limit - count) else {
            return hasMore = true
        }
        entries.append(entry)
        count += rows
        byteCount += size
    }
}
