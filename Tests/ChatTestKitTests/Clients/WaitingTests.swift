import ChatTestKit
import Testing

/// The failure of a wait without the expected notification, and the conditions that end a wait.
struct WaitingTests {
    private func failure(_ wait: () async throws -> some Any) async throws -> NothingCame {
        do {
            let came = try await wait()
            throw ItCame(what: "\(came)")
        } catch let failure as NothingCame {
            return failure
        }
    }

    private struct ItCame: Error {
        let what: String
    }

    @Test func aFailedWaitListsTheArrivalsWithTheNearestFirst() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let (anna, bea) = (try world.anna, try world.bea)
        try await anna.send("One", to: world.conversation)
        let two = try await anna.send("Two", to: world.conversation)
        let failure = try await failure {
            try await bea.wait(for: .messagePosted, file: "A/B.swift", line: 7) { $0.text == "Three" }
        }
        let lines = failure.description.split(separator: "\n")
        #expect(lines[0].hasPrefix("A/B.swift:7: Bea received no matching message.posted, and nothing more is on its"))
        #expect(lines[1].hasPrefix("Nearest: message.posted ") && lines[1].contains("\"Two\""))
        #expect(failure.subject == two.id.rawValue && failure.trail?.delivered == true)
        #expect(lines.last?.hasSuffix(", use `patience: .seconds(5)`.") == true)
        let listed = lines.suffix(3)
        #expect(listed.first?.contains("\"One\"") == true && listed.dropFirst().first?.contains("\"Two\"") == true)
        #expect(failure.arrivals.count == 2 && failure.cursor > 0)
    }

    @Test func whyItWentToSomebodyElseIsExplained() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl")
        let plan = try await world.anna.share("Plan", in: world.conversation)
        let notice = try await world.anna.app().post(.mention(of: world.bea), about: plan)[0]
        let carl = try world.carl
        let failure = try await failure { try await carl.wait(for: .noticePosted) }
        #expect(failure.subject == notice.rawValue)
        #expect(failure.trail?.rules == ["ev-mention-private"])
        #expect(failure.others.map(\.subject) == [notice.rawValue])
        #expect(failure.description.contains("\nbea received: notice.posted "))
        #expect(failure.description.contains("\n  ev-mention-private: "))
    }

    @Test func aWaitForAnUndeliveredNoticeIsExplainedByTheLastRequest() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let plan = try await world.anna.share("Plan", in: world.conversation)
        _ = try await world.bea.share.leave(.url(plan.url))
        let notices = try await world.anna.app().post(.edit, about: plan)
        let bea = try world.bea
        let failure = try await failure { try await bea.wait(for: .noticePosted) }
        #expect(failure.subject == notices.first?.rawValue ?? plan.url)
        #expect(failure.trail?.delivered == false)
    }

    @Test func timeOfTheWorldPassesAsFarAsItIsLet() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.observer.inject(.delay(milliseconds: 5_000), on: .messagePosted, to: world.bea)
        let before = try await world.observer.clock.now().now
        try await world.anna.send("Late", to: world.conversation)
        let bea = try world.bea
        let failure = try await failure { try await bea.wait(for: .messagePosted, within: .milliseconds(4_999)) }
        #expect(failure.pending.map(\.dueAt) == [before.advanced(byMilliseconds: 5_000)])
        #expect(failure.description.contains("`within:` advances the clock"))
        #expect(try await world.observer.clock.now().now == before)
        try await bea.wait(for: .messagePosted, within: .seconds(3_600))
        // The clock advances no further than needed.
        #expect(try await world.observer.clock.now().now == before.advanced(byMilliseconds: 5_000))
    }

    @Test func eachIsHandedOutOnce() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let bea = try world.bea
        for text in ["One", "Two"] { try await world.anna.send(text, to: world.conversation) }
        #expect(try await bea.wait(for: .messagePosted) { $0.text == "Two" }.sequence == 2)
        #expect(try await bea.wait(for: .messagePosted).text == "One")
        let failure = try await failure { try await bea.wait(for: .messagePosted) }
        #expect(failure.nearMisses.count == 2)
        #expect(failure.handedOut.count == 2)
        #expect(failure.description.contains("\n2 matches arrived, but earlier waits returned them"))
        let other = try await self.failure { try await bea.wait(for: .messagePosted) { $0.text == "Three" } }
        #expect(other.handedOut.isEmpty && !other.description.contains("earlier waits"))
        let patient = try await self.failure { try await bea.wait(for: .messagePosted, patience: .milliseconds(1)) }
        #expect(patient.description.hasSuffix("had 0.001 seconds to do it; `patience:` gives it longer."))
    }

    @Test("a wait that a fault kept waiting names the fault, and no fault that met somebody else")
    func waitNamesTheFault() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl")
        let bea = try world.bea
        let fault = try await world.observer.inject(.drop, on: .messagePosted, to: bea)
        try await world.anna.send("Lost", to: world.conversation)
        let failure = try await failure { try await bea.wait(for: .messagePosted) }
        #expect(failure.faults == ["\(fault.id): this fault dropped message.posted to Bea"])
        #expect(failure.description.contains("\n\(fault.id): this fault dropped message.posted to Bea\n"))
        let carl = try world.carl
        let other = try await self.failure { try await carl.wait(for: .noticePosted) }
        #expect(other.faults.isEmpty)
    }

    @Test("a notification that must not come is listed with its rules, and nothing is thrown where none came")
    func unwantedNotificationIsListed() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl")
        let plan = try await world.anna.share("Plan", in: world.conversation)
        try await world.anna.app().post(.mention(of: world.bea), about: plan)
        try await world.carl.isNotNotified(.noticePosted)
        try await world.bea.isNotNotified(.noticePosted) { $0.count > 1 }
        do {
            try await world.bea.isNotNotified(.noticePosted, file: "A/B.swift", line: 7)
            throw ItCame(what: "nothing was thrown")
        } catch let failure as SomethingCame {
            let lines = failure.description.split(separator: "\n")
            #expect(lines[0] == "A/B.swift:7: Bea received notice.posted, which must not arrive:")
            #expect(lines[1].hasPrefix("  notice.posted {") && lines[2] == "Reasons for the first delivery:")
            #expect(failure.arrivals.count == 1 && failure.trail?.delivered == true)
        }
        // The failed check hands out nothing, so that this wait still gets the notice.
        try await world.bea.wait(for: .noticePosted)
    }

    @Test("a test on the main actor waits with conditions on its own state")
    @MainActor func waitOnTheMainActor() async throws {
        final class Wanted { var text = "Hi" }
        let wanted = Wanted()
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.send("Hi", to: world.conversation)
        let told = try await world.bea.wait(for: .messagePosted) { $0.text == wanted.text }
        try await world.bea.isNotNotified(.messagePosted) { $0.text != wanted.text }
        #expect(told.text == "Hi")
    }

    @Test("a notification that a wait returned is explained, and one without an explanation is refused")
    func returnedNotificationIsExplained() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl")
        let plan = try await world.anna.share("Plan", in: world.conversation)
        try await world.anna.app().post(.mention(of: world.bea), about: plan)
        let notice = try await world.bea.wait(for: .noticePosted)
        #expect(try await world.carl.explain(notice).rules == ["ev-mention-private"])
        #expect(try await world.observer.explain(notice, to: world.carl).rules == ["ev-mention-private"])
        let pad = try await world.bea.device("iPad")
        try await world.bea.settings.set(mentionAlerts: false)
        let settings = try await pad.wait(for: .settingsChanged)
        await #expect(throws: ClientFailure.self) { try await world.bea.explain(settings) }
    }

    @Test("a request after disconnect is refused with the name of whose line it was")
    func disconnectedLineSaysWhose() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let bea = try world.bea
        bea.disconnect()
        let error = await #expect(throws: ClientFailure.self) { try await bea.conversation.list() }
        #expect(error?.description.contains("Bea has disconnected; call reconnect()") == true)
    }

    @Test("a world of one person has the person and the app, and says that there is no conversation")
    func worldOfOne() async throws {
        let world = try await TestWorld("Anna")
        #expect(try await world.anna.conversation.list().conversations.isEmpty)
        #expect(try await world.anna.app().highlights().isEmpty)
        let error = #expect(throws: ClientFailure.self) { try world.conversation }
        #expect(error?.description.contains("TestWorld(\"Anna\", \"Bea\") has one") == true)
    }

    @Test func anotherTaskMayBeWaitedFor() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let (anna, bea) = (try world.anna, try world.bea)
        // The wait does not take a minute: it ends as soon as Anna has sent the message.
        async let heard = bea.wait(for: .messagePosted, patience: .seconds(60))
        try await anna.send("Hi", to: world.conversation)
        #expect(try await heard.text == "Hi")
    }

    @Test func aWaitEndsWithItsTask() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let bea = try world.bea
        let waiting = Task { try await bea.wait(for: .messagePosted, patience: .seconds(3_600)) }
        waiting.cancel()
        await #expect(throws: (any Error).self) { try await waiting.value }
    }
}
