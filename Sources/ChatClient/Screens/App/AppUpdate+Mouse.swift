import AppModel
import ChatTerminal

/// The mouse: a click has the effect of the key for what is under it, the right button opens a menu, and the wheel
/// scrolls.
extension AppUpdate {
    /// Applies a mouse event. A conversation or a share sheet over the page receives its events itself.
    mutating func apply(_ held: MouseEvent) {
        let page = state.pageSize(on: size)
        let event = state.view.click.next(held, on: target(of: held, page))
        if event.kind == .press { state.view.refusesWord = false }
        // A hint of several rows stays while a button is held, so that nothing moves below the mouse.
        if event.acts { state.view.hint = nil }
        if let sheet = shownSheet {
            guard !event.acts || !isStatus(event.position, page, over: sheet) else { return }
            if let question = state.view.unsaved { return apply(event, to: question) }
            if let kind = state.view.sheet { return applyToSheet(kind, .mouse(event)) }
        }
        guard event.acts, event.position.row < page.rows - 1, state.view.reply == nil || state.view.editor != nil else {
            return
        }
        if state.view.editor == nil { applyToPage(event, page) } else { applyToEditor(event, page) }
    }

    /// Returns the identity of the choice or the row under the mouse; nil if there is none.
    private func target(of event: MouseEvent, _ page: Size) -> String? {
        guard event.isButton else { return nil }
        if let sheet = shownSheet { return inSheet.target(at: event.position, in: sheet, size: size) }
        guard state.view.editor == nil else { return nil }
        switch AppTarget.at(event.position, in: state, size: page) {
        case .row(.item(let index))?, .attribution(.item(let index))?: return state.items[index].url
        case .row(.document(let index))?: return state.documents[index].url
        default: return nil
        }
    }

    // MARK: Sheets

    /// The question or the sheet on the screen; nil if there is none.
    private var shownSheet: Sheet? {
        if let question = state.view.unsaved {
            return question.sheet(isSending: state.view.editor?.isSending == true)
        }
        guard state.view.editor == nil, state.view.reply == nil else { return nil }
        return state.view.sheet.map { AppSheets.sheet($0, in: state) }
    }

    /// Returns true if the status line covers a sheet at a place. A hint can have several rows.
    private func isStatus(_ place: Position, _ page: Size, over sheet: Sheet) -> Bool {
        let part = SheetLayout(sheet, inSheet, size: size).part
        return place.row >= page.rows - 1 && part.origin.row + part.size.rows < size.rows
    }

    private var inSheet: SheetState { state.view.unsaved == nil ? state.view.inSheet : SheetState() }

    private mutating func apply(_ event: MouseEvent, to question: UnsavedQuestion) {
        let sheet = question.sheet(isSending: state.view.editor?.isSending == true)
        var inSheet = SheetState(focus: question.focus)
        guard case .picked(let index) = inSheet.apply(.mouse(event), to: sheet, size: size) else { return }
        var chosen = question
        chosen.focus = index
        apply(.enter, to: chosen)
    }

    // MARK: The editor

    /// Places the cursor by a click, and scrolls the text by the wheel.
    private mutating func applyToEditor(_ event: MouseEvent, _ page: Size) {
        guard var editor = state.view.editor else { return }
        let layout = AppEditorLayout(editor, keys: AppScreen.keys(of: editor, state), size: page)
        switch (event.kind, event.button) {
        case (.wheelUp, _), (.wheelDown, _):
            let rows = event.kind == .wheelUp ? -3 : 3
            if event.position.row < layout.top {
                editor.currentTop = layout.currentTop(scrolledBy: rows, of: editor)
            } else {
                editor.line.scroll(by: rows, shown: layout.room, columns: layout.columns)
            }
        case (.click, .left?) where event.position.row == 0:
            if let key = layout.labels?.key(at: event.position.column) { applyToEditor(key) }
            return
        case (.click, .left?) where event.position.row >= layout.top:
            let cell = Position(column: event.position.column - 1, row: event.position.row - layout.top)
            editor.line.moveCursor(to: cell, shown: layout.room, columns: layout.columns)
        default: return
        }
        state.view.editor = editor
    }

    // MARK: The page

