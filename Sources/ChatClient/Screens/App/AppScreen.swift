import AppModel
package import ChatTerminal

/// Draws the whole screen of an app that runs as a person: a pure function of the state and the size.
package enum AppScreen {
    /// Returns the screen.
    ///
    /// - Parameter messages: The state of Messages, which draws the conversation or the sheet over the page; nil if
    ///   neither was opened.
    package static func render(_ state: AppState, messages: ChatState? = nil, size: Size) -> Grid {
        var grid = Grid(size)
        guard size.columns >= ChatLayout.least.columns, size.rows >= ChatLayout.least.rows else {
            for (index, line) in ["Too small.", "20 × 5 will do."].enumerated() where index < size.rows {
                grid.put(line, column: 0, row: index)
            }
            return grid
        }
        let isReplying = state.view.editor == nil && state.view.reply != nil
        let hint = isReplying ? messages?.view.hint ?? state.view.hint : state.statusHint
        let status = StatusLine.render(
            state.connection, handle: state.handle, hint: hint, keys: keys(state, messages, size: size), size: size)
        // A hint of several rows takes them from the page.
        var page = Grid(Size(columns: size.columns, rows: size.rows - status.size.rows + 1))
        if let id = state.view.page.detail {
            AppDetailPainter.draw(id, of: state, on: &page)
            drawJobs(state, on: &page)
        } else {
            drawList(state, on: &page)
        }
        if let editor = state.view.editor {
            AppDocumentPainter.draw(editor, keys: keys(of: editor, state), over: &page)
        }
        grid.place(page, column: 0, row: 0)
        if state.view.isSharing, state.view.unsaved == nil, let messages,
            messages.drawSheet(over: &grid, state.connection)
        {
            return grid
        }
        if isReplying, let place = state.view.reply, let messages {
            AppReplyPainter.draw(messages, in: place, over: &grid)
        }
        grid.place(status, column: 0, row: size.rows - status.size.rows)
        // On a tiny screen a sheet covers the whole page.
        if let question = state.view.unsaved {
            let sheet = question.sheet(isSending: state.view.editor?.isSending == true)
            SheetPainter.draw(sheet, over: &grid, above: status)
        } else if state.view.editor == nil, state.view.reply == nil || messages == nil, let kind = state.view.sheet {
            SheetPainter.draw(AppSheets.sheet(kind, in: state), over: &grid, state.view.inSheet, above: status)
        }
        return grid
    }

    private static func drawList(_ state: AppState, on grid: inout Grid) {
        let size = grid.size
        let layout = AppLayout(state, size: size)
        grid.put(TextLayout.truncate(CleanText.line(state.name), to: size.columns - 2), column: 1, row: 0, .strong)
        let header = listHeader(state, size)
        grid.putRight(header.text, end: header.end, row: 0, .quiet)
        if layout.isRoomy { grid.put(String(repeating: "─", count: size.columns), column: 0, row: 1, .quiet) }
        guard !layout.targets.isEmpty else {
            // The text is the same whether nothing was shared or nothing may be shown, because the app does not learn
            // which.
            let row = max(1, size.rows / 2)
            grid.putCentred("Nothing is here yet.", row: row, .quiet)
            if row + 1 < size.rows - 1 { grid.putCentred("n creates a document", row: row + 1, .quiet) }
            return drawJobs(state, on: &grid)
        }
        for heading in layout.headings {
            grid.put(
                TextLayout.truncate(CleanText.line(heading.text), to: size.columns - 2), column: 1, row: heading.row,
                Style(.accent).bold)
            grid.putRight(heading.count, end: size.columns - 1, row: heading.row, .quiet)
        }
        for row in layout.rows { grid.place(layout.grid(row), column: 0, row: row.row) }
        drawJobs(state, on: &grid)
    }

    /// Returns the right end of the header of a list: the way back from a full list.
    static func listHeader(_ state: AppState, _ size: Size) -> AppLabels {
        AppLabels(labels: state.view.page == .home ? [] : ["‹ Esc"], end: size.columns - 1)
    }

    /// Returns the jobs of extensions that a page shows.
    static func jobs(_ state: AppState, size: Size) -> [ActivityJob] {
        state.shownJobs(rows: min(state.view.page.detail == nil ? 3 : 1, size.rows - 6))
    }

    /// Draws the jobs of extensions above the status line.
    private static func drawJobs(_ state: AppState, on grid: inout Grid) {
        let shown = jobs(state, size: grid.size)
        for (index, job) in shown.enumerated() {
            let line = job.line
            let row = grid.size.rows - 1 - shown.count + index
            grid.fill(Rectangle(column: 0, row: row, columns: grid.size.columns, rows: 1))
            grid.put(TextLayout.truncate(CleanText.line(line), to: grid.size.columns - 2), column: 1, row: row, .quiet)
        }
    }

    /// Returns the labels of the keys that work in the editor.
    static func keys(of editor: AppEditor, _ state: AppState) -> [String] {
        let cannotAdd = editor.kind == .person && state.sharing?.deeds.contains(.addPeople) == false
        return cannotAdd ? ["Esc cancel"] : editor.keys(on: state.document)
    }

    private static func keys(_ state: AppState, _ messages: ChatState?, size: Size) -> [String] {
        if state.view.unsaved != nil { return ["Esc keep", "↵ choose", "←→"] }
        if state.view.reply != nil {
            if let messages, messages.hasActivePart {
                let inner = AppReplyPainter.size(on: size)
                return ChatScreen.keys(messages, on: Size(columns: inner.columns, rows: inner.rows + 1))
            }
            if messages?.view.isAtOptions == true { return ["↵ options", "Esc back"] }
            let discards = messages.map { $0.hasStaged || $0.awaitsItem } == true
            return [discards ? "Esc discard" : "Esc close", "↵ send", "PgUp older"]
        }
        if let editor = state.view.editor { return keys(of: editor, state) }
        if state.view.sheet == .sharing {
            let sheet = AppSheets.sheet(.sharing, in: state)
            let arrows = SheetLayout(sheet, state.view.inSheet, size: size).arrows
            return state.sharing?.keys(at: sheet.focus, arrows: arrows) ?? []
        }
        if let kind = state.view.sheet {
            let isRead = AppSheets.sheet(kind, in: state).choices.isEmpty
            return isRead ? ["Esc close", "↑↓ scroll"] : ["Esc close", "↵ choose", "↑↓"]
        }
        if let id = state.view.page.detail, state.document?.item == id {
            let reply = state.item(id) == nil && state.places(of: id).isEmpty ? [] : ["r reply"]
            if state.document?.document.isDeleted == true { return ["Esc back"] + reply + ["? help"] }
            if state.document?.document.takesDocuments == true {
                return ["Esc back", "n new document", "c comment"] + reply + ["? help", "m menu"]
            }
            return state.document?.document.canEdit == false
                ? ["Esc back", "c comment"] + reply + ["? help"]
                : ["Esc back", "e edit", "c comment", "n rename"] + reply + ["? help", "m menu"]
        }
        if state.view.page.detail != nil, state.view.isOpening { return ["Esc back", "? help"] }
        let opensAgain = state.view.refusal != nil && state.view.opensAgain ? ["↵ open"] : []
        if let id = state.view.page.detail, state.view.refusal != nil, state.item(id) == nil {
            return opensAgain + ["Esc back"]
                + (state.unsavedTextsOfRefused.isEmpty ? [] : ["x discard text"]) + ["? help"]
        }
        if state.view.page.detail != nil {
            return opensAgain + ["Esc back", "r reply", "m menu", "? help", "x remove", "↑↓ scroll"]
        }
        let back = (state.view.page == .home ? [] : ["Esc back"]) + (state.jobs.isEmpty ? [] : ["j jobs"])
        switch AppLayout(state, size: size).target(at: state.view.focus) {
        case .item?: return back + ["↵ open", "n new", "r reply", "m menu", "? help", "x remove"]
        case .document?, .moreItems?, .moreDocuments?: return back + ["↵ open", "n new", "? help", "q quit"]
        case nil: return back + ["n new", "? help", "q quit"]
        }
    }
}

