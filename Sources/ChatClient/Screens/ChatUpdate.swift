import AppModel
package import ChatProtocol
package import ChatTerminal

/// The handling of keys: a pure function from a state and a key to the next state and the actions for the session.
///
/// The actions are appended to ``actions``, in order.
package struct ChatUpdate {
    /// The state that the update changes.
    var state: ChatState
    /// The size of the screen.
    let screen: Size
    private(set) var actions: [ChatAction] = []

    private init(_ state: ChatState, _ screen: Size) { (self.state, self.screen) = (state, screen) }

    /// The size available to the thread, the list and the composer.
    var size: Size { state.parentSize(on: screen) }

    mutating func emit(_ action: ChatAction) { actions.append(action) }

    /// Runs an update on a state.
    ///
    /// - Returns: The actions that the session must perform.
    package static func run<Failure: Error>(
        on state: inout ChatState, size: Size = Size(columns: 0, rows: 0),
        _ body: (inout ChatUpdate) throws(Failure) -> Void
    ) throws(Failure) -> [ChatAction] {
        var update = ChatUpdate(state, size)
        // During the update no other copy of the state exists, so that changes do not copy it.
        state = ChatState(handle: "")
        defer { state = update.state }
        try body(&update)
        return update.actions
    }

    /// Applies a key to a state.
    ///
    /// - Returns: The actions that the session must perform.
    package static func apply(_ key: Key, to state: inout ChatState, size: Size) -> [ChatAction] {
        run(on: &state, size: size) { $0.apply(key) }
    }

    /// Brings the view in line with changed facts. The session calls it after it has written any.
    ///
    /// Selects a conversation if none is selected, places the “New” divider, and marks the messages that the person
    /// sees as read.
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
        defer { if !key.isHeldButton { state.view.readBanner.read(state.selectedThread?.waiting.first?.id) } }
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
        settle()  // a sheet that arrived in the meantime takes the focus
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

    /// Refuses a Return that was meant for a sheet that closed by itself, or for a document that has just gone. It would
    /// send the draft.
    private mutating func refusesReturn(_ key: Key) -> Bool {
        if key == .enter, !state.sheetHasKeys, isSomethingWritten, hasUnreadPreview {
            open()
            state.view.hint = "Nothing was sent. Return sends what you wrote"
            return true
        }
        // A person who is still typing has not read that the document is gone.
        if let age = state.view.lostItemAge, !key.isWriting {
            state.view.lostItemAge = nil
            if key == .enter, age < ReadBanner.timeToRead, !state.sheetHasKeys, isSomethingWritten {
                state.view.hint = "Nothing was sent: the document is no longer staged. Return sends your text alone"
                return true
            }
        }
        // The keys that choose a button or write in a field precede the Return.
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

    /// True if the conversation on the screen is only previewed, and has something unread: Return opens it.
    private var hasUnreadPreview: Bool {
        guard let id = state.view.selected, state.view.opened == nil, !state.isChoosing, !state.view.draft.isCommand,
            state.view.pane == .thread, let row = state.conversations.first(where: { $0.id == id })
        else { return false }
        return row.unread > 0 || row.isMarkedUnread
    }

    /// Shows the reason why the text in the composer was refused, until the text is sent or removed.
    mutating func showRefusal() {
        if state.view.draft.isEmpty { state.view.refusal = nil }
        if state.view.hint == nil, !state.sheetHasKeys { state.view.hint = state.view.refusal }
    }

    mutating func settle() {
        let isGone = state.view.selected.map { id in !state.conversations.contains { $0.id == id } }
        // Done before another conversation is selected, so that the sheets of this one do not follow.
        if isGone == true { closeSheetsOfNothing() }
        if isGone ?? true {
            // A person who writes a New Message stays in it when a conversation arrives.
            let isAtNewMessage =
                state.view.selected == nil
                && (state.view.staysAtNewMessage || state.view.hasNewMessage || state.view.asked != nil)
            if !isAtNewMessage, let first = state.conversations.first {
                select(first.id)
            } else {
                (state.view.selected, state.view.staysAtNewMessage) = (nil, isAtNewMessage)
            }
        }
        // A thread of replies that was opened just now may not exist yet.
        if let root = state.view.replies, let thread = state.replies[root], thread.conversation != state.view.selected {
            state.view.replies = nil
        }
        if !isSomethingWritten { state.view.draftPrecedesReplies = false }
        state.forgetAsked()
        if let chosen = state.view.chosen, state.message(chosen) == nil {
            state.view.chosen = nil
            // The next Return was meant for the menu of that message.
            state.view.hasLostQuestion = true
            state.view.hint = "The selected message no longer exists"
        }
        state.view.readBanner.show(state.selectedThread?.waiting.first?.id)
        if state.view.pane != .list { state.view.listFilter = "" }
        if state.view.staged[state.view.selected ?? ""] == nil { state.view.isAtOptions = false }
        seek()
        settleSheets()
        state.view.shelfFocus = max(0, min(state.view.shelfFocus, state.shelf.count - 1))
        noteSeen()
    }

    /// Shows a conversation; with an empty id, the New Message. It is a peek until the person opens the conversation.
    package mutating func select(_ conversation: ConversationID) {
        let isConversation = conversation != ""
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

    /// Applies a key that works anywhere on the screen, such as one that opens another conversation.
    ///
    /// - Returns: False for any other key.
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

/// A conversation that is shown over an app.
extension ChatUpdate {
    /// Opens a shared message, or the end of the conversation if no message is named.
    package mutating func open(_ place: AttributionContent.Place) {
        state.view.pane = .thread
        leaveShelf()
        state.view.search = nil
        select(place.conversation)
        open()
        state.view.replies = nil
        state.view.target = place.message.isEmpty ? nil : .message(place.message)
        state.view.repliesToTarget = !place.message.isEmpty
    }

    /// Forgets the place that `open` showed, and the reply to its message. The text of the draft stays.
    package mutating func leavePlace() {
        state.view.isTyping = false
        state.view.target = nil
        state.view.repliesToTarget = false
        state.view.chosen = nil
        state.view.purpose = nil
        state.view.opened = nil
    }
}

/// The handling of words that are typed where no text is expected. A letter without a function begins such a word, and
/// none of its further letters is a command (``KeyOwner``).
extension ChatUpdate {
    /// Refuses the letters of a word that began with a refused letter, and the Return after it.
    ///
    /// - Returns: False if the key is for the part of the screen that has the focus.
    mutating func refusesWord(_ key: Key) -> Bool {
        guard state.view.refusesWord else { return false }
        if case .character = key, state.refusesLetters(on: screen) {
            refuseInput(key)
            return true
        }
        guard key == .enter, state.view.refusesReturn, state.refusesLetters(on: screen), let deed = deedOfReturn else {
            state.view.refusesWord = false
            return false
        }
        // The letters of the next line are refused as well.
        state.view.refusesReturn = false
        state.view.isTypedIntoSheet = false
        state.view.hint = "Return once more\(deed)"
        return true
    }

    /// The rest of the sentence “Return once more”; nil if Return does no harm.
    private var deedOfReturn: String? {
        switch state.keyOwner {
        case .sheet(let kind):
            let sheet = Sheets.sheet(kind, in: state)
            return sheet.choices.indices.contains(sheet.focus) ? ": \(sheet.choices[sheet.focus].label)" : nil
        case .screen where state.view.isShelfFocused:
            if state.view.draft.saysSomething { return " sends what is written" }
            guard state.shelf.indices.contains(state.view.shelfFocus) else { return nil }
            let item = state.shelf[state.view.shelfFocus]
            return " opens “\(CleanText.line(item.title ?? LinkText.title(item.url)))”"
        case .screen: return " opens the menu of the message"
        }
    }

    /// Refuses a key that has no function outside a text, and shows the keys to press. A letter begins a refused word.
    mutating func refuseInput(_ key: Key) {
        if case .character = key { (state.view.refusesWord, state.view.refusesReturn) = (true, true) }
        let toKeys = "↑ or ↓"
        switch state.keyOwner {
        case .sheet(let kind):
            state.view.isTypedIntoSheet = true
            if kind.isConsent { return }
            let sheet = Sheets.sheet(kind, in: state)
            if case .options(let place) = kind, state.view.hasChosenOptions(in: place) {
                // Esc would discard the chosen options.
                state.view.hint = "No text goes here: \(toKeys) returns to the keys of the sheet"
            } else if sheet.choices.isEmpty || sheet.leavesLetters {
                state.view.hint = state.keys.hint(Self.closesFirst)
            } else {
                state.view.hint = state.keys.hint(Self.closesFirst) + ", \(toKeys) returns to its keys"
            }
        case .screen:
            let part = state.view.isShelfFocused ? "Shared with You is selected. " : "A message is selected. "
            state.view.hint = part + state.keys.hint("Esc returns to writing") + ", \(toKeys) to its keys"
        }
    }

    static let closesFirst = "Esc closes the sheet first"

    /// Ends a refused word once letters are text again, for example in a larger window.
    mutating func forgetRefusal() {
        guard state.view.refusesWord, !state.refusesLetters(on: screen) else { return }
        state.view.refusesWord = false
        if state.view.hint?.hasPrefix(state.keys.hint(Self.closesFirst)) == true { state.view.hint = nil }
    }
}
