import ChatProtocol
package import ChatTerminal

/// The layout of an app's lists on a screen: the rows that are drawn, and the rows that can be chosen. The system
/// learns from it which items were drawn.
package struct AppLayout {
    /// A row that can be chosen.
    package enum Target: Hashable {
        /// An item that is shared with the person, by its index in the list.
        case item(Int)
        /// Show More: opens the list of all items that are shared with the person (`shelf-show-more`).
        case moreItems
        /// A document, by its index in the list.
        case document(Int)
        /// All Documents: opens the list of all documents.
        case moreDocuments
    }

    /// A target with its place on the screen.
    struct Row {
        var target: Target
        /// The first row on the screen, and the number of rows, at least 1.
        var row: Int
        var rows = 1
        /// The first row below this one.
        var end: Int { row + rows }
    }

    /// The heading of a list.
    struct Heading {
        var text: String
        /// The number of entries, with “+” if more can be loaded; empty on the home.
        var count: String
        var row: Int
    }

    /// The targets of the page from the top, drawn or not.
    private(set) var targets: [Target] = []
    /// The targets that are drawn.
    private(set) var rows: [Row] = []
    /// The headings that are drawn.
    private(set) var headings: [Heading] = []
    /// True if the screen has room for blank rows.
    let isRoomy: Bool

    /// The heading of a person's documents.
    static let documentsTitle = "Documents"

    private let state: AppState
    private let columns: Int
    /// The first row below the header, and the first row below the page.
    private let top: Int
    private let bottom: Int
    private var headingRows: Int { isRoomy ? 2 : 1 }
    private var gap: Int { isRoomy ? 1 : 0 }

    /// Creates the layout of the home or of a full list. The layout of any other page is empty.
    package init(_ state: AppState, size: Size) {
        self.state = state
        columns = size.columns
        // Two lists need all rows of a small screen.
        let hasBoth = state.view.page == .home && !state.items.isEmpty && !state.documents.isEmpty
        isRoomy = size.rows >= (hasBoth ? 18 : 12)
        top = isRoomy ? 2 : 1
        bottom = size.rows - 1
        guard size.columns >= ChatLayout.least.columns, size.rows >= ChatLayout.least.rows else { return }
        switch state.view.page {
        case .home: layHome()
        case .all:
            let count = "\(state.items.count)\(state.hasMore ? "+" : "")"
            layPage(state.items.indices.map(Target.item), state.collectionTitle, count)
        case .documents:
            let count = "\(state.documents.count)\(state.hasMoreDocuments ? "+" : "")"
            layPage(state.documents.indices.map(Target.document), Self.documentsTitle, count)
        case .detail: break
        }
    }

    /// Returns the target that has the focus; nil if there are no targets.
    func target(at focus: Int) -> Target? { targets.isEmpty ? nil : targets[max(0, min(focus, targets.count - 1))] }

    /// The ids of the items that are drawn.
    package var visible: [String] {
        rows.compactMap { if case .item(let index) = $0.target { state.items[index].id } else { nil } }
    }

    // MARK: The home

    private mutating func layHome() {
        var row = top
        if !state.items.isEmpty {
            // The documents get the rows that they need, at most half of the page. The shelf gets the others.
            let needed = state.documents.isEmpty ? 0 : headingRows + state.documents.count
            var reserved = min(needed, (bottom - top) / 2)
            if reserved > 0, reserved <= headingRows { reserved = 1 }
            row = layShelf(to: bottom - (reserved == 0 ? 0 : reserved + gap)) + gap
        }
        if !state.documents.isEmpty { layDocuments(from: row) }
        targets = rows.map(\.target)
    }

    /// Places the shelf and its heading.
    ///
    /// - Returns: The first row below the shelf.
    private mutating func layShelf(to end: Int) -> Int {
        headings.append(Heading(text: state.collectionTitle, count: "", row: top))
        let first = top + headingRows
        let targets = state.items.indices.map(Target.item)
        var drawn = fill(targets, from: first, to: end)
        var next = drawn.last?.end ?? first
        if drawn.count < targets.count || state.hasMore {
            drawn = fill(targets, from: first, to: end - 1 - gap)
            let row = drawn.last.map { $0.end + gap } ?? first
            drawn.append(Row(target: .moreItems, row: row))
            next = row + 1
        }
        rows += drawn
        return next
    }

    private mutating func layDocuments(from row: Int) {
        guard row < bottom else { return }
        let first = row + headingRows
        guard first < bottom else {
            rows.append(Row(target: .moreDocuments, row: row))
            return
        }
        headings.append(Heading(text: Self.documentsTitle, count: "", row: row))
        let isWhole = state.documents.count <= bottom - first && !state.hasMoreDocuments
        let shown = isWhole ? state.documents.count : min(state.documents.count, bottom - first - 1)
        let targets = (0..<shown).map(Target.document) + (isWhole ? [] : [.moreDocuments])
        for (index, target) in targets.enumerated() {
            rows.append(Row(target: target, row: first + index))
        }
    }

    // MARK: A whole page

    private mutating func layPage(_ all: [Target], _ heading: String, _ count: String) {
        headings = [Heading(text: heading, count: count, row: top)]
        targets = all
        guard !all.isEmpty else { return }
        let start = top + headingRows
        // The focused row shows, below as many rows before it as fit.
        let focus = max(0, min(state.view.focus, all.count - 1))
        var first = focus
        while first > 0, fill(Array(all[(first - 1)...focus]), from: start, to: bottom).count == focus - first + 2 {
            first -= 1
        }
        rows = fill(Array(all[first...]), from: start, to: bottom)
    }

    // MARK: Rows

    /// Returns the rows of the targets that fit, from top to bottom.
    private func fill(_ targets: [Target], from first: Int, to end: Int) -> [Row] {
        var rows: [Row] = []
        var row = first
        for target in targets {
            let height = height(of: target)
            if row + height > end { break }
            rows.append(Row(target: target, row: row, rows: height))
            row += height
            if case .item = target { row += gap }
        }
        return rows
    }

    private func height(of target: Target) -> Int {
        guard case .item(let index) = target else { return 1 }
        return AppItemPainter.rows(state.items[index], in: state, columns: columns, isRoomy: isRoomy)
    }

    /// Draws a row.
    func grid(_ row: Row) -> Grid {
        let isFocus = row.target == target(at: state.view.focus)
        return switch row.target {
        case .item(let index):
            AppItemPainter.render(
                state.items[index], in: state, columns: columns, isFocus: isFocus, isRoomy: isRoomy)
        case .document(let index):
            AppItemPainter.row(state.documents[index], columns: columns, isFocus: isFocus)
        case .moreItems: AppItemPainter.more("Show More", columns: columns, isFocus: isFocus)
        case .moreDocuments: AppItemPainter.more("All Documents", columns: columns, isFocus: isFocus)
        }
    }
}

