import ChatTerminal
import Foundation
import UnderstudySharedWithYou
import UnderstudyUIKit

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