extension ChatState {
    /// Draws the open sheet of Messages over an app's screen.
    ///
    /// - Returns: False if no sheet is open.
    package func drawSheet(over grid: inout Grid, _ connection: Connection) -> Bool {
        guard let kind = view.sheet else { return false }
        let status = StatusLine.render(
            connection, handle: handle, hint: view.hint, keys: Sheets.keys(of: kind, in: self, on: grid.size),
            size: grid.size)
        ChatScreen.drawSheet(kind, self, above: status, on: &grid)
        return true
    }
}

/// Draws the content of an item, with its attribution (`attr-in-detail`).
enum AppDetailPainter {
    static func draw(_ id: String, of state: AppState, on grid: inout Grid) {
        let size = grid.size
        let isRoomy = isRoomy(size)
        let page = state.document.flatMap { $0.item == id ? $0 : nil }
        for (labels, style) in zip(header(id, of: state, columns: size.columns), [Style.quiet, Style(.accent)]) {
            grid.putRight(labels.text, end: labels.end, row: 0, style)
        }
        if isRoomy { grid.put(String(repeating: "─", count: size.columns), column: 0, row: 1, .quiet) }
        var row = isRoomy ? 2 : 1
        let item = state.opened(id)
        let glyph = item.glyph.map { CleanText.line($0) + " " } ?? ""
        let title = page?.document.title ?? item.title
        grid.put(
            TextLayout.truncate(glyph + CleanText.line(title), to: size.columns - 2), column: 1, row: row, .strong)
        row += 1
        if let content = attribution(id, of: state) {
            let attribution = AttributionPainter.render(
                content, look: state.look, columns: size.columns - 2, size: state.textSize)
            grid.place(attribution, column: 1, row: row)
            row += attribution.size.rows
        }
        if isRoomy { row += 1 }
        let lines = content(id, in: state, columns: size.columns - 2)
        let room = max(0, size.rows - 1 - row)
        let first = max(0, min(state.view.scrolls[id] ?? 0, lines.count - room))
        for (index, line) in lines[first...].prefix(room).enumerated() {
            grid.put(line, column: 1, row: row + index)
        }
    }

