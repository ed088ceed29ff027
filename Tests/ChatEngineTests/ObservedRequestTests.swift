import ChatProtocol
import ChatTestKit
import ServerTestSupport
import Testing

@testable import ChatEngine

/// Notifications to observers about the requests of other sessions.
struct ObservedRequestTests {
    private func listener(_ server: EngineFixture) throws -> EngineClient {
        try server.join(["role": "observer", "requests": true])
    }

    @Test func observerReceivesARequestBeforeItsEffects() throws {
        let trip = try TripFixture()
        let listener = try listener(trip.server)
        let sent = try trip.anna.ask(
            "message.send", ["conversation": JSONValue(trip.conversation), "text": "Hi", "clientID": "a-1"])
        trip.server.flush()
        let received = listener.received.filter { $0.method == "request.done" || $0.method == "message.posted" }
        #expect(received.map(\.method) == ["request.done", "message.posted"])
        let delivered = try #require(received.first?.params)
        #expect(delivered["method"] == "message.send" && delivered["role"] == "person" && delivered["person"] == "anna")
        #expect(delivered["params"] == ["conversation": JSONValue(trip.conversation), "text": "Hi", "clientID": "a-1"])
        #expect(
            delivered["result"] == sent && delivered["error"] == nil && delivered["cursor"] == nil
                && delivered["truncated"] == nil)
        #expect(delivered["device"]?["number"] == 1 && delivered["at"]?.stringValue != nil)
    }

    @Test func observerReceivesARefusalWithItsReason() throws {
        let trip = try TripFixture()
        let listener = try listener(trip.server)
        #expect(trip.anna.refusal { try $0.message.send(conversation: "c999", text: "Hi") } == .notFound)
        let delivered = try #require(listener.received("request.done").last)
        #expect(
            delivered["error"]?["reason"] == "not_found" && delivered["error"]?["code"] == -32003
                && delivered["result"] == nil)
    }

    @Test func observerReceivesLoginsEndsAndOtherObserversRequests() throws {
        let server = try EngineFixture()
        let listener = try listener(server)
        let anna = try server.join(["role": "person", "handle": "anna", "device": "phone", "token": "secret"])
        let login = try #require(listener.received("request.done").last)
        #expect(login["method"] == "session.hello" && login["params"]?["device"] == "phone")
        #expect(login["params"]?["token"] == nil, "a token is nobody else's")
        let other = try server.observer()
        try other.contact.add(handle: "bea", person: "anna")
        #expect(listener.received("request.done").last?["role"] == "observer")
        server.close(anna)
        server.flush()
        let ended = try #require(listener.received("session.ended").last)
        #expect(ended["session"] == login["session"] && ended["person"] == "anna" && ended["cursor"] == nil)
    }

    @Test("a token in any request is left out of notifications and of the journal")
    func tokenInARequestIsLeftOut() throws {
        let trip = try TripFixture()
        let listener = try listener(trip.server)
        let params: JSONValue = ["conversation": JSONValue(trip.conversation), "text": "Hi", "token": "ust_secret"]
        #expect(trip.anna.refusal("message.send", params) == .invalidParams)
        let delivered = try #require(listener.received("request.done").last)
        #expect(delivered["params"]?["text"] == "Hi" && delivered["params"]?["token"] == nil)
        #expect(!"\(delivered)".contains("ust_secret"))
        let journal = try trip.server.observer().ask("journal.list", ["kind": "refusal"])
        #expect(!"\(journal)".contains("ust_secret"))
    }

    @Test func onlyAListeningObserverReceivesOthersRequests() throws {
        let trip = try TripFixture()
        let listener = try listener(trip.server)
        let app = try trip.server.app(as: "bea")
        _ = listener.takeReceived()
        try listener.session.fence()
        try listener.clock.now()
        #expect(listener.received("request.done").isEmpty)
        try trip.anna.message.send(conversation: trip.conversation, text: "Hi")
        trip.server.flush()
        for client in [trip.anna, trip.bea, app, trip.observer] {
            #expect(client.received("request.done").isEmpty && client.received("session.ended").isEmpty)
        }
        #expect(listener.received("request.done").count == 1)
    }

    @Test func observerWithoutEventsReceivesNoneAndMaySendRequests() throws {
        let trip = try TripFixture()
        let deaf = try trip.server.join(["role": "observer", "events": false])
        let listener = try trip.server.join(["role": "observer", "events": true])
        try trip.anna.conversation.typing(conversation: trip.conversation, isTyping: true)
        try trip.anna.message.send(conversation: trip.conversation, text: "Hi")
        try deaf.contact.add(handles: ["dana", "emil", "dana"], person: "anna")
        trip.server.flush()
        #expect(deaf.received.isEmpty)
        #expect(listener.received("message.posted").count == 1 && listener.received.count > deaf.received.count)
        #expect(try trip.anna.contact.list().contacts.map(\.handle).suffix(2) == ["dana", "emil"])
    }

    @Test func oneInvalidContactAddsNoneOfTheOthers() throws {
        let trip = try TripFixture()
        let before = try trip.anna.contact.list()
        for handles: JSONValue in [["dana", "anna"], [], ["dana", "no handle"], "dana"] {
            #expect(trip.anna.refusal("contact.add", ["handles": handles]) == .invalidParams)
        }
        #expect(trip.anna.refusal { try $0.contact.add(handle: "emil", handles: ["dana"]) } == .invalidParams)
        #expect(trip.anna.refusal("contact.remove", ["handles": ["bea"]]) == .invalidParams)
        #expect(try trip.anna.contact.list() == before)
    }

    @Test(arguments: ["person", "app"], [["requests": true], ["events": false]] as [JSONValue])
    func onlyObserversMayChooseRequestsAndEvents(_ role: String, _ member: JSONValue) throws {
        let server = try EngineFixture()
        let stranger = server.connect()
        var hello: JSONValue = ["role": .string(role), "handle": "anna"]
        hello = hello.adding(member)
        if role == "app" { hello = hello.adding(["app": "com.example.notes"]) }
        #expect(stranger.refusal("session.hello", hello) == .invalidParams)
    }

    @Test func requestNotificationsOmitContentAndLongTexts() throws {
        let trip = try TripFixture()
        let listener = try listener(trip.server)
        let attachment = SentAttachment(name: "a.txt", type: "text/plain", content: Array("Hi".utf8))
        try trip.anna.message.send(conversation: trip.conversation, attachment: attachment)
        let delivered = try #require(listener.received("request.done").last)
        #expect(delivered["params"]?["attachment"] == ["name": "a.txt", "type": "text/plain"])
        let text = String(repeating: "x", count: DoneRequest.partBytesMax)
        _ = trip.anna.refusal { try $0.document.edit(document: .url(TripFixture.url), text: text, revision: 0) }
        let long = try #require(listener.received("request.done").last)
        #expect(long["method"] == "document.edit" && long["params"] == nil && long["truncated"] == true)
    }

    @Test func observerReceivesAnAdvanceOfTheClock() throws {
        let trip = try TripFixture()
        let listener = try listener(trip.server)
        try trip.advance(240_000)
        let delivered = try #require(listener.received("request.done").last)
        #expect(delivered["method"] == "clock.advance" && delivered["at"] == delivered["result"]?["now"])
    }
}
