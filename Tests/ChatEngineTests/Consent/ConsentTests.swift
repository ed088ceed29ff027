import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Consent questions: their conditions and the effects of the answers.
struct ConsentTests {
    private let trip: TripFixture
    private static let day: Int64 = 86_400_000

    init() throws { trip = try TripFixture() }

    private init(_ change: (inout ServerEngine.Configuration) -> Void) throws {
        trip = try TripFixture(change)
    }

    /// Pins a new link of the app.
    ///
    /// - Returns: The id of the consent question; nil if the server asks none.
    private func pin(_ number: Int) throws -> ConsentID? {
        let url = "https://notes.example/p/\(number)"
        try trip.anna.message.send(conversation: trip.conversation, text: url)
        _ = trip.bea.takeReceived()
        try trip.bea.link.pin(conversation: trip.conversation, url: url)
        let asked = trip.bea.received("consent.requested")
        #expect(asked.count <= 1)
        return asked.first?["consent"]?.stringValue.map { ConsentID($0) }
    }

    private func answer(_ consent: ConsentID?, _ answer: ConsentRequest.Answer) throws {
        try trip.bea.consent.answer(consent: try #require(consent), answer: answer)
    }

    @Test("a pin asks for consent once, and the answer closes the question")
    func pinAsksForConsentOnce() throws {
        let consent = try #require(try pin(1))
        #expect(try pin(2) == nil, "one waits already")
        let settings = try trip.bea.settings.get()
        #expect(settings.consents.count == 1)
        #expect(settings.sharing.apps == .empty)
        try answer(consent, .allow)
        #expect(try pin(3) == nil)
        #expect(trip.bea.refusal { try $0.consent.answer(consent: consent, answer: .never) } == .notFound)
        #expect(trip.carl.refusal { try $0.consent.answer(consent: consent, answer: .never) } == .notFound)
    }

    @Test("Not Now prevents the next question for seven days")
    func notNowPreventsQuestionsForSevenDays() throws {
        try answer(try pin(1), .notNow)
        #expect(try pin(2) == nil)
        try trip.advance(7 * Self.day)
        #expect(try pin(3) == nil, "at seven days exactly it holds")
        try trip.advance(1)
        #expect(try pin(4) != nil)
    }

    @Test("three Not Now answers prevent all later questions")
    func threeNotNowsPreventLaterQuestions() throws {
        for number in 1...3 {
            try answer(try pin(number), .notNow)
            try trip.advance(7 * Self.day + 1)
        }
        #expect(try pin(4) == nil)
        try trip.advance(1_000 * Self.day)
        #expect(try pin(5) == nil)
    }

    @Test("Never prevents all later questions")
    func neverPreventsLaterQuestions() throws {
        try answer(try pin(1), .never)
        try trip.advance(1_000 * Self.day)
        #expect(try pin(2) == nil)
        try trip.bea.settings.set(sharing: .init(apps: .init([("com.example.notes", false)])))
        #expect(try pin(3) == nil, "a switch that was decided is not asked about")
        let bea = trip.server.state.people.first { $0.key.rawValue == "bea" }
        #expect(bea?.value.consents[AppID("com.example.notes")].standing == .revoked)
    }

    @Test("a pin asks no question while automatic sharing is off")
    func pinAsksNothingWhileSharingIsOff() throws {
        try trip.bea.settings.set(sharing: .init(everywhere: false))
        #expect(try pin(1) == nil)
        try trip.bea.settings.set(sharing: .init(everywhere: true))
        #expect(try pin(2) != nil)
    }

    @Test("the app's switch closes its waiting question")
    func appSwitchClosesTheQuestion() throws {
        let consent = try #require(try pin(1))
        try trip.bea.settings.set(sharing: .init(apps: .init([("com.example.notes", true)])))
        #expect(trip.bea.refusal { try $0.consent.answer(consent: consent, answer: .allow) } == .notFound)
    }

    @Test("an answer notifies the person's other device")
    func answerNotifiesTheOtherDevice() throws {
        let device = try trip.server.person("bea")
        let consent = try pin(1)
        #expect(device.received("consent.requested").count == 1)
        _ = device.takeReceived()
        try answer(consent, .allow)
        #expect(device.received("settings.changed").count == 1)
        #expect(trip.bea.received("settings.changed").isEmpty, "its own session has the answer")
    }

    @Test("the first of two devices to answer decides the question")
    func firstDeviceToAnswerDecides() throws {
        let device = try trip.server.person("bea")
        let consent = try #require(try pin(1))
        // Both answers arrive in one tick, before either device receives the other's.
        let first = trip.bea.post(Request.consentAnswer(.init(consent: consent, answer: .never)))
        let second = device.post(Request.consentAnswer(.init(consent: consent, answer: .allow)))
        trip.server.flush()
        _ = try trip.bea.answer(first)
        #expect {
            try device.answer(second)
        } throws: { error in
            guard let error = error as? RPCError else { return false }
            return error.reason == .notFound && error.message.contains("no longer open: Bea answered Never")
        }
        #expect(device.received("settings.changed").map { $0["settings"]?["consents"] } == [[]])
        let settings = try device.settings.get()
        #expect(settings.sharing.apps == .empty && settings.consents.isEmpty)
        #expect(try pin(2) == nil, "Never holds")
    }

