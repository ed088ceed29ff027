import ChatProtocol
import Testing

@testable import AppModel
@testable import ChatScreens
@testable import ChatTerminal
@testable import TestSupport

/// The collaboration button, which shows with whom a document is shared, and the panel that it opens.
struct CollaborationViewTests {
    final class Delegate: CollaborationViewDelegate {
        var allows = true
        var told: [String] = []

        func collaborationViewShouldPresentPopover(_ view: CollaborationView) -> Bool { allows }
        func collaborationViewWillPresentPopover(_ view: CollaborationView) { told.append("will") }
        func collaborationViewDidDismissPopover(_ view: CollaborationView) { told.append("did") }
    }

    private func share() throws -> CloudShare {
        let stage = try ShareStage()
        return try stage.share.read(by: "anna", in: stage.container)
    }

    /// cv-init, cv-manage-who, cv-manage-default: the three kinds of items, of which two have the manage button.
    @Test func allKindsWork() throws {
        let record = CollaborationView(itemProvider: .share(try share()))
        let file = CollaborationView(itemProvider: .fileURL("https://drive.example/d/1"))
        let custom = CollaborationView(itemProvider: .metadata(CollaborationMetadata(collaborationIdentifier: "trip")))
        #expect(record.headerTitle == "Trip plan")
        #expect(record.panel.manageTitle == "Manage Shared File")
        #expect(file.panel.manageTitle == "Manage Shared File")
        #expect(custom.panel.manageTitle == nil)
        custom.setShowManageButton(true)
        #expect(custom.panel.manageTitle == nil, "its own, in its content, or none")
        record.manageButtonTitle = "Manage Trip"
        #expect(record.panel.manageTitle == "Manage Trip")
        record.setShowManageButton(false)
        #expect(record.panel.manageTitle == nil)
    }

    /// cv-props.
    @Test func aNewViewHasEmptyDefaults() throws {
        let view = CollaborationView(itemProvider: .share(try share()))
        #expect(view.activeParticipantCount == 0)
        #expect(view.headerSubtitle.isEmpty)
        #expect(view.headerImage == nil)
        #expect(view.contentView.isEmpty)
        #expect(view.delegate == nil)
        #expect(view.cloudSharingDelegate == nil)
    }

    /// cv-delegate: the delegate can refuse the panel, and receives each call once.
    @Test func theDelegateDecidesAboutThePanel() throws {
        let view = CollaborationView(itemProvider: .share(try share()))
        let delegate = Delegate()
        view.delegate = delegate
        delegate.allows = false
        #expect(!view.presentPopover())
        #expect(!view.isPresented)
        #expect(delegate.told.isEmpty)
        delegate.allows = true
        #expect(view.presentPopover())
        #expect(view.presentPopover())
        var isDone = false
        view.dismissPopover { isDone = true }
        view.dismissPopover()
        #expect(isDone)
        #expect(delegate.told == ["will", "did"])
    }

    /// cv-button, collab-button-meaning: the group's initials, and the number of active participants from 2.
    @Test func theButtonNamesTheGroupAndCountsWhoIsThere() {
        #expect(CollaborationPainter.button(group: "Weekend trip", active: 0) == "(WT)")
        #expect(CollaborationPainter.button(group: "Weekend trip", active: 1) == "(WT)", "alone: no number")
        #expect(CollaborationPainter.button(group: "Weekend trip", active: 2) == "(WT) 2")
        #expect(CollaborationPainter.button(group: "", active: 0) == "(…)")
        #expect(CollaborationPainter.button(group: "Weekend trip", photo: "🏕", active: 3) == "(🏕) 3")
    }

