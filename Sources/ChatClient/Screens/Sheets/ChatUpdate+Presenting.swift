import AppModel
import ChatProtocol
import ChatTerminal

/// Presents and closes sheets. Only one shows at a time. A sheet that opens another one closes for it, and may return
/// afterwards (`sheet-one`).
extension ChatUpdate {
    /// Shows a sheet in place of the present one. A non-modal sheet returns afterwards.
    mutating func present(_ kind: SheetKind) {
        if kind == state.view.sheet, state.view.inSheet.isInParent { return state.view.inSheet.takeKeys() }
        if isSheetBeside { putSheetAway() }
        (state.view.sheet, state.view.inSheet) = (kind, SheetState())
        state.view.focusedSheet = kind.identity
        state.view.isTypedIntoSheet = false
    }

    /// Shows a sheet. The present one returns afterwards.
    mutating func presentForNow(_ kind: SheetKind) {
        putSheetAway()
        present(kind)
    }

    /// Closes the sheet. The one that it replaced returns.
    mutating func closeSheet() {
        let before = state.view.returnsTo.popLast()
        state.view.sheet = before?.kind
        state.view.inSheet = before?.state ?? SheetState()
        state.view.focusedSheet = before?.kind.identity
        state.view.askedFrom = nil
    }

    /// Closes the sheet and all sheets that led to it, except for a non-modal sheet.
    package mutating func endSheets() {
        state.view.returnsTo.removeAll { !$0.isBeside }
        closeSheet()
    }

    /// Gives the keys to the thread. A non-modal sheet stays open; a modal one closes.
    mutating func turnToThread() {
        if isSheetBeside { state.view.inSheet.giveKeysToParent() } else { closeSheet() }
    }

    /// Gives the keys to the screen if a non-modal sheet has them.
    mutating func leaveSheetBeside() {
        if state.sheetHasKeys, isSheetBeside { state.view.inSheet.giveKeysToParent() }
    }

    /// True if the sheet is non-modal, or waits while the screen has the keys.
    private var isSheetBeside: Bool {
        guard state.view.sheet != nil else { return false }
        return state.view.inSheet.isInParent || state.sheetLayout(on: screen)?.isModal == false
    }

    mutating func putSheetAway() {
        guard let kind = state.view.sheet else { return }
        state.view.returnsTo.append(PutAwaySheet(kind: kind, state: state.view.inSheet, isBeside: isSheetBeside))
        state.view.sheet = nil
    }

    /// Closes the sheet for the person. If that would lose something, a question opens first.
    mutating func dismiss(_ kind: SheetKind) {
        switch kind {
        case .consent(let request): answer(request, .notNow)
        case .options(let place) where state.view.hasChosenOptions(in: place):
            presentForNow(.discardOptions(place))
        case .compose:
            // The text is stored for the next New Message. The shared item goes to no other conversation.
            if state.view.compose.saysSomething {
                state.view.hint = "Your text is kept in New Message"
            }
            state.view.handsOn = nil
            closeSheet()
        case .post where state.view.post?.text.saysSomething == true:
            if let post = state.view.post, !state.isThere(post.context) {
                state.putPostAway()
                state.view.hint = "\(ChatUpdate.isGone). In a composer ↑ has your text"
            } else {
                state.view.hint = "Your text is kept: choose the extension again to continue"
            }
            closeSheet()
        case .unsent:
            state.view.unsentOrigin = nil
            closeSheet()
        default: closeSheet()
        }
    }

    // MARK: Sheets that come and go by themselves

    /// Updates the sheets after facts changed, by the rule of the focus (``KeyOwner``).
    mutating func settleSheets() {
        let isOccupied = state.isOccupied
        let keepsKeys = isOccupied && !state.sheetHasKeys
        closeSheetsOfNothing()
        noteLostConsent()
        // A question that F6 brought up stays until the person writes.
        let makesRoom = isOccupied && !state.sheetHasKeys || state.waitingSheets.isEmpty
        if state.view.sheet == nil, !state.view.returnsTo.isEmpty, makesRoom {
            closeSheet()
        }
        if keepsKeys, state.sheet?.identity == state.view.focusedSheet, state.sheetHasKeys {
            state.view.inSheet.giveKeysToParent()
        }
        showAnswer()
        if !isOccupied { showWaitingSheet() }
        if let sheet = state.sheet, sheet.identity != state.view.focusedSheet { meet(sheet) }
        if state.sheet == nil { (state.view.focusedSheet, state.view.inSheet) = (nil, SheetState()) }
        if state.view.inSheet.waitsForWriter, !isOccupied {
            state.view.inSheet.takeKeys()
            // Return may have been meant for the text that was being written.
            state.view.isTypedIntoSheet = true
            state.view.arrivedSheetAge = 0
        }
        if let sheet = state.sheet { state.view.inSheet.hold(Sheets.sheet(sheet, in: state)) }
        forgetRefusal()
    }

    /// Shows the text that the open sheet loaded, in front of that sheet.
    private mutating func showAnswer() {
        guard let asker = state.view.askedFrom, asker == state.view.sheet, let answer = state.view.arrived.first,
            case .text = answer
        else { return }
        state.view.arrived.removeFirst()
        state.view.askedFrom = nil
        presentForNow(answer)
    }

    /// Sets the first state of a sheet that no key opened.
    private mutating func meet(_ sheet: SheetKind) {
        var yields = false
        if case .consent = sheet { yields = true }
        state.view.focusedSheet = sheet.identity
        state.view.inSheet = SheetState(cameWhileOccupied: state.isOccupied, yields: yields)
        state.view.isTypedIntoSheet = false
        state.view.arrivedSheetAge = 0
    }

