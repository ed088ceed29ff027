package import AppModel
package import ChatTerminal

/// The position of a person in a sheet, and what keys and the mouse do there. All sheets of all screens share it.
///
/// ``isInParent`` says who has the keys: the thread or the sheet. The rule for it is at ``KeyOwner``.
package struct SheetState: Equatable, Sendable {
    /// The result of a key.
    package enum Outcome: Equatable {
        /// The sheet used it.
        case handled
        /// This choice was chosen.
        case picked(Int)
        /// The field at this place has a new text.
        case wrote(Int, LineEditor)
        /// The person presses Done.
        case done
        /// The person goes back by one page.
        case back
        /// The person wants to close the sheet.
        case dismiss
        /// The key is for the parent.
        case parent
        /// The sheet has no use for it.
        case unused
        /// The key chose nothing, because the sheet changed just before it. The sentence says why.
        case blocked(String)
    }

    /// The grabber while it is held.
    private struct Drag: Equatable, Sendable {
        /// The row where the button went down.
        var start: Int
        /// The height under the mouse; nil until the mouse moves.
        var rows: Int?
    }

    /// The focused choice; nil for the first focus of the sheet.
    package var focus: Int? { didSet { held = nil } }
    /// The topmost row of the content; nil for the row that keeps the focus in sight.
    package var scroll: Int?
    /// The height that the person chose.
    package var detent: SheetPresentationController.Detent.Identifier?
    /// True if the keys are for the parent (`sheet-nonmodal`).
    package private(set) var isInParent = false
    /// True if the sheet takes the keys again as soon as the person stops writing.
    private(set) var waitsForWriter = false
    /// True if the sheet came by itself, so that letters go to the composer.
    private(set) var yieldsToWriter = false
    /// The identity of the focused choice: the focus follows it when rows come or go above.
    private var held: String?
    /// The reason why the next key chooses nothing: the focused choice changed or disappeared.
    private var doubt: String?
    private var drag: Drag?

    static let isGone = "The selected row no longer exists: choose again"

    /// A sheet that has just come up.
    package init(focus: Int? = nil, scroll: Int? = nil) { (self.focus, self.scroll) = (focus, scroll) }

    /// A sheet that came by itself (``KeyOwner``).
    ///
    /// - Parameters:
    ///   - isWriting: true if the person is writing: then the sheet waits.
    ///   - yields: true if the first letter that is typed goes to the composer.
    init(cameWhileWriting isWriting: Bool, yields: Bool) {
        yieldsToWriter = yields
        if isWriting { (isInParent, waitsForWriter) = (true, true) }
    }

    /// The height under the mouse while the grabber is dragged.
    var draggedRows: Int? { drag?.rows }

    /// Returns the sheet with the focus of the person.
    package func focused(_ sheet: Sheet) -> Sheet {
        var sheet = sheet
        if let focus = place(in: sheet) { sheet.focus = max(0, min(focus, sheet.choices.count - 1)) }
        return sheet
    }

    /// The place of the focused choice; nil for the first focus of the sheet. If the choice has gone, the nearest choice
    /// has the focus that destroys nothing.
    private func place(in sheet: Sheet) -> Int? {
        guard let focus, let held else { return focus }
        let choices = sheet.choices
        if choices.indices.contains(focus), choices[focus].identity == held { return focus }
        func nearest(_ isSought: (Sheet.Choice) -> Bool) -> Int? {
            choices.indices.filter { isSought(choices[$0]) }.min { abs($0 - focus) < abs($1 - focus) }
        }
        return nearest { $0.identity == held } ?? nearest { !$0.isDestructive } ?? focus
    }

    /// True if the choice that had the focus is not in the sheet any more.
    func hasLostFocus(in sheet: Sheet) -> Bool {
        held.map { held in !sheet.choices.contains { $0.identity == held } } ?? false
    }

    /// Binds the focus to the choice that has it, so that Return never acts on a row that moved there since. If that
    /// choice has disappeared, the next key chooses nothing, in every sheet.
    package mutating func hold(_ sheet: Sheet) {
        if hasLostFocus(in: sheet) { doubt = Self.isGone }
        let sheet = focused(sheet)
        guard sheet.choices.indices.contains(sheet.focus) else { return }
        focus = sheet.focus
        held = sheet.choices[sheet.focus].identity
    }

    /// Makes the next key choose nothing, because the person may have read the earlier text.
    ///
    /// - Parameter sentence: what the person reads then.
    mutating func block(saying sentence: String) { doubt = sentence }

    /// Returns the reason why a key must not act on the row that moved under the focus; nil if it may. The key after it
    /// acts on that row.
    mutating func refusal(of key: Key, in sheet: Sheet) -> String? {
        guard let doubt, !isInParent else { return nil }
        if case .mouse = key { return nil }
        self.doubt = nil
        let sheet = focused(sheet)
        let isWritten = sheet.choices.indices.contains(sheet.focus) && sheet.choices[sheet.focus].field != nil
        switch key {
        case .enter: return doubt
        case .delete, .jumpUp, .jumpDown, .character(" "), .character("x"), .character("a"), .character("f"):
            return isWritten ? nil : doubt
        default: return nil
        }
    }

    /// Gives the keys to the parent: a sheet that can stand beside it stays in sight, any other waits.
    mutating func giveKeysToParent() { (isInParent, waitsForWriter) = (true, false) }

    /// Takes the keys.
    mutating func takeKeys() { (isInParent, waitsForWriter) = (false, false) }

    /// True if the sheet has the keys and lets the person write in the parent.
    func letsWrite(_ layout: SheetLayout) -> Bool { !isInParent && (yieldsToWriter || !layout.isModal) }

    /// Moves to another subject: the size and the owner of the keys stay.
    mutating func beginAgain() { (focus, scroll, drag) = (nil, nil, nil) }

    /// Applies a key.
    package mutating func apply(_ key: Key, to sheet: Sheet, look: SheetLook = .touch, size: Size) -> Outcome {
        let sheet = focused(sheet)
        let layout = SheetLayout(sheet, self, look: look, size: size)
        if case .mouse(let event) = key { return apply(event, to: sheet, layout, look) }
        if key == .function(6), isInParent || !layout.isModal {
            if isInParent { takeKeys() } else { giveKeysToParent() }
            return .handled
        }
        if isInParent { return .parent }
        let choice = sheet.choices.indices.contains(sheet.focus) ? sheet.choices[sheet.focus] : nil
        if let refusal = refusal(of: key, in: sheet) { return .blocked(refusal) }
        switch key {
        case .escape: return .dismiss
        case .jumpLeft where sheet.leading == "Back": return .back
        case .control("g") where layout.hasGrabber: resize(sheet, layout) { $0.cycle(in: layout.maximum) }
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
            if writesInParent(key, layout) { return .parent }
            if !layout.isModal, key.isGlobal, key != .control("g") { return .parent }
            switch key {
            case .character where sheet.leavesLetters: return .unused
            case .left: move(to: sheet.focus - 1, sheet, look, size)
            case .right: move(to: sheet.focus + 1, sheet, look, size)
            case .character(" ") where choice?.isSwitch == true: return .picked(sheet.focus)
            case .character("d") where !sheet.choices.isEmpty && sheet.trailing != nil && sheet.trailing != "Cancel":
                return .done
            case .character("b") where sheet.leading == "Back": return .back
            case .character("q") where sheet.choices.isEmpty: return .dismiss
            default: return .unused
            }
        }
        return .handled
    }

    /// Gives the keys to the parent for what the person writes: beside a sheet that leaves the thread to be used
    /// (`sheet-nonmodal`), and over a sheet that came by itself, which waits meanwhile.
    private mutating func writesInParent(_ key: Key, _ layout: SheetLayout) -> Bool {
        guard letsWrite(layout) else { return false }
        switch key {
        case .character, .paste: break
        default: return false
        }
        giveKeysToParent()
        waitsForWriter = layout.isModal
        return true
    }

    // MARK: The mouse

    /// Chooses what is clicked, scrolls by the wheel, and resizes by the grabber: a tap goes to the next height, a drag
    /// rests at the nearest, and a drag far below the smallest dismisses (`sheet-grabber`, `sheet-swipe`).
    private mutating func apply(
        _ event: MouseEvent, to sheet: Sheet, _ layout: SheetLayout, _ look: SheetLook
    ) -> Outcome {
        let (part, place) = (layout.part, event.position)
        let middle = part.origin.column + part.size.columns / 2
        if let held = drag, event.kind == .drag || event.kind == .release {
            if event.kind == .drag {
                if held.rows != nil || place.row != held.start { drag?.rows = layout.rows(draggedTo: place.row) }
                return .handled
            }
            drag = nil
            guard held.rows != nil || place.row != held.start else {
                resize(sheet, layout) { $0.cycle(in: layout.maximum) }
                return .handled
            }
            let rows = layout.rows(draggedTo: place.row)
            if layout.presentation?.isDismissed(at: rows, in: layout.maximum) == true { return .dismiss }
            resize(sheet, layout) { $0.release(at: rows, in: layout.maximum) }
            return .handled
        }
        let isInside =
            (part.origin.column..<part.origin.column + part.size.columns).contains(place.column)
            && (part.origin.row..<part.origin.row + part.size.rows).contains(place.row)
        guard isInside, !(isInParent && layout.isModal) else {
            if !layout.isModal, event.kind == .press { giveKeysToParent() }
            return layout.isModal && !isInParent ? .handled : .parent
        }
        switch (event.kind, event.button) {
        case (.wheelUp, _): scroll(by: -3, sheet, layout)
        case (.wheelDown, _): scroll(by: 3, sheet, layout)
        case (.press, .left?):
            takeKeys()
            if layout.hasGrabber, place.row == part.origin.row, abs(place.column - middle) <= 4 {
                drag = Drag(start: place.row)
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

    /// Returns the distance to the tile above or below, or to the next choice outside of the tiles.
    private func beside(_ sheet: Sheet, _ down: Bool, _ layout: SheetLayout) -> Int {
        let (focus, choices) = (sheet.focus, sheet.choices)
        let group = SheetRow.group(of: focus, in: choices)
        let (first, end) = (group.lowerBound, group.upperBound)
        // A group that shows one line of tiles has nothing above or below.
        let across = layout.density == .airy ? SheetRow.tiles(across: layout.content.size.columns) : group.count
        let next = focus + (down ? across : -across)
        if group.contains(next) { return next - focus }
        guard down else { return first - 1 - focus }
        let hasMoreRows = (focus - first) / across < (end - 1 - first) / across
        return (hasMoreRows ? end - 1 : end) - focus
    }

    private mutating func move(to index: Int, _ sheet: Sheet, _ look: SheetLook, _ size: Size) {
        guard !sheet.choices.isEmpty else { return }
        let count = sheet.choices.count
        focus = (index % count + count) % count
        scroll = nil
        // The sheet grows for a choice out of sight, before its content moves (`sheet-resizable`).
        var before = self
        before.scroll = SheetLayout(sheet, SheetState(self, scrolledFor: sheet), look: look, size: size).first
        let layout = SheetLayout(sheet, before, look: look, size: size)
        if let focus, !layout.shows(focus) { grow(sheet, layout) }
    }

    private init(_ state: SheetState, scrolledFor sheet: Sheet) {
        self = state
        focus = sheet.focus
    }

    /// Scrolls the content; a sheet that can grow grows first.
    private mutating func scroll(by rows: Int, _ sheet: Sheet, _ layout: SheetLayout) {
        if rows > 0, layout.hidden > 0 || layout.density != .airy, grow(sheet, layout) { return }
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

extension Sheet {
    /// True if letters and Space are never commands of the sheet, because it can leave its parent to be used.
    var leavesLetters: Bool { presentation?.largestUndimmedDetentIdentifier != nil }
}
