import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine

/// Pages of long entries: each page keeps to the limit of unsent bytes, and together they are complete.
struct LongPageTests {
    @Test func pagesOfLongMessagesEndEarlyAndAreComplete() throws {
        let trip = try TripFixture { $0.limits.unsentBytes = 65_536 }
        var expected: [String] = []
        var root: MessageID?
        for number in 0..<12 {
            func text(_ version: Int) -> String { "plum \(number).\(version) " + String(repeating: "x", count: 1_500) }
            let message = try trip.anna.message.send(
                conversation: trip.conversation, text: text(0), replyTo: root
            ).id
            root = root ?? message
            for version in 1...5 {
                try trip.anna.message.edit(message: message, text: text(version))
            }
            expected.append(text(5))
        }
        // A message with its five earlier texts has about 9,500 bytes. Half of `unsentBytes` has room for three.
        var read: [String] = []
        var before: String?
        var pages = 0
        while true {
            let page = try trip.bea.conversation.history(conversation: trip.conversation, before: before)
            let size = try #require(trip.bea.bytes.last).count
            #expect(!page.entries.isEmpty && size < 32_768 + 1_024)
            let texts = page.entries.compactMap { if case .message(let message) = $0 { message.text } else { nil } }
            read = texts + read
            before = page.entries.first?.id
            pages += 1
            guard page.more else { break }
        }
        #expect(pages >= 4 && Array(read.suffix(12)) == expected)
        let found = try trip.bea.message.search(text: "plum")
        #expect(found.more && found.messages.map(\.text) == Array(expected.reversed().prefix(3)))
        var thread: [String] = []
        var after: MessageID?
        while true {
            let page = try trip.bea.message.thread(message: try #require(root), after: after)
            #expect(page.messages.count <= 3)
            thread += page.messages.map(\.text)
            after = page.messages.last?.id
            guard page.more, !page.messages.isEmpty else { break }
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
        let here = trip.conversation
        for number in 0..<200 { try trip.anna.message.send(conversation: here, text: "old \(number)") }
        try trip.advance(600_001)
        try trip.post(.change(.edit))
        for number in 0..<40 { try trip.anna.message.send(conversation: here, text: "new \(number)") }
        try trip.anna.conversation.addParticipant(conversation: here, handle: "dora")
        let dora = try trip.server.person("dora")
        func page() throws -> [ThreadEntry.Kind] {
            let before = log.pagesRead
            let page = try dora.conversation.history(conversation: here)
            #expect(!page.more)
            #expect(log.pagesRead - before == 1)
            return page.entries.map(\.kind)
        }
        #expect(try page() == [.system])
        // Dora's notice does not count the edit before she joined, and its row is below her line.
        try trip.anna.share.send(share: trip.share, conversation: here)
        try dora.share.accept(.url(TripFixture.url))
        _ = trip.notices(dora)
        try trip.post(.change(.edit))
        #expect(trip.notices(dora).map { $0["count"] } == [1])
        #expect(try page() == [.system, .message, .notice, .notice])
    }
}
