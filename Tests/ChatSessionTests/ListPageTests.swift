import ChatConnection
import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatSession

/// A list of conversations that arrives in pages.
struct ListPageTests {
    private func conversation(_ number: Int) throws -> Conversation {
        let desk = try Desk()
        return Conversation(
            id: ConversationID("c\(number)"), name: "Room \(number)",
            people: [Person(handle: desk.me, name: "Anna"), Person(handle: desk.bea, name: "Bea")], unread: 0,
            lastMessage: nil, muted: false, waitingNotices: [])
    }

    private func list(_ after: Int64? = nil) -> ClientRequest { .live(.conversationList(.init(after: after))) }

    private func answer(
        _ desk: inout Desk, _ numbers: [Int], after: Int64? = nil, next: Int64? = nil
    ) throws {
        try desk.answer(list(after), .conversations(numbers.map { try conversation($0) }, next: next))
    }

    private func rows(_ desk: Desk) -> [ConversationID] { desk.model.state.conversations.map(\.id) }

    private func welcome(isFresh: Bool = true, _ desk: inout Desk) {
        desk.model.apply(.phase(.live))
        desk.model.apply(.welcome(isFresh: isFresh, now: desk.start))
        _ = desk.model.outbox.drain(\.requests)
    }

    @Test("a client asks for each next page, and has the whole list after the last")
    func clientAsksForAllPages() throws {
        var desk = try Desk()
        welcome(&desk)
        try answer(&desk, [9, 8], next: 80)
        #expect(desk.model.outbox.drain(\.requests) == [list(80)])
        #expect(rows(desk) == ["c9", "c8"] && !desk.model.line.isListed)
        try answer(&desk, [7, 6], after: 80, next: 60)
        #expect(desk.model.outbox.drain(\.requests) == [list(60)])
        try answer(&desk, [5], after: 60)
        #expect(rows(desk) == ["c9", "c8", "c7", "c6", "c5"] && desk.model.line.isListed)
        #expect(!desk.model.outbox.drain(\.requests).contains { $0.method == .conversationList })
    }

    @Test("a page of a list that was asked for again since changes nothing")
    func pageOfAnEarlierListIsIgnored() throws {
        var desk = try Desk()
        welcome(&desk)
        try answer(&desk, [9, 8], next: 80)
        try answer(&desk, [9, 8, 7])
        #expect(rows(desk) == ["c9", "c8", "c7"])
        try answer(&desk, [6], after: 80)
        #expect(rows(desk) == ["c9", "c8", "c7"])
    }

    @Test("a conversation that moves up between two pages stays, and one that the server lost goes")
    func whatMovesBetweenPagesStays() throws {
        var desk = try Desk()
        welcome(&desk)
        try answer(&desk, [9, 8, 7, 6])
        welcome(isFresh: false, &desk)
        try answer(&desk, [9, 8], next: 80)
        #expect(rows(desk) == ["c9", "c8", "c7", "c6"])
        try desk.notify(.messagePosted(desk.message(1, "Up", in: ConversationID("c6")), alert: false))
        try answer(&desk, [7], after: 80)
        #expect(rows(desk) == ["c6", "c9", "c8", "c7"])

        welcome(isFresh: false, &desk)
        try answer(&desk, [6, 9], next: 80)
        _ = desk.model.outbox.drain(\.requests)
        try answer(&desk, [8], after: 80)
        // The client reads the whole list again, because the server knows less than the client.
        #expect(desk.model.outbox.drain(\.requests).contains(list()))
        try answer(&desk, [6, 9, 8])
        #expect(rows(desk) == ["c6", "c9", "c8"])
    }
}
