import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatEngine
@testable import ChatLog

/// The journal of a world, which observers read.
struct JournalTests {
    private let trip: TripFixture

    init() throws { trip = try TripFixture() }

    private func list(_ params: JSONValue = [:]) throws -> [JSONValue] {
        try trip.observer.ask("journal.list", params)["entries"]?.arrayValue ?? []
    }

    private func verify(_ params: JSONValue, _ count: JSONValue) throws -> JSONValue {
        try trip.observer.ask("journal.verify", with(params, "count", count))
    }

    private func words(_ entries: [JSONValue], _ keys: String...) -> [[String]] {
        entries.map { entry in keys.map { entry[$0]?.stringValue ?? "-" } }
    }

    @Test func journalListsRecipientsAndNonRecipientsOfANotice() throws {
        try trip.post(["type": "mention", "mentioned": "bea"])
        let told = try list(["event": "notice.posted"])
        #expect(
            words(told, "kind", "person", "by") == [
                ["notification", "bea", "anna"], ["silence", "anna", "anna"], ["silence", "carl", "anna"],
            ])
        #expect(told[0]["text"] == "Anna mentioned you in “Trip plan”" && told[0]["url"] == TripFixture.url)
        #expect(told[0]["app"] == "com.example.notes" && told[0]["why"] == nil)
        #expect(told[2]["why"]?["rule"] == "ev-mention-private")
        #expect(words(try list(["event": "notice.posted", "person": "carl"]), "kind") == [["silence"]])
        #expect(try list(["event": "notice.posted", "kind": "notification", "person": "carl"]).isEmpty)
    }

    @Test func verdictNamesMatchesNearMissesAndTheirRules() throws {
        try trip.post(TripFixture.edit)
        try trip.post(TripFixture.edit)
        try trip.post(["type": "mention", "mentioned": "bea"])
        let about: JSONValue = ["event": "notice.posted", "url": "HTTPS://notes.example:443/d/1"]
        let bea = try verify(with(about, "person", "bea"), ["exactly": 2])
        #expect(bea["holds"] == true && bea["count"] == 2, "a notice that grew is one")
        #expect(
            words(bea["matching"]?.arrayValue ?? [], "text") == [
                ["Anna made 2 edits to “Trip plan”"], ["Anna mentioned you in “Trip plan”"],
            ])
        // Each match names the rule of its delivery, not the rule that it does not alert.
        let told = (bea["matching"]?.arrayValue ?? []).compactMap { $0["why"] }
        #expect(words(told, "rule") == [["ev-change"], ["ev-mention-private"]])
        #expect(told.allSatisfy { $0["text"]?.stringValue?.contains(" notice") == true })

        let carl = try verify(with(about, "person", "carl"), ["exactly": 2])
        #expect(carl["holds"] == false && carl["count"] == 1)
        let misses = carl["nearMisses"]?.arrayValue ?? []
        let silence = try #require(misses.first { $0["entry"]?["kind"] == "silence" })
        #expect(silence["why"]?["rule"] == "ev-mention-private")
        #expect(silence["what"]?.stringValue?.hasSuffix("was not sent to carl") == true)
        #expect(misses.contains { $0["what"]?.stringValue?.hasSuffix("was sent to bea") == true })

        let none = try verify(with(about, "person", "anna"), ["exactly": 0])
        #expect(none["holds"] == true, "nobody is told of what they did themselves")
    }

    @Test(
        arguments: [
            (["atLeast": 1], true), (["atLeast": 2], false), (["atMost": 0], false), (["atMost": 1], true),
            (["atLeast": 1, "atMost": 1], true),
        ] as [(JSONValue, Bool)])
    func verdictHoldsIfTheCountIsWithinItsBounds(_ count: JSONValue, _ holds: Bool) throws {
        try trip.post(TripFixture.edit)
        #expect(try verify(["event": "notice.posted", "person": "bea"], count)["holds"] == .bool(holds))
    }

    @Test func linkThatDoesNotSurfaceIsASilenceWithItsRule() throws {
        let stranger: JSONValue = "https://notes.example/d/9"
        try trip.bea.ask("message.send", ["conversation": trip.conversation, "text": stranger])
        let silences = try list(["event": "highlights.changed", "kind": "silence", "url": stranger])
        #expect(words(silences, "person") == [["anna"], ["carl"]])
        let rule = try #require(silences.first?["why"]?["rule"])
        let explained = try trip.observer.ask("delivery.explain", ["person": "anna", "about": stranger])
        #expect(explained["reasons"]?.arrayValue?.last?["rule"] == rule)
        let verdict = try verify(
            ["event": "highlights.changed", "role": "person", "person": "anna", "url": stranger], ["exactly": 1])
        #expect(verdict["holds"] == false)
        #expect(verdict["nearMisses"]?.arrayValue?.last?["what"]?.stringValue?.contains("is not on") == true)
    }

    @Test func requestsAndRefusalsAreNotedFromTheFirstJournalRequest() throws {
        let before = try verify(["event": "message.send"], ["exactly": 0])
        #expect(before["holds"] == nil && before["unknown"] != nil, "what came before is not known")
        let since = try #require(before["since"]?["cursor"])
        #expect(since == .integer(trip.server.log.end))
        try trip.anna.ask("message.send", ["conversation": trip.conversation, "text": "Hi"])
        #expect(
            trip.app.refusal(
                "highlightCenter.postNotice", ["url": "https://notes.example/d/2", "event": TripFixture.edit]) != nil)
        let noted = try list(["after": since])
        #expect(
            words(noted.filter { $0["number"] != nil }, "kind", "event", "person") == [
                ["request", "message.send", "anna"], ["refusal", "highlightCenter.postNotice", "anna"],
            ])
        #expect(noted.first?["kind"] == "request", "a cause stands before its effects")
        #expect(noted.first?["request"]?["params"]?["text"] == "Hi")
        let sent = try verify(["event": "message.send", "person": "anna", "after": since], ["exactly": 1])
        #expect(sent["holds"] == true)
        let posted = try verify(
            ["event": "highlightCenter.postNotice", "url": "https://notes.example/d/2", "after": since], ["exactly": 1])
        #expect(posted["holds"] == false)
        #expect(posted["nearMisses"]?.arrayValue?.first?["entry"]?["kind"] == "refusal")
        #expect(try verify(["event": "message.send"], ["atLeast": 1])["holds"] == true, "so much is known")
    }

    @Test func refusedRequestAboutTheLinkIsANearMiss() throws {
        try trip.observer.ask("journal.list")
        let dora = try trip.server.app(as: "dora")
        #expect(dora.refusal("highlightCenter.postNotice", ["url": TripFixture.url, "event": TripFixture.edit]) != nil)
        let about: JSONValue = ["event": "notice.posted", "person": "bea", "url": TripFixture.url]
        let verdict = try verify(about, ["exactly": 1])
        let miss = try #require(verdict["nearMisses"]?.arrayValue?.first { $0["entry"]?["kind"] == "refusal" })
        #expect(miss["what"]?.stringValue?.hasPrefix("highlightCenter.postNotice of dora was refused") == true)
        let other = try verify(with(about, "url", "https://notes.example/d/7"), ["exactly": 1])
        #expect(other["nearMisses"]?.arrayValue?.contains { $0["entry"]?["kind"] == "refusal" } == false)
    }

    @Test func firedFaultIsANearMiss() throws {
        try trip.observer.ask("journal.list")
        try trip.observer.ask("fault.inject", ["on": ["notification": "notice.posted", "to": "bea"], "do": "drop"])
        try trip.post(TripFixture.edit)
        let faults = try list(["kind": "fault"])
        #expect(words(faults, "event", "person") == [["notice.posted", "bea"]])
        #expect(faults.first?["fault"]?["do"] == "drop")
        let verdict = try verify(["event": "notice.posted", "person": "bea"], ["exactly": 2])
        #expect(verdict["nearMisses"]?.arrayValue?.contains { $0["entry"]?["kind"] == "fault" } == true)
    }

    @Test func journalIsReadInPagesWithoutGaps() throws {
        try trip.observer.ask("journal.list")
        for number in 0..<7 {
            try trip.anna.ask("message.send", ["conversation": trip.conversation, "text": .string("\(number)")])
            _ = trip.bea.refusal("message.send", ["conversation": "c999", "text": "no"])
        }
        let whole = try list(["limit": 200])
        var paged: [JSONValue] = []
        var position: JSONValue = ["limit": 2]
        for _ in 0..<200 {
            let page = try trip.observer.ask("journal.list", position)
            paged += page["entries"]?.arrayValue ?? []
            guard page["more"] == true else { break }
            position = ["limit": 2, "after": page["cursor"] ?? .null, "number": page["number"] ?? .null]
        }
        #expect(paged == whole && whole.count > 40)
        #expect(whole.filter { $0["kind"] == "refusal" }.count == 7)
    }

    @Test func laterMemberIsASilenceAndFormerMemberIsNot() throws {
        try trip.anna.ask("message.send", ["conversation": trip.conversation, "text": "early"])
        try trip.anna.ask("conversation.addParticipant", ["conversation": trip.conversation, "handle": "dana"])
        try trip.anna.ask("conversation.removeParticipant", ["conversation": trip.conversation, "handle": "bea"])
        let early = try list(["event": "message.posted"]).filter { $0["text"] == "early" }
        #expect(
            words(early, "kind", "person") == [
                ["notification", "anna"], ["notification", "carl"], ["notification", "bea"], ["silence", "dana"],
            ])
        #expect(early.last?["why"]?["rule"] == "grp-add")
    }

    @Test func onlyObserversReadTheJournal() throws {
        #expect(trip.anna.refusal("journal.list") == .forbidden)
        #expect(trip.app.refusal("journal.verify", ["count": ["exactly": 0]]) == .forbidden)
        #expect(trip.anna.refusal("person.list") == .forbidden)
        #expect(trip.observer.refusal("journal.list", ["url": "no link"]) == .invalidParams)
    }

    @Test func otherClientsAreAnsweredWhileALongLogIsRead() throws {
        for _ in 0..<1_000 { trip.anna.post("message.send", ["conversation": trip.conversation, "text": "rain"]) }
        trip.server.flush()
        let verdict = trip.observer.post(
            "journal.verify", ["event": "message.posted", "person": "bea", "count": ["atLeast": 1]])
        let other = trip.bea.post("session.ping")
        #expect(trip.server.flushOnce(), "there is more to do")
        #expect(trip.bea.answers[other]?.count == 1 && trip.observer.answers[verdict] == nil)
        trip.server.flush()
        #expect(try trip.observer.answer(verdict)["count"] == 1_001)
    }

    @Test func otherClientsAreAnsweredWhileNotedRequestsAreRead() throws {
        try trip.observer.ask("journal.list")
        for _ in 0..<1_000 {
            trip.anna.post("conversation.typing", ["conversation": trip.conversation, "typing": true])
        }
        trip.server.flush()
        let verdict = trip.observer.post("journal.verify", ["event": "conversation.typing", "count": ["atLeast": 1]])
        let other = trip.bea.post("session.ping")
        #expect(trip.server.flushOnce(), "there is more to do")
        #expect(trip.bea.answers[other]?.count == 1 && trip.observer.answers[verdict] == nil)
        trip.server.flush()
        #expect(try trip.observer.answer(verdict)["count"] == 1_000)
    }

    // MARK: Noted requests

    @Test func requestsAreNotedOnlyForATimeAfterAJournalRequest() throws {
        let world = try #require(trip.server.engine.worlds[.main])
        try trip.anna.ask("conversation.list")
        #expect(world.recorder.notes == nil && !world.sessions.needsRequests)
        try trip.observer.ask("journal.list")
        #expect(world.recorder.notes != nil)
        for _ in 0...RequestNotes.countMax { trip.anna.post("conversation.list") }
        trip.server.flush()
        #expect(world.recorder.notes == nil && !world.sessions.needsRequests, "nobody asked for so long")
        #expect(trip.server.engine.counts.notedBytes == 0)
        try trip.observer.ask("journal.list")
        #expect(world.recorder.notes?.since.cursor == trip.server.log.end)
    }

    @Test func notedRequestsAreBoundedAndHaveAStart() throws {
        let notes = RequestNotes(after: 5, counts: trip.server.engine.counts)
        let owner = SessionOwner(session: "session-1", role: .person, person: Handle("anna"))
        for position in 0..<Int64(RequestNotes.countMax + 10) {
            notes.noteAsked()
            let asked = RequestRecorder.Asked(
                session: trip.anna.engineSession, method: .messageSend, params: [:], size: 2_000,
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
        try trip.observer.ask("journal.list")
        let text = JSONValue.string(String(repeating: "x", count: 9_000))
        try trip.anna.ask("message.send", ["conversation": trip.conversation, "text": text])
        _ = try trip.server.join(["role": "person", "handle": "dana", "token": "secret"])
        let noted = try list(["kind": "request"])
        let long = try #require(noted.first { $0["event"] == "message.send" }?["request"])
        #expect(long["params"] == nil && long["result"] == nil && long["truncated"] == true)
        let hello = try #require(noted.first { $0["event"] == "session.hello" }?["request"])
        #expect(hello["params"]?["handle"] == "dana" && hello["params"]?["token"] == nil)
    }

    @Test func journalOfAResetWorldStartsAtItsBeginning() throws {
        try trip.observer.ask("journal.list")
        try trip.observer.ask("world.reset", ["world": "main"])
        let answer = try trip.observer.ask("journal.list")
        #expect(answer["since"] == ["cursor": 0, "number": 1] && answer["entries"] == [])
    }

    @Test func journalRequestIsAnsweredWhenItsWorldIsReset() throws {
        for _ in 0..<1_000 { trip.anna.post("message.send", ["conversation": trip.conversation, "text": "rain"]) }
        trip.server.flush()
        let other = try trip.server.observer()
        let verdict = trip.observer.post("journal.verify", ["event": "message.posted", "count": ["atLeast": 1]])
        trip.server.flushOnce()
        try other.ask("world.reset", ["world": "main"])
        #expect(try trip.observer.answer(verdict)["holds"] == true)
    }

    @Test func requestThatIsNotWrittenIsNotedAsARefusal() throws {
        let log = FailingLog()
        let trip = try TripFixture(log: log)
        try trip.observer.ask("journal.list")
        log.failure = .unavailable
        #expect(trip.anna.refusal("message.send", ["conversation": trip.conversation, "text": "Hi"]) == .unavailable)
        log.heal()
        let entries = try trip.observer.ask("journal.list", ["person": "anna", "kind": "refusal"])["entries"]
        #expect(entries?.arrayValue?.map { $0["event"] } == ["message.send"])
        let done = try trip.observer.ask("journal.list", ["person": "anna", "kind": "request"])["entries"]
        #expect(done == [], "nothing of it was done")
    }

    // MARK: Reading for people

    @Test func observerReadsShelvesSharesAndDocumentsOfAPerson() throws {
        try trip.bea.ask("link.pin", ["conversation": trip.conversation, "url": TripFixture.url])
        try trip.bea.ask("document.open", ["url": TripFixture.url])
        for (method, key) in [
            ("highlight.list", "highlights"), ("share.list", "shares"), ("document.list", "documents"),
        ] {
            let own = try trip.bea.ask(method)
            #expect(own[key]?.arrayValue?.isEmpty == false, "\(method)")
            #expect(try trip.observer.ask(method, ["person": "bea"]) == own)
            #expect(trip.observer.refusal(method) == .invalidParams, "\(method): on whose behalf")
            #expect(trip.anna.refusal(method, ["person": "bea"]) == .forbidden)
        }
        let document = try trip.observer.ask("document.get", ["url": TripFixture.url])
        #expect(document["document"]?["owner"] == "anna")
    }

    @Test func peopleAreListedInPages() throws {
        let first = try trip.observer.ask("person.list", ["limit": 2])
        #expect(
            first["people"] == [
                ["handle": "anna", "name": "Anna", "sessions": 1], ["handle": "bea", "name": "Bea", "sessions": 1],
            ])
        #expect(first["more"] == true)
        let rest = try trip.observer.ask("person.list", ["after": "bea"])
        #expect(rest["people"]?.arrayValue?.count == 1 && rest["more"] == false)
    }
}
