import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatEngine
@testable import ChatLog

/// `sendLink`: a save sends the link of a share to the people whom it adds (`ucs-invite-owner`).
struct LinkInvitationTests {
    private let desk: ShareDesk

    init() throws {
        desk = try ShareDesk()
        for name in ["anna", "bea", "dora", "emil"] { _ = desk.client(name).takeHeard() }
    }

    private func add(_ handles: JSONValue, by name: String = "anna", sendsLink: Bool = true) throws -> JSONValue {
        try desk.ask(name, "share.addParticipant", ["handles": handles, "sendLink": .bool(sendsLink)])
    }

    private func messages(_ name: String) -> [JSONValue] {
        desk.client(name).heard("message.posted").compactMap { $0["message"] }
    }

    private func begin(_ people: JSONValue, by name: String = "anna") throws -> JSONValue {
        let answer = try desk.client(name).ask("conversation.create", ["participants": people])
        return try #require(answer["conversation"]?["id"])
    }

    @Test("added people receive the link in a new conversation with the sender")
    func addedPeopleReceiveTheLink() throws {
        let answer = try add(["dora", "emil"])
        let place = try #require(answer["conversation"])
        for name in ["anna", "dora", "emil"] {
            #expect(messages(name).map { $0["text"] } == [TripFixture.url], "\(name)")
            #expect(messages(name).map { $0["conversation"] } == [place])
            let told = desk.client(name).heard("conversation.changed").last?["conversation"]
            #expect(told?["participants"] == ["anna", "dora", "emil"])
        }
        #expect(messages("bea").isEmpty)
        let bea = desk.client("bea").heard("notice.posted").last?["notice"]
        #expect(bea?["text"] == "Anna added Dora and Emil to “Trip plan”")
        #expect(desk.client("dora").heard("notice.posted").isEmpty, "the message itself tells Dora")
    }

    @Test("a link is refused if the conversation has a participant whom the request does not name")
    func linkIsRefusedForAnUnnamedParticipant() throws {
        let place = try begin(["dora", "emil"])
        let share = try #require(desk.ask("anna", "share.get")["share"]?["id"])
        func send(_ people: JSONValue) -> String? {
            desk.refusal("anna", "share.send", ["share": share, "conversation": place, "people": people])
        }
        #expect(send(["dora"]) == "conflict ucs-invite-owner")
        #expect(messages("emil").isEmpty)
        #expect(send(["dora", "emil", "bea"]) == nil)
        #expect(messages("emil").map { $0["text"] } == [TripFixture.url])
    }

    @Test("a link goes to the existing conversation of exactly the added people")
    func linkGoesToTheExistingConversation() throws {
        let pair = try begin(["dora"])
        let three = try begin(["dora", "emil"])
        #expect(try add(["dora"])["conversation"] == pair)
        #expect(try desk.ask("anna", "share.stop")["share"] != nil)
        let share = try desk.client("anna").ask(
            "share.create", ["app": "com.example.notes", "title": "Songs", "url": "https://notes.example/d/2"])["share"]
        let answer = try desk.client("anna").ask(
            "share.save",
            [
                "share": share?["id"] ?? .null, "add": [["handle": "emil"], ["handle": "dora"]], "sendLink": true,
            ])
        #expect(answer["conversation"] == three)
    }

    @Test("a link goes to the first listed of several conversations of the added people")
    func linkGoesToTheFirstListedConversation() throws {
        let older = try begin(["dora", "emil"])
        let newer = try begin(["emil", "dora"])
        #expect(older != newer)
        try desk.client("anna").ask("message.send", ["conversation": older, "text": "Hello"])
        #expect(try add(["emil", "dora"])["conversation"] == older)
    }

    @Test("a person who has the link in a conversation with the sender is not sent it again")
    func personWithTheLinkIsNotSentItAgain() throws {
        _ = try desk.ask("anna", "share.removeParticipant", ["handle": "bea"])
        let before = messages("bea").count
        #expect(try add(["bea"])["conversation"] == nil)
        let answer = try add(["bea", "dora"])
        #expect(answer["conversation"] != nil && messages("bea").count == before)
        #expect(messages("dora").count == 1)
    }

    @Test("a save without sendLink sends no link")
    func saveWithoutSendLinkSendsNoLink() throws {
        #expect(try add(["dora"], sendsLink: false)["conversation"] == nil)
        _ = try desk.ask("anna", "share.save", ["add": [["handle": "emil"]]])
        #expect(messages("dora").isEmpty && messages("emil").isEmpty)
        #expect(desk.client("dora").heard("share.changed").count == 2)
    }

    @Test("a link is sent even if the person has it from another sender")
    func linkOfAnotherSenderDoesNotCount() throws {
        try desk.ask("bea", "share.accept")
        _ = try desk.ask("anna", "share.setInviting", ["allowsInviting": true])
        let place = try begin(["dora"], by: "bea")
        try desk.client("bea").ask("message.send", ["conversation": place, "text": TripFixture.url])
        #expect(try add(["dora"])["conversation"] != nil)
        #expect(messages("dora").map { $0["sender"] } == ["bea", "anna"])
    }

    @Test("a link that cannot be sent leaves the share as it was")
    func unsendableLinkLeavesTheShare() throws {
        let trip = try TripFixture { $0.limits.participants = 3 }
        let request: JSONValue = ["share": trip.share, "handles": ["dora", "emil", "finn"], "sendLink": true]
        #expect(trip.anna.refusal("share.addParticipant", request) == .tooLarge)
        let share = try trip.anna.ask("share.get", ["share": trip.share])["share"]
        #expect(share?["participants"]?.arrayValue?.count == 3)
        try trip.anna.ask("share.addParticipant", with(request, "sendLink", false))
    }

    @Test("a repeated request sends the link once")
    func repeatedRequestSendsTheLinkOnce() throws {
        let request: JSONValue = [
            "share": desk.trip.share, "handle": "dora", "sendLink": true, "clientID": "once",
        ]
        let first = try desk.trip.anna.ask("share.addParticipant", request)
        #expect(try desk.trip.anna.ask("share.addParticipant", request) == first)
        #expect(messages("dora").count == 1)
    }

    @Test("an app that stores the document admits the people before the link is sent")
    func appAdmitsPeopleBeforeTheLinkIsSent() throws {
        let board = try BoardFixture()
        try board.start()
        try board.answerStart()
        try board.letIn()
        let emil = board.group.emil
        let answer = try board.group.anna.ask(
            "share.addParticipant", ["url": BoardFixture.url, "handle": "emil", "sendLink": true])
        #expect(answer["start"]?["state"] == "waiting" && emil.heard("message.posted").isEmpty)
        try board.letIn()
        #expect(emil.heard("message.posted").map { $0["message"]?["text"] } == [BoardFixture.url])
        #expect(board.told?["state"] == "done" && board.told?["message"] != nil)
    }
}
