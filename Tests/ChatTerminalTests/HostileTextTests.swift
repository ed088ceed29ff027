import ChatProtocol
import ChatTestKit
import TestExtent
import Testing

@testable import ChatTerminal

/// Tests that the client's work on any text grows in proportion to the bytes of the text.
struct HostileTextTests {
    private static let works: [(name: String, work: @Sendable (String) -> Void)] = [
        ("cleaning", { _ = CleanText.lines($0, keepsTabs: true) }), ("width", { _ = TextWidth.columns(of: $0) }),
        ("wrapping", { _ = TextLayout.wrap($0, to: 40) }), ("cutting", { _ = TextLayout.truncate($0, to: 40) }),
        ("cutting before the end", { _ = TextLayout.end(of: $0, columns: 40) }),
        ("shortening quotes", { _ = TextLayout.shorten($0, to: 40) }),
        ("isolating directions", { _ = RightToLeft.isolating($0) }), ("shortening links", { _ = LinkText.short($0) }),
        ("marking what was found", { _ = SearchWords.located(in: $0) }),
        (
            "drawing",
            {
                var grid = Grid(Size(columns: 80, rows: 24))
                grid.put($0, column: 0, row: 0)
            }
        ),
        (
            "editing",
            {
                var editor = LineEditor($0)
                for key in [Key.left, .backspace, .character("x"), .up, .home, .end] { _ = editor.apply(key) }
                _ = editor.moveRow(down: false, columns: 40)
            }
        ),
    ]

    @Test("the work of the client grows with the bytes of a text", arguments: HostileText.all)
    func workGrowsWithBytes(_ hostile: HostileText) {
        for (name, work) in Self.works {
            let growth = Growth.overEightfold(TestExtent.isWhole ? 8_000 : 3_000) { work(hostile.text(bytes: $0)) }
            #expect(growth < Growth.most, "\(name) of \(hostile) grows by \(growth)")
        }
    }

    @Test("no cell and no line holds more bytes than its columns are worth", arguments: HostileText.all)
    func cellsAreBounded(_ hostile: HostileText) {
        let text = hostile.text(bytes: 64_000)
        for line in TextLayout.wrap(text, to: 40) {
            #expect(line.utf8.count <= 40 * 64, "\(hostile): \(line.utf8.count) bytes")
            #expect(line.allSatisfy { $0.unicodeScalars.count <= 16 }, "\(hostile)")
        }
    }
}
