import ChatProtocol
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// When a person is asked for consent, and what the answers mean.
struct ConsentTests {
    private let trip: TripFixture
    private static let day: Int64 = 86_400_000

    init() throws { trip = try TripFixture() }

    private init(_ change: (inout ServerEngine.Configuration) -> Void) throws {
        trip = try TripFixture(change)
    }

    /// Pins a link of the app that was not pinned before.
    private func pin(_ number: Int) throws -> JSONValue? {
        let url = "https://notes.example/p/\(number)"
        try trip.anna.ask("message.send", ["conversation": trip.conversation, "text": .string(url)])
        _ = trip.bea.takeHeard()
        try trip.bea.ask("link.pin", ["conversation": trip.conversation, "url": .string(url)])
        let asked = trip.bea.heard("consent.requested")
        #expect(asked.count <= 1)
        return asked.first?["consent"]
    }

    private func answer(_ consent: JSONValue?, _ answer: JSONValue) throws {
        try trip.bea.ask("consent.answer", ["consent": try #require(consent), "answer": answer])
    }

    @Test func aPinAsksOnceAndAllowTurnsItOn() throws {
        let consent = try pin(1)
        #expect(try pin(2) == nil, "one waits already")
        let settings = try trip.bea.ask("settings.get")["settings"]
        #expect(settings?["consents"]?.arrayValue?.count == 1)
        #expect(settings?["automaticSharing"]?["apps"] == [:])
        try answer(consent, "allow")
        #expect(try pin(3) == nil)
        #expect(trip.bea.refusal("consent.answer", ["consent": consent ?? .null, "answer": "never"]) == .notFound)
        #expect(trip.carl.refusal("consent.answer", ["consent": consent ?? .null, "answer": "never"]) == .notFound)
    }

    @Test func notNowHoldsForSevenDays() throws {
        try answer(try pin(1), "notNow")
        #expect(try pin(2) == nil)
        try trip.advance(7 * Self.day)
        #expect(try pin(3) == nil, "at seven days exactly it holds")
        try trip.advance(1)
        #expect(try pin(4) != nil)
    }

    @Test func threeNotNowAreANever() throws {
        for number in 1...3 {
            try answer(try pin(number), "notNow")
            try trip.advance(7 * Self.day + 1)
        }
        #expect(try pin(4) == nil)
        try trip.advance(1_000 * Self.day)
        #expect(try pin(5) == nil)
    }

    @Test func neverIsNever() throws {
        try answer(try pin(1), "never")
        try trip.advance(1_000 * Self.day)
        #expect(try pin(2) == nil)
        try trip.bea.ask("settings.set", ["automaticSharing": ["apps": ["com.example.notes": false]]])
        #expect(try pin(3) == nil, "a switch that was decided is not asked about")
        let bea = trip.server.state.people.first { $0.key.rawValue == "bea" }
        #expect(bea?.value.consents[AppID("com.example.notes")].standing == .revoked)
    }

    @Test func nothingIsAskedWhereSharingIsOff() throws {
        try trip.bea.ask("settings.set", ["automaticSharing": ["everywhere": false]])
        #expect(try pin(1) == nil)
        try trip.bea.ask("settings.set", ["automaticSharing": ["everywhere": true]])
        #expect(try pin(2) != nil)
    }

    @Test func aSettingAnswersTheQuestionThatWaits() throws {
        let consent = try pin(1)
        try trip.bea.ask("settings.set", ["automaticSharing": ["apps": ["com.example.notes": true]]])
        #expect(trip.bea.refusal("consent.answer", ["consent": consent ?? .null, "answer": "allow"]) == .notFound)
    }

    @Test func theOtherDeviceHearsOfTheAnswer() throws {
        let device = try trip.server.person("bea")
        let consent = try pin(1)
        #expect(device.heard("consent.requested").count == 1)
        _ = device.takeHeard()
        try answer(consent, "allow")
        #expect(device.heard("settings.changed").count == 1)
        #expect(trip.bea.heard("settings.changed").isEmpty, "its own session has the answer")
    }

    @Test func ofTwoDevicesTheFirstAnswers() throws {
        let device = try trip.server.person("bea")
        let consent = try pin(1)
        // Both in one tick: neither has heard of the other.
        let first = trip.bea.post("consent.answer", ["consent": consent ?? .null, "answer": "never"])
        let second = device.post("consent.answer", ["consent": consent ?? .null, "answer": "allow"])
        trip.server.flush()
        _ = try trip.bea.answer(first)
        #expect {
            try device.answer(second)
        } throws: { error in
            guard let error = error as? RPCError else { return false }
            return error.reason == .notFound && error.message.contains("no longer open: Bea answered Never")
        }
        #expect(device.heard("settings.changed").map { $0["settings"]?["consents"] } == [[]])
        let settings = try device.ask("settings.get")["settings"]
        #expect(settings?["automaticSharing"]?["apps"] == [:] && settings?["consents"] == [])
        #expect(try pin(2) == nil, "Never holds")
    }

    @Test func whatWasNeverAskedIsNotExplained() throws {
        let consent = try pin(1)
        #expect {
            try trip.carl.ask("consent.answer", ["consent": consent ?? .null, "answer": "allow"])
        } throws: { error in
            (error as? RPCError)?.message.contains("there is no such open question") == true
        }
    }

    @Test func aQuestionOutlivesTheServer() throws {
        let consent = try pin(1)
        try trip.server.restart()
        let bea = try trip.server.person("bea")
        let waiting = try bea.ask("settings.get")["settings"]?["consents"]?.arrayValue ?? []
        #expect(waiting.map { $0["consent"] } == [consent])
        try bea.ask("consent.answer", ["consent": consent ?? .null, "answer": "allow"])
        #expect(try bea.ask("settings.get")["settings"]?["automaticSharing"]?["apps"] == ["com.example.notes": true])
    }

    @Test func theNumbersAreTheConfigurations() throws {
        let quick = try ConsentTests {
            $0.consentPolicy.postponementMilliseconds = 1_000
            $0.consentPolicy.notNowMax = 2
        }
        try quick.answer(try quick.pin(1), "notNow")
        try quick.trip.advance(1_000)
        #expect(try quick.pin(2) == nil)
        try quick.trip.advance(1)
        try quick.answer(try quick.pin(3), "notNow")
        try quick.trip.advance(1_000_000)
        #expect(try quick.pin(4) == nil, "twice is as good as Never here")
    }

    @Test func revocationTakesEffectAtOnceAndPinsStay() throws {
        try trip.bea.ask("contact.add", ["handle": "anna"])
        try answer(try pin(1), "allow")
        try trip.anna.ask(
            "message.send", ["conversation": trip.conversation, "text": "https://notes.example/unpinned"])
        let app = try trip.server.app(as: "bea")
        func links(_ client: EngineClient) throws -> [String] {
            try client.ask("highlight.list")["highlights"]?.arrayValue?.compactMap { $0["url"]?.stringValue } ?? []
        }
        #expect(try links(trip.bea) == ["https://notes.example/p/1", "https://notes.example/unpinned"])
        _ = app.takeHeard()
        try trip.bea.ask("settings.set", ["automaticSharing": ["apps": ["com.example.notes": false]]])
        #expect(try links(trip.bea) == ["https://notes.example/p/1"])
        #expect(try links(app) == ["https://notes.example/p/1"])
        let told = app.heard("highlights.changed")
        #expect(told.count == 1 && told[0]["removed"]?.arrayValue?.count == 1)
    }
}
