import ChatProtocol
import Testing

@testable import AppModel
@testable import ChatScreens
@testable import TestSupport

/// Tests of the People screen, which sends the link to the people whom it adds. It first shows the conversation, and a
/// switch turns the sending off (`ucs-invite-owner`).
struct PeopleInvitationTests {
    private let stage: ShareStage

    init() throws {
        var canned = CannedShare()
        canned.conversations = ["c1"]
        stage = try ShareStage("anna", canned)
        let dan = try "dan".handle
        let people = [try "bea".handle, try "carl".handle]
        stage.container.places = {
            [
                .init(id: ConversationID("c1"), title: "Trip", people: people),
                .init(id: ConversationID("c2"), title: "Choir", people: [dan]),
            ]
        }
    }

    private func people(_ controller: CloudSharingController) throws -> PeopleScreen {
        guard case .people(let screen) = controller.screen else { throw CannedStream.Missing() }
        return screen
    }

    private func title(_ controller: CloudSharingController) throws -> String? {
        try people(controller).invitation?.title { $0.defaultName }
    }

    private func saved() -> String? { stage.asked.first { $0.hasPrefix("share.save") } }

    @Test("the row names the people and the conversation before the save, which then sends the link")
    func theRowNamesThePeopleAndTheConversation() throws {
        let controller = try stage.controller()
        #expect(try title(controller) == nil)
        try controller.request(.add([try "dan".handle]))
        #expect(try title(controller) == "Send the link to Dan in “Choir”")
        let drawn = CloudSharingSheet.drawn(controller)
        let row = try #require(drawn.sheet.choices.firstIndex { $0.label == "Send the link to Dan in “Choir”" })
        #expect(drawn.sheet.choices[row].value == "on" && drawn.deeds[row] == .sendsLink(false))
        try controller.save()
        while stage.container.turn() {}
        #expect(saved()?.contains(#""sendLink":true"#) == true)
        try controller.request(.add([try "emil".handle, try "fred".handle]))
        #expect(try title(controller)?.hasSuffix("Emil and Fred in a new conversation") == true)
    }

    @Test("a save with the switch off sends no link, and the switch is on again afterwards")
    func aSaveWithTheSwitchOffSendsNothing() throws {
        let controller = try stage.controller()
        try controller.request(.add([try "dan".handle]))
        controller.sendsLink = false
        #expect(try people(controller).sendsLink == false)
        try controller.save()
        while stage.container.turn() {}
        #expect(saved()?.contains("sendLink") == false)
        #expect(controller.sendsLink)
    }

    @Test("the server decides whether to send the link if the added person is in a conversation with it")
    func theServerDecidesWhetherToSendTheLink() throws {
        stage.share.participants.removeLast()
        let controller = try stage.controller()
        try controller.request(.add([try "carl".handle]))
        #expect(try title(controller) == "Send the link to Carl in a new conversation if needed")
        try controller.save()
        while stage.container.turn() {}
        #expect(saved()?.contains("sendLink") == true)
    }

    @Test("the row names only the people if their conversations are unknown")
    func unknownConversationsAreNotNamed() throws {
        stage.container.places = { nil }
        let controller = try stage.controller()
        try controller.request(.add([try "dan".handle]))
        #expect(try title(controller) == "Send the link to Dan")
    }

    @Test("a program that saves a share sends the link itself")
    func aProgramSendsTheLinkItself() throws {
        let share = try stage.share.read(by: "anna", in: stage.container)
        try share.addParticipant(.init(try "dan".handle))
        stage.container.add(ModifyRecordsOperation(share: share))
        while stage.container.turn() {}
        #expect(saved()?.contains("sendLink") == false)
    }

    @Test("many people are counted in the row")
    func manyPeopleAreCounted() throws {
        let controller = try stage.controller()
        try controller.request(.add(try ["dan", "emil", "fred", "gina"].map { try $0.handle }))
        #expect(try title(controller) == "Send the link to Dan, Emil and 2 others in a new conversation")
    }

    @Test("a share of a deleted record takes no new people")
    func aDeletedRecordTakesNoNewPeople() throws {
        stage.share.isDocumentDeleted = true
        let controller = try stage.controller()
        #expect(try !people(controller).actions.contains(.addPeople))
        let dan = try "dan".handle
        #expect(throws: SharingError.notOffered) { try controller.request(.add([dan])) }
    }
}