    /// Shows the first waiting sheet, if no modal sheet has the keys. A non-modal sheet is replaced, and returns
    /// afterwards.
    private mutating func showWaitingSheet() {
        guard let next = state.waitingSheets.first, next.identity != state.view.focusedSheet else { return }
        let hadSheet = state.view.sheet != nil
        // A question that has the keys comes first.
        guard hadSheet ? isSheetBeside : state.view.focusedSheet == nil || !state.sheetHasKeys else { return }
        putSheetAway()
        if !state.view.arrived.isEmpty { state.view.sheet = state.view.arrived.removeFirst() }
        meet(next)
        // Return may have been meant for the sheet that was replaced.
        state.view.isTypedIntoSheet = hadSheet
    }

    /// Shows the first waiting sheet, if the key is F6.
    ///
    /// - Returns: False if the key is another one or no sheet waits.
    mutating func showsWaitingSheet(by key: Key) -> Bool {
        guard key == .function(6), !state.sheetHasKeys, let next = state.waitingSheets.first, next != state.sheet else {
            return false
        }
        showWaitingSheet()
        state.view.inSheet.takeKeys()
        state.view.isTypedIntoSheet = false
        state.view.arrivedSheetAge = nil
        return true
    }

    static let questionChanged = "The question has changed: read it again"

    static let isGone = "The item to share no longer exists"

    /// Closes the sheets whose subject no longer exists.
    mutating func closeSheetsOfNothing() {
        followEdit()
        followNotice()
        let state = state
        let gone = state.view.openSheets.filter { !state.isThere($0) }
        if !gone.isEmpty { self.state.view.staged = state.view.staged(withoutChoicesOn: gone) }
        self.state.view.returnsTo.removeAll { !state.isThere($0.kind) }
        self.state.view.arrived.removeAll { !state.isThere($0) }
        followSharedWithNew()
        guard let kind = state.view.sheet else { return }
        if case .confirm(let question) = kind, let now = state.requoted(question) {
            self.state.view.sheet = .confirm(now)
            // Return may have been meant for the earlier question, so it must not answer this one.
            if !now.asksTheSame(as: question) {
                self.state.view.inSheet.beginAgain()
                self.state.view.hint = Self.questionChanged
            }
        }
        guard !state.isThere(kind) else { return }
        switch kind {
        case .message(let id): if state.message(id) != nil { self.state.view.hint = "This message was unsent" }
        case .confirm(let question):
            self.state.view.hint = state.obstacle(to: question.action) ?? "This message was unsent"
        case .deletedMessage: self.state.view.hint = ChatState.isNotDeleted
        case .notice: self.state.view.hint = NoticeEntry.nothingIsAsked
        case .share, .shareActions, .post, .options(.shareSheet), .discardOptions(.shareSheet):
            self.state.view.hint = state.view.sharing.flatMap(state.loss) ?? Self.isGone
        default: break
        }
        if state.sheetHasKeys { self.state.view.hasLostQuestion = true }
        closeSheet()
    }

    /// Cancels sharing with a new conversation if the item cannot be shared any more. The sheet that asks for the
    /// people stays open, because its keys are meant for it alone, and refuses to create the conversation.
    private mutating func followSharedWithNew() {
        guard let context = state.view.handsOn, let why = state.obstacle(toSharing: context) else { return }
        guard state.asksForPeople else {
            state.view.handsOn = nil
            return state.view.hint = why
        }
        guard context.obstacle != why else { return }
        state.view.handsOn?.draft = nil
        state.view.handsOn?.obstacle = why
        state.view.hint = why
    }

    /// Moves the sheets to the newly selected conversation. The details show the new one; other sheets about the
    /// earlier one close.
    mutating func moveSheets(from before: ConversationID?, to conversation: ConversationID) {
        func isOfBefore(_ kind: SheetKind) -> Bool {
            switch kind {
            case .message, .tapback, .emoji, .notices, .notice, .files: true
            case .options(let place), .discardOptions(let place): place == before.map(DraftPlace.composer)
            default: false
            }
        }
        state.view.staged = state.view.staged(withoutChoicesOn: state.view.openSheets)
        state.view.returnsTo.removeAll { isOfBefore($0.kind) }
        for index in state.view.returnsTo.indices where state.view.returnsTo[index].kind.isDetails {
            state.view.returnsTo[index].kind = .details(conversation)
            state.view.returnsTo[index].state.beginAgain()
            emit(.loadCollaborations(conversation: conversation))
        }
        guard let kind = state.view.sheet else { return }
        if kind.isDetails {
            state.view.sheet = .details(conversation)
            state.view.focusedSheet = state.view.sheet?.identity
            state.view.inSheet.beginAgain()
            emit(.loadCollaborations(conversation: conversation))
        } else if isOfBefore(kind) {
            closeSheet()
        }
    }

    /// Closes the sheets about a conversation, because the person opened a message without one.
    mutating func closeSheetsOfConversation() {
        state.view.staged = state.view.staged(withoutChoicesOn: state.view.openSheets)
        state.view.returnsTo.removeAll { $0.kind.isOfConversation }
        if state.view.sheet?.isOfConversation == true { closeSheet() }
    }
}

extension SheetKind {
    /// True for the consent question of an app.
    var isConsent: Bool { if case .consent = self { true } else { false } }

    /// True for the details of a conversation.
    fileprivate var isDetails: Bool { if case .details = self { true } else { false } }
}

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
    mutating func unparkSheet(of id: ConversationID) {
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
