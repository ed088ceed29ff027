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
