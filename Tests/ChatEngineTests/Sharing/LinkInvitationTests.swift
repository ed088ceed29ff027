import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine
@testable import ChatLog

/// `sendLink`: a save sends the link of a share to the people whom it adds (`ucs-invite-owner`).
struct LinkInvitationTests {
    private let desk: ShareDesk

    init() throws {
        desk = try ShareDesk()
        for name in ["anna", "bea", "dora", "emil"] { _ = desk.client(name).takeReceived() }
    }

    private func add(_ handles: [Handle], sendsLink: Bool = true) throws -> Answered.SavedShareOrAsked {
        try desk.anna.share.addParticipant(share: desk.share, people: .several(handles), sendsLink: sendsLink)
    }

    private func messages(_ name: String) -> [JSONValue] {
        desk.client(name).received("message.posted").compactMap { $0["message"] }
    }

    private func begin(_ people: [Handle], by client: EngineClient? = nil) throws -> ConversationID {
        try (client ?? desk.anna).conversation.create(participants: people).id
    }

    @Test("added people receive the link in a new conversation with the sender")
    func addedPeopleReceiveTheLink() throws {
        let answer = try add(["dora", "emil"])
        let place = try #require(answer.conversation)
        for name in ["anna", "dora", "emil"] {
            #expect(messages(name).map { $0["text"] } == [.string(TripFixture.url)], "\(name)")
            #expect(messages(name).map { $0["conversation"] } == [JSONValue(place)])
            let delivered = desk.client(name).received("conversation.changed").last?["conversation"]
            #expect(delivered?["participants"] == ["anna", "dora", "emil"])
        }
        #expect(messages("bea").isEmpty)
        let bea = desk.bea.received("notice.posted").last?["notice"]
        #expect(bea?["text"] == "Anna added Dora and Emil to “Trip plan”")
        #expect(desk.dora.received("notice.posted").isEmpty, "the message itself tells Dora")
    }

    @Test("a link is refused if the conversation has a participant whom the request does not name")
    func linkIsRefusedForAnUnnamedParticipant() throws {
        let place = try begin(["dora", "emil"])
        func send(_ people: [Handle]) -> String? {
            desk.refusal(desk.anna) {
                try $0.share.send(share: desk.trip.share, conversation: place, people: people)
            }
        }
        #expect(send(["dora"]) == "conflict ucs-invite-owner")
        #expect(messages("emil").isEmpty)
        #expect(send(["dora", "emil", "bea"]) == nil)
        #expect(messages("emil").map { $0["text"] } == [.string(TripFixture.url)])
    }

    @Test("a link goes to the existing conversation of exactly the added people")
    func linkGoesToTheExistingConversation() throws {
        let pair = try begin(["dora"])
        let three = try begin(["dora", "emil"])
        #expect(try add(["dora"]).conversation == pair)
        try desk.anna.share.stop(desk.share)
        let other = "https://notes.example/d/2"
        try desk.anna.share.create(app: "com.example.notes", title: "Songs", url: other)
        let answer = try desk.anna.share.save(
            share: .url(other), additions: [.init(handle: "emil"), .init(handle: "dora")], sendsLink: true)
        #expect(answer.conversation == three)
    }

    @Test("a link goes to the first listed of several conversations of the added people")
    func linkGoesToTheFirstListedConversation() throws {
        let older = try begin(["dora", "emil"])
        let newer = try begin(["emil", "dora"])
        #expect(older != newer)
        try desk.anna.message.send(conversation: older, text: "Hello")
        #expect(try add(["emil", "dora"]).conversation == older)
    }

    @Test("a person who has the link in a conversation with the sender is not sent it again")
    func personWithTheLinkIsNotSentItAgain() throws {
        try desk.anna.share.removeParticipant(share: desk.share, people: .one("bea"))
        let before = messages("bea").count
        #expect(try add(["bea"]).conversation == nil)
        let answer = try add(["bea", "dora"])
        #expect(answer.conversation != nil && messages("bea").count == before)
        #expect(messages("dora").count == 1)
    }

    @Test("a save without sendLink sends no link")
    func saveWithoutSendLinkSendsNoLink() throws {
        #expect(try add(["dora"], sendsLink: false).conversation == nil)
        try desk.anna.share.save(share: desk.share, additions: [.init(handle: "emil")])
        #expect(messages("dora").isEmpty && messages("emil").isEmpty)
        #expect(desk.dora.received("share.changed").count == 2)
    }

    @Test("a link is sent even if the person has it from another sender")
    func linkOfAnotherSenderDoesNotCount() throws {
        try desk.bea.share.accept(desk.share)
        try desk.anna.share.setInviting(share: desk.share, allowsInviting: true)
        let place = try begin(["dora"], by: desk.bea)
        try desk.bea.message.send(conversation: place, text: TripFixture.url)
        #expect(try add(["dora"]).conversation != nil)
        #expect(messages("dora").map { $0["sender"] } == ["bea", "anna"])
    }

    @Test("a link that cannot be sent leaves the share as it was")
    func unsendableLinkLeavesTheShare() throws {
        let trip = try TripFixture { $0.limits.participants = 3 }
        let share = ShareReference.id(trip.share)
        func add(sendsLink: Bool) throws {
            try trip.anna.share.addParticipant(
                share: share, people: .several(["dora", "emil", "finn"]), sendsLink: sendsLink)
        }
        #expect(trip.anna.refusal { _ in try add(sendsLink: true) } == .tooLarge)
        #expect(try trip.anna.share.get(share).share.participants.count == 3)
        try add(sendsLink: false)
    }

    @Test("a repeated request sends the link once")
    func repeatedRequestSendsTheLinkOnce() throws {
        func add() throws -> Answered.SavedShareOrAsked {
            try desk.anna.share.addParticipant(
                share: desk.share, people: .one("dora"), sendsLink: true, clientID: "once")
        }
        let first = try add()
        #expect(try add() == first)
        #expect(messages("dora").count == 1)
    }

    @Test("an app that stores the document admits the people before the link is sent")
    func appAdmitsPeopleBeforeTheLinkIsSent() throws {
        let board = try BoardFixture()
        try board.start()
        try board.answerStart()
        try board.letIn()
        let emil = board.group.emil
        let answer = try board.group.anna.share.addParticipant(
            share: .url(BoardFixture.url), people: .one("emil"), sendsLink: true)
        #expect(answer.start?.state == .waiting && emil.received("message.posted").isEmpty)
        try board.letIn()
        #expect(emil.received("message.posted").map { $0["message"]?["text"] } == [.string(BoardFixture.url)])
        #expect(board.delivered?["state"] == "done" && board.delivered?["message"] != nil)
    }
}
