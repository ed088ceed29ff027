import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine

/// Alerts: the reader's notification has `alert`, and the observer's has `alerted`.
struct AlertingTests {
    private let chat: GroupFixture

    init() throws { chat = try GroupFixture() }

    /// Returns the people whom the newest notification of a method alerts. The observer's copy must name them, too.
    private func alerted(_ method: String, sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
        let clients = [
            ("anna", chat.anna), ("bea", chat.bea), ("carl", chat.carl), ("dora", chat.dora), ("emil", chat.emil),
        ]
        let names = clients.filter { $0.1.received(method).last?["alert"] == true }.map(\.0)
        for (_, client) in clients {
            for delivered in client.received(method) {
                #expect(delivered["alerted"] == nil && delivered["alert"] != false, sourceLocation: sourceLocation)
            }
        }
        let observed = chat.observer.received(method).last?["alerted"]?.arrayValue?.compactMap(\.stringValue) ?? []
        #expect(observed == names, "what the observer hears", sourceLocation: sourceLocation)
        for (_, client) in clients { _ = client.takeReceived() }
        _ = chat.observer.takeReceived()
        return names
    }

    private func mute(_ client: EngineClient) throws {
        try client.conversation.mute(conversation: chat.group, muted: true)
    }

    private func rule<Subject>(_ subject: Identifier<Subject>, _ person: Handle) throws -> String? {
        let answer = try chat.observer.delivery.explain(person: person, about: subject.rawValue)
        #expect(answer.delivered)
        return answer.reasons.last?.rule
    }

    @Test("D21: a message of another person alerts unless its conversation is muted")
    func messageOfAnotherPersonAlertsUnlessMuted() throws {
        try chat.send("one")
        #expect(alerted("message.posted") == ["bea", "carl", "dora"])
        try mute(chat.bea)
        let message = try chat.send("two")
        #expect(alerted("message.posted") == ["carl", "dora"])
        #expect(try rule(message, "bea") == "mute-hide")
        try chat.send("three", to: chat.pair)
        #expect(alerted("message.posted") == ["bea"], "the other conversation is not muted")
    }

    @Test("D21: a message of a former conversation does not alert a resuming device")
    func formerConversationDoesNotAlertAResumingDevice() throws {
        try mute(chat.bea)
        try chat.send("muted")
        try chat.send("@bea, at once")
        try chat.anna.conversation.removeParticipant(conversation: chat.group, handle: "bea")
        func resumed(_ person: JSONValue) throws -> [JSONValue?] {
            let device = chat.server.connect()
            device.post("session.hello", ["role": "person", "handle": person, "after": 0])
            chat.server.flush()
            return device.received("message.posted").map { $0["alert"] }
        }
        #expect(try resumed("bea") == [nil, nil])
        #expect(try resumed("carl") == [true, true])
    }

    @Test("D21: a message does not alert its sender, on any device")
    func ownMessageDoesNotAlertItsSender() throws {
        let device = try chat.device(of: "anna")
        try chat.send("@anna, note this")
        #expect(device.received("message.posted").map { $0["alert"] } == [nil])
    }

    @Test("D22: a mention alerts in a muted conversation, unless the reader turned mention alerts off")
    func mentionAlertsInAMutedConversation() throws {
        try mute(chat.bea)
        try mute(chat.carl)
        let message = try chat.send("@bea look")
        #expect(alerted("message.posted") == ["bea", "dora"])
        #expect(try rule(message, "bea") == "mention-alert")
        try chat.bea.settings.set(mentionAlerts: false)
        let quiet = try chat.send("@bea look")
        #expect(alerted("message.posted") == ["dora"])
        #expect(try rule(quiet, "bea") == "mention-alert")
        try chat.bea.conversation.mute(conversation: chat.group, muted: false)
        try chat.send("@bea look")
        #expect(alerted("message.posted") == ["bea", "dora"], "as any message does")
    }

    private func reasons(_ message: MessageID, _ person: Handle) throws -> [String] {
        try chat.observer.delivery.explain(person: person, about: message.rawValue).reasons.map(\.text)
    }

    @Test("D27: delivery.explain gives the reason of an alert as of its time, despite later settings")
    func explanationKeepsTheReasonOfAnAlert() throws {
        let loud = try chat.send("one")
        try mute(chat.bea)
        let quiet = try chat.send("two")
        let mention = try chat.send("@bea three")
        try chat.bea.settings.set(mentionAlerts: false)
        let unmentioned = try chat.send("@bea four")
        try chat.bea.conversation.mute(conversation: chat.group, muted: false)
        try chat.bea.settings.set(mentionAlerts: true)
        #expect(try reasons(loud, "bea").last == "alerts of this conversation are not hidden")
        #expect(try reasons(quiet, "bea").last == "Bea hides the alerts of this conversation")
        #expect(try reasons(mention, "bea").last == "a mention alerts even in a muted conversation")
        #expect(try reasons(unmentioned, "bea").last == "Bea turned off alerts for mentions, and hides other alerts")
    }

