import AppModel
import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// Selection by number and by name in lists that were printed line by line.
struct PrintedListTests {
    /// Returns the weekend's state with a sheet whose rows were printed.
    private func printed(_ kind: SheetKind) -> ChatState {
        var state = SampleChat.allSent
        state.view.sheet = kind
        state.view.printed[kind.identity] = Sheets.sheet(kind, in: state).choices.map(\.identity)
        return state
    }

    private func enter(_ line: String, _ state: inout ChatState) throws(SlashCommand.Mistake) {
        _ = try ChatUpdate.run(on: &state) { update throws(SlashCommand.Mistake) in _ = try update.perform(line) }
    }

    @Test("/choose takes the conversation that was printed under the number after the rows moved")
    func choiceIsThePrintedRow() throws {
        var state = printed(.switcher)
        state.conversations.reverse()
        try enter("/choose 2", &state)
        #expect(state.view.selected == "c1", "line 1 is the field")
        state = printed(.inbox)
        state.conversations[1].preview = "Later"
        state.conversations[2].unread = 1
        state.conversations.swapAt(1, 2)
        let place = (state.view.printed["inbox"]?.firstIndex(of: "Unread c2") ?? 0) + 1
        try enter("/choose \(place)", &state)
        #expect(state.view.selected == "c2")
    }

    @Test("/choose answers no question of an app, which nobody listed")
    func choiceIsNoConsent() {
        var state = SampleChat.allSent
        state.consents = [SampleChat.consent]
        let mistake = #expect(throws: SlashCommand.Mistake.self) { try enter("/choose 1", &state) }
        #expect(mistake?.text == "There is no list to choose from")
        #expect(state.consents == [SampleChat.consent])
    }

    @Test("/choose refuses a row that is gone, and a number that was not printed")
    func goneRowIsRefused() throws {
        for (line, why) in [
            ("/choose 4", "Line 4 no longer exists: list again"),
            ("/choose 5", "There is no choice 5: 4 are listed"),
        ] {
            var state = printed(.switcher)
            state.conversations.removeLast()
            state.conversations.insert(ConversationRow(id: "c9", title: "New"), at: 0)
            let before = state.view.selected
            let mistake = #expect(throws: SlashCommand.Mistake.self) { try enter(line, &state) }
            #expect(mistake?.text == why)
            #expect(state.view.selected == before)
        }
    }

    @Test("the numbers of /to and /hide mean the lists that were printed")
    func otherListsKeepTheirNumbers() throws {
        var state = SampleChat.allSent
        state.view.notePrinted([.conversations(state.conversations, selected: nil), .shelf(state.shelf)])
        state.conversations.reverse()
        try enter("/to 1", &state)
        #expect(state.view.selected == "c1")
        state.shelf.reverse()
        let actions = try ChatUpdate.run(on: &state) { update throws(SlashCommand.Mistake) in
            _ = try update.perform("/hide 1")
        }
        #expect(actions == [.hideHighlight(id: "h1")])
    }

    @Test("/to refuses a name that several conversations have or begin with, and lists them")
    func ambiguousNameIsRefused() throws {
        var state = SampleChat.allSent
        state.conversations = [("c1", "Slow"), ("c2", "Slow"), ("c3", "Slower"), ("c4", "Slow food")].map {
            ConversationRow(id: $0.0, title: $0.1)
        }
        state.threads["c2"]?.members = [Member(handle: "dora", name: "Dora")]
        for (line, why) in [
            ("/to slow", "2 conversations fit “slow”: c1 “Slow” (), c2 “Slow” (dora). Give the whole name, or an id"),
            (
                "/to sl",
                "4 conversations fit “sl”: c1 “Slow” (), c2 “Slow” (dora), “Slower”, “Slow food”. "
                    + "Give the whole name, or an id"
            ),
        ] {
            let before = state.view.selected
            let mistake = #expect(throws: SlashCommand.Mistake.self) { try enter(line, &state) }
            #expect(mistake?.text == why && state.view.selected == before)
        }
        for (line, id): (String, ConversationID) in [
            ("/to c2", "c2"), ("/to slower", "c3"), ("/peek slow f", "c4"), ("/to 1", "c1"),
        ] {
            try enter(line, &state)
            #expect(state.view.selected == id)
        }
    }

    @Test("/to does not choose a group by the name of one of its members", arguments: ["dora", "Dora", "Emil", "emil"])
    func memberIsNoGroup(name: String) throws {
        var state = SampleChat.allSent
        state.conversations = [ConversationRow(id: "c2", title: "Dora, Emil")]
        state.threads["c2"]?.members = [
            Member(handle: "dora", name: "Dora"), Member(handle: "emil", name: "Emil"),
            Member(handle: state.handle, name: "Me", isOwn: true),
        ]
        let mistake = #expect(throws: SlashCommand.Mistake.self) { try enter("/to \(name)", &state) }
        #expect(mistake?.text == "There is no conversation called “\(name)”")
        for whole in ["Dora, Emil", "dora, e"] { try enter("/to \(whole)", &state) }
    }
}
