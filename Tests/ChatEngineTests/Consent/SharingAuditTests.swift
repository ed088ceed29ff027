import ChatProtocol
import Testing

@testable import ChatCore
@testable import ChatEngine

/// The audit: every change of a consent and of the three levels of switches, with its cause.
struct SharingAuditTests {
    private let trip: TripFixture
    private static let url: JSONValue = "https://notes.example/zwetschge"

    init() throws { trip = try TripFixture() }

    private func set(_ sharing: JSONValue) throws { try trip.bea.ask("settings.set", ["automaticSharing": sharing]) }

    @discardableResult
    private func pin(_ url: JSONValue = url) throws -> JSONValue {
        try trip.anna.ask("message.send", ["conversation": trip.conversation, "text": url])
        _ = trip.bea.takeHeard()
        try trip.bea.ask("link.pin", ["conversation": trip.conversation, "url": url])
        return trip.bea.heard("consent.requested").first?["consent"] ?? .null
    }

    private func lines(_ params: JSONValue = [:], _ client: EngineClient? = nil) throws -> [String] {
        let changes = try (client ?? trip.bea).ask("settings.audit", params)["changes"]?.arrayValue ?? []
        return changes.map { change in
            let scope = change["app"] ?? change["conversation"] ?? change["scope"]
            return ["from", "to"].compactMap { change[$0]?.stringValue }.joined(separator: " → ")
                + " (\(scope?.stringValue ?? "?")) \(change["cause"]?["rule"]?.stringValue ?? "?"): "
                + (change["cause"]?["text"]?.stringValue ?? "?")
        }
    }

    @Test("the audit lists every change with its cause, also after a restart")
    func auditListsEveryChangeWithItsCause() throws {
        #expect(try lines() == [])
        try trip.bea.ask("consent.answer", ["consent": try pin(), "answer": "notNow"])
        try trip.advance(604_800_001)
        try trip.bea.ask("consent.answer", ["consent": try pin("https://notes.example/2"), "answer": "allow"])
        try set(["apps": ["com.example.notes": false]])
        let id = trip.conversation.stringValue ?? ""
        try set(["conversations": .object(JSONObject([.init(key: id, value: false)]))])
        try set(["everywhere": false])
        let expected = [
            "unset → offered (com.example.notes) pin-signal: Bea pinned a link of Notes, and was asked whether Notes may "
                + "share",
            "offered → postponed (com.example.notes) auto-offer: Bea answered Not Now to the question about Notes",
            "postponed → offered (com.example.notes) pin-signal: Bea pinned a link of Notes, and was asked whether "
                + "Notes may share",
            "offered → on (com.example.notes) auto-on: Bea answered Allow to the question about Notes",
            "on → revoked (com.example.notes) consent-levels: Bea turned automatic sharing off for Notes",
            "on → off (\(id)) swy-conv-toggle: Bea turned automatic sharing off for this conversation",
            "on → off (everywhere) swy-master-effect: Bea turned automatic sharing off everywhere",
        ]
        #expect(try lines() == expected)
        #expect(try lines(["person": "bea"], trip.observer) == expected)
        #expect(try lines(["app": "com.example.notes"]) == Array(expected.prefix(5)))
        #expect(try lines(["app": "com.example.maps"]) == [])
        try trip.server.restart()
        #expect(try lines([:], trip.server.person("bea")) == expected, "it is folded from the log")
    }

    @Test("the audit names the switch that withdrew a question")
    func auditNamesTheCauseOfAWithdrawal() throws {
        try pin()
        try set(["everywhere": false])
        #expect(
            try lines(["app": "com.example.notes"]).last
                == "offered → unset (com.example.notes) swy-master-effect: the question about Notes was withdrawn: "
                + "automatic sharing was turned off everywhere")
        _ = trip.bea.takeHeard()
        try set(["everywhere": true])
        #expect(trip.bea.takeHeard().allSatisfy { $0.method != "consent.requested" }, "it is not asked by itself again")
        #expect(try pin("https://notes.example/2") != .null, "but by the next pin")
    }

    @Test("the audit omits settings that change no sharing")
    func auditOmitsUnchangedSettings() throws {
        try set(["everywhere": true])
        try set(["apps": ["com.example.notes": true]])
        try set(["apps": ["com.example.notes": true]])
        try trip.bea.ask("settings.set", ["mentionAlerts": false])
        _ = trip.bea.refusal("settings.set", ["automaticSharing": ["apps": ["nope": true], "everywhere": false]])
        #expect(try lines().count == 1)
    }

    @Test("a page of the audit has the newest changes, oldest first")
    func auditPageHasTheNewestChanges() throws {
        for isOn in [true, false, true, false] { try set(["apps": ["com.example.notes": .bool(isOn)]]) }
        let page = try trip.bea.ask("settings.audit", ["limit": 2])
        #expect(page["more"] == true)
        #expect(page["changes"]?.arrayValue?.compactMap { $0["to"]?.stringValue } == ["on", "revoked"])
        #expect(try trip.bea.ask("settings.audit", ["limit": 4])["more"] == false)
        #expect(try trip.bea.ask("settings.audit")["changes"]?.arrayValue?.count == 4)
        for limit in [0, 1_001] as [Int64] {
            #expect(trip.bea.refusal("settings.audit", ["limit": .integer(limit)]) == .invalidParams)
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
            try bea.ask("settings.set", ["automaticSharing": ["everywhere": .bool(number.isMultiple(of: 2))]])
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
        #expect(trip.carl.refusal("settings.audit", ["person": "bea"]) == .forbidden)
        #expect(try lines([:], trip.carl) == [])
        #expect(trip.app.refusal("settings.audit") == .forbidden)
        #expect(trip.observer.refusal("settings.audit") == .invalidParams, "whose?")
        #expect(trip.observer.refusal("settings.audit", ["person": "nobody"]) == .notFound)
    }

    @Test("the audit contains no links, titles or other people")
    func auditContainsNoLinks() throws {
        let consent = try pin()
        try trip.bea.ask("consent.answer", ["consent": consent, "answer": "never"])
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