extension AppState {
    /// The focused row of a list, identified by its id instead of its index, which changes with the list.
    package enum Focused: Equatable {
        case item(String)
        case document(String)
        case other(AppLayout.Target)
    }

    /// Returns the focused row of the list, even while an item covers the list; nil if the list is empty.
    package func focused(size: Size) -> Focused? {
        AppLayout(listed, size: size).target(at: view.focus).map { focused($0) }
    }

    /// Returns the id of the open item, or of the focused one; nil if there is none.
    func itemInSight(size: Size) -> String? {
        if let id = view.page.detail { return id }
        switch focused(size: size) {
        case .item(let id)?, .document(let id)?: return id
        case .other?, nil: return nil
        }
    }

    /// Moves the focus to a row. If its item has disappeared, the focus moves to Show More or All Documents, not to
    /// another item. After the person removed an item, the next one has the focus.
    package mutating func focus(on focused: Focused, size: Size) {
        let targets = AppLayout(listed, size: size).targets
        let more: AppLayout.Target? =
            switch focused {
            case .item(let id): view.leaving.contains(id) ? nil : .moreItems
            case .document: .moreDocuments
            case .other: nil
            }
        let index =
            targets.firstIndex { self.focused($0) == focused } ?? more.flatMap { more in targets.firstIndex(of: more) }
        if let index { view.focus = index }
        switch focused {
        case .item(let id): if item(id) == nil, !view.leaving.contains(id) { view.hasLostItem = true }
        case .document(let id): if !documents.contains(where: { $0.id == id }) { view.hasLostItem = true }
        case .other: break
        }
    }

    /// Moves the focus to the row of an item that was open. The focused row keeps the focus if it has the same link.
    mutating func focus(onLinkOf id: String, size: Size) {
        let url = opened(id).url
        if case .document(url)? = focused(size: size) { return }
        if let item = items.first(where: { $0.url == url }) {
            focus(on: .item(item.id), size: size)
        } else if documents.contains(where: { $0.id == url }) {
            focus(on: .document(url), size: size)
        }
    }

    private func focused(_ target: AppLayout.Target) -> Focused {
        switch target {
        case .item(let index): .item(items[index].id)
        case .document(let index): .document(documents[index].id)
        case .moreItems, .moreDocuments: .other(target)
        }
    }

    /// The state with the list that the open item covers.
    private var listed: AppState {
        var state = self
        if view.page.detail != nil { state.view.page = view.origin }
        return state
    }
}

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
