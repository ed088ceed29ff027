import AppModel
import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// Keys of the whole screen and text in every focus (`KeyOwner`).
@Suite struct KeyOwnerTests {
    private static let wide = Size(columns: 120, rows: 30)
    private static let low = SampleChat.standard

    @discardableResult
    private func press(_ keys: [Key], _ state: inout ChatState, _ size: Size = wide) -> [ChatAction] {
        keys.flatMap { ChatUpdate.apply($0, to: &state, size: size) }
    }

    private func drop(_ path: String, _ state: inout ChatState, _ size: Size) -> Bool {
        var isTaken = false
        _ = ChatUpdate.run(on: &state, size: size) { isTaken = $0.drop(path, files: [path]) }
        return isTaken
    }

    private func details() -> ChatState {
        var state = SampleChat.allSent
        press([.control("g")], &state)
        return state
    }

    @Test("Ctrl-S in the details opens the search, and the text that follows is searched")
    func searchFromDetails() {
        var state = details()
        press([.control("s")] + "lake".map(Key.character), &state)
        #expect(state.view.search?.query.text == "lake" && state.view.draft.isEmpty && !state.sheetHasKeys)
    }

    @Test("Alt-K in the details opens the switcher, and Esc goes back to the details")
    func switcherFromDetails() {
        var state = details()
        press([.alt("k"), .character("d")], &state)
        #expect(state.sheet == .switcher && state.view.switcher.text == "d" && state.view.draft.isEmpty)
        press([.escape], &state)
        #expect(state.sheet == .details("c1") && state.sheetHasKeys)
    }

    @Test("a conversation that is chosen from the details has the keys, and the details follow")
    func chosenConversationHasTheKeys() {
        var state = details()
        press([.alt("k"), .character("d"), .enter], &state)
        #expect(state.view.selected == "c2" && state.sheet == .details("c2") && !state.sheetHasKeys)
    }

    @Test("an item that is shared from the details is sent by the next Return")
    func sharedFromDetails() {
        var state = details()
        press([.function(2), .right, .enter], &state)
        #expect(!state.sheetHasKeys && state.sheet == .details(state.view.selected ?? ""))
        let url = state.view.sharing?.url ?? ""
        _ = ChatUpdate.run(on: &state) { $0.settle(.shareSheet(url: url), nil, obstacle: nil) }
        state.view.drafts[state.view.selected ?? ""] = LineEditor("x")
        #expect(press([.enter], &state).contains(.send(text: "x", conversation: state.view.selected ?? "")))
    }

    @Test(
        "a command and a choice that begin in the details get the keys that follow",
        arguments: [Key.alt("x"), .control("t")])
    func commandFromDetails(_ key: Key) {
        var state = details()
        press([key], &state)
        #expect(!state.sheetHasKeys && (state.view.purpose != nil || state.isChoosing))
    }

    @Test("Ctrl-G in the details beside the thread says that they have one height")
    func detailsHaveOneHeight() {
        var state = details()
        press([.control("g")], &state)
        #expect(state.view.hint == "This sheet has one height" && state.view.returnsTo.isEmpty)
    }

    @Test("a modal sheet refuses each key of the whole screen with a sentence")
    func modalSheetRefuses() {
        for key in [Key.control("s"), .control("n"), .alt("k"), .alt("i"), .function(1), .function(2), .function(6)] {
            var state = SampleChat.allSent
            press("/settings".map(Key.character) + [.enter, key], &state)
            #expect(state.sheet == .settings && state.view.hint == "Esc closes the sheet first", "\(key)")
        }
    }

    @Test("letters and Space write from the details beside the thread, also while a message is chosen")
    func lettersWriteFromDetails() {
        for first in [[Key](), [.control("t")], [.tab], "/shelf".map(Key.character) + [.enter]] {
            var state = SampleChat.allSent
            let size = Size(columns: 160, rows: 40)
            press(first + [.control("g")], &state, size)
            let names = ChatScreen.keys(state, on: size)
            let actions = press([.character(" "), .character("d")], &state, size)
            #expect(names.contains("a-z write") && !names.contains("d done"))
            #expect(state.view.draft.text == " d" && !state.sheetHasKeys && state.sheet == .details("c1"))
            #expect(!actions.contains(.mute(conversation: "c1", isMuted: true)))
        }
    }

    @Test("letters are refused by details that a smaller window made modal", arguments: [80, 60])
    func lettersAreRefusedByModalDetails(_ columns: Int) {
        var state = details()
        let size = Size(columns: columns, rows: 24)
        _ = ChatUpdate.settle(&state, size: size)
        for letter in [" ", "d", "q", "x"] as [Character] {
            #expect(press([.character(letter)], &state, size).isEmpty)
            #expect(state.view.hint == "Esc closes the sheet first")
        }
        #expect(state.sheet == .details("c1") && state.view.draft.isEmpty)
        #expect(!ChatScreen.keys(state, on: size).contains { $0.hasPrefix("a-z") || $0.hasPrefix("d ") })
        // In a larger window the hint disappears and letters are typed again.
        _ = ChatUpdate.settle(&state, size: Size(columns: 160, rows: 40))
        #expect(state.view.hint == nil)
        press([.character("d")], &state, Size(columns: 160, rows: 40))
        #expect(state.view.draft.text == "d")
    }

