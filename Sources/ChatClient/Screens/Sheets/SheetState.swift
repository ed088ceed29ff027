package import AppFrameworks
package import ChatTerminal

/// Where a person is in a sheet, and what their keys do there: the same in every sheet of every screen.
package struct SheetState: Equatable, Sendable {
    /// What a key comes to.
    package enum Outcome: Equatable {
        /// It was the sheet's own.
        case handled
        /// This choice was chosen.
        case picked(Int)
        /// This field reads so now.
        case wrote(Int, LineEditor)
        /// The person is done.
        case done
        /// The person goes back by a page.
        case back
        /// The person wants to be rid of it.
        case dismiss
        /// It is for the parent, which can be used meanwhile.
        case parent
        /// The sheet has no use for it.
        case unused
    }

    /// The focused choice; nil is the sheet's own first one.
    package var focus: Int?
    /// The topmost row of the content; nil is what keeps the focus in sight.
    package var scroll: Int?
    /// The height that the person gave it.
    package var detent: SheetPresentationController.Detent.Identifier?
    /// Whether keys are for the parent of a sheet that is not modal (`sheet-nonmodal`).
    package var isInParent = false

    /// Where the grabber is held, by its row; nil where it is not.
    private var heldAt: Int?

    /// A sheet that has just come up.
    package init(focus: Int? = nil, scroll: Int? = nil) { (self.focus, self.scroll) = (focus, scroll) }

    /// The sheet with the choice in focus that the person moved to.
    package func focused(_ sheet: Sheet) -> Sheet {
        var sheet = sheet
        if let focus { sheet.focus = max(0, min(focus, sheet.choices.count - 1)) }
        return sheet
    }

    /// Applies a key.
    package mutating func apply(_ key: Key, to sheet: Sheet, look: SheetLook = .touch, size: Size) -> Outcome {
        let sheet = focused(sheet)
        let layout = SheetLayout(sheet, self, look: look, size: size)
        if case .mouse(let event) = key { return apply(event, to: sheet, layout, look) }
        if !layout.isModal {
            if key == .function(6) { isInParent.toggle() }
            if key == .function(6) { return .handled }
            if isInParent { return .parent }
        } else {
            isInParent = false
        }
        let choice = sheet.choices.indices.contains(sheet.focus) ? sheet.choices[sheet.focus] : nil
        switch key {
        case .escape: return .dismiss
        case .jumpLeft where sheet.leading == "Back": return .back
        case .control("g"): resize(sheet, layout) { $0.cycle(in: layout.maximum) }
        case .pageUp: scroll(by: -max(1, layout.room - 1), sheet, layout)
        case .pageDown: scroll(by: max(1, layout.room - 1), sheet, layout)
        case .enter: return choice == nil ? .done : .picked(sheet.focus)
        case .backTab: move(to: sheet.focus - 1, sheet, look, size)
        case .tab: move(to: sheet.focus + 1, sheet, look, size)
        case .up, .down: move(down: key == .down, sheet, layout, look, size)
        default:
            if var field = choice?.field {
                return field.apply(key) ? .wrote(sheet.focus, field) : .unused
            }
            // Beside a sheet that leaves the thread to be used, who types writes there (`sheet-nonmodal`).
            if !layout.isModal, case .character(let character) = key, character != " " || choice?.value == nil {
                isInParent = true
                return .parent
            }
            switch key {
            case .left: move(to: sheet.focus - 1, sheet, look, size)
            case .right: move(to: sheet.focus + 1, sheet, look, size)
            case .character(" ") where choice?.value != nil: return .picked(sheet.focus)
            case .character("d") where !sheet.choices.isEmpty && sheet.trailing != nil && sheet.trailing != "Cancel":
                return .done
            case .character("b") where sheet.leading == "Back": return .back
            case .character("q") where sheet.choices.isEmpty: return .dismiss
            default: return .unused
            }
        }
        return .handled
    }

    // MARK: The mouse

    /// Chooses what is clicked, scrolls by the wheel, and resizes by the grabber: a tap goes to the next height, a drag
    /// rests at the nearest (`sheet-grabber`).
    private mutating func apply(
        _ event: MouseEvent, to sheet: Sheet, _ layout: SheetLayout, _ look: SheetLook
    ) -> Outcome {
        let (part, place) = (layout.part, event.position)
        let middle = part.origin.column + part.size.columns / 2
        if event.kind == .release, let held = heldAt {
            heldAt = nil
            resize(sheet, layout) { presentation in
                let rows = part.size.rows - (place.row - held)
                if place.row == held {
                    presentation.cycle(in: layout.maximum)
                } else {
                    presentation.release(at: rows, in: layout.maximum)
                }
            }
            return .handled
        }
        let isInside =
            (part.origin.column..<part.origin.column + part.size.columns).contains(place.column)
            && (part.origin.row..<part.origin.row + part.size.rows).contains(place.row)
        guard isInside else {
            if !layout.isModal, event.kind == .press { isInParent = true }
            return layout.isModal ? .handled : .parent
        }
        switch (event.kind, event.button) {
        case (.wheelUp, _): scroll(by: -3, sheet, layout)
        case (.wheelDown, _): scroll(by: 3, sheet, layout)
        case (.press, .left?):
            isInParent = false
            if layout.hasGrabber, place.row == part.origin.row, abs(place.column - middle) <= 4 {
                heldAt = place.row
                return .handled
            }
            if let button = layout.buttons(of: sheet, look).first(where: { $0.contains(place) }) {
                return button.isDone ? .done : button.text == "Back" ? .back : .dismiss
            }
            let row = place.row - layout.content.origin.row + layout.first
            guard layout.rows.indices.contains(row), place.row >= layout.content.origin.row,
                let index = layout.rows[row].choice(at: place.column - layout.content.origin.column)
            else { return .handled }
            focus = index
            return sheet.choices[index].field == nil ? .picked(index) : .handled
        default: break
        }
        return .handled
    }

    // MARK: Moving

    private mutating func move(
        down: Bool, _ sheet: Sheet, _ layout: SheetLayout, _ look: SheetLook, _ size: Size
    ) {
        guard !sheet.choices.isEmpty else { return scroll(by: down ? 1 : -1, sheet, layout) }
        let step = sheet.choices[sheet.focus].isTile ? beside(sheet, down, layout) : down ? 1 : -1
        // Buttons in one row wrap; a list ends where it ends.
        let isRow = sheet.choices.allSatisfy { $0.value == nil && !$0.isTile && $0.field == nil }
        let next = sheet.focus + step
        move(to: isRow ? next : max(0, min(next, sheet.choices.count - 1)), sheet, look, size)
    }

    /// How far away the tile above or below is; the next thing behind the tiles where there is none.
    private func beside(_ sheet: Sheet, _ down: Bool, _ layout: SheetLayout) -> Int {
        let across = SheetRow.tiles(across: layout.content.size.columns)
        let (focus, choices) = (sheet.focus, sheet.choices)
        let begin = choices[...focus].lastIndex { !$0.isTile || $0.heading != nil } ?? 0
        let first = choices[begin].isTile ? begin : begin + 1
        let end = choices[(focus + 1)...].firstIndex { !$0.isTile || $0.heading != nil } ?? choices.count
        let next = focus + (down ? across : -across)
        if (first..<end).contains(next) { return next - focus }
        guard down else { return first - 1 - focus }
        let hasMoreRows = (focus - first) / across < (end - 1 - first) / across
        return (hasMoreRows ? end - 1 : end) - focus
    }

    private mutating func move(to index: Int, _ sheet: Sheet, _ look: SheetLook, _ size: Size) {
        guard !sheet.choices.isEmpty else { return }
        let count = sheet.choices.count
        focus = (index % count + count) % count
        scroll = nil
        // What is not in sight has the sheet grow, before its content moves (`sheet-resizable`).
        var before = self
        before.scroll = SheetLayout(sheet, SheetState(self, scrolledFor: sheet), look: look, size: size).first
        let layout = SheetLayout(sheet, before, look: look, size: size)
        if let focus, !layout.shows(focus) { grow(sheet, layout) }
    }

    private init(_ state: SheetState, scrolledFor sheet: Sheet) {
        self = state
        focus = sheet.focus
    }

    /// Scrolls what does not fit; a sheet that can grow grows first.
    private mutating func scroll(by rows: Int, _ sheet: Sheet, _ layout: SheetLayout) {
        if rows > 0, layout.hidden > 0, grow(sheet, layout) { return }
        scroll = max(0, min(layout.first + rows, layout.hidden))
    }

    // MARK: Heights

    @discardableResult
    private mutating func grow(_ sheet: Sheet, _ layout: SheetLayout) -> Bool {
        guard sheet.presentation?.prefersScrollingExpandsWhenScrolledToEdge == true else { return false }
        var hasGrown = false
        resize(sheet, layout) { hasGrown = $0.grow(in: layout.maximum) }
        return hasGrown
    }

    private mutating func resize(
        _ sheet: Sheet, _ layout: SheetLayout, _ change: (inout SheetPresentationController) -> Void
    ) {
        guard var presentation = layout.presentation else { return }
        change(&presentation)
        detent = presentation.selectedDetentIdentifier
    }
}
