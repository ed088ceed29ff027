import ChatProtocol
import Testing

@testable import AppModel
@testable import ChatConnection
@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal
@testable import TestSupport

/// The people of a document in an app: the collaboration panel, the sharing screens, and the switch to Messages.
struct AppDocumentSharingTests {
    private typealias Stage = AppDocumentTests.Stage

    /// collab-button-uses, cv-panel, cv-manage-default, hig-goal-simple: the panel leads to Messages, to the content
    /// and to the people.
    @Test func thePanelLeadsToMessagesAndToPeople() throws {
        let stage = try Stage()
        stage.runtime.resize(to: Size(columns: 80, rows: 40))
        stage.press(.enter, .character("p"))
        for line in [
            "Anna, Bea and Carl", "Message", "Audio", "Video", "Latest update", "Show All Activity",
            "Bea (you) · Can make changes", "Manage Shared File",
        ] {
            #expect(stage.screen.contains(line), "\(line)")
        }
        stage.press(.enter)
        #expect(stage.messages.laid.map(\.message) == ["m1"])
        stage.press(.escape, .character("p"), .down, .enter)
        #expect(stage.runtime.state.view.hint == "Calls are not simulated")
        stage.press(.character("p"))
        for _ in 0..<8 { stage.press(.down) }
        stage.press(.enter)
        #expect(stage.screen.contains("Remove Me"))
        #expect(!stage.screen.contains("Stop Sharing"), "Bea is not the owner")
    }

    /// cv-button: the linked group's name and photo come from the system, independent of the shelf.
    @Test func theButtonIsTheGroups() throws {
        var share = CannedShare()
        share.conversations = ["c1", "c2", "c9"]
        let stage = try Stage(share)
        var title = "Cabin crew"
        stage.sharing.container.groups = { id in
            switch id.rawValue {
            case "c1": ("Weekend trip", nil)
            case "c2": (title, title == "Cabin crew" ? nil : "🏕")
            default: nil
            }
        }
        stage.press(.enter)
        #expect(stage.screen.contains("p (CC)  s People  F2 Share"), "the last of those that the person is in")
        title = "Cabin"
        stage.sharing.stream.put(.notification(method: "conversation.changed", params: [:]))
        stage.runtime.pump()
        #expect(stage.screen.contains("p (🏕)  s People  F2 Share"))
    }

    /// collab-button-uses: a person without the item on the shelf, such as the owner, can message the group too.
    @Test func messageLeadsToTheGroupWhateverStandsOnTheShelf() throws {
        var share = CannedShare()
        share.conversations = ["c1"]
        let stage = try Stage(share)
        stage.sharing.container.groups = { _ in ("Weekend trip", nil) }
        stage.press(.enter)
        let others = stage.stream.answers
        stage.stream.answers = { request in
            if case .request(.highlightList) = request { return .success(CannedStream.page([])) }
            return others(request)
        }
        stage.stream.tellChange()
        stage.runtime.pump()
        stage.press(.character("p"), .enter)
        #expect(stage.messages.laid.map(\.conversation) == ["c1"])
        #expect(stage.messages.laid.map(\.message) == [""], "at its end: which message it was is not known")
        stage.press(.escape, .character("r"))
        #expect(stage.messages.laid.count == 2)
    }

