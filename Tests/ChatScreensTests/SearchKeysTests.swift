import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// The keys and the command that search.
@Suite struct SearchKeysTests {
    private func press(_ keys: [Key], _ state: inout ChatState) -> [ChatAction] {
        keys.flatMap { ChatUpdate.apply($0, to: &state, size: SampleChat.standard) }
    }

    @Test("a search asks nothing and says why while the server is away", arguments: [true, false])
    func searchNeedsTheServer(isAway: Bool) {
        var state = SampleChat.numbered
        if isAway { state.connection = .reconnecting(seconds: 3) }
        let keys: [Key] = [.control("s")] + "tent".map { .character($0) } + [.enter]
        let asked = press(keys, &state).contains(.search(text: "tent"))
        #expect(asked == !isAway && state.search.isRunning == !isAway)
        #expect((state.view.hint == "The server is unreachable. Search again when it is back") == isAway)
        #expect(state.view.search?.query.text == "tent")
    }

    @Test("/search stays in the composer while the server is away")
    func searchCommandStays() {
        var state = SampleChat.numbered
        state.connection = .offline("")
        state.view.draft = LineEditor("/search tent")
        #expect(!press([.enter], &state).contains(.search(text: "tent")))
        #expect(state.view.draft.text == "/search tent" && state.view.search == nil)
    }

    @Test("a text that does not fit shows its end", arguments: [(4, "…def"), (6, "abcdef"), (1, "…"), (0, "")])
    func endOfText(columns: Int, shown: String) {
        #expect(TextLayout.end(of: "abcdef", columns: columns) == shown)
    }
}