    @Test("D27: delivery.explain names an edit that alerted, also after another edit")
    func explanationNamesAnEditThatAlerted() throws {
        try mute(chat.bea)
        let message = try chat.send("one")
        try chat.anna.message.edit(message: message, text: "@bea two")
        try chat.anna.message.edit(message: message, text: "three")
        try chat.carl.message.react(message: message, reaction: .classic(.heart))
        try chat.bea.conversation.mute(conversation: chat.group, muted: false)
        #expect(
            try reasons(message, "bea") == [
                "Bea was in the conversation when it was sent", "Bea hides the alerts of this conversation",
                "a mention alerts even in a muted conversation",
            ])
        #expect(
            try reasons(message, "carl") == [
                "Carl was in the conversation when it was sent", "alerts of this conversation are not hidden",
            ])
    }

    @Test("D23: a tapback alerts only the author of the message")
    func tapbackAlertsOnlyTheAuthor() throws {
        let message = try chat.send("one")
        _ = alerted("message.posted")
        try chat.bea.message.react(message: message, reaction: .classic(.heart))
        #expect(alerted("message.changed") == ["anna"])
        try chat.bea.message.react(message: message, reaction: .classic(.heart))
        #expect(alerted("message.changed") == [], "one that is taken away does not")
        try chat.anna.message.react(message: message, reaction: .classic(.heart))
        #expect(alerted("message.changed") == [], "nor one's own")
        try mute(chat.anna)
        try chat.bea.message.react(message: message, reaction: .classic(.haHa))
        #expect(alerted("message.changed") == [])
    }

    @Test("D24: an edit alerts only the people that it newly mentions")
    func editAlertsOnlyNewlyMentionedPeople() throws {
        try mute(chat.carl)
        let message = try chat.send("@bea look")
        _ = alerted("message.posted")
        try chat.anna.message.edit(message: message, text: "@bea @carl @dora @anna look")
        #expect(alerted("message.changed") == ["carl", "dora"])
        try chat.anna.message.edit(message: message, text: "@dora look")
        #expect(alerted("message.changed") == [])
        try chat.carl.settings.set(mentionAlerts: false)
        try chat.anna.message.edit(message: message, text: "@carl @bea look")
        #expect(alerted("message.changed") == [], "whom an earlier text mentioned was alerted then")
        try chat.anna.message.unsend(message: message)
        #expect(alerted("message.changed") == [])
        #expect(try rule(message, "carl") == "msg-unsend-note")
    }

    @Test("D25: a mention is the only notice that alerts")
    func mentionIsTheOnlyNoticeThatAlerts() throws {
        let url = "https://notes.example/d/1"
        let share = try #require(try chat.anna.share.create(app: "com.example.notes", title: "Plan", url: url).share)
        try chat.anna.share.send(share: share.share.id, conversation: chat.group)
        let app = try chat.server.app(as: "anna")
        func post(_ event: PostNotice.Event) throws -> NoticeID {
            try #require(try app.highlightCenter.postNotice(url: url, event: event).first)
        }
        let edit = try post(.change(.edit))
        #expect(alerted("notice.posted") == [])
        #expect(try rule(edit, "bea") == "ntc-push")
        try mute(chat.bea)
        let mention = try post(.mention(.handle("bea")))
        #expect(alerted("notice.posted") == ["bea"])
        #expect(try rule(mention, "bea") == "mention-alert")
        try chat.bea.settings.set(mentionAlerts: false)
        _ = try post(.mention(.handle("bea")))
        #expect(alerted("notice.posted") == [])
    }

    @Test("D25: renaming a conversation, adding a person and reading do not alert")
    func changesOfAConversationDoNotAlert() throws {
        try chat.anna.conversation.rename(conversation: chat.group, name: "@bea")
        try chat.anna.conversation.addParticipant(conversation: chat.group, handle: "emil")
        try chat.send("one", to: chat.pair)
        try chat.bea.conversation.markRead(conversation: chat.pair)
        let received = [chat.anna, chat.bea, chat.carl, chat.dora, chat.emil].flatMap(\.received)
        #expect(received.count >= 9)
        #expect(received.filter { $0.params["alert"] != nil }.map(\.method) == ["message.posted"])
    }
}
