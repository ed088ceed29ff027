import ChatProtocol
import ChatTerminal

/// The rows of one entry at a width: the lines above it (day, divider, name), its content, and the lines below it.
struct EntryLayout: Equatable {
    let columns: Int
    /// The person's choices that change the look of the thread.
    var look = ThreadLook()
    /// The receipt below the newest own message.
    var receipt: ThreadReceipt?
    /// True if several others are in the conversation. Each sender then has a colour and a sign.
    var isGroup = false

    func rows(_ entry: ThreadItem, after previous: ThreadItem?) -> [ThreadRow] {
        var rows: [ThreadRow] = []
        let isNewDay = !entry.day.isEmpty && entry.day != previous?.day
        if isNewDay {
            if previous != nil { rows.append(.blank) }
            rows.append(.centred(entry.day, columns: columns, .quiet))
        }
        let isDivided = entry.id == look.divider
        if isDivided { rows.append(.divider("New", columns: columns, Style(.warning))) }
        switch entry {
        case .message(let message): rows += self.rows(message, after: previous, isApart: isNewDay || isDivided)
        case .notice(let notice):
            if let previous, !isNewDay, !isDivided, !previous.isNotice { rows.append(.blank) }
            rows += self.rows(notice)
        case .system(let system):
            if let previous, !isNewDay, !isDivided, !previous.isSystem { rows.append(.blank) }
            rows += TextLayout.wrap(system.text, to: columns - 4).map { .centred($0, columns: columns, .quiet) }
        }
        if entry.id == look.chosen { mark(&rows, apart: isNewDay || isDivided ? 1 : 0) }
        for index in rows.indices {
            rows[index].entry = entry.id
            rows[index].below = rows.count - 1 - index
        }
        return rows
    }

    private func rows(_ notice: NoticeEntry) -> [ThreadRow] {
        // The time follows the sentence on its last row, so every row leaves room for it.
        let lines = TextLayout.wrap("◆ " + CleanText.line(notice.text), to: columns - 2 - timeWidth(notice.time))
        return lines.enumerated().map { index, line in
            let isLast = index == lines.count - 1
            let room = columns - (isLast ? timeWidth(notice.time) : 0)
            var row = ThreadRow.centred(line, columns: room, Style(.notice))
            if isLast, !notice.time.isEmpty, let span = row.spans.first {
                let end = span.column + TextWidth.columns(of: span.text)
                row.spans.append(.init(column: end, text: " · " + notice.time, style: .quiet))
            }
            return row
        }
    }

    private func timeWidth(_ time: String) -> Int { time.isEmpty ? 0 : TextWidth.columns(of: time) + 3 }

    private func rows(_ message: MessageEntry, after previous: ThreadItem?, isApart: Bool) -> [ThreadRow] {
        if message.isUnsent {
            let text = MessageEntry.tombstone(of: message.sender, isOwn: message.isOwn)
            // The first column is reserved for the mark of the chosen message.
            let line = TextLayout.truncate(text, to: columns - 2)
            var rows = [ThreadRow.centred(line, columns: columns, .quiet)]
            if message.replies > 0 {
                rows.append(.centred("↳ " + MessageMenu.replies(message.replies), columns: columns, .quiet))
            }
            return rows
        }
        var rows: [ThreadRow] = []
        let isFollowing = previous.map { message.follows($0) } ?? false
        if !isFollowing || isApart {
            if previous != nil, !isApart { rows.append(.blank) }
            if !message.isOwn {
                let (name, style) = Self.name(of: message, isGroup: isGroup, columns: columns - 4)
                var row = ThreadRow([.init(column: 3, text: name, style: style)])
                row.isName = true
                rows.append(row)
            }
        }
        let bubble = BubbleLayout(
            columns: columns, message: message, isExpanded: look.expanded.contains(message.id),
            receipt: receipt?.entry == message.id ? receipt?.text : nil, searched: look.searched, isGroup: isGroup)
        return rows + bubble.rows()
    }

    /// Returns the name of a sender for the row above their messages.
    static func name(of message: MessageEntry, isGroup: Bool, columns: Int) -> (text: String, style: Style) {
        let mark = isGroup ? SenderMark(message.handle) : nil
        let name = (mark.map { $0.sign + " " } ?? "") + CleanText.line(message.sender)
        return (TextLayout.truncate(name, to: columns), Style(mark?.ink ?? .accent).bold)
    }

