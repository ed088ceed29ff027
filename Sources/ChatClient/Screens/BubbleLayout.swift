import ChatProtocol
import ChatTerminal

/// A message's bubble and link cards: at the right for the person's own messages, at the left for all others.
///
///      Anna
///     ▐ See the plan ▌ 10:15
///     ╭─ 1 ──────────────────────╮
///     │ Trip plan             📌 │
///     │ Notes · notes.example/1  │
///     ╰──────────────────────────╯
struct BubbleLayout {
    let columns: Int
    let message: MessageEntry
    /// True if the earlier versions of the text are shown.
    var isExpanded = false
    /// The line below the message with its delivery state, such as a read receipt; nil for no line.
    var receipt: String?
    /// The phrases of the search; their hits are marked.
    var searched: [SearchPhrase] = []
    /// True if several others are in the conversation. The bubble's edge then has the sender's colour, and reactions
    /// show names.
    var isGroup = false

    /// The maximum width of a bubble or card in columns, its edges included.
    private var columnsMax: Int {
        // Long lines are hard to read, but a very wide thread must not stay half empty.
        let most = max(64, min(100, columns * 3 / 5))
        return max(8, min(most, columns - 2, max(columns * 3 / 4, columns - 24)))
    }

    func rows() -> [ThreadRow] {
        var rows: [ThreadRow] = []
        if let quote = message.quote {
            let line = TextLayout.expandingTabs(CleanText.line(quote, keepsTabs: true))
            rows.append(aligned([("↳ " + TextLayout.truncate(line, to: columnsMax - 6), .quiet)], 2))
        }
        if isExpanded { rows += earlier() }
        let quotes = rows.count
        if !message.isOnlyLink, !message.text.isEmpty || message.attachment == nil { rows += bubble(label: label) }
        if let attachment = message.attachment {
            rows += document(attachment, label: rows.count == quotes ? label : nil)
        }
        for card in message.cards { rows += self.card(card, label: rows.count == quotes ? label : nil) }
        // “Edited” and “@” get a row of their own if the label does not fit next to the text. A label of only the time
        // or a passing state does not.
        if let label, message.isEdited || message.mentionsReader, !rows[quotes...].contains(where: \.hasLabel) {
            rows.append(aligned([(TextLayout.truncate(label.0, to: columnsMax - 4), label.1)], 2))
        }
        if !message.reactions.isEmpty {
            rows.append(aligned([(TextLayout.truncate(reactions, to: columnsMax - 4), .quiet)], 2))
        }
        if message.replies > 0 {
            rows.append(aligned([("↳ " + MessageMenu.replies(message.replies), Style(.accent))], 2))
        }
        if let receipt { rows.append(aligned([(receipt, .quiet)], 2)) }
        if case .failed(let reason) = message.delivery {
            for line in TextLayout.wrap("✗ Not sent: " + reason, to: columnsMax - 4) {
                rows.append(aligned([(line, Style(.bad))], 2))
            }
        }
        return rows
    }

    /// The reactions as text. In a group, it includes the names of the people who reacted if they fit.
    private var reactions: String {
        let counted = message.reactions.map { CleanText.line($0.counted) }.joined(separator: "  ")
        guard isGroup, message.reactions.reduce(0, { $0 + $1.people.count }) <= 8 else { return counted }
        let named = message.reactions.map { CleanText.line($0.named) }.joined(separator: "  ")
        return TextWidth.columns(of: named) <= columnsMax - 4 ? named : counted
    }

    private var edge: Style {
        if message.isOwn { return Style(.ownEdge) }
        if message.mentionsReader { return Style(.warning).bold }
        return Style((isGroup ? SenderMark(message.handle)?.ink : nil) ?? .otherEdge)
    }

    /// The label next to the first row: the time, or the delivery state of the message.
    private var label: (String, Style)? {
        switch message.delivery {
        case .pending: return ("sending…", Style(.warning))
        case .failed: return ("✗", Style(.bad))
        case .sent where message.isBeingEdited && !message.isUnsent: return ("sending edit…", Style(.warning))
        case .sent:
            let words = [message.mentionsReader ? "@" : "", message.isEdited ? "Edited" : "", message.time]
            let text = words.filter { !$0.isEmpty }.joined(separator: " ")
            return text.isEmpty ? nil : (text, message.mentionsReader ? Style(.warning) : .quiet)
        }
    }

    private func bubble(label: (String, Style)?) -> [ThreadRow] {
        let lines = TextLayout.wrap(message.text, to: columnsMax - 4)
        let width = lines.map { TextWidth.columns(of: $0) }.max() ?? 0
        let inside = Style(.plain, on: message.isOwn ? .ownBubble : .otherBubble)
        let pieces = TextMarks.pieces(of: lines, text: message.text, marks: marks)
        return lines.enumerated().map { index, line in
            let rest = String(repeating: " ", count: max(0, width - TextWidth.columns(of: line)) + 1)
            let marked = pieces[index].map { ($0.text, $0.mark.style(on: inside)) }
            return aligned(
                [("▐", edge), (" ", inside)] + marked + [(rest, inside), ("▌", edge)],
                label: index == 0 ? label : nil)
        }
    }

    private var marks: [(range: Range<Int>, mark: TextMarks.Mark)] {
        message.mentions.map { ($0, .mention) } + message.readerMentions.map { ($0, .readerMention) }
            + hits(in: message.text)
    }

