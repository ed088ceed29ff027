import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatCore
@testable import ChatEngine

/// The audit: every change of a consent and of the three levels of switches, with its cause.
struct SharingAuditTests {
    private let trip: TripFixture
    private static let url = "https://notes.example/zwetschge"

    init() throws { trip = try TripFixture() }

    private func set(_ sharing: SetSettings.Sharing) throws { try trip.bea.settings.set(sharing: sharing) }

    private func setNotes(_ isOn: Bool) throws { try set(.init(apps: .init([(AppID("com.example.notes"), isOn)]))) }

    @discardableResult
    private func pin(_ url: String = url) throws -> ConsentID? {
        try trip.anna.message.send(conversation: trip.conversation, text: url)
        _ = trip.bea.takeReceived()
        try trip.bea.link.pin(conversation: trip.conversation, url: url)
        return trip.bea.received("consent.requested").first?["consent"]?.stringValue.map { ConsentID($0) }
    }

    private func answer(_ consent: ConsentID?, _ answer: ConsentRequest.Answer) throws {
        try trip.bea.consent.answer(consent: try #require(consent), answer: answer)
    }

    private func lines(
        of person: Handle? = nil, app: AppID? = nil, as client: EngineClient? = nil
    ) throws -> [String] {
        try (client ?? trip.bea).settings.audit(person: person, app: app).changes.map { change in
            let scope =
                switch change.scope {
                case .everywhere: "everywhere"
                case .app(let app): app.rawValue
                case .conversation(let id): id.rawValue
                }
            return
                "\(change.from.rawValue) → \(change.to.rawValue) (\(scope)) \(change.cause.rule): \(change.cause.text)"
        }
    }

    @Test("the audit lists every change with its cause, also after a restart")
    func auditListsEveryChangeWithItsCause() throws {
        #expect(try lines() == [])
        try answer(try pin(), .notNow)
        try trip.advance(604_800_001)
        try answer(try pin("https://notes.example/2"), .allow)
        try setNotes(false)
        let id = trip.conversation
        try set(.init(conversations: .init([(id, false)])))
        try set(.init(everywhere: false))
        let expected = [
            "unset → offered (com.example.notes) pin-signal: Bea pinned a link of Notes, and was asked whether "
                + "Notes may share",
            "offered → postponed (com.example.notes) auto-offer: Bea answered Not Now to the question about Notes",
            "postponed → offered (com.example.notes) pin-signal: Bea pinned a link of Notes, and was asked whether "
                + "Notes may share",
            "offered → on (com.example.notes) auto-on: Bea answered Allow to the question about Notes",
            "on → revoked (com.example.notes) consent-levels: Bea turned automatic sharing off for Notes",
            "on → off (\(id.rawValue)) swy-conv-toggle: Bea turned automatic sharing off for this conversation",
            "on → off (everywhere) swy-master-effect: Bea turned automatic sharing off everywhere",
        ]
        #expect(try lines() == expected)
        #expect(try lines(of: "bea", as: trip.observer) == expected)
        #expect(try lines(app: "com.example.notes") == Array(expected.prefix(5)))
        #expect(try lines(app: "com.example.maps") == [])
        try trip.server.restart()
        #expect(try lines(as: trip.server.person("bea")) == expected, "it is folded from the log")
    }

    @Test("the audit names the switch that withdrew a question")
    func auditNamesTheCauseOfAWithdrawal() throws {
        try pin()
        try set(.init(everywhere: false))
        #expect(
            try lines(app: "com.example.notes").last
                == "offered → unset (com.example.notes) swy-master-effect: the question about Notes was withdrawn: "
                + "automatic sharing was turned off everywhere")
        _ = trip.bea.takeReceived()
        try set(.init(everywhere: true))
        #expect(
            trip.bea.takeReceived().allSatisfy { $0.method != "consent.requested" }, "it is not asked by itself again")
        #expect(try pin("https://notes.example/2") != nil, "but by the next pin")
    }

    @Test("the audit omits settings that change no sharing")
    func auditOmitsUnchangedSettings() throws {
        try set(.init(everywhere: true))
        try setNotes(true)
        try setNotes(true)
        try trip.bea.settings.set(mentionAlerts: false)
        _ = trip.bea.refusal { try $0.settings.set(sharing: .init(everywhere: false, apps: .init([("nope", true)]))) }
        #expect(try lines().count == 1)
    }

    @Test("a page of the audit has the newest changes, oldest first")
    func auditPageHasTheNewestChanges() throws {
        for isOn in [true, false, true, false] { try setNotes(isOn) }
        let page = try trip.bea.settings.audit(limit: 2)
        #expect(page.more)
        #expect(page.changes.map(\.to) == [.on, .revoked])
        #expect(try !trip.bea.settings.audit(limit: 4).more)
        #expect(try trip.bea.settings.audit().changes.count == 4)
        for limit in [0, 1_001] {
            #expect(trip.bea.refusal { try $0.settings.audit(limit: limit) } == .invalidParams)
        }
    }

    @Test("a page of the audit ends before it is too long to send")
    func auditPageEndsBeforeTheSendLimit() throws {
        let server = try EngineFixture {
            $0.limits.messageBytes = 8_192
            $0.limits.unsentBytes = 65_536
        }
        let bea = try server.person("bea")
        for number in 1...400 {
            try bea.settings.set(sharing: .init(everywhere: number.isMultiple(of: 2)))
        }
        let page = try bea.ask("settings.audit", ["limit": 1_000])
        let changes = try #require(page["changes"]?.arrayValue)
        #expect(page["more"] == true && changes.count > 100 && changes.last?["to"] == "on")
        #expect(JSONWriter.bytes(of: page).count < 33_000)
    }

    @Test("the audit keeps the newest thousand changes")
    func auditKeepsTheNewestThousand() {
        var audit = SharingAudit()
        for number in 1...2_500 {
            audit.note(.everywhere(number.isMultiple(of: 2)), at: Instant(milliseconds: Int64(number)))
            #expect(audit.entries.count == min(number, 1_000))
            #expect(audit.entries.last?.at == Instant(milliseconds: Int64(number)))
        }
        #expect(audit.entries.map(\.at.milliseconds) == Array(1_501...2_500))
    }

    @Test("only the person and an observer can read the audit")
    func auditIsReadByItsPersonAndObservers() throws {
        try pin()
        #expect(trip.carl.refusal { try $0.settings.audit(person: "bea") } == .forbidden)
        #expect(try lines(as: trip.carl) == [])
        #expect(trip.app.refusal { try $0.settings.audit() } == .forbidden)
        #expect(trip.observer.refusal { try $0.settings.audit() } == .invalidParams, "whose?")
        #expect(trip.observer.refusal { try $0.settings.audit(person: "nobody") } == .notFound)
    }

    @Test("the audit contains no links, titles or other people")
    func auditContainsNoLinks() throws {
        try answer(try pin(), .never)
        let audit = "\(try trip.bea.ask("settings.audit"))"
        #expect(audit.contains("Never"))
        for secret in ["zwetschge", "notes.example/", "Weekend", "anna"] { #expect(!audit.contains(secret)) }
    }

    /// A log from before the state machine of consents.
    @Test("an old log folds to the same settings and has an audit")
    func oldLogFoldsToTheSameSettings() throws {
        let question = #"{"consent":"q3","app":"notes","conversation":"c1","url":"https://notes.example/1"}"#
        let bodies = [
            #"{"event":"personNamed","person":{"handle":"bea","name":"Bea"}}"#,
            #"{"event":"sharingSwitched","by":"bea","automaticSharing":{"apps":{"maps":true},"conversations":{}}}"#,
            #"{"event":"consentOffered","to":"bea","request":\#(question)}"#,
            #"{"event":"consentAnswered","by":"bea","request":\#(question),"answer":"notNow"}"#,
            // An answer to a closed question has no effect.
            #"{"event":"consentAnswered","by":"bea","request":\#(question),"answer":"allow"}"#,
            #"{"event":"consentOffered","to":"bea","request":\#(question)}"#,
            #"{"event":"sharingSwitched","by":"bea","automaticSharing":{"everywhere":false,"apps":{},"#
                + #""conversations":{"c1":false}}}"#,
        ]
        var state = CoreState()
        for (index, body) in bodies.enumerated() {
            state.fold(
                try EventRecord(
                    position: Int64(index + 1), at: Instant(milliseconds: Int64(index)), body: Array(body.utf8)))
        }
        let bea = Handle("bea")
        let person = try #require(state.people[bea])
        #expect(person.consents[AppID("notes")] == .postponed(.init(count: 1, last: Instant(milliseconds: 3))))
        #expect(person.appSwitch(AppID("maps")) == .init(isOn: true, since: 2))
        #expect(person.everywhere == .init(isOn: false, since: 7))
        let settings = Settings(of: bea, in: state)
        #expect(settings.sharing.apps.ids.map(\.rawValue) == ["maps"] && settings.consents.isEmpty)
        let path = SettingHistory(state).changes(of: bea, app: AppID("notes")).map(\.to)
        #expect(path == [.offered, .postponed, .offered, .postponed])
    }
}
