import AppModel
import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatSession

/// The facts that the line-by-line client prints, and the stored texts that it names.
struct PlainFactTests {
    @Test("a question of automatic sharing is printed once")
    func questionIsPrintedOnce() throws {
        var desk = try Desk()
        try desk.open()
        _ = desk.namedFacts()
        let request = ConsentRequest(
            id: ConsentID("q1"), app: AppID("com.example.notes"), conversation: desk.conversation,
            url: "https://notes.example/1")
        try desk.notify(.consentRequested(request))
        try desk.notify(.consentRequested(request))
        let prompt = try #require(desk.model.state.consents.first)
        #expect(desk.model.outbox.drain(\.facts) == [.consent(prompt)])
    }

    @Test("discarding the text of one document keeps the texts of the others")
    func discardingKeepsOtherTexts() {
        let first = UnsavedText(kind: "text", url: "https://notes.example/1", text: "Tents")
        let second = UnsavedText(kind: "text", url: "https://notes.example/2", text: "Maps")
        let third = UnsavedText(kind: "comment", url: "https://notes.example/3", text: "Where?")
        var stored: [UnsavedText] = []
        var store = DraftStore(load: { ([], []) }, keep: { _ in nil }, remove: { _ in }, keepChanges: { _ in nil })
        store.loadTexts = { [first, second, third] }
        store.keepTexts = {
            stored = $0
            return nil
        }
        var texts = UnsavedTexts(store)
        #expect(texts.discard(url: second.url) == [first, third])
        #expect(stored == [first, third] && texts.texts == [first, third])
    }
}
