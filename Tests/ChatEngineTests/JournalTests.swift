import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine
@testable import ChatLog

/// The journal of a world, which observers read.
struct JournalTests {
    private let trip: TripFixture

    init() throws { trip = try TripFixture() }

    @discardableResult
    private func list(_ filter: JournalFilter = .init(), limit: Int? = nil) throws -> [JournalEntry] {
        try trip.observer.journal.list(filter, limit: limit).entries
    }

    private func verify(_ filter: JournalFilter, _ count: JournalCount) throws -> JournalVerdict {
        try trip.observer.journal.verify(filter, count: count)
    }

    @Test func journalListsRecipientsAndNonRecipientsOfANotice() throws {
        try trip.post(.mention(.handle("bea")))
        let delivered = try list(.init(event: "notice.posted"))
        #expect(delivered.map(\.kind) == [.notification, .silence, .silence])
        #expect(delivered.map(\.person) == ["bea", "anna", "carl"] && delivered.map(\.by) == ["anna", "anna", "anna"])
        #expect(delivered[0].text == "Anna mentioned you in “Trip plan”" && delivered[0].url == TripFixture.url)
        #expect(delivered[0].app == "com.example.notes" && delivered[0].why == nil)
        #expect(delivered[2].why?.rule == "ev-mention-private")
        #expect(try list(.init(person: "carl", event: "notice.posted")).map(\.kind) == [.silence])
        #expect(try list(.init(kind: .notification, person: "carl", event: "notice.posted")).isEmpty)
    }

    @Test func verdictNamesMatchesNearMissesAndTheirRules() throws {
        try trip.post(.change(.edit))
        try trip.post(.change(.edit))
        try trip.post(.mention(.handle("bea")))
        func notices(of person: Handle, exactly count: Int) throws -> JournalVerdict {
            try verify(
                .init(person: person, event: "notice.posted", url: "HTTPS://notes.example:443/d/1"),
                .init(exactly: count))
        }
        let bea = try notices(of: "bea", exactly: 2)
        #expect(bea.holds == true && bea.count == 2, "a notice that grew is one")
        #expect(
            bea.matching.map(\.text) == ["Anna made 2 edits to “Trip plan”", "Anna mentioned you in “Trip plan”"])
        // Each match names the rule of its delivery, not the rule that it does not alert.
        let delivered = bea.matching.compactMap(\.why)
        #expect(delivered.map(\.rule) == ["ev-change", "ev-mention-private"])
        #expect(delivered.allSatisfy { $0.text.contains(" notice") })

        let carl = try notices(of: "carl", exactly: 2)
        #expect(carl.holds == false && carl.count == 1)
        let silence = try #require(carl.nearMisses.first { $0.entry?.kind == .silence })
        #expect(silence.why?.rule == "ev-mention-private")
        #expect(silence.what.hasSuffix("was not sent to carl"))
        #expect(carl.nearMisses.contains { $0.what.hasSuffix("was sent to bea") })

