package import ChatTerminal

/// What a key does: a pure function from a state and a key to the next state and what the session must do.
///
/// What may be asked for goes to ``actions``, in order.
package struct ChatUpdate {
    /// What is changed.
    var state: ChatState
    /// How large the screen is.
    let screen: Size
    private(set) var actions: [ChatAction] = []

    private init(_ state: ChatState, _ screen: Size) { (self.state, self.screen) = (state, screen) }

    /// How much of it the thread, the list and the composer have.
    var size: Size { state.parentSize(on: screen) }

    mutating func emit(_ action: ChatAction) { actions.append(action) }

    /// Lends a state to an update.
    ///
    /// - Returns: what the session must do.
    package static func run<Failure: Error>(
        on state: inout ChatState, size: Size = Size(columns: 0, rows: 0),
        _ body: (inout ChatUpdate) throws(Failure) -> Void
    ) throws(Failure) -> [ChatAction] {
        var update = ChatUpdate(state, size)
        // Meanwhile the state is the update's alone, so that nothing of it is copied.
        state = ChatState(handle: "")
        defer { state = update.state }
        try body(&update)
        return update.actions
    }

    /// Does a key.
    package static func apply(_ key: Key, to state: inout ChatState, size: Size) -> [ChatAction] {
        run(on: &state, size: size) { $0.apply(key) }
    }

    /// Brings the view in line with facts that changed. The session calls it after it has written any.
    ///
    /// Selects a conversation if none is, places the "New" divider, and marks as read what the person sees.
    package static func settle(_ state: inout ChatState, size: Size) -> [ChatAction] {
        run(on: &state, size: size) {
            $0.settle()
            $0.showProblem()
        }
    }

    private mutating func apply(_ key: Key) {
        if case .focus(let isFocused) = key {
            state.view.isFocused = isFocused
            return settle()
        }
        if case .background = key { return }
        defer { state.view.readBanner = state.selectedThread?.waiting.first?.id }
        if case .mouse(let event) = key { return apply(event) }
        let said = state.view.hint
        state.view.hint = nil
        if ![.tab, .backTab, .escape].contains(key) { state.view.completion = nil }
        switch key {
        case .control("c"): return cancelOrQuit()
        case .control("l"): return emit(.redraw)
        case .control("z"): return emit(.suspend)
        default: break
        }
        settle()  // a sheet that came since has the focus of its own
        let selected = state.view.selected
        if leavesSheet(key) { parkSheet() }
        if refusesReturn(key) || refusesWord(key) {
        } else if showsWaitingSheet(by: key) {
        } else if dismissProblem(key, said: said) {
        } else if let sheet = state.sheet, applyToSheet(sheet, key) {
        } else if state.view.search != nil, !leavesSearch(key) {
            applyToSearch(key)
        } else if switched(key) {
        } else if state.view.isShelfFocused, !isForThread(key) {
            applyToShelf(key)
        } else if state.isChoosing {
            applyToChosen(key)
        } else if state.view.isAtOptions, applyToOptionsControl(key) {
        } else if !applyToList(key) {
            applyToThread(key)
        }
        if let selected, selected == state.view.selected { unparkSheet(of: selected) }
        settle()
        showRefusal()
        showProblem()
    }

    /// Refuses a Return that was meant for a sheet that closed by itself. It would send the draft.
    private mutating func refusesReturn(_ key: Key) -> Bool {
        // The keys that choose a button or write in a field come before the Return.
        switch key {
        case .left, .right, .up, .down, .tab, .backTab, .character, .paste, .backspace: return false
        default: break
        }
        defer { state.view.hasLostQuestion = false }
        guard state.view.hasLostQuestion, key == .enter, !state.sheetHasKeys, isSomethingWritten else { return false }
        state.view.hint =
            state.isChoosing
            ? "This sheet was closed. Return opens the menu of the selected message"
            : "Nothing was sent. Return sends what you wrote"
        return true
    }

    /// Why what stands in the composer was refused shows until it is mended and sent, or taken out.
    mutating func showRefusal() {
        if state.view.draft.isEmpty { state.view.refusal = nil }
        if state.view.hint == nil, !state.sheetHasKeys { state.view.hint = state.view.refusal }
    }

    mutating func settle() {
        let isGone = state.view.selected.map { id in !state.conversations.contains { $0.id == id } }
        // Before another conversation is selected, which the sheets of this one must not follow.
        if isGone == true { closeSheetsOfNothing() }
        if isGone ?? true {
            // Who writes a message without a conversation goes on writing it, whatever conversation comes.
            let isAtNewMessage =
                state.view.selected == nil
                && (state.view.staysAtNewMessage || state.view.hasNewMessage || state.view.asked != nil)
            if !isAtNewMessage, let first = state.conversations.first {
                select(first.id)
            } else {
                (state.view.selected, state.view.staysAtNewMessage) = (nil, isAtNewMessage)
            }
        }
        // One that was opened just now is not made yet.
        if let root = state.view.replies, let thread = state.replies[root], thread.conversation != state.view.selected {
            state.view.replies = nil
        }
        if !isSomethingWritten { state.view.draftPrecedesReplies = false }
        state.forgetAsked()
        if let chosen = state.view.chosen, state.message(chosen) == nil {
            state.view.chosen = nil
            // The next Return was meant for its menu.
            state.view.hasLostQuestion = true
            state.view.hint = "The selected message no longer exists"
        }
        let banner = state.selectedThread?.waiting.first?.id
        if state.view.readBanner == nil || banner == nil { state.view.readBanner = banner }
        if state.view.pane != .list { state.view.listFilter = "" }
        if state.view.staged[state.view.selected ?? ""] == nil { state.view.isAtOptions = false }
        seek()
        settleSheets()
        state.view.shelfFocus = max(0, min(state.view.shelfFocus, state.shelf.count - 1))
        noteSeen()
    }

    /// Shows a conversation, which is a peek until the person turns to it; with an empty id, the message without one.
    package mutating func select(_ conversation: String) {
        let isConversation = !conversation.isEmpty
        guard conversation != state.view.selected ?? "" else { return }
        let before = state.view.selected
        if state.view.asked?.title != nil { state.view.asked = nil }
        leaveReplies()
        if let before { state.view.newAfter[before] = nil }
        state.view.opened = nil
        state.view.isTyping = false
        state.view.selected = isConversation ? conversation : nil
        state.view.chosen = nil
        state.view.target = nil
        state.view.isAtOptions = false
        state.view.staysAtNewMessage = !isConversation
        guard isConversation else { return closeSheetsOfConversation() }
        emit(.select(conversation: conversation))
        moveSheets(from: before, to: conversation)
        unparkSheet(of: conversation)
    }

    /// Keys that go to another conversation from anywhere; false for any other key.
    private mutating func switched(_ key: Key) -> Bool {
        switch key {
        case .control("n"), .jumpDown: step(1)
        case .control("p"), .jumpUp: step(-1)
        case .alt("a"): goToUnread()
        case .alt("u"): goToNew()
        case .alt("k"): switchConversation()
        case .alt("i"): present(.inbox)
        case .alt("e"): emit(.editDraft(text: state.view.draft.text))
        case .alt("x"): begin(command: "/")
        case .function(1): present(.help)
        case .function(2): share()
        case .alt("o"): showOptions()
        case .function(6) where isShelfBeside: state.view.isShelfLeft.toggle()
        case .function(6): state.view.hint = "No pane is open next to the thread"
        default: return false
        }
        return true
    }

    mutating func step(_ delta: Int) {
        let listed = state.listed
        let selected = state.view.selected ?? ""
        guard listed.contains(where: { $0.id != selected }) else {
            return state.view.hint = "No other conversation is listed"
        }
        leaveShelf()
        let index = listed.firstIndex { $0.id == selected } ?? 0
        select(listed[(index + delta + listed.count) % listed.count].id)
    }
}
