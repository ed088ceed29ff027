/// The rows of the entries of a thread as they were laid out last.
///
/// To wrap texts is most of what a frame costs, and most frames change something else: a letter of the draft, or one
/// message more. An entry is laid out again where it, the one above it, the width or the look is another.
package final class EntryRows {
    private struct LaidOut {
        var layout: EntryLayout
        var entry: ThreadItem
        var above: ThreadItem?
        var rows: [ThreadRow]
    }

    /// How many entries are kept: several screens of the largest terminals, whatever a person scrolls through.
    private static let most = 500

    private var kept: [String: LaidOut] = [:]

    package init() {}

    /// The rows of an entry, as `EntryLayout` has them.
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
