package import AppModel
package import ChatProtocol
package import ChatTerminal

/// The content of an attribution. Only the system has it: the server answers `attribution.show` with it to the person's
/// own session, and gives it to no app.
package struct AttributionContent: Hashable, Sendable {
    /// A person who shared the link, with the conversation.
    struct Sharer: Hashable, Sendable {
        /// The person's display name.
        var name: String
        /// The id of the conversation.
        var conversation: ConversationID = ""
        /// The name of the conversation; empty if this person has left it.
        var conversationName = ""
        /// The id of the newest message with the link in that conversation. A reply refers to it.
        var message = ""
    }

    /// A conversation in which the person can reply.
    package struct Place: Hashable, Sendable {
        /// The id of the conversation.
        package var conversation: ConversationID
        /// The name of the conversation.
        package var name: String
        /// The id of the shared message; empty if only the conversation is known.
        package var message: String

        package init(conversation: ConversationID, name: String, message: String = "") {
            (self.conversation, self.name, self.message) = (conversation, name, message)
        }
    }

    /// The reason why the conversation of an item cannot be opened: the person left it, was removed, or deleted it.
    package static let isGone = "The conversation it was shared in is no longer in your list"

    /// The highlight's id.
    var highlight: String = ""
    /// The link.
    var url: String = ""
    /// The app's name.
    var app: String = ""
    /// True if this person pinned the link (`attr-pin-mark`).
    var isPinned: Bool = false
    /// The people who shared the link, the newest first.
    var sharers: [Sharer]
    /// The app's title for the menu entry that removes the item; nil for the system's title.
    package var menuTitleForHideAction: String?

    /// The names of the people who shared the link, the newest first, without duplicates.
    var names: [String] {
        var names: [String] = []
        for sharer in sharers where !names.contains(sharer.name) { names.append(sharer.name) }
        return names
    }

    /// The conversations in which the person can reply, without duplicates. With several, the person chooses one first
    /// (`disambiguate`). A conversation that the person has left has no name and is not included.
    package var places: [Place] {
        var places: [Place] = []
        for sharer in sharers
        where !sharer.conversationName.isEmpty && !places.contains(where: { $0.conversation == sharer.conversation }) {
            places.append(
                Place(conversation: sharer.conversation, name: sharer.conversationName, message: sharer.message))
        }
        return places
    }

    /// The system's menu entries for the attribution.
    var menu: AttributionMenu { .system(hideTitle: menuTitleForHideAction) }
}