    private static func isRoomy(_ size: Size) -> Bool { size.rows >= 12 }

    /// Returns the labels of the header: the way back at the left, and the controls of a document at the right.
    static func header(_ id: String, of state: AppState, columns: Int) -> [AppLabels] {
        let page = state.document.flatMap { $0.item == id ? $0 : nil }
        let controls = page.map { AppDocumentPainter.controls($0, columns: columns) }
        let taken = TextWidth.columns(of: controls?.text ?? "")
        let nameRoom = columns - 4 - (taken == 0 ? 0 : taken + 2)
        let back = "‹ " + TextLayout.truncate(CleanText.line(state.name), to: nameRoom)
        return [AppLabels(labels: [back], end: 1 + TextWidth.columns(of: back))] + [controls].compactMap(\.self)
    }

    /// Returns the part of the page that the attribution of the open item takes; nil if it has none.
    static func attribution(_ id: String, of state: AppState, size: Size) -> Rectangle? {
        guard let content = attribution(id, of: state) else { return nil }
        var part = AttributionPainter.part(
            of: content, look: state.look, columns: size.columns - 2, size: state.textSize)
        part.origin.column += 1
        part.origin.row += isRoomy(size) ? 3 : 2
        return part
    }

    /// Returns the attribution of the open item. An item that is no longer listed has none (`center-must-update`).
    private static func attribution(_ id: String, of state: AppState) -> AttributionContent? {
        state.item(id) == nil ? nil : state.attributions[id]
    }

