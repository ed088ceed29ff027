import ChatTerminal
import Foundation
import UnderstudySharedWithYou
import UnderstudyUIKit

/// The screen of a controller as rows: its navigation bar, its content, and its toolbar.
@MainActor struct HostedScreen {
    private let title: String
    private let leading: ScreenBlock?
    private let trailing: ScreenBlock?
    private let toolbar: ScreenBlock?
    private let content: ScreenBlock
    private let hasBar: Bool

    /// Reads the screen.
    ///
    /// - Parameters:
    ///   - navigation: the navigation controller that shows the controller; nil if none does.
    init(
        of shown: UIViewController, in navigation: UINavigationController?, _ reader: ScreenReader, columns: Int
    ) {
        let item = shown.navigationItem
        title = item.title ?? shown.title ?? ""
        hasBar = navigation.map { !$0.isNavigationBarHidden } ?? false
        var leading: [ScreenBlock] = []
        if hasBar, let navigation, navigation.viewControllers.count > 1, !item.hidesBackButton {
            let previous = navigation.viewControllers[navigation.viewControllers.count - 2]
            let name = previous.navigationItem.backButtonTitle ?? previous.navigationItem.title
            leading.append(reader.block(back: navigation, to: name ?? "Back"))
        }
        if hasBar, let items = reader.block(of: item.leftBarButtonItems ?? [], columns: columns / 2) {
            leading.append(items)
        }
        self.leading = leading.isEmpty ? nil : ScreenReader.row(leading, columns: columns / 2).trimmed
        // Bars put the first item at the edge.
        trailing =
            hasBar
            ? reader.block(of: (item.rightBarButtonItems ?? []).reversed(), columns: columns / 2)?.trimmed : nil
        let tools = navigation?.isToolbarHidden == false ? shown.toolbarItems ?? [] : []
        toolbar = reader.block(of: tools, columns: columns)
        content = ScreenBlock.stack(shown.view.map { reader.blocks(of: $0, columns: columns) } ?? [], columns: columns)
    }

    /// The number of parts of the content, which come before those of the bars.
    var contentCount: Int { content.items.count }

    private var items: [ScreenItem] {
        [content, leading, trailing, toolbar].compactMap { $0 }.flatMap { $0.items.map(\.item) }
    }

    /// Returns the part that has the focus: the same as before, or its neighbour if it is gone. At first it is the first
    /// part of the content.
    func focus(near position: AppWindow.Position) -> ScreenItem? {
        let items = items
        if let focus = position.focus, position.isChosen {
            if let same = items.first(where: { $0.identity == focus }) { return same }
            return items.isEmpty ? nil : items[max(0, min(position.index, items.count - 1))]
        }
        return content.items.first?.item ?? items.first
    }

    /// Draws the screen, with the part of the content that shows.
    func draw(size: Size, _ position: inout AppWindow.Position) -> ScreenBlock {
        var screen = ScreenBlock(grid: Grid(size))
        var bars = ScreenBlock(grid: Grid(Size(columns: size.columns, rows: 1)))
        var top = 0
        if hasBar {
            let left = leading.map { $0.grid.usedColumns + 2 } ?? 1
            let right = trailing.map { $0.grid.usedColumns + 2 } ?? 1
            let room = max(0, size.columns - left - right - 1)
            let name = TextLayout.truncate(CleanText.line(title), to: room)
            let middle = (size.columns - TextWidth.columns(of: name)) / 2
            let start = middle >= left && middle + TextWidth.columns(of: name) <= size.columns - right ? middle : left
            screen.grid.put(name, column: start, row: 0, .strong)
            bars.grid.place(screen.grid, column: 0, row: 0)
            if let leading { bars.place(leading, column: 1, row: 0) }
            if let trailing { bars.place(trailing, column: size.columns - trailing.grid.usedColumns - 1, row: 0) }
            let isRoomy = size.rows >= 12
            if isRoomy { screen.grid.put(String(repeating: "─", count: size.columns), column: 0, row: 1, .quiet) }
            top = isRoomy ? 2 : 1
        }
        let room = max(0, size.rows - top - (toolbar == nil ? 0 : 1))
        place(content, room: room, top: top, &position, on: &screen)
        if hasBar { screen.place(bars, column: 0, row: 0) }
        if let toolbar { screen.place(toolbar, column: 1, row: size.rows - 1) }
        position.index = screen.items.firstIndex { $0.item.identity == position.focus } ?? position.index
        return screen
    }