    /// popover-three-parts
    @Test("Message proposes the participants first, and conversations with people without access last")
    func messageProposesTheParticipantsFirst() throws {
        var share = CannedShare()
        share.conversations = ["c3", "c2", "c1"]
        let stage = try Stage(share)
        let titles = ["c1": "Weekend trip", "c2": "Everyone", "c3": "Anna"]
        stage.sharing.container.groups = { id in titles[id.rawValue].map { ($0, nil) } }
        let people = ["c1": ["zoe"], "c2": ["anna", "carl", "zoe"], "c3": ["anna"]]
        let places = try people.map { id, handles in
            LinkInvitation.Place(
                id: ConversationID(id), title: titles[id] ?? "", people: try handles.map { try $0.handle })
        }
        stage.sharing.container.places = { places }
        stage.press(.enter, .character("p"), .enter)
        let sheet = AppSheets.sheet(try #require(stage.runtime.state.view.sheet), in: stage.runtime.state)
        #expect(sheet.choices.map(\.label).prefix(2) == ["Anna", "Anna and Carl"])
        #expect(Set(sheet.choices.map(\.label).dropFirst(2)) == ["Everyone", "Weekend trip"])
        #expect(sheet.choices.map(\.heading) == [nil, nil, "With people who have no access", nil])
        stage.press(.down, .enter)
        #expect(stage.messages.messaged.map { $0.map(\.rawValue) } == [["anna", "carl"]])
    }

    /// manage-view: a document that the app stores itself has no system screen; the app shows its own screen, or none.
    @Test func aDocumentStoredByItsAppHasTheAppsOwnScreen() throws {
        var share = CannedShare()
        share.backend = "custom"
        let none = try Stage(share)
        none.press(.enter, .character("s"))
        #expect(none.runtime.state.view.sheet == nil)
        #expect(none.runtime.state.view.hint == "Notes has no screen for its participants")
        let own = try Stage(share, registration: ["manageTitle": "Manage Trip"])
        own.press(.enter, .character("s"))
        #expect(own.screen.contains("Manage Trip"))
        #expect(own.screen.contains("Remove Me"), "Bea is not the owner")
        #expect(!own.screen.contains("Share Options"))
        // Messages starts the sharing of such a document: the system's Invitation screen does not show.
        let unshared = try Stage(share, registration: ["manageTitle": "Manage Trip", "backends": ["custom"]])
        unshared.sharing.refusals["share.get"] = RPCError(.notFound, "Nothing there.")
        unshared.press(.enter, .character("s"))
        #expect(unshared.runtime.state.view.sheet == nil)
        #expect(unshared.runtime.state.view.hint == "In Messages, /share shares it: the app is asked first")
    }

    /// The server's answer closes only the editor that sent its text, not one that was opened later.
    @Test func anAnswerClosesOnlyWhatItAnswers() throws {
        let stage = try Stage()
        stage.press(.enter, .character("c"))
        stage.write("Two tents?")
        stage.runtime.update { $0.view.editor?.isSending = true }
        stage.press(.escape)
        #expect(stage.runtime.state.view.unsaved != nil, "what is on its way is not saved yet")
        stage.press(.down, .enter, .character("e"))
        stage.write(" Mine.")
        stage.runtime.documents.closeSent()
        #expect(stage.runtime.state.view.editor?.line.text == "Pack the tent.\nBuy bread. Mine.")
    }

    /// cv-manage-who: an app with a service of its own has its own button or none.
    @Test func anAppOfItsOwnHasItsOwnManageButton() throws {
        var share = CannedShare()
        share.backend = "custom"
        let none = try Stage(share)
        none.runtime.resize(to: Size(columns: 80, rows: 40))
        none.press(.enter, .character("p"))
        #expect(none.screen.contains("Message"))
        #expect(!none.screen.contains("Manage"))
        let own = try Stage(share, registration: ["manageTitle": "Manage Trip"])
        own.runtime.resize(to: Size(columns: 80, rows: 40))
        own.press(.enter, .character("p"))
        #expect(own.screen.contains("Manage Trip"))
        #expect(!own.screen.contains("Manage Shared File"))
    }

    /// ucs-can-leave: the person is asked first; after the confirmation the screens close.
    @Test func leavingIsAskedAbout() throws {
        let stage = try Stage()
        stage.press(.enter, .character("s"))
        for _ in 0..<3 { stage.press(.down) }
        stage.press(.enter)
        #expect(stage.screen.contains("You will no longer have access to “Trip plan”."))
        stage.press(.enter)
        #expect(stage.screen.contains("Everyone can make changes."), "Cancel is first, and changes nothing")
        for _ in 0..<3 { stage.press(.down) }
        stage.press(.enter, .down, .enter)
        #expect(stage.sharing.asked.contains(#"share.leave {"share":"s1"}"#))
        #expect(stage.runtime.state.view.sheet == nil)
    }

    /// ucs-guard: as long as the share is unknown, nothing opens, and a hint gives the reason.
    @Test func withoutAShareThereIsNothingToManage() throws {
        let stage = try Stage()
        stage.sharing.refusals["share.get"] = RPCError(.unavailable, "Not now.")
        stage.press(.enter, .character("s"))
        #expect(stage.runtime.state.view.sheet == nil)
        #expect(stage.runtime.state.view.hint == "Still loading its sharing")
        stage.press(.character("p"))
        #expect(stage.runtime.state.view.sheet == nil)
    }

    /// ucs-init-new, ucs-invite-screen: sharing an unshared document begins with the choice of people, and uses the
    /// document's id.
    @Test func sharingAnUnsharedDocumentBeginsWithAnInvitation() throws {
        let stage = try Stage()
        stage.sharing.refusals["share.get"] = RPCError(.notFound, "Nothing there.")
        stage.press(.enter, .character("s"))
        #expect(stage.screen.contains("Add people to send them the link."))
        stage.press(.character("d"))
        #expect(stage.runtime.state.view.hint == SharingError.nobodyChosen.description)
        stage.press(.enter)
        stage.write("dan")
        stage.press(.enter)
        #expect(stage.screen.contains("Not invited yet"))
        #expect(!stage.sharing.asked.contains { $0.hasPrefix("share.create") }, "nothing is saved yet")
        stage.press(.character("d"))
        let create = stage.sharing.asked.first { $0.hasPrefix("share.create") } ?? ""
        #expect(create.contains(#""document":"d1""#))
        #expect(!create.contains("url"))
        let save = stage.sharing.asked.first { $0.hasPrefix("share.save") } ?? ""
        #expect(save.hasSuffix(#""add":[{"handle":"dan"}],"sendLink":true}"#))
        #expect(stage.runtime.state.view.sheet == nil, "d closes the screen once it is saved")
        stage.press(.character("s"))
        #expect(stage.screen.contains("Owner"), "and then it is the People screen")
    }

    @Test("an Invitation that is closed while the server is slow is sent all the same, and says so")
    func aClosedInvitationIsSentAllTheSame() throws {
        let stage = try Stage()
        stage.sharing.refusals["share.get"] = RPCError(.notFound, "Nothing there.")
        stage.press(.enter, .character("s"), .enter)
        stage.write("dan")
        stage.press(.enter)
        stage.sharing.stream.isSlow = true
        stage.press(.character("d"))
        #expect(stage.runtime.state.view.hint == "Sharing is being saved")
        stage.press(.escape)
        #expect(stage.runtime.state.view.sheet == nil)
        #expect(stage.runtime.state.view.hint == "Sharing is being saved")
        stage.sharing.stream.isSlow = false
        stage.runtime.pump()
        #expect(stage.sharing.asked.contains { $0.hasPrefix("share.save") })
        #expect(stage.runtime.state.view.hint == "Sharing is saved")
    }
}