    /// Returns the rows of the content of an item: those of the open document, of a refusal, or of a placeholder.
    static func content(_ id: String, in state: AppState, columns: Int) -> [String] {
        if let page = state.document, page.item == id {
            return AppDocumentPainter.content(of: page, at: state.view.part, columns: columns)
        }
        if let refusal = state.view.refusal, state.view.page.detail == id {
            return state.unsavedTextsOfRefused.reduce(into: TextLayout.wrap(CleanText.line(refusal), to: columns)) {
                $0 += ["", "Your unsaved text:"] + TextLayout.wrap($1.text, to: columns - 2).map { "  " + $0 }
            }
        }
        return state.view.isOpening ? ["Opening…"] : content(of: state.opened(id), columns: columns)
    }

    /// Returns the placeholder for the content of an item. It repeats the title and link, because nothing is fetched.
    static func content(of item: AppItem, columns: Int) -> [String] {
        var lines = item.subtitle.map { TextLayout.wrap(CleanText.line($0), to: columns) } ?? []
        lines += TextLayout.wrap(CleanText.line(LinkText.short(item.url)), to: columns) + [""]
        for part in 1...parts {
            lines += ["§ \(part)", TextLayout.truncate(CleanText.line(item.title) + ", part \(part)", to: columns), ""]
        }
        return lines
    }

    private static let parts = 20

    /// Returns the number of rows by which the content can scroll, at least 0.
    static func scrollMax(_ id: String, in state: AppState, size: Size) -> Int {
        max(0, content(id, in: state, columns: size.columns - 2).count - max(1, size.rows - 6))
    }
}

/// Draws the conversation over the page (`sw-in-context`).
package enum AppReplyPainter {
    /// Returns the size of the conversation on a screen: less than 60 columns, so that Messages shows no list next to
    /// it.
    package static func size(on screen: Size) -> Size {
        isFull(screen)
            ? Size(columns: min(59, screen.columns), rows: screen.rows - 1)
            : Size(columns: min(56, screen.columns - 6), rows: screen.rows - 4)
    }

    /// Returns the part of a screen that the conversation takes, without its frame.
    private static func part(on screen: Size) -> Rectangle {
        let size = size(on: screen)
        return isFull(screen)
            ? Rectangle(column: (screen.columns - size.columns) / 2, row: 0, columns: size.columns, rows: size.rows)
            : Rectangle(column: (screen.columns - size.columns) / 2, row: 1, columns: size.columns, rows: size.rows)
    }

    /// Returns a mouse event with its place in the conversation; nil if it is not for the conversation. A button that
    /// was pressed in the conversation may be released outside.
    package static func event(_ event: MouseEvent, on screen: Size) -> MouseEvent? {
        let part = part(on: screen)
        guard part.contains(event.position) || event.kind == .drag || event.kind == .release else { return nil }
        return event.from(part.origin)
    }

    private static func isFull(_ screen: Size) -> Bool { screen.columns < 50 || screen.rows < 16 }

    static func draw(_ messages: ChatState, in place: AttributionContent.Place, over grid: inout Grid) {
        let screen = grid.size
        // The conversation has one more row, its own status line, which is not drawn: the screen has one.
        let inner = part(on: screen)
        var part = Grid(inner.size)
        var messages = messages
        messages.view.hint = nil
        part.place(
            ChatScreen.render(messages, size: Size(columns: inner.size.columns, rows: inner.size.rows + 1)), column: 0,
            row: 0)
        grid.recede()
        if isFull(screen) {
            grid.fill(Rectangle(column: 0, row: 0, columns: screen.columns, rows: screen.rows - 1))
            grid.place(part, column: inner.origin.column, row: inner.origin.row)
            return
        }
        let frame = Rectangle(
            column: inner.origin.column - 1, row: inner.origin.row - 1, columns: inner.size.columns + 2,
            rows: inner.size.rows + 2)
        grid.fill(frame)
        grid.frame(frame, Style(.accent))
        let title = " Messages "
        grid.put(title, column: frame.origin.column + 2, row: frame.origin.row, Style(.accent).bold)
        grid.place(part, column: inner.origin.column, row: inner.origin.row)
    }
}
