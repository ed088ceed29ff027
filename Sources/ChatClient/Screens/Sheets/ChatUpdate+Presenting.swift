import AppFrameworks
import ChatProtocol
import ChatTerminal

/// Which sheet is there: one at a time. What leads to another makes room for it, and may come back (`sheet-one`).
extension ChatUpdate {
    /// Shows a sheet in the place of the one that is there.
    mutating func present(_ kind: SheetKind) {
        (state.view.sheet, state.view.inSheet) = (kind, SheetState())
        state.view.focusedSheet = kind.identity
    }

    /// Shows a sheet; the one that is there comes back when it is done.
    mutating func presentForNow(_ kind: SheetKind) {
        if let before = state.view.sheet {
            state.view.returnsTo.append(PutAwaySheet(kind: before, state: state.view.inSheet))
        }
        present(kind)
    }

    /// Closes the sheet; what made room for it comes back.
    mutating func closeSheet() {
        let before = state.view.returnsTo.popLast()
        state.view.sheet = before?.kind
        state.view.inSheet = before?.state ?? SheetState()
        state.view.focusedSheet = before?.kind.identity
    }

    /// Closes the sheet and all that would come back.
    mutating func endSheets() {
        state.view.returnsTo = []
        closeSheet()
    }

    /// Asks before what was chosen or written is forgotten; where there is nothing of the kind, closes the sheet.
    mutating func dismiss(_ kind: SheetKind) {
        switch kind {
        case .consent(let request): answer(request, .notNow)
        case .options(let id) where state.view.staged[id] != state.view.optionsBefore:
            presentForNow(.discardOptions(id))
        case .compose where state.view.compose.saysSomething:
            // What is written there is there the next time.
            state.view.hint = "What you wrote is kept: /new goes on with it"
            closeSheet()
        default: closeSheet()
        }
    }

    // MARK: A desktop

    /// On a desktop a sheet blocks its own thread alone: who goes to another conversation leaves it there
    /// (`sheet-mac-look`).
    mutating func parkSheet() {
        guard let id = state.view.selected, let kind = state.view.sheet else { return }
        state.view.parked[id] = PutAwaySheet(kind: kind, state: state.view.inSheet)
        endSheets()
    }

    /// Brings back the sheet that was left at a conversation.
    mutating func unparkSheet(of id: String) {
        guard let sheet = state.view.parked.removeValue(forKey: id) else { return }
        (state.view.sheet, state.view.inSheet) = (sheet.kind, sheet.state)
        state.view.focusedSheet = sheet.kind.identity
    }

    /// Whether a key goes to another conversation although a sheet is there.
    func leavesSheet(_ key: Key) -> Bool {
        guard state.view.look == .desktop, let kind = state.view.sheet, kind.isOfConversation else { return false }
        switch key {
        case .control("n"), .control("p"), .jumpUp, .jumpDown, .alt("a"): return true
        default: return false
        }
    }
}

extension SheetKind {
    /// Whether it is about the conversation on the screen, and not about the whole program.
    var isOfConversation: Bool {
        switch self {
        case .details, .message, .tapback, .options, .discardOptions, .notices, .notice, .people, .files, .share,
            .shareActions:
            true
        case .consent, .settings, .help, .text, .confirm, .compose, .switcher, .inbox: false
        }
    }
}
