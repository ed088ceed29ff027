import AppModel
import ChatProtocol
package import ChatTerminal

/// The keys of a sheet. A modal sheet passes no key to the screen, except for letters over the question of an app.
extension ChatUpdate {
    /// Applies a key to the sheet.
    ///
    /// - Returns: False if the key is for the screen.
    mutating func applyToSheet(_ kind: SheetKind, _ key: Key) -> Bool {
        let content = Sheets.content(kind, in: state)
        let sheet = content.sheet
        let hadKeys = state.sheetHasKeys
        if hadKeys {
            if case .consent = kind, key.isWritten, !state.takesLetters {
                // Without a text field, a letter would be a command of the screen, which the question covers.
                refuseInput(key)
                return true
            }
            let numbered: Int? = if case .options(let place) = kind { numberedRow(key, of: place) } else { nil }
            if let refusal = state.view.inSheet.refusal(of: numbered == nil ? key : .enter, in: sheet) {
                state.view.hint = refusal
                return true
            }
            if let index = numbered {
                (state.view.inSheet.focus, state.view.inSheet.scroll) = (index, nil)
                content.pick(index, &self)
                return true
            }
            if case .message(let id) = kind, shortcut(key, id) { return true }
            if kind == .share, key == .alt("o"), state.view.sharing?.draft?.summary != nil {
                showOptions(.shareSheet)
                return true
            }
            if case .shareActions = kind, applyToShareActions(key, sheet) { return true }
            if case .notices = kind, key == .character("x") {
                closeListed(sheet)
                return true
            }
        }
        let detent = state.view.inSheet.detent
        let room = state.sheetRoom(on: screen)
        var key = key
        if case .mouse(let event) = key { key = .mouse(event.from(room.origin)) }
        switch state.view.inSheet.apply(key, to: sheet, look: state.view.look, size: room.size) {
        case .handled:
            state.view.isTypedIntoSheet = false
            state.view.arrivedSheetAge = nil
            sayHeight(before: detent, key)
        case .picked(let index):
            if kind.isConsent, state.view.isTypedIntoSheet || key == .enter && isUnread {
                (state.view.isTypedIntoSheet, state.view.arrivedSheetAge) = (false, nil)
                state.view.hint = "Return once more: \(sheet.choices[index].label)"
            } else {
                content.pick(index, &self)
            }
        case .wrote(let index, let field):
            write(field, at: index, of: kind)
        case .done:
            switch kind {
            case .compose: continueCompose()
            case .post: post()
            default: closeSheet()
            }
        case .back: backInCompose()
        case .dismiss:
            if case .mouse = key { state.view.hint = nil }
            if key == .escape, refusesDismissal(of: kind, by: "Esc") { return true }
            dismiss(kind)
        case .parent:
            if hadKeys { leave(kind, by: key) }
            return false
        case .unused: refuse(key)
        case .blocked(let sentence): state.view.hint = sentence
        }
        return true
    }

    /// True if a sheet has just opened by itself, so that a key may have been meant for what it covers.
    private var isUnread: Bool { state.view.arrivedSheetAge.map { $0 < ReadBanner.timeToRead } ?? false }

    /// Refuses to answer Not Now to the question of an app by a key that was pressed as the question appeared.
    ///
    /// - Returns: False if the key answers it.
    mutating func refusesDismissal(of kind: SheetKind, by key: String) -> Bool {
        guard kind.isConsent, isUnread else { return false }
        state.view.arrivedSheetAge = nil
        state.view.hint = "\(state.keys.hint(key)) once more: Not Now"
        return true
    }

    /// Moves the focus out of a non-modal sheet to the part of the screen where the key acts.
    private mutating func leave(_ kind: SheetKind, by key: Key) {
        switch key {
        case .control("s"), .control("t"), .alt("x"), .alt("e"): state.view.inSheet.giveKeysToParent()
        case .character, .paste: if case .consent = kind { return } else { turnToComposer() }
        default: break
        }
    }

    /// Gives the keys to the composer, or to the search if it is open.
    mutating func turnToComposer() {
        leaveSheetBeside()
        guard state.view.search == nil else { return }
        if state.view.isShelfFocused { leaveShelf() }
        (state.view.chosen, state.view.isAtOptions, state.view.pane) = (nil, false, .thread)
    }

