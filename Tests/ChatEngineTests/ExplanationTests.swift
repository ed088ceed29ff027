import ChatProtocol
import Testing

@testable import ChatEngine

/// Explanations why something reached a person or not, also much later and for former members.
struct ExplanationTests {
    private let chat: GroupFixture
    private static let url: JSONValue = "https://notes.example/d/1"

    init() throws { chat = try GroupFixture() }

    private func explain(_ about: JSONValue, _ person: String) throws -> (delivered: Bool, rules: [String]) {
        let answer = try chat.observer.ask("delivery.explain", ["person": .string(person), "about": about])
        let rules = (answer["reasons"]?.arrayValue ?? []).compactMap { $0["rule"]?.stringValue }
        return (answer["delivered"] == true, rules)
    }

    private func change(_ handle: String) -> JSONValue { ["conversation": chat.group, "handle": .string(handle)] }

    private func share() throws -> EngineClient {
        let made = try chat.anna.ask(
            "share.create", ["app": "com.example.notes", "title": "Plan", "url": Self.url, "access": "public"])
        let share = try #require(made["share"]?["id"])
        try chat.anna.ask("share.send", ["share": share, "conversation": chat.group])
        return try chat.server.app(as: "anna")
    }

    private func post(_ app: EngineClient) throws -> JSONValue {
        let event: JSONValue = ["url": Self.url, "event": ["type": "change", "trigger": "edit"]]
        return try #require(try app.ask("highlightCenter.postNotice", event)["notices"]?.arrayValue?.first)
    }

    @Test func messageReachedTheMembersAtItsTime() throws {
        let message = try chat.send("one")
        try chat.anna.ask("conversation.removeParticipant", change("dora"))
        try chat.anna.ask("conversation.addParticipant", change("emil"))
        let later = try chat.send("two")
        #expect(try explain(message, "dora").delivered, "she was there")
        #expect(try !explain(later, "dora").delivered)
        #expect(try explain(message, "emil") == (false, ["grp-add"]))
        #expect(try explain(later, "emil").delivered)
        #expect(try explain(message, "anna") == (true, ["grp-add"]), "her own")
        try chat.dora.ask("delivery.explain", ["person": "dora", "about": message])
        #expect(chat.refusal(chat.dora, "delivery.explain", ["person": "dora", "about": later]) == .notFound)
    }

    @Test("a notice that grew reached the people who received all its events, and later members have their own")
    func grownNoticeReachedTheRecipientsOfAllItsEvents() throws {
        let app = try share()
        let notice = try post(app)
        try chat.anna.ask("conversation.removeParticipant", change("dora"))
        try chat.anna.ask("conversation.addParticipant", change("emil"))
        try chat.send("https://notes.example/d/1")
        #expect(try post(app) == notice)
        try chat.anna.ask("conversation.removeParticipant", change("emil"))
        #expect(try post(app) == notice)
        for name in ["bea", "dora"] {
            #expect(try explain(notice, name).delivered, "\(name)")
            #expect(try explain(notice, name).rules.last == "ntc-push", "\(name): and it was quiet")
        }
        #expect(try explain(notice, "emil") == (false, ["ntc-collapse"]), "he has a notice of his own")
        #expect(try explain(notice, "anna") == (false, ["ntc-self"]))
        try chat.anna.ask("conversation.addParticipant", change("frida"))
        #expect(try explain(notice, "frida") == (false, ["notice-place"]), "she came after it")
        let fresh = try chat.server.person("frida")
        #expect(fresh.heard("notice.posted").isEmpty)
    }

    @Test func consentRequestIsExplainedAfterAnswersAndRestarts() throws {
        try chat.send("https://notes.example/1 https://notes.example/2")
        func pin(_ client: EngineClient, _ number: Int) throws {
            let url = JSONValue.string("https://notes.example/\(number)")
            try client.ask("link.pin", ["conversation": chat.group, "url": url])
        }
        try pin(chat.bea, 1)
        let consent = try #require(chat.bea.heard("consent.requested").first?["consent"])
        #expect(try explain(consent, "bea") == (true, ["auto-offer"]))
        #expect(try explain("https://notes.example/1", "bea") == (true, ["auto-offer", "pin-implied-consent"]))
        try pin(chat.bea, 2)
        #expect(chat.bea.heard("consent.requested").count == 1)
        #expect(try explain("https://notes.example/2", "bea").rules == ["auto-offer", "pin-implied-consent"])
        #expect(try explain(consent, "carl") == (false, ["swy-pin-scope"]), "he pinned nothing")
        try chat.carl.ask("settings.set", ["automaticSharing": ["apps": ["com.example.notes": false]]])
        try pin(chat.carl, 1)
        #expect(try explain(consent, "carl") == (false, ["consent-levels"]), "his switch was decided already")
        try chat.bea.ask("consent.answer", ["consent": consent, "answer": "never"])
        #expect(try explain(consent, "bea").delivered, "it was asked, and answered")
        #expect(try explain("https://notes.example/2", "bea").rules.first == "auto-offer")
        #expect(try explain("https://notes.example/1", "dora").rules == ["pin-signal", "surf-group-contact"])
        #expect(chat.refusal(chat.carl, "delivery.explain", ["person": "carl", "about": consent]) == .notFound)
        try chat.server.restart()
        let observer = try chat.server.observer()
        let again = try observer.ask("delivery.explain", ["person": "bea", "about": consent])
        #expect(again["delivered"] == true)
    }

    @Test("an unknown person is not_found, and the error suggests the most similar handle")
    func unknownPersonIsNotFound() throws {
        let message = try chat.send("one")
        for (person, hint) in [("dorra", "Did you mean “dora”?"), ("zacharias", "person.list has everyone.")] {
            let params: JSONValue = ["person": .string(person), "about": message]
            let error = #expect(throws: RPCError.self) { try chat.observer.ask("delivery.explain", params) }
            #expect(error?.reason == .notFound)
            #expect(error?.message == "person: this world has no person “\(person)”. \(hint)")
        }
    }

    @Test("an observer's list names the former members of a conversation, and a member's list does not")
    func onlyObserversSeeFormerMembers() throws {
        func former(_ client: EngineClient) throws -> [JSONValue]? {
            let list = try client.ask("conversation.list")["conversations"]?.arrayValue
            return try #require(list?.first { $0["id"] == chat.group })["former"]?.arrayValue
        }
        #expect(try former(chat.observer) == nil)
        try chat.anna.ask("conversation.removeParticipant", change("dora"))
        #expect(try former(chat.observer) == [["handle": "dora", "name": "Dora"]])
        #expect(try former(chat.anna) == nil)
        try chat.anna.ask("conversation.addParticipant", change("dora"))
        #expect(try former(chat.observer) == nil, "she has returned")
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
        let params: JSONValue = ["person": "bea", "about": .string(about)]
        #expect(chat.refusal(chat.observer, "delivery.explain", params) == .notFound)
    }
}
