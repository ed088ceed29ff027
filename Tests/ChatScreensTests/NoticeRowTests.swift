import Testing

@testable import ChatScreens
@testable import ChatTerminal

@Suite struct NoticeRowTests {
    @Test(arguments: 20...80)
    func theTimeStandsBehindTheWholeSentence(_ columns: Int) {
        let text = "Anna made 3 edits to “The plan for the weekend at the lake”"
        let notice = NoticeEntry(id: "n", text: text, url: "https://notes.example/1", time: "10:20", day: "Mon")
        let rows = EntryLayout(columns: columns).rows(.notice(notice), after: .notice(notice))
        let words = rows.flatMap(\.spans).map(\.text).joined(separator: " ").split(separator: " ")
        #expect(words.joined(separator: " ") == "◆ \(text) · 10:20")
        for span in rows.flatMap(\.spans) { #expect(span.column + TextWidth.columns(of: span.text) <= columns) }
    }
}
