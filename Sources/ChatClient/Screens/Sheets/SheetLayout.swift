package import AppFrameworks
package import ChatTerminal

/// Where a sheet and what it says lie on a screen: the one place that `SheetPainter` draws by and `SheetState` scrolls and
/// clicks by.
package struct SheetLayout {
    /// The sheet with its frame.
    var part: Rectangle
    /// All that it says.
    var rows: [SheetRow]
    /// The topmost row that shows.
    package var first = 0
    /// How many rows do not show.
    package var hidden = 0
    /// How many show.
    var room: Int
    /// Where the rows begin, and how wide they are.
    var content: Rectangle
    /// Whether it rests at heights, and a grabber shows which.
    var hasGrabber = false
    /// Whether the parent is out of reach.
    package var isModal = true
    /// How many columns the sheet takes from its parent beside it, and rows below it; a modal one takes none.
    var taken = Size(columns: 0, rows: 0)
    /// The rows that a sheet can have at the most.
    var maximum: Int
    /// How it stands over its parent; nil for a card.
    var presentation: SheetPresentationController?

    /// From how many columns on a sheet that leaves its parent to be used stands beside it (`sheet-nonmodal-alt`).
    static let sideColumns = 120
    /// How wide it is there.
    private static let sideWidth = 42
    /// The fewest rows in which a parent can be used.
    private static let parentRows = 12

    /// From how many columns on a sheet floats in the middle, whatever its heights (`sheet-ipad-style`).
    static let wideColumns = 100

    /// Lays out a sheet.
    ///
    /// - Parameters:
    ///   - state: where the person is in it.
    ///   - look: whose kind of sheet it is.
    package init(_ sheet: Sheet, _ state: SheetState, look: SheetLook = .touch, size: Size) {
        let isFull = size.columns < 42 || size.rows < 10
        let isWide = size.columns >= 70
        maximum = max(1, size.rows - 2)
        presentation = look == .desktop || isFull ? nil : sheet.presentation
        let isSide = presentation?.largestUndimmedDetentIdentifier != nil && size.columns >= Self.sideColumns
        let isPage = presentation != nil && size.columns < Self.wideColumns
        let columns = isFull ? size.columns : isSide ? Self.sideWidth : min(64, size.columns - (isWide ? 8 : 4))
        let inside = columns - (isFull ? 2 : isWide ? 6 : 4)
        rows = SheetRow.rows(of: sheet, columns: inside)
        let buttonRows = look == .desktop && (sheet.leading ?? sheet.trailing) != nil ? 2 : 0
        // The frame and the header; where there is room, a blank row below the header and one above the edge.
        let isAiry: Bool
        let top: Int
        let height: Int
        if isSide {
            (height, top, isModal, isAiry) = (size.rows - 1, 0, false, true)
            taken = Size(columns: columns, rows: 0)
        } else if var presentation {
            if sheet.showsAllAtFirst {
                let fits = rows.count + 5 < maximum
                presentation.insert(.fitting(rows: rows.count + 5))
                presentation.selectedDetentIdentifier = fits ? .fitting : .large
            }
            presentation.selectedDetentIdentifier = state.detent ?? presentation.selectedDetentIdentifier
            self.presentation = presentation
            height = max(5, min(maximum, presentation.height(in: maximum)))
            isAiry = rows.count + 5 <= height
            top = isPage ? size.rows - 1 - height : max(0, (size.rows - height) / 2)
            hasGrabber = presentation.prefersGrabberVisible && presentation.heights(in: maximum).count > 1
            isModal = presentation.isModal(in: maximum) || !isPage || size.rows - height < Self.parentRows
            if !isModal { taken = Size(columns: 0, rows: height) }
        } else {
            isAiry = !isFull && rows.count + 5 + buttonRows <= size.rows - 2
            let wanted = min(rows.count + buttonRows + (isAiry ? 5 : 3), size.rows - (isFull ? 0 : 2))
            height = isFull ? size.rows : wanted
            top = isFull ? 0 : (size.rows - wanted) / 2
        }
        let left = isSide ? size.columns - columns : (size.columns - columns) / 2
        part = Rectangle(column: left, row: top, columns: columns, rows: height)
        room = max(1, height - buttonRows - (isAiry ? 5 : 3))
        hidden = max(0, rows.count - room)
        content = Rectangle(
            column: part.origin.column + (columns - inside) / 2, row: top + (isAiry ? 3 : 2), columns: inside,
            rows: room)
        let focused = rows.firstIndex { $0.belongs(to: sheet.focus) } ?? 0
        let last = rows.lastIndex { $0.belongs(to: sheet.focus) } ?? 0
        first = min(max(0, state.scroll ?? min(focused, last - room + 1)), hidden)
    }

    /// Whether a choice is in sight as a whole.
    func shows(_ choice: Int) -> Bool {
        guard let begin = rows.firstIndex(where: { $0.belongs(to: choice) }),
            let end = rows.lastIndex(where: { $0.belongs(to: choice) })
        else { return true }
        return begin >= first && end < first + room
    }
}

extension ChatState {
    /// The sheet on the screen as it lies there; nil where there is none.
    func sheetLayout(on screen: Size) -> SheetLayout? {
        sheet.map {
            SheetLayout(Sheets.sheet($0, in: self), view.inSheet, look: view.look, size: sheetRoom(on: screen).size)
        }
    }

    /// The part of the screen that a sheet lies over: on a desktop its thread alone, so that the list stays to be used
    /// (`sheet-mac-look`).
    func sheetRoom(on screen: Size) -> Rectangle {
        let whole = Rectangle(column: 0, row: 0, columns: screen.columns, rows: screen.rows)
        guard view.look == .desktop, sheet?.isOfConversation == true else { return whole }
        let layout = ChatLayout(self, size: screen)
        guard layout.list > 0, layout.thread > 0 else { return whole }
        return Rectangle(column: layout.threadColumn, row: 0, columns: layout.thread, rows: layout.rows)
    }

    /// How much of a screen the rest has beside a sheet that leaves it to be used.
    func parentSize(on screen: Size) -> Size {
        guard let taken = sheetLayout(on: screen)?.taken else { return screen }
        return Size(columns: screen.columns - taken.columns, rows: screen.rows - taken.rows)
    }
}

/// Whose kind of sheet it is.
package enum SheetLook: String, CaseIterable, Equatable, Sendable {
    /// That of a phone or a tablet: buttons above, heights at which it rests.
    case touch
    /// That of a desktop: always modal, a card with its buttons at the bottom right (`sheet-mac-look`).
    case desktop
}