    /// cv-panel: the three sections of the panel, in this order.
    @Test func thePanelHasThreeSections() throws {
        let view = CollaborationView(itemProvider: .share(try share()))
        view.headerImage = "📝"
        view.headerSubtitle = "Anna and Bea"
        view.contentView = [Sheet.Choice("Participant cursors", value: "on")]
        #expect(
            view.panel.items == [
                .communicate(.message), .communicate(.audio), .communicate(.video), .content(0), .manage,
            ])
        var grid = Grid(Size(columns: 50, rows: 16))
        CollaborationPainter.draw(view.panel, over: &grid)
        #expect(
            grid.text == """

                  ╭────────────────────────────────────────────╮
                  │ Close          📝 Trip plan                │
                  │ Anna and Bea                               │
                  │ ▸ Message                                  │
                  │   Audio                                    │
                  │   Video                                    │
                  │                                            │
                  │ Document                                   │
                  │   Participant cursors                   on │
                  │                                            │
                  │ Sharing                                    │
                  │   Manage Shared File                       │
                  ╰────────────────────────────────────────────╯


                """)
    }

    /// popover-essential: without content of the app the panel has two sections, and no blank block between them.
    @Test func anAppThatAddsNothingLeavesTwoSections() throws {
        let view = CollaborationView(itemProvider: .share(try share()))
        view.headerSubtitle = "Anna and Bea"
        #expect(view.panel.items == [.communicate(.message), .communicate(.audio), .communicate(.video), .manage])
        var grid = Grid(Size(columns: 50, rows: 14))
        CollaborationPainter.draw(view.panel, over: &grid)
        #expect(
            grid.text == """

                  ╭────────────────────────────────────────────╮
                  │ Close           Trip plan                  │
                  │                                            │
                  │ Anna and Bea                               │
                  │ ▸ Message                                  │
                  │   Audio                                    │
                  │   Video                                    │
                  │                                            │
                  │ Sharing                                    │
                  │   Manage Shared File                       │
                  │                                            │
                  ╰────────────────────────────────────────────╯

                """)
    }

    /// remove-alert: the alert names the person and the document. The answer decides, and Cancel removes no one.
    @Test func removingIsAskedAbout() throws {
        let stage = try ShareStage()
        let highlight = CollaborationHighlight(
            identifier: HighlightID("h1"), url: "https://notes.example/d/1", collaborationIdentifier: "s1",
            title: "Trip plan", contentType: "public.data", creationDate: Instant(milliseconds: 0))
        func alert() throws -> RemoveParticipantAlertController {
            RemoveParticipantAlertController(
                participant: DisplayedPerson(handle: try "bea".handle, displayName: "Bea"), highlight: highlight)
        }
        let cancelled = try alert()
        #expect(cancelled.title == "Remove Bea?")
        #expect(cancelled.message == "Bea will no longer have access to “Trip plan”.")
        #expect(cancelled.sheet.body.first == "(B) Bea · bea")
        cancelled.cancel()
        var results: [Result<CloudShare, SharingError>] = []
        cancelled.remove(in: stage.container) { results.append($0) }
        #expect(stage.asked.isEmpty)
        let confirmed = try alert()
        confirmed.remove(in: stage.container) { results.append($0) }
        while stage.container.turn() {}
        #expect(
            stage.asked == [
                #"share.get {"url":"https://notes.example/d/1"}"#,
                #"share.save {"share":"s1","revision":1,"remove":["bea"]}"#,
            ])
        #expect(results.count == 2)
    }

    /// swperson-names: four fields, with the picture or the initial before the name. A person without a handle cannot
    /// be removed.
    @Test func aPersonIsShownByNameAndPicture() throws {
        let identity = PersonIdentity(rootHash: "ab")
        let whole = DisplayedPerson(
            handle: try "bea".handle, identity: identity, displayName: "Bea\u{1B}[2J", thumbnail: "🐝")
        #expect(whole.handle?.rawValue == "bea")
        #expect(whole.identity == identity)
        #expect(whole.shown == "🐝 Bea[2J")
        let stranger = DisplayedPerson(handle: nil, displayName: "Somebody")
        #expect(stranger.shown == "(S) Somebody")
        let stage = try ShareStage()
        let share = try stage.share.read(by: "anna", in: stage.container)
        let alert = RemoveParticipantAlertController(
            participant: stranger, highlight: try #require(CollaborationHighlight(share)))
        var errors: [SharingError] = []
        alert.remove(in: stage.container) { if case .failure(let error) = $0 { errors.append(error) } }
        while stage.container.turn() {}
        #expect(errors == [.notOffered])
        #expect(stage.asked.isEmpty)
    }
}