    /// Draws the rows of the content that show, scrolled so that the focus is in sight.
    private func place(
        _ content: ScreenBlock, room: Int, top: Int, _ position: inout AppWindow.Position, on screen: inout ScreenBlock
    ) {
        let rows = content.grid.size.rows
        if position.followsFocus, let place = content.items.first(where: { $0.item.identity == position.focus })?.place
        {
            // Headings above the first part show with it.
            let first = content.items.first?.place.origin.row == place.origin.row ? 0 : place.origin.row
            let line = content.grid.cursor?.row
            let last = line ?? place.origin.row + place.size.rows - 1
            if last >= position.scroll + room { position.scroll = last - room + 1 }
            if (line ?? first) < position.scroll { position.scroll = line ?? first }
        }
        position.scroll = max(0, min(position.scroll, rows - room))
        var visible = ScreenBlock(grid: Grid(Size(columns: content.grid.size.columns, rows: room)))
        visible.place(content, column: 0, row: -position.scroll)
        visible.clipItems()
        if let cursor = visible.grid.cursor, !(0..<room).contains(cursor.row) { visible.grid.cursor = nil }
        screen.place(visible, column: 0, row: top)
        if position.scroll > 0 { screen.grid.put("↑", column: screen.grid.size.columns - 1, row: top, .quiet) }
        if position.scroll + room < rows {
            screen.grid.put("↓", column: screen.grid.size.columns - 1, row: top + room - 1, .quiet)
        }
    }
}

/// A part of an app's screen that a person can press or write in.
struct ScreenItem {
    /// The name by which the focus finds the part again.
    enum Identity: Hashable {
        case object(ObjectIdentifier)
        case row(ObjectIdentifier, IndexPath)
    }

    /// The part.
    enum Part {
        case back(UINavigationController)
        case bar(UIBarButtonItem)
        case control(UIControl)
        case field(UITextField)
        case text(UITextView)
        case row(UITableView, IndexPath)
        case attribution(SWAttributionView)
        case collaboration(SWCollaborationView)
    }

    let part: Part

    var identity: Identity {
        switch part {
        case .back(let object): .object(ObjectIdentifier(object))
        case .bar(let object): .object(ObjectIdentifier(object))
        case .control(let object): .object(ObjectIdentifier(object))
        case .field(let object): .object(ObjectIdentifier(object))
        case .text(let object): .object(ObjectIdentifier(object))
        case .attribution(let object): .object(ObjectIdentifier(object))
        case .collaboration(let object): .object(ObjectIdentifier(object))
        case .row(let table, let indexPath): .row(ObjectIdentifier(table), indexPath)
        }
    }
}

/// Some rows of a screen, with the parts that a person can press and their places in these rows.
struct ScreenBlock {
    var grid: Grid
    var items: [(item: ScreenItem, place: Rectangle)] = []

    /// Returns blocks one below the other.
    static func stack(_ blocks: [ScreenBlock], columns: Int) -> ScreenBlock {
        var stacked = ScreenBlock(
            grid: Grid(Size(columns: columns, rows: blocks.reduce(0) { $0 + $1.grid.size.rows })))
        var row = 0
        for block in blocks {
            stacked.place(block, column: 0, row: row)
            row += block.grid.size.rows
        }
        return stacked
    }

    /// The block without the blank columns at its right.
    var trimmed: ScreenBlock {
        var block = ScreenBlock(grid: Grid(Size(columns: grid.usedColumns, rows: grid.size.rows)))
        block.place(self, column: 0, row: 0)
        return block
    }

    /// Makes the parts that lie outside of the block as small as nothing, so that no click hits them.
    mutating func clipItems() {
        for index in items.indices {
            let place = items[index].place
            let first = max(0, place.origin.row)
            let end = min(grid.size.rows, place.origin.row + place.size.rows)
            items[index].place = Rectangle(
                column: place.origin.column, row: first, columns: place.size.columns, rows: max(0, end - first))
        }
    }

    /// Draws another block over this one, and adopts its parts.
    mutating func place(_ other: ScreenBlock, column: Int, row: Int) {
        let cursor = grid.cursor
        grid.place(other.grid, column: column, row: row)
        grid.cursor = other.grid.cursor.map { Position(column: $0.column + column, row: $0.row + row) } ?? cursor
        for (item, place) in other.items {
            let moved = Rectangle(
                column: place.origin.column + column, row: place.origin.row + row, columns: place.size.columns,
                rows: place.size.rows)
            items.append((item, moved))
        }
    }
}

/// The editors of an app's text fields: each stays as long as the app does not set another text.
@MainActor final class TextEditors {
    private var editors: [ObjectIdentifier: LineEditor] = [:]

    /// Returns the editor of a field with a text.
    func editor(of object: AnyObject, text: String, isOneLine: Bool) -> LineEditor {
        if let editor = editors[ObjectIdentifier(object)], editor.text == text { return editor }
        return LineEditor(text, isOneLine: isOneLine)
    }

    /// Stores the editor of a field.
    func store(_ editor: LineEditor, of object: AnyObject) { editors[ObjectIdentifier(object)] = editor }
}
