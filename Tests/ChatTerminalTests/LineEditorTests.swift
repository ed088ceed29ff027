import ChatProtocol
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
        #expect(editor("", .paste("a\u{1B}[31mb\nc\td\u{202E}")).text == "a[31mb\nc\td")
        #expect(editor("x", .character("\u{202E}")).text == "x")
    }

    /// A long paste is split into graphemes separately. Only its two ends can join with the existing text.
    @Test func aLongPasteJoinsWhereItIsPut() {
        let pieces = ["a", "🇩", "🇪", "\u{301}", "👩", "\u{200D}", "👧", "क", "\u{94D}", "\u{937}", " ", "\n"]
        for seed in 0..<200 as Range<UInt64> {
            var generator = SplitMix64(seed: seed)
            func text(_ count: Int) -> String {
                String((0..<count).flatMap { _ in pieces.randomElement(using: &generator) ?? "" })
            }
            var editor = LineEditor(text(6))
            for _ in 0..<Int.random(in: 0...6, using: &generator) { _ = editor.apply(.left) }
            let (before, place) = (editor.text, editor.cursor)
            let pasted = CleanText.lines(text(200)).joined(separator: "\n")
            _ = editor.apply(.paste(pasted))
            let wanted = String(before.prefix(place)) + pasted + String(before.dropFirst(place))
            #expect(editor.text == wanted)
            #expect(editor.count == wanted.count, "\(seed)")
            _ = editor.apply(.control("_"))
            #expect(editor.text == before)
        }
    }

    @Test func aVersionTellsWhetherTheTextIsTheSame() {
        var editor = LineEditor("one")
        let version = editor.version
        _ = editor.apply(.left)
        #expect(editor.version === version, "the cursor is no text")
        _ = editor.apply(.character("x"))
        #expect(editor.version !== version)
        #expect(LineEditor().version === LineEditor().version)
    }

    @Test func aPasteThatDoesNotFitIsRefusedAsAWhole() {
        var editor = LineEditor("abc", charactersMax: 5)
        _ = editor.apply(.paste("defgh"))
        #expect(editor.text == "abc")
        #expect(editor.refused == 3)
        _ = editor.apply(.paste("de"))
        #expect(editor.text == "abcde")
        #expect(editor.refused == 0)
        let isTaken = editor.apply(.character("x"))
        #expect(isTaken)
        #expect(editor.text == "abcde")
        #expect(editor.refused == 1)
    }

    @Test func theTextWrapsWithTheCursor() {
        let layout = editor("abcdef界").layout(columns: 4)
        #expect(layout.rows == ["abc", "def", "界"])
        #expect(layout.cursor == Position(column: 2, row: 2))
        let lines = editor("a", .altEnter, .character("b")).layout(columns: 10)
        #expect(lines.rows == ["a", "b"])
        #expect(lines.cursor == Position(column: 1, row: 1))
    }

    @Test func wordsWrapAsAWhole() {
        let layout = editor("see you there").layout(columns: 9)
        #expect(layout.rows == ["see you ", "there"])
        #expect(layout.cursor == Position(column: 5, row: 1))
        // Blanks after a full row stay in that row, and the cursor stays at its end.
        #expect(editor("see you  ").layout(columns: 8).rows == ["see you  "])
        #expect(editor("see you  ").layout(columns: 8).cursor == Position(column: 7, row: 0))
    }

    @Test("a click on one of the rows that show moves none of them")
    func clickMovesNoRow() {
        var editor = LineEditor((1...12).map { "row \($0)" }.joined(separator: "\n"))
        for _ in 1...2 {
            #expect(editor.shown(rows: 5, columns: 20).first == 7)
            editor.moveCursor(to: Position(column: 3, row: 1), shown: 5, columns: 20)
            #expect(editor.layout(columns: 20).cursor == Position(column: 3, row: 8))
        }
    }

    @Test("a tab takes the columns up to its stop, and the cursor moves over it")
    func tabsGoToTheirStops() {
        let tabbed = editor("a\tb")
        #expect(tabbed.layout(columns: 20).rows == ["a       b"])
        #expect(tabbed.layout(columns: 20).cursor == Position(column: 9, row: 0))
        #expect(editor("a\tb", .left).layout(columns: 20).cursor.column == 8)
        #expect(editor("a\tb", .left, .left).layout(columns: 20).cursor.column == 1)
        var clicked = tabbed
        clicked.moveCursor(to: Position(column: 8, row: 0), shown: 1, columns: 20)
        #expect(clicked.cursor == 2)
        clicked.moveCursor(to: Position(column: 5, row: 0), shown: 1, columns: 20)
        #expect(clicked.cursor == 1)
        clicked.moveCursor(to: Position(column: 30, row: 0), shown: 1, columns: 20)
        #expect(clicked.cursor == 3)
        #expect(editor("\tx", .altEnter, .paste("y\t"), .up).text == "\tx\ny\t")
    }

    @Test("one key clears all lines, and undo brings them back")
    func oneKeyClearsAllLines() {
        let cleared = editor("one\ntwo", .home, .alt("c"))
        #expect(cleared.isEmpty)
        #expect(editor("one\ntwo", .home, .alt("c"), .control("_")).text == "one\ntwo")
        #expect(editor("one\ntwo", .alt("c"), .control("y")).text == "one\ntwo")
        #expect(editor("one", .control("j"), .character("x")).text == "one\nx")
    }

    @Test func aHugeTextIsLaidOutAroundItsCursorAlone() {
        var editor = LineEditor(String(repeating: "word ", count: 200_000))
        let layout = editor.layout(columns: 80)
        #expect(layout.rows.count > 50)
        #expect(layout.rows.count < 150)
        let moves = (0..<40).map { _ in editor.moveRow(down: false, columns: 80) }
        #expect(moves.allSatisfy { $0 })
        #expect(editor.cursor < 1_000_000 - 39 * 70)
    }

    @Test func editsAreUndoneWordByWordAndRedone() {
        var editor = LineEditor()
        for character in "one two" { editor.insert(String(character)) }
        _ = editor.apply(.control("u"))
        var texts: [String] = []
        for _ in 0..<4 {
            _ = editor.apply(.control("_"))
            texts.append(editor.text)
        }
        #expect(texts == ["one two", "one ", "", ""])
        for _ in 0..<3 { _ = editor.apply(.alt("r")) }
        #expect(editor.text == "")
        _ = editor.apply(.control("_"))
        editor.insert("x")
        _ = editor.apply(.alt("r"))
        #expect(editor.text == "one twox", "what was undone is gone once something else is written")
    }

    @Test func aGraphemeThatGrewShrinksAgain() {
        var editor = LineEditor("e")
        editor.insert("\u{301}")
        _ = editor.apply(.control("_"))
        #expect(editor.text == "e")
        #expect(editor.cursor == 1)
    }

    /// After any keys, undo restores the first text, and redo restores the last text.
    @Test(arguments: 0..<40) func anyEditsAreUndone(_ seed: UInt64) {
        var random = Lehmer(seed)
        let keys: [Key] = [
            .character("a"), .character(" "), .character("界"), .character("\u{301}"), .character("\u{200D}"),
            .character("👧"), .character("🇩"), .altEnter, .backspace, .delete, .left, .right, .home, .end, .jumpLeft,
            .control("w"), .control("u"), .control("k"), .control("y"), .alt("d"), .paste("two words\n"),
        ]
        let first = "naïve 👨‍👩‍👧 🇩🇪"
        var editor = LineEditor(first)
        for _ in 0..<200 { _ = editor.apply(keys.randomElement(using: &random) ?? .left) }
        let last = editor.text
        for _ in 0..<250 { _ = editor.apply(.control("_")) }
        #expect(editor.text == first)
        for _ in 0..<250 { _ = editor.apply(.alt("r")) }
        #expect(editor.text == last)
        #expect(Array(editor.text) == editor.characters)
    }

    @Test func theCursorMovesBetweenRows() {
        var editor = LineEditor("abc\nd")
        let moves = [false, false, true].map { editor.moveRow(down: $0, columns: 10) }
        #expect(moves == [true, false, true])
        #expect(editor.cursor == 5)
    }

    @Test(
        "a field of one line takes line breaks and tabs as spaces", arguments: ["a\nb", "a\r\nb", "a\u{2028}b", "a\tb"])
    func oneLineFieldTakesBreaksAsSpaces(_ text: String) {
        #expect(LineEditor(text, isOneLine: true).text == "a b")
        var field = LineEditor(isOneLine: true)
        #expect(field.apply(.paste(text)) && field.text == "a b")
        field.killed = Array("\nc")
        #expect(field.apply(.control("y")) && field.text == "a b c")
        field.rewrite(text)
        #expect(!field.apply(.altEnter) && !field.apply(.control("j")) && field.text == "a b")
    }

    @Test("a field of one row shows the text around its cursor", arguments: 3...30)
    func rowShowsTheCursor(_ columns: Int) {
        for text in ["", "short", "a name that is 界界 longer\nthan its row"] {
            var field = LineEditor(text)
            for place in (0...text.count).reversed() {
                let row = field.row(columns: columns)
                #expect(TextWidth.columns(of: row.text) <= columns && row.cursor < columns)
                let before = row.text.filter { $0 != "…" }
                if place == text.count { #expect(text.replacing("\n", with: "↵").hasSuffix(before)) }
                if TextWidth.columns(of: text) < columns - 1 { #expect(!row.text.contains("…")) }
                _ = field.apply(.left)
            }
        }
        #expect(LineEditor("ab\ncd").row(columns: 20).text == "ab↵cd")
    }

    @Test("a row of a long text shows what stands before and behind the cursor")
    func rowShowsTheTextAroundTheCursor() {
        var field = LineEditor("abcdefghijklmnopqrstuvwxyz")
        for _ in 0..<10 { _ = field.apply(.left) }
        let row = field.row(columns: 12)
        #expect(row.text == "…jklmnopqrs…" && row.cursor == 8)
        _ = field.apply(.home)
        #expect(field.row(columns: 12).text == "abcdefghijk…")
    }

    @Test("scrolling keeps the cursor, and the next letter goes to it and shows it")
    func scrollingKeepsTheCursor() {
        var editor = LineEditor((1...40).map { "line \($0)" }.joined(separator: "\n"))
        editor.moveCursor(to: Position(column: 0, row: 0), shown: 10, columns: 20)
        let (text, before) = editor.shown(rows: 10, columns: 20)
        #expect(before == 30 && text.cursor.row == 30)
        for _ in 1...4 { editor.scroll(by: -3, shown: 10, columns: 20) }
        #expect(editor.shown(rows: 10, columns: 20).first == 18)
        #expect(editor.shown(rows: 10, columns: 20).text.cursor.row == 30)
        for _ in 1...20 { editor.scroll(by: 3, shown: 10, columns: 20) }
        #expect(editor.shown(rows: 10, columns: 20).first == 30)
        for _ in 1...20 { editor.scroll(by: -3, shown: 10, columns: 20) }
        #expect(editor.shown(rows: 10, columns: 20).first == 0)
        _ = editor.apply(.character("Z"))
        #expect(editor.text.split(separator: "\n")[30] == "Zline 31")
        let (_, after) = editor.shown(rows: 10, columns: 20)
        #expect((after..<after + 10).contains(30))
    }
}
