import AppModel
import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// A refused text and the texts around it: recalled lines, commands, and another composer.
@Suite struct RefusedTextTests {
    private let size = Size(columns: 140, rows: 40)
    private let why = "There is no /bogus. /help lists the commands; // sends a slash"

    private func press(_ keys: [Key], _ state: inout ChatState) {
        for key in keys { _ = ChatUpdate.apply(key, to: &state, size: size) }
    }

    private func type(_ text: String, _ state: inout ChatState) { press(text.map { .character($0) }, &state) }

    @Test("a refusal leaves the last row with its text, and returns with it")
    func refusalBelongsToItsText() {
        var state = SampleChat.allSent
        type("one", &state)
        press([.enter], &state)
        type("/bogus", &state)
        press([.enter], &state)
        #expect(state.view.hint == why && state.view.draft.text == "/bogus")
        press([.up], &state)
        #expect(state.view.draft.text == "one" && state.view.hint == nil)
        press([.down], &state)
        #expect(state.view.draft.text == "/bogus" && state.view.hint == why)
        press([.up, .enter], &state)
        #expect(state.view.draft.text == "/bogus" && state.view.hint == why, "the sent line made room for it")
    }

    @Test("why a message was refused does not show over a command, and returns after it")
    func refusalIsNotOfTheCommand() {
        var state = SampleChat.allSent
        state.limits.textCharacters = 10
        type("much too long", &state)
        press([.enter], &state)
        let refusal = state.view.hint
        #expect(refusal?.hasPrefix("3 characters too long") == true)
        press([.alt("x")], &state)
        #expect(state.view.hint == nil)
        type("bogus", &state)
        press([.enter], &state)
        #expect(state.view.hint == why)
        press([.escape], &state)
        #expect(state.view.draft.text == "much too long" && state.view.hint == refusal)
        press([.alt("x")], &state)
        #expect(state.view.hint == nil, "the next command is not refused yet")
    }

    @Test("Esc after a refused message removes what is staged, and keeps the text")
    func escapeKeepsARefusedMessage() {
        var state = SampleChat.allSent
        state.limits.textCharacters = 10
        state.view.attachments["c1"] = "map.pdf"
        type("much too long", &state)
        press([.enter], &state)
        #expect(state.view.hint?.hasPrefix("3 characters too long") == true)
        state.view.hint = nil
        #expect(ChatScreen.keys(state, on: size).first == "Esc discard")
        press([.escape], &state)
        #expect(state.view.draft.text == "much too long" && state.view.attachments["c1"] == nil)
        press([.enter, .escape], &state)
        #expect(state.view.draft.text == "much too long" && state.view.hint == nil)
    }

    @Test("a command that begins another one keeps the draft")
    func choiceThatBeginsACommandKeepsTheDraft() {
        var state = SampleChat.allSent
        press([.control("g"), .function(6)], &state)
        type("my draft", &state)
        press([.alt("x")], &state)
        let add = Sheets.sheet(.details("c1"), in: state).choices.firstIndex { $0.label == "Add People…" } ?? 0
        type("choose \(add + 1)", &state)
        press([.enter], &state)
        #expect(state.view.draft.text == "/add ")
        press([.escape], &state)
        #expect(state.view.draft.text == "my draft" && state.view.purpose == nil)
    }

    @Test("a command that is refused, or goes elsewhere, keeps the draft", arguments: ["bogus", "to 2"])
    func commandKeepsTheDraft(command: String) {
        var state = SampleChat.allSent
        type("my draft", &state)
        press([.alt("x")], &state)
        type(command, &state)
        press([.enter, .escape], &state)
        #expect(state.view.drafts["c1"]?.text == "my draft" && state.view.purposes["c1"] == nil)
    }

    @Test("Esc goes from a New Message with words to the first conversation, and keeps them")
    func escapeLeavesANewMessage() {
        var state = SampleChat.allSent
        state.view.drafts[""] = LineEditor("for nobody yet")
        _ = ChatUpdate.run(on: &state, size: size) { $0.select("") }
        #expect(state.view.selected == nil && state.view.draft.text == "for nobody yet")
        #expect(ChatScreen.keys(state, on: size).first == "Esc leave")
        press([.escape], &state)
        #expect(state.view.selected == "c1" && state.view.drafts[""]?.text == "for nobody yet")
    }

    @Test("Esc leaves the replies of an unsent message and keeps the words as a message")
    func escapeLeavesRepliesOfAnUnsentMessage() {
        var state = SampleChat.allSent
        let root = state.threads["c1"]?.newestMessage { !$0.isOwn }?.id ?? ""
        state.replies[root] = state.threads["c1"]
        press([.enter], &state)
        state.view.replies = root
        type("an answer", &state)
        for case .message(var message) in state.threads["c1"]?.entries ?? [] where message.id == root {
            message.isUnsent = true
            let place = state.threads["c1"]?.entries.firstIndex { $0.id == root } ?? 0
            state.threads["c1"]?.entries[place] = .message(message)
            state.replies[root]?.entries[place] = .message(message)
        }
        press([.enter], &state)
        #expect(state.view.hint == "That message was unsent. Press Esc to send this as a new message")
        press([.escape], &state)
        #expect(state.view.replies == nil && state.view.draft.text == "an answer" && state.view.purpose == nil)
        #expect(state.view.hint == nil)
    }
}
