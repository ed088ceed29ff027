/// A cache of the rows of a thread's entries.
///
/// Wrapping texts is most of the cost of a frame. Most frames change only other parts, such as a letter of the draft or
/// one more message. An entry is laid out again only if it, the entry above it, the width or the look has changed.
package final class EntryRows {
    private struct LaidOut {
        var layout: EntryLayout
        var entry: ThreadItem
        var above: ThreadItem?
        var rows: [ThreadRow]
    }

    /// The maximum number of cached entries: several screens of the largest terminals. At the maximum, the cache is
    /// emptied.
    private static let most = 500

    private var kept: [String: LaidOut] = [:]

    package init() {}

    /// Returns the rows of an entry, as `EntryLayout` lays them out.
    func rows(_ entry: ThreadItem, after above: ThreadItem?, in layout: EntryLayout) -> [ThreadRow] {
        if let laidOut = kept[entry.id], laidOut.entry == entry, laidOut.above == above, laidOut.layout == layout {
            return laidOut.rows
        }
        let rows = layout.rows(entry, after: above)
        if kept.count >= Self.most { kept = [:] }
        kept[entry.id] = LaidOut(layout: layout, entry: entry, above: above, rows: rows)
        return rows
    }
}
