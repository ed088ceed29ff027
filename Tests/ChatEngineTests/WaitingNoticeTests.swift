import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatCore
@testable import ChatEngine

/// Waiting notices: when they leave the banner on all devices of a person (`ntc-dismiss`).
struct WaitingNoticeTests {
    private static let week: Int64 = 7 * 86_400_000
    private let trip: TripFixture

    init() throws { trip = try TripFixture() }

    private func waiting(_ client: EngineClient) throws -> [NoticeID] {
        try client.conversation.list().conversations.flatMap(\.waitingNotices).map(\.id)
    }

    private func cleared(_ client: EngineClient) -> [NoticeID] {
        client.received("notice.cleared").flatMap { $0["notices"]?.arrayValue ?? [] }
            .compactMap { $0.stringValue.map { NoticeID($0) } }
    }

    @Test func noticeIsClearedOnAllDevicesAfterAWeek() throws {
        let tablet = try trip.server.person("bea")
        let notices = try trip.post(.change(.edit))
        try trip.advance(Self.week - 1)
        #expect(cleared(trip.bea).isEmpty && cleared(tablet).isEmpty)
        #expect(try waiting(trip.bea) == notices)
        try trip.advance(1)
        #expect(cleared(trip.bea) == notices && cleared(tablet) == notices)
        #expect(try waiting(trip.bea).isEmpty)
        let history = try trip.bea.conversation.history(conversation: trip.conversation)
        #expect(history.entries.count { $0.kind == .notice } == 1, "the row stays")
        #expect(cleared(trip.anna).isEmpty, "the actor was told nothing, and is told of no end")
    }

    @Test("notices posted in the same millisecond all leave the banner when their seven days are over")
    func noticesOfTheSameMillisecondAllLeaveTheBanner() throws {
        try trip.bea.share.accept(.id(trip.share))
        let edited = try trip.post(.change(.edit), as: try trip.server.app(as: "bea"))
        let (annas, carls) = (try waiting(trip.anna), try waiting(trip.carl))
        #expect(annas.count == 2 && annas.last == edited.first && carls == annas)
        try trip.advance(Self.week - 1)
        #expect(cleared(trip.anna).isEmpty && cleared(trip.carl).isEmpty)
        try trip.advance(1)
        #expect(cleared(trip.anna) == annas && cleared(trip.carl) == carls)
        #expect(try waiting(trip.anna).isEmpty && waiting(trip.carl).isEmpty)
        #expect(trip.server.state.people.values.allSatisfy { $0.waitingNotices.isEmpty })
        try trip.server.restart()
        #expect(trip.server.state.people.values.allSatisfy { $0.waitingNotices.isEmpty })
    }

    @Test func noticeThatGrowsWaitsAnotherWeek() throws {
        let notices = try trip.post(.change(.edit))
        try trip.advance(300_000)
        #expect(try trip.post(.change(.edit)) == notices)
        try trip.advance(Self.week - 1)
        #expect(cleared(trip.bea).isEmpty)
        try trip.advance(1)
        #expect(cleared(trip.bea) == notices)
    }

    @Test func noticeFromBeforeARestartIsClearedAfterAWeek() throws {
        let notices = try trip.post(.change(.edit))
        try trip.server.restart()
        let bea = try trip.server.person("bea", after: trip.bea.received.last?.cursor)
        try trip.server.observer().clock.advance(.milliseconds(Self.week))
        #expect(cleared(bea) == notices)
        try trip.server.restart()
        #expect(try waiting(trip.server.person("bea")).isEmpty)
    }

    @Test func twentyFirstNoticeClearsTheOldest() throws {
        var ids: [NoticeID] = []
        for _ in 0..<20 {
            ids += try trip.post(.change(.edit))
            try trip.advance(660_000)
        }
        #expect(cleared(trip.bea).isEmpty && Set(ids).count == 20)
        ids += try trip.post(.change(.edit))
        #expect(cleared(trip.bea) == [ids[0]])
        #expect(try waiting(trip.bea) == Array(ids.dropFirst()))
    }

    @Test(arguments: ["link.open", "share.accept", "document.open"])
    func openingTheDocumentClearsItsNotices(_ method: String) throws {
        let tablet = try trip.server.person("bea")
        let notices = try trip.post(.change(.edit))
        try trip.bea.ask(method, ["url": .string(TripFixture.url)])
        #expect(cleared(tablet) == notices && cleared(trip.bea) == notices)
        #expect(try waiting(trip.bea).isEmpty)
        let carls = try waiting(trip.carl)
        #expect(carls.contains(notices[0]), "Carl has not seen it")
        #expect(carls.count == (method == "link.open" ? 1 : 2), "where Bea came with it he is told")
    }

    @Test func removedParticipantLosesTheWaitingNotices() throws {
        let notices = try trip.post(.change(.edit))
        try trip.anna.share.removeParticipant(share: .id(trip.share), people: .one("bea"))
        #expect(cleared(trip.bea) == notices)
        #expect(cleared(trip.carl).isEmpty)
        let waits = try waiting(trip.carl)
        #expect(waits.count == 2 && waits.first == notices.first, "that Bea was removed is told")
        try trip.anna.share.stop(.id(trip.share))
        #expect(cleared(trip.carl) == waits)
    }
}
