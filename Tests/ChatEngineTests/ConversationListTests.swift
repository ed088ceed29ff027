import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine

/// Lists of conversations and shares: their pages, order and size.
struct ConversationListTests {
    @Test func conversationListHasTheGroupPhotoUntilAMemberRemovesIt() throws {
        let trip = try TripFixture()
        func photo(_ client: EngineClient) throws -> String? { try client.conversation.list().conversations[0].photo }
        func photos() throws -> [String?] { try [trip.anna, trip.bea, trip.observer].map(photo) }
        try trip.anna.conversation.setPhoto(conversation: trip.conversation, photo: "🏕")
        #expect(try photos() == ["🏕", "🏕", "🏕"])
        try trip.server.restart()
        #expect(try photo(trip.server.person("carl")) == "🏕")
        let bea = try trip.server.person("bea")
        try bea.conversation.setPhoto(conversation: trip.conversation)
        #expect(try photo(bea) == nil)
    }

    /// Reads all pages of the conversation list.
    ///
    /// - Returns: The ids on each page.
    private func pages(
        of client: EngineClient, limit: Int? = nil, between: (Int) throws -> Void = { _ in }
    ) throws -> [[ConversationID]] {
        var pages: [[ConversationID]] = []
        var after: Int64?
        while pages.count < 100 {
            let page = try client.conversation.list(after: after, limit: limit)
            pages.append(page.conversations.map(\.id))
            after = page.next
            if after == nil { break }
            try between(pages.count)
        }
        return pages
    }

    /// Creates a server on which Anna has conversations with Bea and Carl. The ids are newest first.
    private func busy(
        _ count: Int, _ change: (inout ServerEngine.Configuration) -> Void = { _ in }
    ) throws -> (server: EngineFixture, anna: EngineClient, ids: [ConversationID]) {
        let server = try EngineFixture(change)
        let anna = try server.person("anna")
        var ids: [ConversationID] = []
        for _ in 0..<count {
            ids.insert(try anna.conversation.create(participants: ["bea", "carl"]).id, at: 0)
        }
        return (server, anna, ids)
    }

    @Test("a long conversation list has full pages, with each conversation once", arguments: [1, 7, 199, 200])
    func longListComesInPages(limit: Int) throws {
        let (server, _, ids) = try busy(210)
        let bea = try server.person("bea")
        for client in [bea, try server.observer()] {
            let pages = try pages(of: client, limit: limit)
            if limit > 1 { #expect(pages.flatMap(\.self) == ids) }
            #expect(pages.dropLast().allSatisfy { $0.count == limit })
        }
    }

    @Test("a conversation list without a limit has pages of 200, and limits outside 1 to 200 are refused")
    func listWithoutALimitHasPagesOf200() throws {
        let (server, _, ids) = try busy(205)
        let bea = try server.person("bea")
        #expect(try pages(of: bea).map(\.count) == [200, 5])
        #expect(try pages(of: bea).flatMap(\.self) == ids)
        #expect(bea.refusal { try $0.conversation.list(limit: 0) } == .invalidParams)
        #expect(bea.refusal { try $0.conversation.list(limit: 201) } == .invalidParams)
        for after: Int64 in [0, 1, .min, .max, -1, -1_000] {
            #expect(bea.refusal { try $0.conversation.list(after: after) } == nil)
        }
    }

    @Test("pinned conversations come first in the list, in their own order")
    func pinnedConversationsComeFirst() throws {
        let (server, _, ids) = try busy(12)
        let bea = try server.person("bea")
        let pinned = [ids[11], ids[3], ids[7]]
        for id in pinned { try bea.conversation.pin(conversation: id, pinned: true) }
        let expected = pinned + ids.filter { !pinned.contains($0) }
        for limit in [1, 2, 3, 4, 5, 12] {
            #expect(try pages(of: bea, limit: limit).flatMap(\.self) == expected)
        }
    }

    @Test("a list that changes between two pages misses only conversations with a new message")
    func changingListMissesOnlyConversationsWithNewMessages() throws {
        let (server, anna, ids) = try busy(40)
        let bea = try server.person("bea")
        var delivered: Set<ConversationID> = []
        let pages = try pages(of: bea, limit: 7) { page in
            let id = ids[39 - page]
            delivered.insert(id)
            try anna.message.send(conversation: id, text: "Up to the top")
        }
        let listed = pages.flatMap(\.self)
        #expect(Set(listed).union(delivered) == Set(ids) && Set(listed).count == listed.count)
    }

    @Test("a list of conversations with many long handles stays below the limit of unsent bytes")
    func listOfLargeConversationsStaysBelowTheLimit() throws {
        let (server, anna, _) = try busy(0) {
            $0.limits.unsentBytes = 200_000
            $0.limits.messageBytes = 16_000
        }
        let others = try (0..<248).map { try #require(Handle(String(repeating: "x", count: 200) + "\($0)")) }
        for _ in 0..<6 { try anna.conversation.create(participants: ["bea"] + others) }
        let bea = try server.person("bea")
        #expect(try pages(of: bea).flatMap(\.self).count == 6)
        #expect(bea.bytes.allSatisfy { $0.count < 200_000 } && bea.end == nil)
    }

    @Test("shares that do not fit into one answer come with the next page")
    func olderSharesComeWithTheNextPage() throws {
        let server = try EngineFixture { $0.limits.unsentBytes = 65_536 }
        let observer = try server.observer()
        try observer.app.register(app: "com.example.notes", name: "Notes", domains: ["notes.example"])
        let anna = try server.person("anna")
        for number in 0..<60 {
            try anna.share.create(app: "com.example.notes", title: "Plan \(number)")
        }
        var titles: [String] = []
        var before: ShareID?
        while titles.count < 60 {
            let page = try anna.share.list(before: before)
            titles = page.shares.map(\.share.title) + titles
            #expect(page.more == (titles.count < 60))
            before = try #require(page.shares.first).share.id
        }
        #expect(titles == (0..<60).map { "Plan \($0)" })
        #expect(anna.refusal { try $0.share.list(before: "s999") } == .notFound)
    }
}