    private mutating func applyToPage(_ event: MouseEvent, _ page: Size) {
        let isUp = event.kind == .wheelUp
        guard event.kind == .click else {
            if let id = state.view.page.detail { return scroll(id, by: isUp ? -3 : 3) }
            return applyToList(isUp ? .up : .down)
        }
        guard let target = AppTarget.at(event.position, in: state, size: page) else { return }
        switch event.button {
        case .left?: press(target)
        case .right?: openMenu(of: target)
        case .middle?, nil: break
        }
    }

    private mutating func press(_ target: AppTarget) {
        switch target {
        case .key(let key): applyToPage(key)
        case .row(let row):
            focus(on: row)
            applyToList(.enter)
        case .attribution(let row):
            focus(on: row)
            applyToList(.character("r"))
        case .openAttribution: applyToPage(.character("r"))
        case .content: break
        }
    }

    /// Opens the menu of an item: the system's if the click was on the attribution, and otherwise the app's.
    private mutating func openMenu(of target: AppTarget) {
        switch target {
        case .row(.moreItems), .row(.moreDocuments), .key: break
        case .row(let row):
            focus(on: row)
            applyToList(.character("m"))
        case .attribution(let row):
            focus(on: row)
            applyToList(.character("a"))
        case .openAttribution: applyToPage(.character("a"))
        case .content: applyToPage(.character("m"))
        }
    }

    private mutating func focus(on row: AppLayout.Target) {
        guard let index = AppLayout(state, size: size).targets.firstIndex(of: row) else { return }
        // The person sees which row they click, even after another one has disappeared.
        (state.view.focus, state.view.hasLostItem) = (index, false)
    }
}

extension AppState {
    /// Returns the size of the page, which ends with the first row of the status line. A hint of several rows takes
    /// them from the page.
    func pageSize(on screen: Size) -> Size {
        let status = StatusLine.rows(connection, handle: handle, hint: statusHint, size: screen)
        return Size(columns: screen.columns, rows: screen.rows - status + 1)
    }
}

extension MouseEvent {
    /// True for a click and for the wheel, which act on what is under the mouse.
    fileprivate var acts: Bool { [.click, .wheelUp, .wheelDown].contains(kind) }
}

/// The part of an app's page on which a click acts.
enum AppTarget: Equatable {
    /// A label with the name of a key.
    case key(Key)
    /// A row of a list.
    case row(AppLayout.Target)
    /// The attribution in the row of an item.
    case attribution(AppLayout.Target)
    /// The attribution of the open item.
    case openAttribution
    /// The content of the open item.
    case content

    /// Returns the target at a place; nil if none is there.
    ///
    /// - Parameter size: The size of the page, which ends with the first row of the status line.
    static func at(_ place: Position, in state: AppState, size: Size) -> AppTarget? {
        guard size.columns >= ChatLayout.least.columns, size.rows >= ChatLayout.least.rows, place.row < size.rows - 1
        else { return nil }
        let jobs = AppScreen.jobs(state, size: size).count
        if place.row >= size.rows - 1 - jobs { return .key(.character("j")) }
        guard let id = state.view.page.detail else { return onList(place, state, size) }
        if place.row == 0 {
            return AppDetailPainter.header(id, of: state, columns: size.columns).lazy
                .compactMap { $0.key(at: place.column) }.first.map(AppTarget.key)
        }
        let isAttribution = AppDetailPainter.attribution(id, of: state, size: size)?.contains(place) == true
        return isAttribution ? .openAttribution : .content
    }

    private static func onList(_ place: Position, _ state: AppState, _ size: Size) -> AppTarget? {
        if place.row == 0 { return AppScreen.listHeader(state, size).key(at: place.column).map(AppTarget.key) }
        let layout = AppLayout(state, size: size)
        guard let row = layout.rows.first(where: { ($0.row..<$0.end).contains(place.row) }) else { return nil }
        guard case .item(let index) = row.target,
            var part = AppItemPainter.attribution(
                state.items[index], in: state, columns: size.columns, isRoomy: layout.isRoomy)
        else { return .row(row.target) }
        part.origin.row += row.row
        return part.contains(place) ? .attribution(row.target) : .row(row.target)
    }
}
