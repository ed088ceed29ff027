import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal

/// The keys of a person's own Shared with You shelf, such as the key that removes an item.
struct ShelfKeysTests {
    private var state: ChatState {
        var state = SampleChat.state
        state.view.isShelfShown = true
        state.view.shelfFocus = 1
        return state
    }

    private let size = Size(columns: 80, rows: 24)

    /// attr-remove: the key removes the chosen item only.
    @Test func removeAsksForTheChosenItem() {
        let id = state.shelf[1].id
        #expect(ChatUpdate.update(state, key: .character("x"), size: size).actions == [.hideHighlight(id: id)])
        var empty = state
        empty.shelf = []
        #expect(ChatUpdate.update(empty, key: .character("x"), size: size).actions.isEmpty)
    }

    @Test("r answers the message that shared the item, unless something is written")
    func replyAnswersTheMessage() throws {
        var state = state
        let item = state.shelf[1]
        let id = try #require(item.conversation)
        var message = MessageEntry(id: "m77", sender: "Anna", text: item.url)
        message.cards = [LinkCard(title: item.title, url: item.url)]
        state.threads[id]?.entries.append(.message(message))
        let answered = ChatUpdate.update(state, key: .character("r"), size: size).state
        #expect(answered.view.selected == id && answered.view.purpose == .reply("m77"))
        state.view.drafts[id] = LineEditor("mine")
        #expect(ChatUpdate.update(state, key: .character("r"), size: size).state.view.purpose == nil)
    }

    @Test("u brings back the item that was removed last")
    func undoBringsBackTheLast() {
        #expect(ChatUpdate.update(state, key: .character("u"), size: size).actions.isEmpty)
        var removed = state
        removed.view.removedHighlights = ["h6", "h7"]
        #expect(
            ChatUpdate.update(removed, key: .character("u"), size: size).actions == [.restoreHighlight(id: "h7")])
    }

    @Test func whyHasTheNumbers() throws {
        let at = try #require(Instant("2024-01-01T09:00:00.000Z"))
        let ranking = HighlightRanking(
            score: 1_250, threshold: 500,
            signals: [.init(signal: .pinned, weight: 900, at: at, value: 900.26)])
        let lines = RankingWords.lines(ranking)
        #expect(
            lines == [
                "Score 1250; above 500 it can be curated", "pinned: 900.26 of 900, 2024-01-01T09:00:00.000Z",
            ])
        var state = state
        state.shelf[1].ranking = lines
        let shown = ChatUpdate.update(state, key: .character("w"), size: size).state
        #expect(ChatScreen.render(shown, size: size).text.contains("Score 1250"))
        #expect(ChatScreen.render(shown, size: size).text.contains(state.shelf[1].why))
    }
}
