import ChatProtocol
import ChatTerminal

/// Draws an item of an app's shelf: thumbnail, title, subtitle and attribution (`shelf-item-preview`,
/// `shelf-item-attribution`).
enum AppItemPainter {
    /// The width of a thumbnail with the gap to its right, in columns.
    private static let thumbnailColumns = 8

    private static func hasThumbnail(_ columns: Int, _ isRoomy: Bool) -> Bool { isRoomy && columns >= 34 }

    /// The first column of the text to the right of the thumbnail.
    private static func left(_ columns: Int, _ isRoomy: Bool) -> Int {
        2 + (hasThumbnail(columns, isRoomy) ? thumbnailColumns : 0)
    }

    /// Returns the height of an item in rows. An item without a subtitle or an attribution has fewer rows.
    static func rows(_ item: AppItem, in state: AppState, columns: Int, isRoomy: Bool) -> Int {
        let attribution = state.attributions[item.id].map {
            AttributionPainter.rows(
                of: $0, look: state.look, columns: columns - left(columns, isRoomy) - 1, size: state.textSize)
        }
        let lines = 1 + (isRoomy && subtitle(item, in: state) != nil ? 1 : 0) + (attribution ?? 0)
        return max(lines, hasThumbnail(columns, isRoomy) ? 3 : 1)
    }

    /// Returns the part of an item that the text of its attribution takes; nil if the item has no attribution.
    static func attribution(
        _ item: AppItem, in state: AppState, columns: Int, isRoomy: Bool
    ) -> Rectangle? {
        guard let content = state.attributions[item.id] else { return nil }
        let left = left(columns, isRoomy)
        var part = AttributionPainter.part(
            of: content, look: state.look, columns: columns - left - 1, size: state.textSize)
        part.origin.column += left
        part.origin.row += 1 + (isRoomy && subtitle(item, in: state) != nil ? 1 : 0)
        return part
    }

    /// Draws an item at its full height.
    static func render(
        _ item: AppItem, in state: AppState, columns: Int, isFocus: Bool, isRoomy: Bool
    ) -> Grid {
        let hasThumbnail = hasThumbnail(columns, isRoomy)
        let left = left(columns, isRoomy)
        let surface: Style.Surface = isFocus ? .selection : .none
        let attribution = state.attributions[item.id].map {
            AttributionPainter.render(
                $0, look: state.look, columns: columns - left - 1, size: state.textSize, surface: surface)
        }
        let subtitle = isRoomy ? subtitle(item, in: state) : nil
        let lines = 1 + (subtitle == nil ? 0 : 1) + (attribution?.size.rows ?? 0)
        let rows = max(lines, hasThumbnail ? 3 : 1)
        var grid = Grid(Size(columns: columns, rows: rows))
        if isFocus {
            grid.fill(Rectangle(column: 0, row: 0, columns: columns, rows: rows), " ", Style(on: surface))
            for row in 0..<rows { grid.put("▌", column: 0, row: row, Style(.accent, on: surface)) }
        }
        if hasThumbnail { drawThumbnail(item, surface, on: &grid) }
        let glyph = hasThumbnail ? "" : item.glyph.map { CleanText.line($0) + " " } ?? ""
        let title = TextLayout.truncate(glyph + CleanText.line(item.title), to: columns - left - 1)
        grid.put(title, column: left, row: 0, Style(on: surface).bold)
        if let subtitle {
            grid.put(
                TextLayout.truncate(subtitle, to: columns - left - 1), column: left, row: 1,
                Style(.quiet, on: surface))
        }
        if let attribution { grid.place(attribution, column: left, row: lines - attribution.size.rows) }
        return grid
    }

    /// Draws a document in one row: its title, and its subtitle at the right if there is room.
    static func row(_ item: AppItem, columns: Int, isFocus: Bool) -> Grid {
        var grid = Grid(Size(columns: columns, rows: 1))
        let surface: Style.Surface = isFocus ? .selection : .none
        if isFocus {
            grid.fill(Rectangle(column: 0, row: 0, columns: columns, rows: 1), " ", Style(on: surface))
            grid.put("▌", column: 0, row: 0, Style(.accent, on: surface))
        }
        let glyph = item.glyph.map { CleanText.line($0) + " " } ?? ""
        let end = grid.put(
            TextLayout.truncate(glyph + CleanText.line(item.title), to: columns - 3), column: 2, row: 0,
            Style(on: surface).bold)
        let room = columns - end - 3
        if let subtitle = item.subtitle, room >= 6 {
            grid.putRight(
                TextLayout.truncate(CleanText.line(subtitle), to: room), end: columns - 1, row: 0,
                Style(.quiet, on: surface))
        }
        return grid
    }

    /// Draws a row that opens a whole list.
    static func more(_ title: String, columns: Int, isFocus: Bool) -> Grid {
        var grid = Grid(Size(columns: columns, rows: 1))
        grid.put(isFocus ? "▸ \(title) ◂" : "  \(title)", column: 2, row: 0, isFocus ? .focus : Style(.accent))
        return grid
    }

    /// Returns the second line of an item: its subtitle, and a mark for a shared or deleted document; nil if it has
    /// neither.
    static func subtitle(_ item: AppItem, in state: AppState) -> String? {
        let isShared = item.isCollaboration && state.showsCollaboration && !item.isUnsavedText
        let mark = item.isDeleted ? "Deleted document" : isShared ? "Shared document" : nil
        let parts = [item.subtitle.map { CleanText.line($0) }, mark].compactMap { $0 }.filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    private static func drawThumbnail(_ item: AppItem, _ surface: Style.Surface, on grid: inout Grid) {
        let colour = tint(of: item.colour)
        grid.frame(Rectangle(column: 2, row: 0, columns: 6, rows: 3), Style(.quiet, on: surface))
        grid.fill(Rectangle(column: 3, row: 1, columns: 4, rows: 1), " ", Style(on: colour))
        let glyph = item.glyph ?? item.title.first.map(String.init) ?? ""
        let sign = TextLayout.prefix(CleanText.line(glyph), columns: 2)
        grid.put(sign, column: 3 + (4 - TextWidth.columns(of: sign)) / 2, row: 1, Style(on: colour).bold)
    }

    private static func tint(of colour: LinkPreview.Colour) -> Style.Surface {
        switch colour {
        case .red: .red
        case .orange: .orange
        case .yellow: .yellow
        case .green: .green
        case .blue: .blue
        case .purple: .purple
        case .pink: .pink
        case .grey: .grey
        }
    }
}