        let none = try notices(of: "anna", exactly: 0)
        #expect(none.holds == true, "nobody is told of what they did themselves")
    }

    @Test(
        arguments: [
            (.init(atLeast: 1), true), (.init(atLeast: 2), false), (.init(atMost: 0), false), (.init(atMost: 1), true),
            (.init(atLeast: 1, atMost: 1), true),
        ] as [(JournalCount, Bool)])
    func verdictHoldsIfTheCountIsWithinItsBounds(_ count: JournalCount, _ holds: Bool) throws {
        try trip.post(.change(.edit))
        #expect(try verify(.init(person: "bea", event: "notice.posted"), count).holds == holds)
    }

    @Test func linkThatDoesNotSurfaceIsASilenceWithItsRule() throws {
        let stranger = "https://notes.example/d/9"
        try trip.bea.message.send(conversation: trip.conversation, text: stranger)
        let silences = try list(.init(kind: .silence, event: "highlights.changed", url: stranger))
        #expect(silences.map(\.person) == ["anna", "carl"])
        let rule = try #require(silences.first?.why?.rule)
        let explained = try trip.observer.delivery.explain(person: "anna", about: stranger)
        #expect(explained.reasons.last?.rule == rule)
        let verdict = try verify(
            .init(person: "anna", role: .person, event: "highlights.changed", url: stranger), .init(exactly: 1))
        #expect(verdict.holds == false)
        #expect(verdict.nearMisses.last?.what.contains("is not on") == true)
    }

    @Test func requestsAndRefusalsAreNotedFromTheFirstJournalRequest() throws {
        let before = try verify(.init(event: "message.send"), .init(exactly: 0))
        #expect(before.holds == nil && before.unknown != nil, "what came before is not known")
        let since = before.since.cursor
        #expect(since == trip.server.log.end)
        try trip.anna.message.send(conversation: trip.conversation, text: "Hi")
        let other = "https://notes.example/d/2"
        #expect(trip.app.refusal { try $0.highlightCenter.postNotice(url: other, event: .change(.edit)) } != nil)
        let noted = try list(.init(after: since))
        let requests = noted.filter { $0.number != nil }
        #expect(requests.map(\.kind) == [.request, .refusal] && requests.map(\.person) == ["anna", "anna"])
        #expect(requests.map(\.event) == ["message.send", "highlightCenter.postNotice"])
        #expect(noted.first?.kind == .request, "a cause stands before its effects")
        #expect(noted.first?.request?.params?["text"] == "Hi")
        let sent = try verify(.init(person: "anna", event: "message.send", after: since), .init(exactly: 1))
        #expect(sent.holds == true)
        let posted = try verify(
            .init(event: "highlightCenter.postNotice", url: other, after: since), .init(exactly: 1))
        #expect(posted.holds == false)
        #expect(posted.nearMisses.first?.entry?.kind == .refusal)
        #expect(try verify(.init(event: "message.send"), .init(atLeast: 1)).holds == true, "so much is known")
    }

    @Test func refusedRequestAboutTheLinkIsANearMiss() throws {
        try list()
        let dora = try trip.server.app(as: "dora")
        #expect(dora.refusal { try $0.highlightCenter.postNotice(url: TripFixture.url, event: .change(.edit)) } != nil)
        func verdict(about url: String) throws -> JournalVerdict {
            try verify(.init(person: "bea", event: "notice.posted", url: url), .init(exactly: 1))
        }
        let miss = try #require(try verdict(about: TripFixture.url).nearMisses.first { $0.entry?.kind == .refusal })
        #expect(miss.what.hasPrefix("highlightCenter.postNotice of dora was refused"))
        let other = try verdict(about: "https://notes.example/d/7")
        #expect(!other.nearMisses.contains { $0.entry?.kind == .refusal })
    }

    @Test func firedFaultIsANearMiss() throws {
        try list()
        try trip.observer.fault.inject(target: .init(notification: .noticePosted, to: "bea"), effect: .drop)
        try trip.post(.change(.edit))
        let faults = try list(.init(kind: .fault))
        #expect(faults.map(\.event) == ["notice.posted"] && faults.map(\.person) == ["bea"])
        #expect(faults.first?.fault?.effect == .drop)
        let verdict = try verify(.init(person: "bea", event: "notice.posted"), .init(exactly: 2))
        #expect(verdict.nearMisses.contains { $0.entry?.kind == .fault })
    }

    @Test func journalIsReadInPagesWithoutGaps() throws {
        try list()
        for number in 0..<7 {
            try trip.anna.message.send(conversation: trip.conversation, text: "\(number)")
            _ = trip.bea.refusal { try $0.message.send(conversation: "c999", text: "no") }
        }
        let whole = try list(limit: 200)
        var paged: [JournalEntry] = []
        var last: Answered.Journal?
        for _ in 0..<200 {
            let page = try trip.observer.journal.list(.init(after: last?.cursor), number: last?.number, limit: 2)
            paged += page.entries
            guard page.more else { break }
            last = page
        }
        #expect(paged == whole && whole.count > 40)
        #expect(whole.count { $0.kind == .refusal } == 7)
    }

    @Test func laterMemberIsASilenceAndFormerMemberIsNot() throws {
        try trip.anna.message.send(conversation: trip.conversation, text: "early")
        try trip.anna.conversation.addParticipant(conversation: trip.conversation, handle: "dana")
        try trip.anna.conversation.removeParticipant(conversation: trip.conversation, handle: "bea")
        let early = try list(.init(event: "message.posted")).filter { $0.text == "early" }
        #expect(early.map(\.kind) == [.notification, .notification, .notification, .silence])
        #expect(early.map(\.person) == ["anna", "carl", "bea", "dana"])
        #expect(early.last?.why?.rule == "grp-add")
    }

    @Test func onlyObserversReadTheJournal() throws {
        #expect(trip.anna.refusal { try $0.journal.list(.init()) } == .forbidden)
        #expect(trip.app.refusal { try $0.journal.verify(.init(), count: .init(exactly: 0)) } == .forbidden)
        #expect(trip.anna.refusal { try $0.person.list() } == .forbidden)
        #expect(trip.observer.refusal { try $0.journal.list(.init(url: "no link")) } == .invalidParams)
    }

    @Test func otherClientsAreAnsweredWhileALongLogIsRead() throws {
        for _ in 0..<1_000 { trip.anna.post(.messageSend(.init(conversation: trip.conversation, text: "rain"))) }
        trip.server.flush()
        let verdict = trip.observer.post(
            .journalVerify(.init(.init(person: "bea", event: "message.posted"), count: .init(atLeast: 1))))
        let other = trip.bea.post(.sessionPing)
        #expect(trip.server.flushOnce(), "there is more to do")
        #expect(trip.bea.answers[other]?.count == 1 && trip.observer.answers[verdict] == nil)
        trip.server.flush()
        #expect(try trip.observer.answer(verdict)["count"] == 1_001)
    }

    @Test func otherClientsAreAnsweredWhileNotedRequestsAreRead() throws {
        try list()
        for _ in 0..<1_000 {
            trip.anna.post(.conversationTyping(.init(conversation: trip.conversation, isTyping: true)))
        }
        trip.server.flush()
        let verdict = trip.observer.post(
            .journalVerify(.init(.init(event: "conversation.typing"), count: .init(atLeast: 1))))
        let other = trip.bea.post(.sessionPing)
        #expect(trip.server.flushOnce(), "there is more to do")
        #expect(trip.bea.answers[other]?.count == 1 && trip.observer.answers[verdict] == nil)
        trip.server.flush()
        #expect(try trip.observer.answer(verdict)["count"] == 1_000)
    }

    // MARK: Noted requests

    @Test func requestsAreNotedOnlyForATimeAfterAJournalRequest() throws {
        let world = try #require(trip.server.engine.worlds[.main])
        try trip.anna.conversation.list()
        #expect(world.recorder.notes == nil && !world.sessions.needsRequests)
        try list()
        #expect(world.recorder.notes != nil)
        for _ in 0...RequestNotes.countMax { trip.anna.post(.conversationList(.init())) }
        trip.server.flush()
        #expect(world.recorder.notes == nil && !world.sessions.needsRequests, "nobody asked for so long")
        #expect(trip.server.engine.counts.notedBytes == 0)
        try list()
        #expect(world.recorder.notes?.since.cursor == trip.server.log.end)
    }

    @Test func notedRequestsAreBoundedAndHaveAStart() throws {
        let notes = RequestNotes(after: 5, counts: trip.server.engine.counts)
        let owner = SessionOwner(session: "session-1", role: .person, person: Handle("anna"))
        for position in 0..<Int64(RequestNotes.countMax + 10) {
            notes.noteAsked()
            let asked = RequestRecorder.Asked(
                session: trip.anna.engineSession, method: .messageSend, params: [:], trace: nil, size: 2_000,
                at: Instant(milliseconds: 0), position: 5 + position)
            let request = AnsweredRequest(asked, of: owner, with: [], at: asked.at)
            notes.add(RequestNotes.Note(request, after: asked.position))
        }
        #expect(trip.server.engine.counts.notedBytes <= RequestNotes.bytesMax)
        let oldest = try #require(notes.first(after: 0, from: 0, through: .max))
        #expect(oldest.number > 10 && notes.since == JournalMark(cursor: oldest.position + 1, number: oldest.number))
        #expect(notes.first(after: oldest.number, from: 0, through: .max)?.number == oldest.number + 1)
        #expect(notes.first(after: 0, from: 0, through: oldest.position - 1) == nil)
    }

    @Test func notedRequestsOmitLongParametersAndTokens() throws {
        try list()
        try trip.anna.message.send(conversation: trip.conversation, text: String(repeating: "x", count: 9_000))
        _ = try trip.server.join(["role": "person", "handle": "dana", "token": "secret"])
        let noted = try trip.observer.ask("journal.list", ["kind": "request"])["entries"]?.arrayValue ?? []
        let long = try #require(noted.first { $0["event"] == "message.send" }?["request"])
        #expect(long["params"] == nil && long["result"] == nil && long["truncated"] == true)
        let hello = try #require(noted.first { $0["event"] == "session.hello" }?["request"])
        #expect(hello["params"]?["handle"] == "dana" && hello["params"]?["token"] == nil)
    }

    @Test func journalOfAResetWorldStartsAtItsBeginning() throws {
        try list()
        try trip.observer.world.reset(world: "main")
        let answer = try trip.observer.journal.list(.init())
        #expect(answer.since == JournalMark(cursor: 0, number: 1) && answer.entries.isEmpty)
    }

    @Test func journalRequestIsAnsweredWhenItsWorldIsReset() throws {
        for _ in 0..<1_000 { trip.anna.post(.messageSend(.init(conversation: trip.conversation, text: "rain"))) }
        trip.server.flush()
        let other = try trip.server.observer()
        let verdict = trip.observer.post(
            .journalVerify(.init(.init(event: "message.posted"), count: .init(atLeast: 1))))
        trip.server.flushOnce()
        try other.world.reset(world: "main")
        #expect(try trip.observer.answer(verdict)["holds"] == true)
    }

    @Test func requestThatIsNotWrittenIsNotedAsARefusal() throws {
        let log = FailingLog()
        let trip = try TripFixture(log: log)
        try trip.observer.journal.list(.init())
        log.failure = .unavailable
        #expect(
            trip.anna.refusal { try $0.message.send(conversation: trip.conversation, text: "Hi") } == .unavailable)
        log.heal()
        let refused = try trip.observer.journal.list(.init(kind: .refusal, person: "anna"))
        #expect(refused.entries.map(\.event) == ["message.send"])
        let done = try trip.observer.journal.list(.init(kind: .request, person: "anna"))
        #expect(done.entries.isEmpty, "nothing of it was done")
    }

    // MARK: Reading for people

    @Test func observerReadsShelvesSharesAndDocumentsOfAPerson() throws {
        try trip.bea.link.pin(conversation: trip.conversation, url: TripFixture.url)
        try trip.bea.document.open(.url(TripFixture.url))
        for (method, key) in [
            ("highlight.list", "highlights"), ("share.list", "shares"), ("document.list", "documents"),
        ] {
            let own = try trip.bea.ask(method)
            #expect(own[key]?.arrayValue?.isEmpty == false, "\(method)")
            #expect(try trip.observer.ask(method, ["person": "bea"]) == own)
            #expect(trip.observer.refusal(method) == .invalidParams, "\(method): on whose behalf")
            #expect(trip.anna.refusal(method, ["person": "bea"]) == .forbidden)
        }
        #expect(try trip.observer.document.get(.url(TripFixture.url)).owner == "anna")
    }

    @Test func peopleAreListedInPages() throws {
        let first = try trip.observer.person.list(limit: 2)
        #expect(
            first.people == [
                .init(.init(handle: "anna", name: "Anna"), sessions: 1),
                .init(.init(handle: "bea", name: "Bea"), sessions: 1),
            ])
        #expect(first.more)
        let rest = try trip.observer.person.list(after: "bea")
        #expect(rest.people.count == 1 && !rest.more)
    }
}