    /// Returns the index of the option whose number the key is. Nil if the key is no such number, or if there are more
    /// than nine options.
    private func numberedRow(_ key: Key, of place: DraftPlace) -> Int? {
        guard case .character(let digit) = key, let number = digit.wholeNumberValue,
            let count = state.view[draft: place]?.choices.count, count < 10, (1...max(1, count)).contains(number)
        else { return nil }
        return number - 1
    }

    /// Shows the reason why the sheet does not take a key.
    private mutating func refuse(_ key: Key) {
        switch key {
        case .character: refuseInput(key)
        case .paste: state.view.hint = "Nothing was pasted. Close the sheet first"
        case .control("g"): state.view.hint = "This sheet has one height"
        default: if key.isGlobal { state.view.hint = state.keys.hint(Self.closesFirst) }
        }
    }

    /// Shows the height of the sheet as a hint when it changes and while the grabber is dragged, for a person who does
    /// not see it (`sheet-grabber`).
    private mutating func sayHeight(before: SheetPresentationController.Detent.Identifier?, _ key: Key) {
        guard let layout = state.sheetLayout(on: screen), layout.hasGrabber else { return }
        if let rows = state.view.inSheet.draggedRows, let presentation = layout.presentation {
            var released = presentation
            released.release(at: rows, in: layout.maximum)
            state.view.hint =
                presentation.isDismissed(at: rows, in: layout.maximum)
                ? "Let go to close" : "Sheet: \(released.selectedDetentIdentifier?.rawValue ?? "")"
        } else if let now = state.view.inSheet.detent, now != before {
            state.view.hint = "Sheet: \(now.rawValue)"
        } else if case .mouse(let event) = key, event.kind == .release || event.kind == .click {
            state.view.hint = nil
        }
    }

    /// Chooses a row of the sheet by its number, at least 1.
    ///
    /// - Parameter text: The text for the field of the row, or for the command that the row begins; empty for none.
    /// - Throws: A mistake if there is no such row, or if the row takes no text.
    mutating func choose(_ number: Int, writing text: String) throws(SlashCommand.Mistake) {
        // /allow, /notnow and /never answer the question of an app.
        guard let kind = state.view.sheet else { return try chooseHit(number, writing: text) }
        let choices = Sheets.sheet(kind, in: state).choices
        guard let index = try place(number, in: kind.identity, of: choices.map(\.identity)) else {
            let count = state.view.printed[kind.identity]?.count ?? choices.count
            throw SlashCommand.Mistake(text: "There is no choice \(number): \(count) are listed")
        }
        state.view.inSheet.focus = index
        if var field = choices[index].field {
            if !text.isEmpty {
                field.rewrite(text)
                write(field, at: index, of: kind)
            }
            // The new text may have changed the rows.
            return Sheets.content(kind, in: state).pick(index, &self)
        }
        var update = self
        Sheets.content(kind, in: state).pick(index, &update)
        // In line mode, the text that the row loads must not replace the sheet, so that the person can choose from it
        // again.
        update.state.view.askedFrom = nil
        guard !text.isEmpty else { return self = update }
        // The choice may begin a command, such as /rename, which the text completes.
        guard update.state.view.purpose != state.view.purpose, case .command? = update.state.view.purpose else {
            throw SlashCommand.Mistake(text: "Choice \(number) takes no text: /choose \(number) chooses it")
        }
        self = update
        let line = state.view.draft.text + text
        cancelPurpose()
        try perform(line)
    }

    /// Opens a hit of the search by its number, at least 1.
    ///
    /// - Throws: A mistake if there is no such hit, or if there is a text.
    private mutating func chooseHit(_ number: Int, writing text: String) throws(SlashCommand.Mistake) {
        guard state.view.search != nil, !state.search.hits.isEmpty else {
            throw SlashCommand.Mistake(text: "There is no list to choose from")
        }
        guard let index = try place(number, in: ViewState.hitsList, of: state.search.hits.map(\.id)) else {
            let count = state.view.printed[ViewState.hitsList]?.count ?? state.search.hits.count
            throw SlashCommand.Mistake(text: "There is no hit \(number): \(count) are listed")
        }
        guard text.isEmpty else {
            throw SlashCommand.Mistake(text: "A hit takes no text: /choose \(number) goes there")
        }
        showHit(index)
        open()
    }

