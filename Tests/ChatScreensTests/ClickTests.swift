import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// A click acts when the mouse button is released where it was pressed.
@Suite struct ClickTests {
    private let size = SampleChat.standard

    private func press(_ keys: [Key], _ state: inout ChatState) -> [ChatAction] {
        keys.flatMap { ChatUpdate.apply($0, to: &state, size: size) }
    }

    private func mouse(_ kind: MouseEvent.Kind, _ position: Position) -> Key {
        .mouse(MouseEvent(kind, .left, at: position))
    }

    /// Returns the question before a message is deleted, and the place of its button.
    private func question() throws -> (state: ChatState, button: Position) {
        var state = SampleChat.allSent
        _ = press([.control("t"), .character("d")], &state)
        let rows = ChatScreen.render(state, size: size).text.split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(rows.lastIndex { $0.contains("Delete") && $0.contains("Cancel") })
        let column = try #require(rows[row].firstRange(of: "Delete")).lowerBound
        return (state, Position(column: rows[row].distance(from: rows[row].startIndex, to: column) + 1, row: row))
    }

    @Test("a button of a question acts when the mouse button is released on it")
    func buttonActsOnRelease() throws {
        var (state, button) = try question()
        #expect(press([mouse(.press, button)], &state) == [] && state.view.sheet != nil)
        let trembled = Position(column: button.column + 1, row: button.row)
        let actions = press([mouse(.drag, trembled), mouse(.release, trembled)], &state)
        #expect(!actions.isEmpty && state.view.sheet == nil)
    }

    @Test("a release away from the pressed button does nothing, and the focus stays")
    func releaseElsewhereDoesNothing() throws {
        var (state, button) = try question()
        let before = state.view.sheet
        let away = Position(column: button.column, row: button.row - 2)
        #expect(press([mouse(.press, button), mouse(.drag, away), mouse(.release, away)], &state) == [])
        #expect(press([mouse(.press, away), mouse(.drag, button), mouse(.release, button)], &state) == [])
        #expect(state.view.sheet == before)
        #expect(press([.enter], &state) == [], "Return still cancels")
        #expect(state.view.sheet == nil)
    }

    @Test("a link and a conversation open when the mouse button is released")
    func screenActsOnRelease() throws {
        var state = SampleChat.allSent
        let row = try #require(
            (0..<size.rows).first { row in
                ConversationListPane.conversation(
                    at: row, of: state.listed, selected: "c1",
                    size: Size(columns: ChatLayout(state, size: size).list, rows: size.rows - 1)) == "c2"
            })
        let place = Position(column: 4, row: row)
        _ = press([mouse(.press, place)], &state)
        #expect(state.view.selected == "c1")
        _ = press([mouse(.release, Position(column: 4, row: row + 8))], &state)
        #expect(state.view.selected == "c1")
        _ = press(Key.click(at: place), &state)
        #expect(state.view.selected == "c2")
    }
}
