/// A page of an answer while it is read, with limits for entries and bytes. One entry fits in any case.
///
/// A message with its earlier texts is many times as long as a text may be. A client that requests a page must not be
/// closed as a slow reader because of the size of its answer.
struct PageBuilder<Entry> {
    /// The most rows of the log that are read together, so that few rows that do not fit are read in vain.
    private static var rowsMax: Int { 32 }

    /// The entries of the page, in the order in which they were read.
    private(set) var entries: [Entry] = []
    /// True if an entry did not fit.
    private(set) var hasMore = false
    private let limit: Int
    private let bytesMax: Int
    private var count = 0
    private var byteCount = 0

    /// Creates an empty page.
    init(limit: Int, bytesMax: Int) {
        self.limit = limit
        self.bytesMax = bytesMax
    }

    /// The number of rows to read next. One more row than the limit shows if there are more entries.
    var rowCount: Int { min(limit + 1, Self.rowsMax) }

    /// Adds the next entry if it fits, and if all earlier ones did.
    ///
    /// - Parameters:
    ///   - size: The number of its bytes in the log, which is about the same in the answer.
    ///   - rows: The number of entries that it counts as.
    mutating func add(_ entry: Entry, size: Int, rows: Int = 1) {
        guard !hasMore, count < limit, entries.isEmpty || (size <= bytesMax - byteCount && rows <= limit - count) else {
            return hasMore = true
        }
        entries.append(entry)
        count += rows
        byteCount += size
    }
}
