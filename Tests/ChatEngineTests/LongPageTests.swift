import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatEngine

/// Pages of long entries: each page keeps to the limit of unsent bytes, and together they are complete.
struct LongPageTests {
    private func texts(_ messages: [JSONValue]) -> [String] { messages.compactMap { $0["text"]?.stringValue } }

    @Test func pagesOfLongMessagesEndEarlyAndAreComplete() throws {
        let trip = try TripFixture { $0.limits.unsentBytes = 65_536 }
        let here: JSONValue = ["conversation": trip.conversation]
        var expected: [String] = []
        var first: JSONValue = .null
        for number in 0..<12 {
            func text(_ version: Int) -> String { "plum \(number).\(version) " + String(repeating: "x", count: 1_500) }
            var params = with(here, "text", .string(text(0)))
            if number > 0 { params = with(params, "replyTo", first) }
            let message = try #require(try trip.anna.ask("message.send", params)["message"]?["id"])
            if number == 0 { first = message }
            for version in 1...5 {
                try trip.anna.ask("message.edit", ["message": message, "text": .string(text(version))])
            }
            expected.append(text(5))
        }
        // A message with its five earlier texts has about 9,500 bytes. Half of `unsentBytes` has room for three.
        var read: [String] = []
        var before: JSONValue?
        var pages = 0
        while true {
            let page = try trip.bea.ask("conversation.history", before.map { with(here, "before", $0) } ?? here)
            let size = try #require(trip.bea.bytes.last).count
            let entries = page["entries"]?.arrayValue ?? []
            #expect(!entries.isEmpty && size < 32_768 + 1_024)
            read = texts(entries.compactMap { $0["message"] }) + read
            before = entries.first?["id"]
            pages += 1
            guard page["more"] == true else { break }
        }
        #expect(pages >= 4 && Array(read.suffix(12)) == expected)
        let found = try trip.bea.ask("message.search", ["text": "plum"])
        #expect(
            found["more"] == true && texts(found["messages"]?.arrayValue ?? []) == Array(expected.reversed().prefix(3)))
        var thread: [String] = []
        var after: JSONValue?
        while true {
            let params: JSONValue = ["message": first]
            let page = try trip.bea.ask("message.thread", after.map { with(params, "after", $0) } ?? params)
            let messages = page["messages"]?.arrayValue ?? []
            #expect(messages.count <= 3)
            thread += texts(messages)
            after = messages.last?["id"]
            guard page["more"] == true, !messages.isEmpty else { break }
        }
        #expect(thread == expected)
    }

    @Test func entryLongerThanAPageIsAPageOfItsOwn() {
        var page = PageBuilder<Int>(limit: 3, bytesMax: 10)
        page.add(1, size: 100)
        #expect(page.entries == [1] && !page.hasMore)
        page.add(2, size: 1)
        page.add(3, size: 0)
        #expect(page.entries == [1] && page.hasMore)
    }

    @Test("a newcomer's history begins with the line that they joined, and is read in one page")
    func newcomersHistoryBeginsWithTheLineThatTheyJoined() throws {
        let log = FailingLog()
        let trip = try TripFixture(log: log)
        let here: JSONValue = ["conversation": trip.conversation]
        for number in 0..<200 {
            try trip.anna.ask("message.send", with(here, "text", .string("old \(number)")))
        }
        try trip.advance(600_001)
        try trip.post(TripFixture.edit)
        for number in 0..<40 {
            try trip.anna.ask("message.send", with(here, "text", .string("new \(number)")))
        }
        try trip.anna.ask("conversation.addParticipant", with(here, "handle", "dora"))
        let dora = try trip.server.person("dora")
        func page() throws -> [String] {
            let before = log.pagesRead
            let page = try dora.ask("conversation.history", here)
            #expect(page["more"] == false)
            #expect(log.pagesRead - before == 1)
            return (page["entries"]?.arrayValue ?? []).compactMap { $0["kind"]?.stringValue }
        }
        #expect(try page() == ["system"])
        // Dora's notice does not count the edit before she joined, and its row is below her line.
        try trip.anna.ask("share.send", ["share": trip.share, "conversation": trip.conversation])
        try dora.ask("share.accept", ["url": TripFixture.url])
        _ = trip.notices(dora)
        try trip.post(TripFixture.edit)
        #expect(trip.notices(dora).map { $0["count"] } == [1])
        #expect(try page() == ["system", "message", "notice", "notice"])
    }
}
