import Testing

@testable import ChatTerminal

@Suite struct LineEditorTests {
    private func editor(_ text: String, _ keys: Key...) -> LineEditor {
        var editor = LineEditor(text)
        for key in keys { _ = editor.apply(key) }
        return editor
    }

    @Test func theCursorMovesByWhatAPersonSeesAsOne() {
        #expect(editor("a👨‍👩‍👧", .left, .character("b")).text == "ab👨‍👩‍👧")
        #expect(editor("a👨‍👩‍👧", .backspace).text == "a")
        #expect(editor("ab", .home, .delete).text == "b")
    }

    @Test func marksAndJoinersThatArriveAloneJoin() {
        let accent = editor("e", .character("\u{301}"))
        #expect(accent.text == "é")
        #expect(accent.cursor == 1)
        let family = editor("👩", .character("\u{200D}"), .character("👧"))
        #expect(family.cursor == 1)
        #expect(editor("🇩", .character("🇪")).cursor == 1)
    }

    @Test func wordsAreSkippedAndKilledAndComeBack() {
        #expect(editor("one two  three", .control("w")).text == "one two  ")
        #expect(editor("one two", .control("w"), .control("w")).text == "")
        #expect(editor("one two", .jumpLeft, .control("k"), .home, .control("y")).text == "twoone ")
        #expect(editor("one two", .control("u"), .control("y"), .control("y")).text == "one twoone two")
        #expect(editor("one two", .home, .alt("d")).text == " two")
    }

    @Test func controlCharactersOfAPasteAreDroppedAndLineEndsStay() {
        #expect(editor("", .paste("a\u{1B}[31mb\nc\td\u{202E}")).text == "a[31mb\nc d")
        #expect(editor("x", .character("\u{202E}")).text == "x")
    }

    @Test func theTextIsBounded() {
        var editor = LineEditor("abc", charactersMax: 5)
        editor.insert("defgh")
        #expect(editor.text == "abcde")
        #expect(editor.cursor == 5)
        let isTaken = editor.apply(.character("x"))
        #expect(isTaken)
        #expect(editor.text == "abcde")
    }

    @Test func theTextWrapsWithTheCursor() {
        let layout = editor("abcdef界").layout(columns: 4)
        #expect(layout.rows == ["abc", "def", "界"])
        #expect(layout.cursor == Position(column: 2, row: 2))
        let lines = editor("a", .altEnter, .character("b")).layout(columns: 10)
        #expect(lines.rows == ["a", "b"])
        #expect(lines.cursor == Position(column: 1, row: 1))
    }

    @Test func theCursorMovesBetweenRows() {
        var editor = LineEditor("abc\nd")
        let moves = [false, false, true].map { editor.moveRow(down: $0, columns: 10) }
        #expect(moves == [true, false, true])
        #expect(editor.cursor == 5)
    }
}
