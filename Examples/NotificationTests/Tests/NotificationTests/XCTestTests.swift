import ChatTestKit
import XCTest

/// ChatTestKit under XCTest, with a server that several worlds can share.
final class XCTestTests: XCTestCase {
    func testADelayedNoticeArrivesAfterAMinute() async throws {
        let server = try await EmbeddedServer.start()
        let world = try await TestWorld("Anna", "Bea", on: server)
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        try await world.observer.inject(.delay(milliseconds: 60_000), on: .noticePosted, to: world.bea)
        try await world.anna.app().post(.edit, about: plan)
        let early = try await world.bea.received(.noticePosted)
        XCTAssertEqual(early, [])
        // This minute of virtual time passes at once.
        let notice = try await world.bea.wait(for: .noticePosted, within: .seconds(60))
        XCTAssertEqual(notice.count, 1)
    }

    func testAMissingNoticeIsExplainedByItsRule() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl")
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        try await world.anna.app().post(.mention(of: world.bea), about: plan)
        do {
            try await world.carl.wait(for: .noticePosted)
            XCTFail("Carl received the mention of Bea")
        } catch let failure as NothingCame {
            XCTAssertEqual(failure.trail?.rules, ["ev-mention-private"])
        }
    }

    func testNotificationsAreAnAsyncSequence() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let (anna, bea, trip) = (try world.anna, try world.bea, try world.conversation)
        async let texts = bea.notifications(.messagePosted).prefix(3).reduce(into: []) { $0.append($1.text) }
        for text in ["One", "Two", "Three"] { try await anna.send(text, to: trip) }
        let heard = try await texts
        XCTAssertEqual(heard, ["One", "Two", "Three"])
    }
}
