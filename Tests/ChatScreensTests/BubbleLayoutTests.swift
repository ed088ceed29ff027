import Testing

@testable import ChatScreens

/// The bubble of a message, and the label beside it.
struct BubbleLayoutTests {
    @Test("a waiting message shows that it waits beside a bubble of any width", arguments: 1...60)
    func waitingMessageIsMarked(_ characters: Int) {
        let message = MessageEntry(
            id: "m1", sender: "Anna", isOwn: true, text: String(repeating: "x", count: characters), day: "Today",
            delivery: .pending)
        for columns in [20, 36, 56, 100] {
            let labels = BubbleLayout(columns: columns, message: message).rows().flatMap(\.spans).map(\.text)
            #expect(labels.contains { $0 == "sending…" || $0 == "…" }, "\(columns) columns")
        }
    }
}
