import ChatProtocol
import Testing

@testable import AppModel
@testable import ChatScreens
@testable import ChatTerminal

@Suite struct SheetTests {
    private let size = SampleChat.standard

    private var asking: ChatState {
        var state = SampleChat.allSent
        state.consents = [SampleChat.consent, ConsentPrompt(id: "k2", app: "News")]
        read(&state)
        return state
    }

    /// Lets the time pass in which a question that opened by itself is read.
    private func read(_ state: inout ChatState) {
        _ = ChatUpdate.settle(&state, size: size)
        state.view.pass(milliseconds: 3_000)
    }

    /// sheet-modal-default
    @Test("a modal sheet takes the keys of its parent")
    func modalSheetTakesKeys() {
        var state = asking
        state.view.sheet = .settings
        let keys: [Key] = [.character("a"), .pageUp, .control("n"), .control("x"), .paste("/quit"), .function(1)]
        for key in keys { #expect(ChatUpdate.apply(key, to: &state, size: size).isEmpty, "\(key)") }
        #expect(state.view.draft.isEmpty && state.sheet == .settings)
        #expect(state.view.selected == "c1")
        #expect(state.threads == asking.threads)
        #expect(ChatUpdate.apply(.control("c"), to: &state, size: size).isEmpty, "it closes the settings")
        for id in ["k1", "k2"] {
            read(&state)
            #expect(
                ChatUpdate.apply(.control("c"), to: &state, size: size) == [.answerConsent(id: id, answer: .notNow)],
                "Control-C cancels the sheet as Esc does")
        }
        #expect(ChatUpdate.apply(.control("c"), to: &state, size: size) == [.quit])
    }

    @Test(
        "a key that is pressed as the question of an app appears does not answer it",
        arguments: [(Key.escape, "Esc"), (.control("c"), "Ctrl-C"), (.enter, "Return")])
    func keyOfTheMomentAnswersNothing(_ key: Key, _ name: String) {
        var state = SampleChat.allSent
        state.consents = [SampleChat.consent]
        _ = ChatUpdate.settle(&state, size: size)
        state.view.pass(milliseconds: 2_999)
        #expect(ChatUpdate.apply(key, to: &state, size: size).isEmpty)
        #expect(state.view.hint == "\(name) once more: Not Now")
        #expect(ChatUpdate.apply(key, to: &state, size: size) == [.answerConsent(id: "k1", answer: .notNow)])
    }

    @Test("the question of an app waits while a message is selected")
    func questionWaitsForTheSelection() {
        var state = SampleChat.allSent
        _ = ChatUpdate.apply(.control("t"), to: &state, size: size)
        state.consents = [SampleChat.consent]
        _ = ChatUpdate.settle(&state, size: size)
        #expect(!state.sheetHasKeys && ChatScreen.render(state, size: size).text.contains("F6 Notes asks"))
        for key in [Key.character("r"), .character("h"), .character("i")] {
            _ = ChatUpdate.apply(key, to: &state, size: size)
        }
        #expect(state.view.draft.text == "hi" && state.view.purpose != nil && !state.sheetHasKeys)
    }