    /// Marks the rows of the chosen message in the left column, which has no other use. The rows above the message
    /// itself are not marked.
    private func mark(_ rows: inout [ThreadRow], apart: Int) {
        var isIn = false
        for index in rows.indices {
            isIn = isIn || (index >= apart && !rows[index].spans.isEmpty && !rows[index].isName)
            if isIn { rows[index].spans.append(.init(column: 0, text: "▶", style: Style(.accent).bold)) }
        }
    }
}

extension ThreadItem {
    fileprivate var isNotice: Bool { if case .notice = self { true } else { false } }
    fileprivate var isSystem: Bool { if case .system = self { true } else { false } }
}

extension MessageEntry {
    /// Returns true if it continues the previous message of the same person.
    fileprivate func follows(_ previous: ThreadItem) -> Bool {
        guard case .message(let other) = previous else { return false }
        return other.isOwn == isOwn && other.handle == handle && other.sender == sender && !other.isUnsent
    }
}

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

/// A drawn row of a thread: pieces of text at columns, and its position in its entry.
struct ThreadRow: Equatable, Sendable {
    /// A piece of text with one style.
    struct Span: Equatable, Sendable {
        var column: Int
        var text: String
        var style: Style
        /// The address that the text links to.
        var link: String?
    }

    /// The entry's id.
    var entry = ""
    /// The number of rows of the same entry below this row. It is counted from below, so that a separator or a
    /// “loading” line that appears or disappears above the entry does not move an anchor.
    var below = 0
    var spans: [Span]
    /// True if it is the sender's name.
    var isName = false
    /// True if the row contains the time and the state of its message.
    var hasLabel = false

    init(_ spans: [Span] = []) { self.spans = spans }

    static let blank = ThreadRow()

    static func centred(_ text: String, columns: Int, _ style: Style) -> ThreadRow {
        let text = TextLayout.truncate(text, to: columns)
        return ThreadRow([Span(column: (columns - TextWidth.columns(of: text)) / 2, text: text, style: style)])
    }

    /// Returns a rule across the thread with a word in its middle.
    static func divider(_ word: String, columns: Int, _ style: Style) -> ThreadRow {
        let rest = max(0, columns - 2 - TextWidth.columns(of: word) - 2)
        let left = String(repeating: "─", count: rest / 2)
        let right = String(repeating: "─", count: rest - rest / 2)
        return ThreadRow([Span(column: 1, text: "\(left) \(word) \(right)", style: style)])
    }

    func draw(on grid: inout Grid, row: Int) {
        for span in spans { grid.put(span.text, column: span.column, row: row, span.style, link: span.link) }
    }
}

/// The look of a thread, in addition to its entries.
struct ThreadLook: Equatable, Sendable {
    /// The id of the entry below the “New” divider.
    var divider: String?
    /// The ids of the messages whose earlier texts are shown.
    var expanded: Set<String> = []
    /// The id of the chosen message.
    var chosen: String?
    /// The key bindings, for texts that name keys.
    var keys = KeyBindings()
    /// The phrases of the search; their hits are marked.
    var searched: [SearchPhrase] = []
}

/// The mark of a sender in a group, which distinguishes their messages from those of others: a colour, and a sign for
/// screens without colours.
///
/// Both follow from the handle, so that they are the same in every conversation and on every device.
struct SenderMark: Equatable {
    let ink: Style.Ink
    let sign: String

    private static let marks: [(ink: Style.Ink, sign: String)] = [
        (.sender1, "■"), (.sender2, "▲"), (.sender3, "●"), (.sender4, "★"), (.sender5, "▼"), (.sender6, "♣"),
    ]

    /// Creates the mark of a sender.
    ///
    /// - Parameter handle: The sender's handle; nil or empty for a sender without a mark.
    init?(_ handle: String?) {
        guard let handle, !handle.isEmpty else { return nil }
        // FNV-1a, of which the upper bits are used because the low bits are too similar. Swift's own hash differs from
        // run to run.
        let hash = handle.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        (ink, sign) = Self.marks[Int((hash >> 16) % UInt32(Self.marks.count))]
    }
}
