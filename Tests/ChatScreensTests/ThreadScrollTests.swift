import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatTerminal

@Suite struct ThreadScrollTests {
    private let size = SampleChat.standard

    private func state(_ count: Int, older: Bool = false) -> ChatState {
        var state = SampleChat.state
        state.threads["c1"] = SampleChat.long(count, older: older)
        return state
    }

    private func rows(_ state: ChatState) -> [String] {
        ChatScreen.render(state, size: size).text.split(separator: "\n").map { String($0.dropFirst(25)) }
            .filter { $0.contains("Message ") && $0.contains("▐") }
    }

    private func press(_ key: Key, _ state: inout ChatState, times: Int = 1) -> [ChatAction] {
        (0..<times).flatMap { _ in ChatUpdate.apply(key, to: &state, size: size) }
    }

    @Test func visibleRowsStayInPlaceWhenMessagesArriveOnEitherSide() {
        var state = state(60, older: true)
        _ = press(.pageUp, &state)
        let before = rows(state)
        state.threads["c1"]?.entries += SampleChat.long(3).entries.map { entry in
            guard case .message(var message) = entry else { return entry }
            message.id = "later " + message.id
            return .message(message)
        }
        #expect(rows(state) == before)
        let older = SampleChat.long(5).entries.map { entry -> ThreadItem in
            guard case .message(var message) = entry else { return entry }
            message.id = "older " + message.id
            return .message(message)
        }
        state.threads["c1"]?.entries.insert(contentsOf: older, at: 0)
        #expect(rows(state) == before)
        #expect(ChatScreen.render(state, size: size).text.contains("↓ 3 new"))
        _ = press(.escape, &state)
        #expect(state.view.scroll == .bottom)
    }

    @Test func messagesBelowAreUnreadUntilTheEndIsReached() {
        var state = state(60)
        _ = press(.pageUp, &state)
        state.threads["c1"]?.entries.append(.message(MessageEntry(id: "new", sender: "Bea", text: "Hm", number: 61)))
        (state.conversations[0].unread, state.conversations[0].readThrough) = (1, 60)
        #expect(ChatUpdate.settle(&state, size: size).isEmpty)
        #expect(press(.end, &state) == [.markRead(conversation: "c1")])
        #expect(state.look.divider == "new")
    }

    @Test func olderMessagesAreAskedForOnceAtTheTop() {
        var state = state(40, older: true)
        #expect(press(.pageUp, &state, times: 20) == [.loadOlder(conversation: "c1")])
        #expect(rows(state).first?.contains("Message 1 ") == true)
        #expect(ChatScreen.render(state, size: size).text.contains("Loading older messages…"))
    }

    @Test func cachedRowsNeverChangeTheFrame() {
        let kept = EntryRows()
        var state = state(600, older: true)
        func check(_ step: String) {
            let isSame = ChatScreen.render(state, size: size, kept: kept) == ChatScreen.render(state, size: size)
            #expect(isSame, "\(step)")
        }
        func change(_ index: Int, _ step: String, _ body: (inout MessageEntry) -> Void) {
            guard case .message(var message)? = state.threads["c1"]?.entries[index] else { return }
            body(&message)
            state.threads["c1"]?.entries[index] = .message(message)
            check(step)
        }
        check("first")
        change(599, "another text") { $0.text = "Of two words" }
        change(598, "another sender above") { $0.sender = "Carl" }
        change(599, "another tapback") { $0.reactions = [ReactionRow("loved", ["Bea"])] }
        state.threads["c1"]?.entries.remove(at: 597)
        check("one less")
        for page in 0..<120 {
            _ = press(.pageUp, &state)
            check("page \(page)")
        }
    }

    /// A limit to the entries near the screen, as the drawing of a trace has, draws the same rows as the whole thread.
    @Test func nothingFarAboveIsMissedOnAScreen() {
        let walks: [[Key]] = [
            [], [.pageUp], [.up], [.up, .enter], [.up, .character("r")], [.pageUp, .pageUp, .pageDown],
        ]
        for count in [1, 20, 24, 25, 26, 27, 60, 300] {
            for keys in walks {
                for newAfter in [nil, 3, count - 2] {
                    var state = state(count, older: count > 25)
                    state.threads["c1"]?.typing = count == 60 ? ["Bea"] : []
                    if let newAfter { state.view.newAfter["c1"] = newAfter }
                    for key in keys { _ = press(key, &state) }
                    let (near, whole) = (state.near(rows: size.rows), state)
                    #expect(
                        ChatScreen.render(near, size: size) == ChatScreen.render(whole, size: size), "\(count) \(keys)")
                    #expect(count < 60 || !keys.isEmpty || near.threads["c1"]?.entries.count == size.rows + 1)
                }
            }
        }
    }

    @Test func pagesOverlapAndComeBackToTheEnd() {
        var state = state(60)
        let end = rows(state)
        _ = press(.pageUp, &state, times: 3)
        #expect(rows(state) != end)
        _ = press(.pageDown, &state, times: 3)
        #expect(state.view.scroll == .bottom)
        #expect(rows(state) == end)
    }

    @Test func aThreadThatFitsDoesNotScroll() {
        var state = state(3)
        _ = press(.pageUp, &state, times: 2)
        _ = press(.up, &state, times: 2)
        #expect(state.view.scroll == .bottom)
    }

    @Test func aNewWidthKeepsTheMessageAtTheLowerEdge() {
        var state = state(60)
        _ = press(.pageUp, &state, times: 2)
        let last = rows(state).last?.split(separator: "▌").first
        let narrow = ChatScreen.render(state, size: Size(columns: 50, rows: 24)).text
        #expect(narrow.contains(last.map { $0.drop { $0 != "M" } } ?? "?"))
    }

    @Test func everySizeIsDrawnWithoutATrap() {
        var state = SampleChat.state
        state.threads["c1"]?.typing = ["Anna", "Bea", "Dora"]
        var asking = state
        asking.consents = [SampleChat.consent]
        var shelf = state
        shelf.view.isShelfShown = true
        let wall = PaneWall(
            panes: [.init(name: "Anna", state: asking), .init(name: "Bea", state: shelf)], caption: "x")
        for columns in stride(from: 0, through: 130, by: 7) {
            for rows in stride(from: 0, through: 26, by: 2) {
                let size = Size(columns: columns, rows: rows)
                for each in [state, asking, shelf] {
                    let grid = ChatScreen.render(each, size: size)
                    #expect(grid.text.split(separator: "\n").allSatisfy { TextWidth.columns(of: $0) <= columns })
                    var next = each
                    for key in [Key.pageUp, .up, .pageDown, .tab, .down] {
                        _ = ChatUpdate.apply(key, to: &next, size: size)
                    }
                }
                _ = wall.render(size: size)
            }
        }
    }
}