    /// Returns the rows of the earlier texts, oldest first, above the current text (`msg-edit-label`).
    private func earlier() -> [ThreadRow] {
        message.versions.flatMap { version in
            let lines = TextLayout.wrap(version.text, to: columnsMax - 4)
            let width = lines.map { TextWidth.columns(of: $0) }.max() ?? 0
            return lines.enumerated().map { index, line in
                aligned(
                    [("┆ " + TextLayout.pad(line, to: width) + " ┆", .quiet)],
                    label: index == 0 && !version.time.isEmpty ? (version.time, .quiet) : nil)
            }
        }
    }

    /// Returns the rows of an attachment in its own bubble: ` 📎 plan.pdf · application/pdf · 12 KB `.
    private func document(_ attachment: AttachmentRow, label: (String, Style)?) -> [ThreadRow] {
        let inside = Style(.plain, on: message.isOwn ? .ownBubble : .otherBubble)
        let text = "📎 " + attachment.line
        let lines = TextLayout.wrap(text, to: columnsMax - 4)
        let width = lines.map { TextWidth.columns(of: $0) }.max() ?? 0
        let pieces = TextMarks.pieces(of: lines, text: text, marks: hits(in: text))
        return lines.enumerated().map { index, line in
            let rest = String(repeating: " ", count: max(0, width - TextWidth.columns(of: line)) + 1)
            let marked = pieces[index].map { ($0.text, $0.mark.style(on: inside)) }
            return aligned(
                [("▐", edge), (" ", inside)] + marked + [(rest, inside), ("▌", edge)],
                label: index == 0 ? label : nil)
        }
    }

    private func hits(in text: String) -> [(range: Range<Int>, mark: TextMarks.Mark)] {
        searched.isEmpty ? [] : SearchPhrase.places(of: searched, in: text).map { ($0, .hit) }
    }

    /// Returns a line of a card, padded to the given columns, with the search hits marked.
    private func line(_ text: String, columns: Int, _ style: Style) -> [(String, Style)] {
        TextMarks.pieces(of: [TextLayout.pad(text, to: columns)], text: text, marks: hits(in: text))[0]
            .map { ($0.text, $0.mark.style(on: style)) }
    }

    private func card(_ card: LinkCard, label: (String, Style)?) -> [ThreadRow] {
        let address = LinkText.short(card.url)
        let title = CleanText.line(card.title ?? LinkText.title(card.url))
        let about: String
        switch (card.app, card.title) {
        case (let app?, _): about = CleanText.line(app) + " · " + address
        case (nil, .some): about = address
        case (nil, nil): about = "Link"
        }
        let pin = card.isPinned ? 3 : 0
        let sharing = [card.sharing?.summary, card.sharing?.status].compactMap { $0.map { CleanText.line($0) } }
            .filter { !$0.isEmpty }
        let widest = (sharing + [about]).map { TextWidth.columns(of: $0) }.max() ?? 0
        let wanted = max(TextWidth.columns(of: title) + pin, widest, 12)
        let inside = min(columnsMax - 4, wanted)
        let edge = Style.quiet
        let number = card.number.map { "─ \($0) " } ?? ""
        let top = "╭" + number + String(repeating: "─", count: max(0, inside + 2 - number.count)) + "╮"
        let bottom = "╰" + String(repeating: "─", count: inside + 2) + "╯"
        return [
            aligned([(top, edge)]),
            aligned(
                [("│ ", edge)] + line(title, columns: inside - pin, .strong)
                    + [(card.isPinned ? " 📌" : "", .plain), (" │", edge)], label: label),
            linked(aligned([("│ ", edge)] + line(about, columns: inside, Style(.link)) + [(" │", edge)]), to: card.url),
        ]
            + sharing.map { aligned([("│ ", edge), (TextLayout.pad($0, to: inside), .quiet), (" │", edge)]) }
            + [aligned([(bottom, edge)])]
    }

    /// Returns a row of a card whose text between the edges links to an address.
    private func linked(_ row: ThreadRow, to url: String) -> ThreadRow {
        var row = row
        for index in row.spans.indices.dropFirst().dropLast() { row.spans[index].link = url }
        return row
    }

    /// Returns a row on the message's side, with a label on its inner side if it fits.
    private func aligned(
        _ pieces: [(String, Style)], _ inset: Int = 0, label: (String, Style)? = nil
    ) -> ThreadRow {
        let width = pieces.reduce(0) { $0 + TextWidth.columns(of: $1.0) }
        var column = message.isOwn ? max(0, columns - 1 - width - inset) : 1 + inset
        let start = column
        var row = ThreadRow()
        for (text, style) in pieces where !text.isEmpty {
            row.spans.append(.init(column: column, text: text, style: style))
            column += TextWidth.columns(of: text)
        }
        if let (text, style) = label {
            // The first column is reserved for the mark of the chosen message. In little room, the ellipsis of a passing
            // state shows alone.
            for text in [text] + (text.hasSuffix("…") ? ["…"] : []) where !row.hasLabel {
                let length = TextWidth.columns(of: text)
                let place = message.isOwn ? start - 1 - length : column + 1
                guard place >= 1, place + length <= columns else { continue }
                row.hasLabel = true
                row.spans.append(.init(column: place, text: text, style: style))
            }
        }
        return row
    }
}