/// Draws an attribution in cells: `(AB) From Anna and Bea 📌 ›`. A pure function of its arguments. It shows names, so
/// only the system calls it.
package enum AttributionPainter {
    /// `From Anna`, `From Anna and Bea`, `From Anna + 2` (`swy-attr-label`).
    static func label(_ names: [String]) -> String {
        switch names.count {
        case 0: ""
        case 1: "From \(names[0])"
        case 2: "From \(names[0]) and \(names[1])"
        default: "From \(names[0]) + \(names.count - 1)"
        }
    }

    /// Returns the initials of up to three people who shared the link, as their avatars.
    static func avatars(_ names: [String]) -> String {
        let initials = names.prefix(3).compactMap { CleanText.line($0).first }.map { $0.uppercased() }
        return initials.isEmpty ? "" : "(\(initials.joined()))"
    }

    /// Draws the attribution.
    ///
    /// - Parameters:
    ///   - columns: The columns available. The result is never wider than this, nor than the look's maximum.
    ///   - size: The text size that the person set. From the second size above `.large`, names wrap to further rows
    ///     instead of ending in `…` (`attr-height-free`).
    /// - Returns: A grid as wide as the columns and the look allow, and as high as its rows.
    package static func render(
        _ content: AttributionContent, look: AttributionLook = AttributionLook(), columns: Int,
        size: ContentSizeCategory = .large, surface: Style.Surface = .none
    ) -> Grid {
        let width = width(look, columns)
        let isBoxed = look.background == .material
        let lines = lines(content, look, width, size)
        guard !lines.isEmpty else { return Grid(Size(columns: width, rows: 0)) }
        var grid = Grid(Size(columns: width, rows: lines.count))
        let part = part(of: lines, look, width)
        let column = part.origin.column
        if isBoxed {
            grid.fill(part, " ", Style(.plain, on: .material))
            for row in lines.indices {
                grid.put("▏", column: column, row: row, Style(.quiet, on: .material))
                grid.put("▕", column: column + part.size.columns - 1, row: row, Style(.quiet, on: .material))
            }
        }
        let style = isBoxed ? Style(.plain, on: .material) : Style(.accent, on: surface)
        for (row, line) in lines.enumerated() {
            grid.put(line, column: column + (isBoxed ? 1 : 0), row: row, style)
        }
        return grid
    }

    /// Returns the number of rows that ``render(_:look:columns:size:surface:)`` draws.
    static func rows(
        of content: AttributionContent, look: AttributionLook, columns: Int, size: ContentSizeCategory
    ) -> Int {
        lines(content, look, width(look, columns), size).count
    }

    /// Returns the part of the drawn grid that has the text.
    static func part(
        of content: AttributionContent, look: AttributionLook, columns: Int, size: ContentSizeCategory
    ) -> Rectangle {
        let width = width(look, columns)
        return part(of: lines(content, look, width, size), look, width)
    }

    private static func part(of lines: [String], _ look: AttributionLook, _ width: Int) -> Rectangle {
        let frame = look.background == .material ? 2 : 0
        let taken = min(width, (lines.map { TextWidth.columns(of: $0) }.max() ?? 0) + frame)
        return Rectangle(
            column: start(look.alignment, spare: width - taken), row: 0, columns: taken, rows: lines.count)
    }

    private static func width(_ look: AttributionLook, _ columns: Int) -> Int {
        max(0, min(columns, look.columnsMax ?? columns))
    }

    private static func lines(
        _ content: AttributionContent, _ look: AttributionLook, _ width: Int, _ size: ContentSizeCategory
    ) -> [String] {
        lines(
            content, columns: width - (look.background == .material ? 2 : 0),
            rowsMax: rows(size.clamped(from: look.minimumSize, to: look.maximumSize)))
    }

    /// Returns the maximum number of rows at a text size.
    private static func rows(_ size: ContentSizeCategory) -> Int {
        switch size {
        case .extraSmall, .small, .medium, .large, .extraLarge: 1
        case .extraExtraLarge: 2
        case .accessibilityMedium: 3
        case .accessibilityLarge: 4
        }
    }

    private static func start(_ alignment: AttributionView.HorizontalAlignment, spare: Int) -> Int {
        switch alignment {
        case .default, .leading: 0
        case .center: spare / 2
        case .trailing: spare
        }
    }

    /// Returns the rows as text. In few columns the avatars go first, then the `›`, then the pin mark; the names stay
    /// longest.
    private static func lines(_ content: AttributionContent, columns: Int, rowsMax: Int) -> [String] {
        let names = content.names.map { CleanText.line($0) }
        guard columns > 0 else { return [] }
        // The pin mark stays if no sharer is known (`attr-pin-mark`).
        guard !names.isEmpty else { return content.isPinned ? [TextLayout.truncate("📌 Pinned", to: columns)] : [] }
        let label = label(names)
        var lead = avatars(names) + " "
        var trail = (content.isPinned ? " 📌" : "") + " ›"
        func room() -> Int { columns - TextWidth.columns(of: lead) - TextWidth.columns(of: trail) }
        if room() < min(TextWidth.columns(of: label), 9) { lead = "" }
        if room() < min(TextWidth.columns(of: label), 9) { trail = content.isPinned ? " 📌" : "" }
        if room() < 4 { trail = "" }
        guard rowsMax > 1, TextWidth.columns(of: label) > room(), room() >= 4 else {
            return [lead + TextLayout.truncate(label, to: room()) + trail]
        }
        var rows = TextLayout.wrap(label, to: room())
        if rows.count > rowsMax {
            let rest = rows[(rowsMax - 1)...].joined(separator: " ")
            rows = Array(rows[..<(rowsMax - 1)]) + [TextLayout.truncate(rest, to: room())]
        }
        let indent = String(repeating: " ", count: TextWidth.columns(of: lead))
        return rows.enumerated().map { index, row in
            (index == 0 ? lead : indent) + row + (index == rows.count - 1 ? trail : "")
        }
    }
}
