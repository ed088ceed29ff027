import ChatProtocol
import Testing

@testable import AppModel
@testable import TestSupport

/// Tests of the conversation to which the Invitation screen sends the link of a new share (`ucs-invite-owner`).
struct NewShareLinkTests {
    private let stage: ShareStage
    private let controller: CloudSharingController

    init() throws {
        stage = try ShareStage()
        let container = stage.container
        let (bea, dan) = (try "bea".handle, try "dan".handle)
        container.places = {
            [
                .init(id: ConversationID("c1"), title: "Trip", people: [bea, dan]),
                .init(id: ConversationID("c2"), title: "Choir", people: [dan]),
            ]
        }
        let record = CloudRecord(app: AppID("com.example.notes"), title: "Trip plan")
        controller = try CloudSharingController(rootRecord: record) { _, completion in
            let operation = ModifyRecordsOperation(share: CloudShare(rootRecord: record))
            operation.modifyRecordsResultBlock = { result in
                if case .success(let share) = result { completion(share, container, nil) }
            }
            container.add(operation)
        }
        controller.container = container
        controller.popoverPresentationController.sourceItem = "share"
        try controller.present()
        try controller.invite(dan)
    }

    private var screen: InvitationScreen {
        get throws {
            guard case .invitation(let screen) = controller.screen else { throw CannedStream.Missing() }
            return screen
        }
    }

    private func send() throws -> [String] {
        try controller.send()
        while stage.container.turn() {}
        return stage.asked.filter { !$0.hasPrefix("share.create") }
    }

    @Test("the save that adds the named people sends them the link")
    func theSaveSendsTheLinkToTheNamedPeople() throws {
        #expect(try screen.invitation?.title { $0.defaultName } == "Send the link to Dan in “Choir”")
        #expect(try screen.peopleWithAccess.map(\.rawValue) == ["dan"])
        #expect(
            try send() == [#"share.save {"share":"s1","revision":2,"add":[{"handle":"dan"}],"sendLink":true}"#])
        #expect(controller.share != nil)
    }

    @Test("a chosen conversation gets the link, and the screen names everybody in it before")
    func aChosenConversationGetsTheLink() throws {
        try controller.choose(conversation: ConversationID("c1"))
        #expect(try screen.peopleWithAccess.map(\.rawValue) == ["dan", "bea"])
        #expect(
            try send() == [
                #"share.save {"share":"s1","revision":2,"add":[{"handle":"dan"}]}"#,
                #"share.send {"share":"s1","conversation":"c1","people":["bea","dan"]}"#,
            ])
    }

    @Test("with the switch off nothing is sent, not even to a chosen conversation", arguments: [false, true])
    func theSwitchSendsNothing(isChosen: Bool) throws {
        if isChosen { try controller.choose(conversation: ConversationID("c1")) }
        controller.sendsLink = false
        #expect(try screen.peopleWithAccess.map(\.rawValue) == ["dan"])
        #expect(try send() == [#"share.save {"share":"s1","revision":2,"add":[{"handle":"dan"}]}"#])
        #expect(controller.sendsLink, "the next save sends again")
    }

    @Test("a document for anyone with the link is sent to nobody unless a conversation is chosen")
    func aPublicShareIsSentToNobody() throws {
        try controller.choose(Share.Access.public)
        #expect(try screen.invitation == nil && screen.canSend)
        #expect(try send() == [#"share.save {"share":"s1","revision":2,"access":"public"}"#])
    }

    @Test("a conversation of others cannot be chosen")
    func aConversationOfOthersIsNotOffered() throws {
        #expect(throws: SharingError.notOffered) { try controller.choose(conversation: ConversationID("c9")) }
    }
}