    @Test("a file that is dropped while details are beside the thread is attached")
    func droppedFileIsAttached() {
        for keys in [[Key](), [.function(6)], [.control("t")]] {
            var state = details()
            press(keys, &state)
            #expect(drop("/a.pdf", &state, Self.wide))
            #expect(state.view.attachments["c1"] == "/a.pdf" && !state.sheetHasKeys && state.view.chosen == nil)
        }
        var state = details()
        #expect(!drop("/a.pdf", &state, Self.low))
        #expect(state.view.attachments.isEmpty, "modal details take no file")
    }

    // MARK: The search

    @Test("Alt-K in the search opens the switcher, which closes the search when it goes elsewhere")
    func switcherFromSearch() {
        var state = SampleChat.allSent
        press([.control("s"), .character("x"), .alt("k")], &state)
        #expect(state.sheet == .switcher)
        press([.escape], &state)
        #expect(state.view.search?.query.text == "x")
        press([.alt("k"), .character("d"), .enter, .character("h")], &state)
        #expect(state.view.search == nil && state.view.selected == "c2" && state.view.draft.text == "h")
    }

    @Test("keys that lead to the thread close the search, and the text that follows is written there")
    func searchMakesRoom() {
        for key in [Key.control("n"), .control("p"), .alt("a"), .alt("e")] {
            var state = SampleChat.allSent
            press([.control("s"), key, .character("h")], &state)
            #expect(state.view.search == nil, "\(key)")
            #expect(state.view.draft.text == "h" || state.view.listFilter == "h", "\(key)")
        }
    }

    // MARK: Shared with You and commands

    @Test("Return runs a command that is written, also while Shared with You has the focus", arguments: [80, 160])
    func returnIsForWrittenText(_ columns: Int) {
        var state = SampleChat.allSent
        let size = Size(columns: columns, rows: 30)
        press("/settings".map(Key.character), &state, size)
        (state.view.isShelfShown, state.view.isShelfLeft) = (true, false)
        #expect(ChatScreen.keys(state, on: size).contains("↵ send"))
        let actions = press([.enter], &state, size)
        #expect(actions == [.loadSettings] && state.sheet == .settings && state.view.draft.isEmpty)
    }

    @Test("Return opens the focused link of Shared with You if nothing is written")
    func returnOpensTheLink() {
        var state = SampleChat.allSent
        state.view.isShelfShown = true
        #expect(ChatScreen.keys(state, on: Self.low).contains("↵ open"))
        #expect(press([.enter], &state, Self.low) == [.openLink(url: "https://notes.example/d/1", notice: nil)])
    }

    @Test("a command that is written about the chosen message has its letters")
    func commandAboutTheChosenMessage() {
        var state = SampleChat.allSent
        press([.control("t"), .up, .alt("x")] + "react heart".map(Key.character), &state)
        #expect(state.view.draft.text == "/react heart")
        #expect(press([.enter], &state).contains(.react(message: "m3", reaction: "heart")))
    }

    // MARK: Removed participants

    @Test("text that is typed after a removal is kept for the arrow up, and reaches no other conversation")
    func textAfterARemovalIsKept() {
        var state = SampleChat.allSent
        press("hel".map(Key.character), &state)
        let written = state.view.draft
        state.conversations.removeFirst()
        (state.threads["c1"], state.view.drafts["c1"]) = (nil, nil)
        state.view.remember(written.text)
        state.keepUnsent(written, saying: "You are no longer in “Weekend”")
        _ = ChatUpdate.settle(&state, size: Self.low)
        #expect(state.sheet == .unsent("You are no longer in “Weekend”") && state.sheetHasKeys)
        let actions = press("lo".map(Key.character) + [.enter], &state, Self.low)
        #expect(actions == [.copy(text: "lo")] && state.view.hint == "Copied. Nothing was sent")
        #expect(ChatScreen.keys(state, on: Self.low) == ["Esc close", "↵ copy", "a-z write"])
        press([.character("!"), .escape, .up], &state, Self.low)
        #expect(state.view.selected == "c2" && state.view.draft.text == "lo!")
        #expect(state.view.history.map(\.text) == ["hel", "lo!"])
    }

    // MARK: The last row

    @Test("the last row names the arrows of the layout, and all arrows step through buttons in one row")
    func arrowsOfTheLayout() {
        var state = SampleChat.allSent
        state.consents = [SampleChat.consent]
        _ = ChatUpdate.settle(&state, size: Self.low)
        #expect(ChatScreen.keys(state, on: Self.low).contains("←→"))
        for key in [Key.left, .up] {
            var state = state
            press([key], &state, Self.low)
            #expect(state.view.inSheet.focus == 0)
        }
        let narrow = Size(columns: 24, rows: 20)
        #expect(ChatScreen.keys(state, on: narrow).contains("↑↓"))
    }

    @Test("the cursor shows where letters go: not in the composer while they narrow the list")
    func cursorOfTheList() {
        var state = SampleChat.allSent
        let narrow = Size(columns: 46, rows: 20)
        press([.tab], &state, narrow)
        #expect(ChatScreen.render(state, size: narrow).cursor == nil)
        press([.character("/")], &state, narrow)
        #expect(ChatScreen.render(state, size: narrow).cursor != nil)
    }
}
