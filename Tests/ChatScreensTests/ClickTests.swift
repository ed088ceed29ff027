import ChatProtocol
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

    @Test("a click on the banner opens the question, and one on its last label closes it", arguments: [true, false])
    func bannerLabelsAct(isClose: Bool) throws {
        let size = Size(columns: 120, rows: 36)
        var state = SampleChat.allSent
        var question = NoticeEntry(id: "q1", text: "Add Moe to “Plan”", url: "https://notes.example/d/1")
        question.actions = [Notice.Action(id: "add", title: "Add")]
        state.threads["c1"]?.waiting = [question]
        let row = ChatScreen.render(state, size: size).text.split(separator: "\n", omittingEmptySubsequences: false)[1]
        let label = try #require(row.firstRange(of: isClose ? "Close ^X" : "Add ^O"))
        let place = Position(column: row.distance(from: row.startIndex, to: label.lowerBound) + 1, row: 1)
        let actions = [mouse(.press, place), mouse(.release, place)].flatMap {
            ChatUpdate.apply($0, to: &state, size: size)
        }
        #expect(actions.contains(.dismissNotice(id: "q1")) == isClose)
        #expect((state.view.sheet == nil) == isClose)
    }

    /// Returns the place of a conversation in the list.
    private func place(of conversation: ConversationID, in state: ChatState) throws -> Position {
        let row = try #require(
            (0..<size.rows).first { row in
                ConversationListPane.conversation(
                    at: row, of: state.listed, selected: "c1",
                    size: Size(columns: ChatLayout(state, size: size).list, rows: size.rows - 1)) == conversation
            })
        return Position(column: 4, row: row)
    }

    @Test("a click does nothing if another conversation has moved there since the press")
    func clickOnWhatMovedDoesNothing() throws {
        var state = SampleChat.allSent
        let place = try place(of: "c2", in: state)
        _ = press([mouse(.press, place)], &state)
        state.conversations.removeAll { $0.id == "c2" }
        #expect(press([mouse(.release, place)], &state) == [] && state.view.selected == "c1")
    }

    @Test("a click on the address of a card opens its link")
    func addressOpens() throws {
        var state = SampleChat.allSent
        let rows = ChatScreen.render(state, size: size).text.split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(rows.lastIndex { $0.contains("Notes · notes.example/d/1") })
        let start = try #require(rows[row].firstRange(of: "notes.example")).lowerBound
        let place = Position(column: rows[row].distance(from: rows[row].startIndex, to: start), row: row)
        #expect(press(Key.click(at: place), &state).contains(.openLink(url: SampleChat.plan.url, notice: nil)))
    }

    @Test("a conversation opens when the mouse button is released")
    func screenActsOnRelease() throws {
        var state = SampleChat.allSent
        let place = try place(of: "c2", in: state)
        let row = place.row
        _ = press([mouse(.press, place)], &state)
        #expect(state.view.selected == "c1")
        _ = press([mouse(.release, Position(column: 4, row: row + 8))], &state)
        #expect(state.view.selected == "c1")
        _ = press(Key.click(at: place), &state)
        #expect(state.view.selected == "c2")
    }
}
