import ChatTerminal

/// The open sheets of a conversation that is not selected, on a desktop (`sheet-mac-look`).
struct ParkedSheets: Equatable, Sendable {
    /// The sheets, the topmost last.
    var sheets: [PutAwaySheet]
    /// The subject of the share sheet, if the share sheet is open.
    var sharing: ShareContext?
    /// The draft of that subject before its options sheet opened.
    var sharingBefore: CollaborationDraft?
    /// The text for a share extension, if the sheet of one is open.
    var post: PostDraft?

    /// The kinds of the sheets.
    var kinds: [SheetKind] { sheets.map(\.kind) }

    /// The document whose options the person changed on the share sheet without confirming them by Done; nil if there
    /// is none.
    var unconfirmed: CollaborationDraft? {
        guard kinds.contains(.options(.shareSheet)), let draft = sharing?.draft, let before = sharingBefore else {
            return nil
        }
        return draft.hasChoices(of: before) ? nil : draft
    }
}

extension ChatUpdate {
    /// Stores the open sheets with the selected conversation, and closes them. On a desktop they block only that
    /// thread.
    mutating func parkSheet() {
        guard let id = state.view.selected, state.view.sheet != nil else { return }
        putSheetAway()
        var parked = ParkedSheets(sheets: state.view.returnsTo)
        if parked.kinds.contains(where: \.isAboutShared) {
            (parked.sharing, parked.sharingBefore) = (state.view.sharing, state.view.optionsBefore[.shareSheet])
        }
        if parked.kinds.contains(.post) { swap(&parked.post, &state.view.post) }
        state.view.parked[id] = parked
        state.view.returnsTo = []
        closeSheet()
    }

    /// Opens the sheets that were stored with a conversation.
    mutating func unparkSheet(of id: String) {
        guard let parked = state.view.parked.removeValue(forKey: id) else { return }
        if parked.kinds.contains(where: \.isAboutShared) {
            (state.view.sharing, state.view.optionsBefore[.shareSheet]) = (parked.sharing, parked.sharingBefore)
        }
        if let post = parked.post {
            state.putPostAway()
            state.view.post = post
        }
        state.view.returnsTo = parked.sheets
        closeSheet()
    }

    /// Returns true if a key selects another conversation even though a sheet is open.
    func leavesSheet(_ key: Key) -> Bool {
        guard isSheetOfThreadAlone else { return false }
        switch key {
        case .control("n"), .control("p"), .jumpUp, .jumpDown, .alt("a"): return true
        default: return false
        }
    }

    /// Returns true if the mouse is over the list, which stays usable while a sheet is open.
    func leavesSheet(_ event: MouseEvent) -> Bool {
        let layout = ChatLayout(state, size: screen)
        return isSheetOfThreadAlone && layout.thread > 0 && event.position.column < layout.list
            && event.position.row < layout.rows
    }

    /// True if the sheet blocks only its own thread, so that the list stays usable.
    private var isSheetOfThreadAlone: Bool {
        state.view.look == .desktop && state.view.sheet?.isOfConversation == true
    }
}

extension SheetKind {
    /// True for the share sheet and for the sheets about its subject.
    fileprivate var isAboutShared: Bool {
        switch self {
        case .share, .shareActions, .options(.shareSheet), .discardOptions(.shareSheet): true
        default: false
        }
    }
}
