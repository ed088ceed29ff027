import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine

/// Explanations why something reached a person or not, also much later and for former members.
struct ExplanationTests {
    private let chat: GroupFixture
    private static let url = "https://notes.example/d/1"

    init() throws { chat = try GroupFixture() }

    private func explain(
        _ about: String, _ person: Handle, to client: EngineClient? = nil
    ) throws -> (delivered: Bool, rules: [String]) {
        let answer = try (client ?? chat.observer).delivery.explain(person: person, about: about)
        return (answer.delivered, answer.reasons.map(\.rule))
    }

    private func explain<Subject>(
        _ about: Identifier<Subject>, _ person: Handle, to client: EngineClient? = nil
    ) throws -> (delivered: Bool, rules: [String]) {
        try explain(about.rawValue, person, to: client)
    }

    @discardableResult
    private func send(_ text: String) throws -> MessageID {
        try chat.anna.message.send(conversation: chat.group, text: text).id
    }

    private func add(_ handle: Handle) throws {
        try chat.anna.conversation.addParticipant(conversation: chat.group, handle: handle)
    }

    private func remove(_ handle: Handle) throws {
        try chat.anna.conversation.removeParticipant(conversation: chat.group, handle: handle)
    }

    private func share() throws -> EngineClient {
        let made = try chat.anna.share.create(app: "com.example.notes", title: "Plan", url: Self.url, access: .public)
        let share = try #require(made.share?.share.id)
        try chat.anna.share.send(share: share, conversation: chat.group)
        return try chat.server.app(as: "anna")
    }

    private func post(_ app: EngineClient) throws -> NoticeID {
        try #require(try app.highlightCenter.postNotice(url: Self.url, event: .change(.edit)).first)
    }

    @Test func messageReachedTheMembersAtItsTime() throws {
        let message = try send("one")
        try remove("dora")
        try add("emil")
        let later = try send("two")
        #expect(try explain(message, "dora").delivered, "she was there")
        #expect(try !explain(later, "dora").delivered)
        #expect(try explain(message, "emil") == (false, ["grp-add"]))
        #expect(try explain(later, "emil").delivered)
        #expect(try explain(message, "anna") == (true, ["grp-add"]), "her own")
        _ = try explain(message, "dora", to: chat.dora)
        #expect(chat.server.refusal(of: chat.dora) { try explain(later, "dora", to: $0) } == .notFound)
    }

    @Test("a notice that grew reached the people who received all its events, and later members have their own")
    func grownNoticeReachedTheRecipientsOfAllItsEvents() throws {
        let app = try share()
        let notice = try post(app)
        try remove("dora")
        try add("emil")
        try send(Self.url)
        #expect(try post(app) == notice)
        try remove("emil")
        #expect(try post(app) == notice)
        for name: Handle in ["bea", "dora"] {
            #expect(try explain(notice, name).delivered, "\(name)")
            #expect(try explain(notice, name).rules.last == "ntc-push", "\(name): and it was quiet")
        }
        #expect(try explain(notice, "emil") == (false, ["ntc-collapse"]), "he has a notice of his own")
        #expect(try explain(notice, "anna") == (false, ["ntc-self"]))
        try add("frida")
        #expect(try explain(notice, "frida") == (false, ["notice-place"]), "she came after it")
        let fresh = try chat.server.person("frida")
        #expect(fresh.received("notice.posted").isEmpty)
    }

    @Test func consentRequestIsExplainedAfterAnswersAndRestarts() throws {
        try send("https://notes.example/1 https://notes.example/2")
        func pin(_ client: EngineClient, _ number: Int) throws {
            try client.link.pin(conversation: chat.group, url: "https://notes.example/\(number)")
        }
        try pin(chat.bea, 1)
        let consent = ConsentID(try #require(chat.bea.received("consent.requested").first?["consent"]?.stringValue))
        #expect(try explain(consent, "bea") == (true, ["auto-offer"]))
        #expect(try explain("https://notes.example/1", "bea") == (true, ["auto-offer", "pin-implied-consent"]))
        try pin(chat.bea, 2)
        #expect(chat.bea.received("consent.requested").count == 1)
        #expect(try explain("https://notes.example/2", "bea").rules == ["auto-offer", "pin-implied-consent"])
        #expect(try explain(consent, "carl") == (false, ["swy-pin-scope"]), "he pinned nothing")
        try chat.carl.settings.set(sharing: .init(apps: .init([(AppID("com.example.notes"), false)])))
        try pin(chat.carl, 1)
        #expect(try explain(consent, "carl") == (false, ["consent-levels"]), "his switch was decided already")
        try chat.bea.consent.answer(consent: consent, answer: .never)
        #expect(try explain(consent, "bea").delivered, "it was asked, and answered")
        #expect(try explain("https://notes.example/2", "bea").rules.first == "auto-offer")
        #expect(try explain("https://notes.example/1", "dora").rules == ["pin-signal", "surf-group-contact"])
        #expect(chat.server.refusal(of: chat.carl) { try explain(consent, "carl", to: $0) } == .notFound)
        try chat.server.restart()
        #expect(try explain(consent, "bea", to: chat.server.observer()).delivered)
    }

    @Test("an unknown person is not_found, and the error suggests the most similar handle")
    func unknownPersonIsNotFound() throws {
        let message = try send("one")
        for (person, hint): (Handle, _) in [
            ("dorra", "Did you mean “dora”?"), ("zacharias", "person.list has everyone."),
        ] {
            let error = #expect(throws: RPCError.self) { try explain(message, person) }
            #expect(error?.reason == .notFound)
            #expect(error?.message == "person: this world has no person “\(person)”. \(hint)")
        }
    }

    @Test("an observer's list names the former members of a conversation, and a member's list does not")
    func onlyObserversSeeFormerMembers() throws {
        func former(_ client: EngineClient) throws -> [Person] {
            try #require(try client.conversation.list().conversations.first { $0.id == chat.group }).former
        }
        #expect(try former(chat.observer) == [])
        try remove("dora")
        #expect(try former(chat.observer) == [Person(handle: "dora", name: "Dora")])
        #expect(try former(chat.anna) == [])
        try add("dora")
        #expect(try former(chat.observer) == [], "she has returned")
    }

    @Test("the rules of a delivered notice are in the order of the decision")
    func rulesOfADeliveredNoticeAreInTheOrderOfTheDecision() throws {
        let notice = try post(try share())
        #expect(try explain(notice, "bea") == (true, ["ev-change", "ntc-push"]))
    }

    @Test(arguments: [
        "q1", "q0", "q-1", "q99999", "q", "q9223372036854775808", "m1", "e1", "h1", "", "https://x.example",
    ])
    func explanationOfAnUnknownIDIsNotFound(_ about: String) {
        #expect(chat.server.refusal(of: chat.observer) { try explain(about, "bea", to: $0) } == .notFound)
    }
}