    @Test("an answer to another person's question finds no open question")
    func questionOfAnotherPersonIsNotFound() throws {
        let consent = try #require(try pin(1))
        #expect {
            try trip.carl.consent.answer(consent: consent, answer: .allow)
        } throws: { error in
            (error as? RPCError)?.message.contains("there is no such open question") == true
        }
    }

    @Test("a waiting question survives a restart")
    func waitingQuestionSurvivesARestart() throws {
        let consent = try #require(try pin(1))
        try trip.server.restart()
        let bea = try trip.server.person("bea")
        #expect(try bea.settings.get().consents.map(\.id) == [consent])
        try bea.consent.answer(consent: consent, answer: .allow)
        #expect(try bea.settings.get().sharing.apps == .init([("com.example.notes", true)]))
    }

    @Test("the configuration sets the delay and the number of Not Now answers")
    func configurationSetsTheConsentPolicy() throws {
        let quick = try ConsentTests {
            $0.consentPolicy.postponementMilliseconds = 1_000
            $0.consentPolicy.notNowMax = 2
        }
        try quick.answer(try quick.pin(1), .notNow)
        try quick.trip.advance(1_000)
        #expect(try quick.pin(2) == nil)
        try quick.trip.advance(1)
        try quick.answer(try quick.pin(3), .notNow)
        try quick.trip.advance(1_000_000)
        #expect(try quick.pin(4) == nil, "twice is as good as Never here")
    }

    @Test("a revoked consent hides unpinned links at once and keeps pinned ones")
    func revokedConsentKeepsOnlyPins() throws {
        try trip.bea.contact.add(handle: "anna")
        try answer(try pin(1), .allow)
        try trip.anna.message.send(conversation: trip.conversation, text: "https://notes.example/unpinned")
        let app = try trip.server.app(as: "bea")
        func links() throws -> [String] { try trip.bea.highlight.list().highlights.map(\.url) }
        #expect(try links() == ["https://notes.example/p/1", "https://notes.example/unpinned"])
        _ = app.takeReceived()
        try trip.bea.settings.set(sharing: .init(apps: .init([("com.example.notes", false)])))
        #expect(try links() == ["https://notes.example/p/1"])
        #expect(try app.appHighlight.list().highlights.map(\.url) == ["https://notes.example/p/1"])
        let delivered = app.received("highlights.changed")
        #expect(delivered.count == 1 && delivered[0]["removed"]?.arrayValue?.count == 1)
    }
}
