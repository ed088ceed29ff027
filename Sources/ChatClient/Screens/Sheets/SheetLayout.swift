package import AppModel
package import ChatTerminal

/// The place of a sheet and of its rows on a screen. `SheetPainter` draws by it, `SheetState` scrolls and clicks by it.
package struct SheetLayout {
    /// The sheet with its frame.
    var part: Rectangle
    /// All rows of the sheet.
    var rows: [SheetRow] = []
    /// The topmost row that shows.
    package var first = 0
    /// The number of rows that do not show.
    package var hidden = 0
    /// The number of rows that show.
    var room: Int
    /// The place of the rows.
    var content: Rectangle
    /// True if the sheet has a grabber.
    var hasGrabber = false
    /// True if the parent is out of reach.
    package var isModal = true
    /// The columns that the sheet takes from its parent beside it, and the rows below it; a modal sheet takes none.
    var taken = Size(columns: 0, rows: 0)
    /// The most rows that a sheet can have.
    var maximum: Int
    /// The heights of the sheet; nil for a card.
    var presentation: SheetPresentationController?
    /// The density of the rows.
    var density = SheetRow.Density.airy
    /// The rows of the screen.
    private let screenRows: Int
    /// True if the sheet stands on the lower edge of the screen, and not in the middle.
    private let isPage: Bool

    /// The fewest columns at which a non-modal sheet stands beside its parent (`sheet-nonmodal-alt`).
    static let sideColumns = 120
    /// The width of a sheet beside its parent.
    private static let sideWidth = 42
    /// The fewest rows in which a parent can be used.
    private static let parentRows = 12

    /// The fewest columns at which a sheet stands in the middle, whatever its heights (`sheet-ipad-style`).
    static let wideColumns = 100

    /// Lays out a sheet.
    ///
    /// - Parameters:
    ///   - state: the position of the person in it.
    ///   - look: the look of its platform.
    package init(_ sheet: Sheet, _ state: SheetState, look: SheetLook = .touch, size: Size) {
        let isFull = size.columns < 42 || size.rows < 10
        let isWide = size.columns >= 70
        maximum = max(1, size.rows - 2)
        screenRows = size.rows
        presentation = look == .desktop || isFull ? nil : sheet.presentation
        let isSide = presentation?.largestUndimmedDetentIdentifier != nil && size.columns >= Self.sideColumns
        isPage = presentation != nil && size.columns < Self.wideColumns
        let columns = isFull ? size.columns : isSide ? Self.sideWidth : min(64, size.columns - (isWide ? 8 : 4))
        let inside = columns - (isFull ? 2 : isWide ? 6 : 4)
        let rows = SheetRow.rows(of: sheet, columns: inside)
        let buttonRows = look == .desktop && (sheet.leading ?? sheet.trailing) != nil ? 2 : 0
        // The frame and the header; if there is room, a blank row below the header and one above the edge.
        let isAiry: Bool
        let top: Int
        let height: Int
        if isSide {
            (height, top, isModal, isAiry) = (size.rows - 1, 0, false, true)
            taken = Size(columns: columns, rows: 0)
            // Beside the screen there is one height, so that scrolling has none to grow to.
            presentation = nil
        } else if var presentation {
            if sheet.showsAllAtFirst {
                let fits = rows.count + 5 < maximum
                presentation.insert(.fitting(rows: rows.count + 5))
                presentation.selectedDetentIdentifier = fits ? .fitting : .large
            }
            presentation.selectedDetentIdentifier = state.detent ?? presentation.selectedDetentIdentifier
            self.presentation = presentation
            let resting = max(5, min(maximum, presentation.height(in: maximum)))
            height = max(4, min(maximum, state.draggedRows ?? resting))
            isAiry = rows.count + 5 <= height
            top = isPage ? size.rows - 1 - height : max(0, (size.rows - height) / 2)
            hasGrabber = presentation.prefersGrabberVisible && presentation.heights(in: maximum).count > 1
            // A drag changes neither who can be used nor how much the parent has: the height at which it rests does.
            isModal = presentation.isModal(in: maximum) || !isPage || size.rows - resting < Self.parentRows
            if !isModal { taken = Size(columns: 0, rows: resting) }
        } else {
            isAiry = !isFull && rows.count + 5 + buttonRows <= size.rows - 2
            let wanted = min(rows.count + buttonRows + (isAiry ? 5 : 3), size.rows - (isFull ? 0 : 2))
            height = isFull ? size.rows : wanted
            top = isFull ? 0 : (size.rows - wanted) / 2
        }
        let left = isSide ? size.columns - columns : (size.columns - columns) / 2
        part = Rectangle(column: left, row: top, columns: columns, rows: height)
        room = max(1, height - buttonRows - (isAiry ? 5 : 3))
        content = Rectangle(
            column: part.origin.column + (columns - inside) / 2, row: top + (isAiry ? 3 : 2), columns: inside,
            rows: room)
        self.rows = rows
        if presentation?.canGrow(in: maximum) == true { condense(sheet) }
        hidden = max(0, self.rows.count - room)
        let focused = self.rows.firstIndex { $0.belongs(to: sheet.focus) } ?? 0
        let last = self.rows.lastIndex { $0.belongs(to: sheet.focus) } ?? 0
        first = min(max(0, state.scroll ?? min(focused, last - room + 1)), hidden)
    }

    /// Makes the rows of a sheet with tiles denser until one row of each kind shows (`sheet-medium-use`).
    private mutating func condense(_ sheet: Sheet) {
        guard rows.count > room, sheet.choices.contains(where: \.isTile) else { return }
        let last = SheetRow.group(of: sheet.choices.count - 1, in: sheet.choices).lowerBound
        for density in SheetRow.Density.allCases {
            self.density = density
            rows = SheetRow.rows(of: sheet, columns: content.size.columns, density)
            if let row = rows.firstIndex(where: { $0.belongs(to: last) }), row < room { return }
        }
    }

    /// The arrow keys that step through the choices: `←→` for buttons in one row, and the key that shows a part of the
    /// text above them that is out of sight.
    var arrows: String {
        let rows = rows.map { Set($0.pieces.compactMap(\.choice)).count }.filter { $0 > 0 }
        guard rows.contains(where: { $0 > 1 }) else { return "↑↓" }
        guard rows.count == 1 else { return "←→ ↑↓" }
        return hidden == 0 ? "←→" : first > 0 ? "←→ PgUp" : "←→ PgDn"
    }

    /// Returns the height of the sheet if its grabber is dragged to a row of the screen.
    func rows(draggedTo row: Int) -> Int { isPage ? screenRows - 1 - row : screenRows - 2 * row }

    /// Returns true if all rows of a choice show.
    func shows(_ choice: Int) -> Bool {
        guard let begin = rows.firstIndex(where: { $0.belongs(to: choice) }),
            let end = rows.lastIndex(where: { $0.belongs(to: choice) })
        else { return true }
        return begin >= first && end < first + room
    }
}

/// Whose kind of sheet it is.
package enum SheetLook: String, CaseIterable, Equatable, Sendable {
    /// That of a phone or a tablet: buttons above, heights at which it rests.
    case touch
    /// That of a desktop: always modal, a card with its buttons at the bottom right (`sheet-mac-look`).
    case desktop
}
