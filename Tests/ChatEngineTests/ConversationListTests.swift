import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatEngine

/// Lists of conversations and shares: their pages, order and size.
struct ConversationListTests {
    @Test func conversationListHasTheGroupPhotoUntilAMemberRemovesIt() throws {
        let trip = try TripFixture()
        func photos() throws -> [JSONValue?] {
            try [trip.anna, trip.bea, trip.observer].map {
                try $0.ask("conversation.list")["conversations"]?.arrayValue?.first?["photo"]
            }
        }
        try trip.anna.ask("conversation.setPhoto", ["conversation": trip.conversation, "photo": "🏕"])
        #expect(try photos() == ["🏕", "🏕", "🏕"])
        try trip.server.restart()
        #expect(
            try trip.server.person("carl").ask("conversation.list")["conversations"]?.arrayValue?[0]["photo"] == "🏕")
        let bea = try trip.server.person("bea")
        try bea.ask("conversation.setPhoto", ["conversation": trip.conversation])
        #expect(try bea.ask("conversation.list")["conversations"]?.arrayValue?[0]["photo"] == nil)
    }

    /// Reads all pages of the conversation list.
    ///
    /// - Returns: The ids on each page.
    private func pages(
        of client: EngineClient, limit: Int64? = nil, between: (Int) throws -> Void = { _ in }
    ) throws -> [[JSONValue]] {
        var pages: [[JSONValue]] = []
        var params: JSONValue = limit.map { ["limit": .integer($0)] } ?? [:]
        while pages.count < 100 {
            let answer = try client.ask("conversation.list", params)
            pages.append((answer["conversations"]?.arrayValue ?? []).compactMap { $0["id"] })
            guard let next = answer["next"] else { break }
            params = with(params, "after", next)
            try between(pages.count)
        }
        return pages
    }

    /// Creates a server on which Anna has conversations with Bea and Carl. The ids are newest first.
    private func busy(
        _ count: Int, _ change: (inout ServerEngine.Configuration) -> Void = { _ in }
    ) throws -> (server: EngineFixture, anna: EngineClient, ids: [JSONValue]) {
        let server = try EngineFixture(change)
        let anna = try server.person("anna")
        var ids: [JSONValue] = []
        for _ in 0..<count {
            let created = try anna.ask("conversation.create", ["participants": ["bea", "carl"]])
            ids.insert(try #require(created["conversation"]?["id"]), at: 0)
        }
        return (server, anna, ids)
    }

    @Test("a long conversation list has full pages, with each conversation once", arguments: [1, 7, 199, 200])
    func longListComesInPages(limit: Int64) throws {
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
        #expect(bea.refusal("conversation.list", ["limit": 0]) == .invalidParams)
        #expect(bea.refusal("conversation.list", ["limit": 201]) == .invalidParams)
        for after: JSONValue in [0, 1, .integer(.min), .integer(.max), -1, -1_000] {
            #expect(bea.refusal("conversation.list", ["after": after]) == nil)
        }
    }

    @Test("pinned conversations come first in the list, in their own order")
    func pinnedConversationsComeFirst() throws {
        let (server, _, ids) = try busy(12)
        let bea = try server.person("bea")
        let pinned = [ids[11], ids[3], ids[7]]
        for id in pinned { try bea.ask("conversation.pin", ["conversation": id, "pinned": true]) }
        let expected = pinned + ids.filter { !pinned.contains($0) }
        for limit: Int64 in [1, 2, 3, 4, 5, 12] {
            #expect(try pages(of: bea, limit: limit).flatMap(\.self) == expected)
        }
    }

    @Test("a list that changes between two pages misses only conversations with a new message")
    func changingListMissesOnlyConversationsWithNewMessages() throws {
        let (server, anna, ids) = try busy(40)
        let bea = try server.person("bea")
        var told: Set<String> = []
        let pages = try pages(of: bea, limit: 7) { page in
            let id = ids[39 - page]
            told.insert(id.stringValue ?? "")
            try anna.ask("message.send", ["conversation": id, "text": "Up to the top"])
        }
        let listed = pages.flatMap(\.self).compactMap(\.stringValue)
        #expect(Set(listed).union(told) == Set(ids.compactMap(\.stringValue)) && Set(listed).count == listed.count)
    }

    @Test("a list of conversations with many long handles stays below the limit of unsent bytes")
    func listOfLargeConversationsStaysBelowTheLimit() throws {
        let (server, anna, _) = try busy(0) {
            $0.limits.unsentBytes = 200_000
            $0.limits.messageBytes = 16_000
        }
        let others = (0..<248).map { JSONValue.string(String(repeating: "x", count: 200) + "\($0)") }
        for _ in 0..<6 { try anna.ask("conversation.create", ["participants": .array(["bea"] + others)]) }
        let bea = try server.person("bea")
        #expect(try pages(of: bea).flatMap(\.self).count == 6)
        #expect(bea.bytes.allSatisfy { $0.count < 200_000 } && bea.end == nil)
    }

    @Test("shares that do not fit into one answer come with the next page")
    func olderSharesComeWithTheNextPage() throws {
        let server = try EngineFixture { $0.limits.unsentBytes = 65_536 }
        let observer = try server.observer()
        try observer.ask("app.register", ["app": "com.example.notes", "name": "Notes", "domains": ["notes.example"]])
        let anna = try server.person("anna")
        for number in 0..<60 {
            try anna.ask("share.create", ["app": "com.example.notes", "title": .string("Plan \(number)")])
        }
        var titles: [String] = []
        var params: JSONValue = [:]
        while titles.count < 60 {
            let answer = try anna.ask("share.list", params)
            let page = answer["shares"]?.arrayValue ?? []
            titles = page.compactMap { $0["title"]?.stringValue } + titles
            #expect(answer["more"] == .bool(titles.count < 60))
            params = ["before": try #require(page.first?["id"])]
        }
        #expect(titles == (0..<60).map { "Plan \($0)" })
        #expect(anna.refusal("share.list", ["before": "s999"]) == .notFound)
    }
}