    /// Returns the present index of a row by its number in the printed list, wherever the row is now.
    ///
    /// - Parameters:
    ///   - number: The number of the row, at least 1.
    ///   - list: The identity of the list.
    ///   - rows: The identities of the present rows.
    /// - Returns: Nil if the list has no such number.
    /// - Throws: A mistake if the row no longer exists.
    func place(_ number: Int, in list: String, of rows: [String]) throws(SlashCommand.Mistake) -> Int? {
        let printed = state.view.printed[list] ?? rows
        guard printed.indices.contains(number - 1) else { return nil }
        let row = printed[number - 1]
        let alike = rows.indices.filter { rows[$0] == row }
        // Rows with the same identity are distinguished by their order, as long as their number is the same.
        let rank = printed[..<number].count { $0 == row }
        guard printed.count(where: { $0 == row }) == alike.count else {
            throw SlashCommand.Mistake(
                text: "Line \(number) no longer exists: list again", reason: .notFound)
        }
        return alike[rank - 1]
    }

    /// Stores the new text of a field of the sheet.
    private mutating func write(_ field: LineEditor, at index: Int, of kind: SheetKind) {
        switch kind {
        case .compose: write(field, inComposeAt: index)
        case .switcher: state.view.switcher = field
        case .emoji: state.view.emojiQuery = field
        case .unsent: keepUnsent(field)
        case .post: state.view.post?.text = field
        default: break
        }
    }

    /// Dismisses the focused notice in the list of notices.
    private mutating func closeListed(_ sheet: Sheet) {
        guard let id = state.view.selected, let listed = state.threads[id]?.listedNotices,
            listed.indices.contains(sheet.focus)
        else { return }
        // The person removed the row, so the next key may act on the row after it.
        if listed.count == 1 { closeSheet() } else { state.view.inSheet.focus = sheet.focus }
        dismiss(listed[sheet.focus], in: id)
    }

    mutating func answer(_ request: ConsentPrompt, _ answer: ConsentAnswer) {
        state.consents.removeAll { $0.id == request.id }
        state.view.focusedSheet = nil
        emit(.answerConsent(id: request.id, answer: answer))
    }

    /// Notes that an app's question had the keys and was answered on another device. The next Return was meant for it.
    mutating func noteLostConsent() {
        guard state.view.sheet == nil, let focused = state.view.focusedSheet, !state.view.inSheet.isInParent,
            focused.hasPrefix("consent "), state.sheet?.identity != focused
        else { return }
        state.view.hasLostQuestion = true
    }

    /// Changes the state of a switch.
    ///
    /// - Returns: The new state; nil if the switch no longer exists.
    mutating func toggle<Entity>(
        _ switches: WritableKeyPath<SettingsState, [SettingsState.Toggle<Entity>]>, _ id: Identifier<Entity>
    ) -> Bool? {
        guard let place = state.settings[keyPath: switches].firstIndex(where: { $0.id == id }) else { return nil }
        let isOn = !(state.settings[keyPath: switches][place].isOn ?? false)
        state.settings[keyPath: switches][place].isOn = isOn
        return isOn
    }
}

extension ChatState {
    /// Returns what a key or a mouse event would do to the open sheet; nil if none is open.
    package func sheetOutcome(of key: Key, on screen: Size) -> SheetState.Outcome? {
        guard let kind = view.sheet else { return nil }
        let room = sheetRoom(on: screen)
        var (key, click, inSheet) = (key, view.click, view.inSheet)
        if case .mouse(let event) = key {
            key = .mouse(click.next(event, on: sheetTarget(of: event, on: screen)).from(room.origin))
        }
        return inSheet.apply(key, to: Sheets.sheet(kind, in: self), look: view.look, size: room.size)
    }
}

extension ChatState {
    /// Returns the identity of the choice of the open sheet under the mouse; nil if there is none.
    func sheetTarget(of event: MouseEvent, on screen: Size) -> String? {
        guard event.isButton, let kind = view.sheet else { return nil }
        let room = sheetRoom(on: screen)
        return view.inSheet.target(
            at: event.from(room.origin).position, in: Sheets.sheet(kind, in: self), look: view.look, size: room.size)
    }
}

extension Key {
    /// True if the key enters text.
    fileprivate var isWritten: Bool {
        switch self {
        case .character, .paste: true
        default: false
        }
    }
}