    @Test func returnOnAFreshRequestNeverAllows() {
        var state = asking
        #expect(
            ChatUpdate.apply(.enter, to: &state, size: size) == [.answerConsent(id: "k1", answer: .notNow)])
    }

    @Test("letters over the question of an app go to the composer, and Return sends them")
    func lettersOverAQuestionAreWritten() {
        var state = asking
        for key in [Key.character("H"), .character("i")] {
            #expect(ChatUpdate.apply(key, to: &state, size: size).isEmpty)
        }
        #expect(state.view.draft.text == "Hi" && !state.sheetHasKeys)
        #expect(ChatUpdate.apply(.enter, to: &state, size: size).contains(.send(text: "Hi", conversation: "c1")))
        #expect(ChatUpdate.apply(.enter, to: &state, size: size).isEmpty)
        #expect(state.view.hint == "Return once more: Not Now")
        #expect(
            ChatUpdate.apply(.enter, to: &state, size: size) == [.answerConsent(id: "k1", answer: .notNow)])
    }

    /// ntc-collapse
    @Test func theBannerExpandsToAllThatWait() {
        var state = SampleChat.state
        state.view.draft = LineEditor("/notices")
        _ = ChatUpdate.apply(.enter, to: &state, size: size)
        let text = ChatScreen.render(state, size: size).text
        #expect(text.contains("▸ Anna edited “Trip plan”"))
        #expect(text.contains("  Bea joined “Trip plan”"))
        _ = ChatUpdate.apply(.down, to: &state, size: size)
        #expect(
            ChatUpdate.apply(.enter, to: &state, size: size)
                == [.openLink(url: "https://notes.example/d/1", notice: "n0")])
        #expect(state.sheet == nil)
        #expect(state.threads["c1"]?.waiting.map(\.id) == ["n1", "n00"])
    }

    @Test func arrowsAndTabChooseTheAnswer() {
        var state = asking
        _ = ChatUpdate.apply(.left, to: &state, size: size)
        #expect(ChatUpdate.apply(.enter, to: &state, size: size) == [.answerConsent(id: "k1", answer: .allow)])
        // The request of the next app appears at once, with its own focus.
        #expect(Sheets.sheet(.consent(state.consents[0]), in: state).focus == 1)
        _ = ChatUpdate.apply(.tab, to: &state, size: size)
        #expect(ChatUpdate.apply(.enter, to: &state, size: size) == [.answerConsent(id: "k2", answer: .never)])
        #expect(state.sheet == nil)
    }

    @Test func escapeIsNotNow() {
        var state = asking
        #expect(
            ChatUpdate.apply(.escape, to: &state, size: size) == [.answerConsent(id: "k1", answer: .notNow)])
    }

    @Test func aRequestThatIsReplacedWhileAllowHasTheFocusIsNotAllowed() {
        var state = asking
        _ = ChatUpdate.apply(.left, to: &state, size: size)
        state.consents.removeFirst()  // answered on another device
        read(&state)
        #expect(
            ChatUpdate.apply(.enter, to: &state, size: size) == [.answerConsent(id: "k2", answer: .notNow)])
    }

    /// sheet-one
    @Test func oneSheetShowsAtATime() {
        var state = SampleChat.state
        _ = ChatUpdate.apply(.function(1), to: &state, size: size)
        state.consents = [SampleChat.consent]
        #expect(state.sheet == .help)
        _ = ChatUpdate.apply(.escape, to: &state, size: size)
        #expect(state.sheet == .consent(SampleChat.consent))
    }

    @Test func switchesAreTurnedWhereTheFocusIs() {
        var state = SampleChat.state
        state.view.sheet = .settings
        #expect(ChatUpdate.apply(.character(" "), to: &state, size: size) == [.setEverywhere(false)])
        _ = ChatUpdate.apply(.down, to: &state, size: size)
        #expect(ChatUpdate.apply(.enter, to: &state, size: size) == [.loadAudit(app: nil)])
        _ = ChatUpdate.apply(.down, to: &state, size: size)
        _ = ChatUpdate.apply(.down, to: &state, size: size)
        #expect(
            ChatUpdate.apply(.enter, to: &state, size: size) == [.setApp(id: "com.example.news", isOn: true)])
        _ = ChatUpdate.apply(.down, to: &state, size: size)
        #expect(ChatUpdate.apply(.enter, to: &state, size: size) == [.setConversation(id: "c1", isOn: true)])
        #expect(ChatUpdate.apply(.escape, to: &state, size: size).isEmpty)
        #expect(state.sheet == nil)
    }

    /// swy-settings-path, swy-master-effect
    @Test func theSwitchAboveAllPausesTheOthersAndLeavesThemAsTheyAre() {
        var state = SampleChat.state
        state.view.sheet = .settings
        let before = state.settings
        _ = ChatUpdate.apply(.enter, to: &state, size: size)
        #expect(state.settings.apps == before.apps && state.settings.conversations == before.conversations)
        let choices = Sheets.sheet(.settings, in: state).choices
        #expect(choices[0].value == "[○ Off]" && choices[0].note?.contains("only pins appear") == true)
        #expect(choices.first { $0.label == "Notes" }?.value == "paused [● On ]")
        #expect(choices.first { $0.label == "News" }?.value == "[ not asked ]")
        #expect(choices.first { $0.label == "Weekend" }?.value == "[○ Off]", "off is off")
        #expect(choices.first { $0.label == "Send Read Receipts" }?.value == "[● On ]", "which is another thing")
        _ = ChatUpdate.apply(.enter, to: &state, size: size)
        #expect(Sheets.sheet(.settings, in: state).choices.first { $0.label == "Notes" }?.value == "[● On ]")
    }

    @Test func aNoticeThatAsksIsAnsweredInASheet() {
        var state = SampleChat.state
        let notice = NoticeEntry(
            id: "g1", text: "Dora was added to Weekend. Add Dora to “Trip plan”?", url: "",
            actions: [Notice.Action(id: "add", title: "Add"), Notice.Action(id: "keep", title: "Not Now")])
        state.threads["c1"]?.waiting = [notice]
        _ = ChatUpdate.apply(.control("o"), to: &state, size: size)
        #expect(state.sheet == .notice(notice))
        #expect(ChatUpdate.apply(.enter, to: &state, size: size) == [.answerNotice(id: "g1", action: "add")])
        #expect(state.threads["c1"]?.waiting.isEmpty == true)
    }

    @Test func helpScrollsToItsEndAndNoFurther() {
        var state = SampleChat.state
        state.view.sheet = .help
        for _ in 0..<200 { _ = ChatUpdate.apply(.down, to: &state, size: size) }
        #expect(ChatScreen.render(state, size: size).text.contains("//text"))
        let end = state
        _ = ChatUpdate.apply(.down, to: &state, size: size)
        #expect(state == end)
    }

    /// sheet-buttons
    @Test func cancelIsAtTheLeftAndDoneAtTheRight() {
        var grid = Grid(size)
        SheetPainter.draw(Sheet(title: "Choose", leading: "Cancel", trailing: "Done"), over: &grid)
        let line = grid.text.split(separator: "\n").first { $0.contains("Choose") } ?? ""
        #expect(line == "        │ Cancel                     Choose                       Done │")
    }
}
