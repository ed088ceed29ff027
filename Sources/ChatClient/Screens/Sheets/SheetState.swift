package import AppModel
package import ChatTerminal

/// The position of a person in a sheet, and the effects of keys and the mouse there. All sheets of all screens use it.
///
/// ``isInParent`` records the owner of the keys: the parent or the sheet. ``KeyOwner`` has the rules for it.
package struct SheetState: Equatable, Sendable {
    /// The result of a key.
    package enum Outcome: Equatable {
        /// The sheet used the key.
        case handled
        /// The person chose the choice at this index.
        case picked(Int)
        /// The field at this index has a new text.
        case wrote(Int, LineEditor)
        /// The person pressed Done.
        case done
        /// The person pressed Back.
        case back
        /// The person closes the sheet.
        case dismiss
        /// The key is for the parent.
        case parent
        /// The sheet does not use the key.
        case unused
        /// The key chose nothing, because the sheet changed just before it. The sentence gives the reason.
        case blocked(String)
    }

    /// The drag of the grabber.
    private struct Drag: Equatable, Sendable {
        /// The row of the screen where the mouse button was pressed.
        var start: Int
        /// The height for the position of the mouse, in rows; nil until the mouse moves.
        var rows: Int?
    }

    /// The index of the focused choice; nil for the focus with which the sheet opens.
    package var focus: Int? { didSet { held = nil } }
    /// The index of the topmost row of the content; nil to keep the focus in sight.
    package var scroll: Int?
    /// The height that the person chose; nil for the height with which the sheet opens.
    package var detent: SheetPresentationController.Detent.Identifier?
    /// True if the keys are for the parent (`sheet-nonmodal`).
    package private(set) var isInParent = false
    /// True if the sheet takes the keys as soon as the person stops writing.
    private(set) var waitsForWriter = false
    /// True if letters go to the composer, as over the question of an app.
    private(set) var yieldsToWriter = false
    /// The identity of the focused choice. The focus follows it when rows appear or disappear above it.
    private var held: String?
    /// The reason why the next key chooses nothing, because the focused choice changed or disappeared; nil if it may
    /// choose.
    private var doubt: String?
    private var drag: Drag?

    static let isGone = "The selected row no longer exists: choose again"
    private static let isGoneWithAll = "The selected row no longer exists"

    /// Creates the state of a sheet that has just opened.
    package init(focus: Int? = nil, scroll: Int? = nil) { (self.focus, self.scroll) = (focus, scroll) }

    /// Creates the state of a sheet that no key opened (``KeyOwner``).
    ///
    /// - Parameters:
    ///   - isOccupied: True if the person writes or has selected a message. Then the sheet waits.
    ///   - yields: True if letters go to the composer.
    init(cameWhileOccupied isOccupied: Bool, yields: Bool) {
        yieldsToWriter = yields
        if isOccupied { (isInParent, waitsForWriter) = (true, true) }
    }

    /// The height of the sheet while the grabber is dragged, in rows; nil without a drag.
    var draggedRows: Int? { drag?.rows }

    /// Returns the sheet with the focus that the person chose.
    package func focused(_ sheet: Sheet) -> Sheet {
        var sheet = sheet
        if let focus = place(in: sheet) { sheet.focus = max(0, min(focus, sheet.choices.count - 1)) }
        return sheet
    }

    /// Returns the index of the focused choice; nil for the focus with which the sheet opens. If the choice has
    /// disappeared, the nearest choice that is not destructive has the focus.
    private func place(in sheet: Sheet) -> Int? {
        guard let focus, let held else { return focus }
        let choices = sheet.choices
        if choices.indices.contains(focus), choices[focus].identity == held { return focus }
        func nearest(_ isSought: (Sheet.Choice) -> Bool) -> Int? {
            choices.indices.filter { isSought(choices[$0]) }.min { abs($0 - focus) < abs($1 - focus) }
        }
        return nearest { $0.identity == held } ?? nearest { !$0.isDestructive } ?? focus
    }

    /// Returns true if the choice that had the focus is no longer in the sheet.
    func hasLostFocus(in sheet: Sheet) -> Bool {
        held.map { held in !sheet.choices.contains { $0.identity == held } } ?? false
    }

    /// Binds the focus to its present choice, so that Return never acts on a row that moved there later. If that choice
    /// has disappeared, the next key chooses nothing, in every sheet.
    package mutating func hold(_ sheet: Sheet) {
        if hasLostFocus(in: sheet) {
            guard !sheet.choices.isEmpty else { return (focus, doubt) = (nil, Self.isGoneWithAll) }
            doubt = Self.isGone
        }
        let sheet = focused(sheet)
        guard sheet.choices.indices.contains(sheet.focus) else { return }
        focus = sheet.focus
        held = sheet.choices[sheet.focus].identity
    }

    /// Makes the next key choose nothing, because the person may have read an earlier text.
    ///
    /// - Parameter sentence: The hint that then shows.
    mutating func block(saying sentence: String) { doubt = sentence }

    /// Returns the reason why a key must not act on the row that moved under the focus; nil if it may. The next key
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

    /// Gives the keys to the parent. A sheet that can be non-modal stays in sight; any other waits.
    mutating func giveKeysToParent() { (isInParent, waitsForWriter) = (true, false) }

    /// Takes the keys.
    mutating func takeKeys() { (isInParent, waitsForWriter) = (false, false) }

    /// Returns true if the sheet has the keys and lets the person write in the parent.
    func letsWrite(_ layout: SheetLayout) -> Bool { !isInParent && (yieldsToWriter || !layout.isModal) }

    /// Moves to another subject. The height and the owner of the keys stay.
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

    /// Gives the keys to the parent if a key is text for it. That is so in a non-modal sheet (`sheet-nonmodal`), and
    /// over the question of an app, which then waits.
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

    /// Returns the identity of the choice at a place; nil if there is none.
    package func target(at place: Position, in sheet: Sheet, look: SheetLook = .touch, size: Size) -> String? {
        let sheet = focused(sheet)
        let layout = SheetLayout(sheet, self, look: look, size: size)
        return layout.choice(at: place).map { sheet.choices[$0].identity }
    }

    /// Applies a mouse event: chooses the clicked row, scrolls by the wheel, and resizes by the grabber. A tap on the
    /// grabber goes to the next height. A drag ends at the nearest height, and far below the smallest height it
    /// dismisses the sheet (`sheet-grabber`, `sheet-swipe`).
    private mutating func apply(
        _ event: MouseEvent, to sheet: Sheet, _ layout: SheetLayout, _ look: SheetLook
    ) -> Outcome {
        let (part, place) = (layout.part, event.position)
        let middle = part.origin.column + part.size.columns / 2
        if let held = drag, [.drag, .release, .click].contains(event.kind) {
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
        guard part.contains(place), !(isInParent && layout.isModal) else {
            if !layout.isModal, event.kind == .click { giveKeysToParent() }
            return layout.isModal && !isInParent ? .handled : .parent
        }
        switch (event.kind, event.button) {
        case (.wheelUp, _): scroll(by: -3, sheet, layout)
        case (.wheelDown, _): scroll(by: 3, sheet, layout)
        case (.press, .left?):
            guard layout.hasGrabber, place.row == part.origin.row, abs(place.column - middle) <= 4 else { break }
            takeKeys()
            drag = Drag(start: place.row)
        case (.click, .left?):
            takeKeys()
            if let button = layout.buttons(of: sheet, look).first(where: { $0.contains(place) }) {
                return button.isDone ? .done : button.text == "Back" ? .back : .dismiss
            }
            guard let index = layout.choice(at: place) else { return .handled }
            // A click is a new choice. It may move the rows before the next event.
            (focus, held, doubt) = (index, sheet.choices[index].identity, nil)
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
        // Buttons in one row wrap around; a list stops at its ends.
        let isRow = sheet.choices.allSatisfy { $0.value == nil && !$0.isTile && $0.field == nil }
        let next = sheet.focus + step
        move(to: isRow ? next : max(0, min(next, sheet.choices.count - 1)), sheet, look, size)
    }

    /// Returns the distance to the tile above or below, or to the next choice outside the tiles.
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
        // If the choice is out of sight, the sheet grows before its content scrolls (`sheet-resizable`).
        var before = self
        before.scroll = SheetLayout(sheet, SheetState(self, scrolledFor: sheet), look: look, size: size).first
        let layout = SheetLayout(sheet, before, look: look, size: size)
        if let focus, !layout.shows(focus) { grow(sheet, layout) }
    }

    private init(_ state: SheetState, scrolledFor sheet: Sheet) {
        self = state
        focus = sheet.focus
    }

    /// Scrolls the content. A sheet that can grow grows first.
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
    /// True if letters and Space are never commands of the sheet, because it can be non-modal.
    var leavesLetters: Bool { presentation?.largestUndimmedDetentIdentifier != nil }
}
