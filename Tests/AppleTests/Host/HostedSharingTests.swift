import AppHost
import AppTestKit
import ChatProtocol
import ChatTerminal
import CloudKit
import SharedWithYou
import TestExtent
import Testing
import UIKit

/// The system's screens over an app on a terminal: the share sheet, the sharing screens, and the people who shared.
@Suite(.timeLimit(.minutes(TestExtent.hang))) @MainActor struct HostedSharingTests {
    /// Returns a world in which Anna and Bea have a conversation.
    private func makeWorld() async throws -> TestWorld { try await TestWorld("Anna", "Bea") }

    @Test("a registered share goes from the share sheet into a conversation, and the handler knows that it was sent")
    func shareIsSent() async throws {
        let world = try await makeWorld()
        let page = PlanController()
        try await Terminal.run(world, world.anna, { page }) { terminal in
            try await terminal.press(.enter)
            try await terminal.wait { $0.contains("Collaborate · Everyone can make changes.") }
            #expect(terminal.text.contains("New Message") && page.outcomes.isEmpty)
            try await terminal.press(.enter)
            #expect(terminal.text.contains("Plan · Notes"))
            try await terminal.type("look")
            try await terminal.press(.enter)
            try await world.bea.wait(for: .messagePosted) { $0.message.text.hasPrefix("look https://notes.example/") }
            #expect(page.outcomes.isEmpty, "Messages has the screen")
            try await terminal.press(.escape)
            #expect(page.outcomes == ["com.apple.UIKit.activity.Message true"] && terminal.rows[0].contains("Plan"))
        }
    }

    @Test("a share sheet that is closed by Esc sends nothing, and the handler knows it")
    func shareIsCancelled() async throws {
        let world = try await makeWorld()
        let page = PlanController()
        try await Terminal.run(world, world.anna, { page }) { terminal in
            try await terminal.press(.enter)
            try await terminal.wait { $0.contains("New Message") }
            try await terminal.press(.escape)
            #expect(page.outcomes == ["- false"] && terminal.rows[0].contains("Plan"))
        }
        let received = try await world.bea.received(.messagePosted)
        #expect(received.isEmpty)
    }

    @Test("a share sheet that is closed by a click on Cancel sends nothing, and the handler knows it")
    func shareIsCancelledByTheMouse() async throws {
        let world = try await makeWorld()
        let page = PlanController()
        try await Terminal.run(world, world.anna, { page }) { terminal in
            try await terminal.press(.enter)
            try await terminal.wait { $0.contains("New Message") }
            try await terminal.click(at: try terminal.place(of: "Cancel"))
            #expect(page.outcomes == ["- false"] && terminal.rows[0].contains("Plan"))
        }
    }

    @Test("the metadata of a collaboration begins it, and the app that fulfils the start gets its own identifier")
    func collaborationBegins() async throws {
        let world = try await makeWorld()
        let page = BoardController()
        try await Terminal.run(world, world.anna, { page }) { terminal in
            try await terminal.press(.enter)
            try await terminal.wait { $0.contains("Collaborate") }
            try await terminal.press(.enter)
            #expect(terminal.text.contains("Board · Notes"))
            try await terminal.press(.enter)
            try await world.bea.wait(for: .messagePosted) { $0.message.text.contains("https://notes.example/board/1") }
            #expect(page.handler.started == ["local-1"])
        }
    }

    @Test("an app's own service is on the share sheet, and acts in the app")
    func ownActivityActs() async throws {
        let world = try await makeWorld()
        let activity = ExportActivity()
        let page = ButtonController {
            UIActivityViewController(activityItems: ["a text"], applicationActivities: [activity])
        }
        try await Terminal.run(world, world.anna, { page }) { terminal in
            try await terminal.press(.enter)
            try await terminal.wait { $0.contains("Export") }
            try await terminal.move(to: "▸ • Export")
            try await terminal.press(.enter)
            #expect(activity.performed == ["a text"] && !terminal.text.contains("Export"))
        }
    }

    @Test("an app's own service on the share sheet acts by a click")
    func ownActivityActsByTheMouse() async throws {
        let world = try await makeWorld()
        let activity = ExportActivity()
        let page = ButtonController {
            UIActivityViewController(activityItems: ["a text"], applicationActivities: [activity])
        }
        try await Terminal.run(world, world.anna, { page }) { terminal in
            try await terminal.press(.enter)
            try await terminal.wait { $0.contains("Export") }
            try await terminal.click(at: try terminal.place(of: "Export"))
            #expect(activity.performed == ["a text"] && !terminal.text.contains("Export"))
        }
    }

    @Test("the Invitation names people, and Send shares the record and sends the link")
    func invitationIsSent() async throws {
        let world = try await makeWorld()
        let page = ButtonController {
            let screens = UICloudSharingController { _, done in
                Task { @MainActor in done(try await Plan.share(), CKContainer.default(), nil) }
            }
            return screens
        }
        try await Terminal.run(world, world.anna, { page }) { terminal in
            try await terminal.press(.enter)
            #expect(terminal.text.contains("Add people to send them the link."))
            try await terminal.press(.enter)
            try await terminal.type("bea")
            try await terminal.press(.enter)
            #expect(terminal.text.contains("Bea gets access."))
            try await terminal.press(.character("d"))
            try await world.bea.wait(for: .messagePosted) { $0.message.text.contains("https://notes.example/") }
            try await terminal.wait { !$0.contains("Bea gets access.") }
        }
    }

    @Test("the popover of a collaboration view leads to the people, and removing asks first")
    func peopleAreManaged() async throws {
        let world = try await makeWorld()
        try await world.anna.running { @MainActor in _ = try await Plan.share(with: "bea") }
        let page = try await world.anna.running { @MainActor in
            let share = try await Plan.share(with: "bea")
            return ButtonController(people: share)
        }
        try await Terminal.run(world, world.anna, { page }) { terminal in
            try await terminal.press(.enter)
            #expect(terminal.text.contains("Message") && terminal.text.contains("Manage Shared File"))
            try await terminal.press(.down, .down, .down, .enter)
            try await terminal.wait { $0.contains("Anna (you)") }
            try await terminal.move(to: "▸ Bea")
            try await terminal.press(.character("x"))
            #expect(terminal.text.contains("Remove Bea"))
            #expect(terminal.text.contains("▸ Cancel"), "the question begins at its first button")
            try await terminal.press(.right, .enter, .character("d"))
            try await terminal.wait { !$0.contains("Anna (you)") }
            #expect(page.share?.participants.map(\.role) == [.owner])
        }
    }

    @Test("the people of a share are those of the server, also if the app has an older share")
    func peopleAreCurrent() async throws {
        let world = try await makeWorld()
        let page = try await world.anna.running { @MainActor in
            ButtonController(people: try await Plan.share(with: "bea"))
        }
        try await world.bea.share.accept(.url(try #require(page.share?.url).absoluteString))
        try await Terminal.run(world, world.anna, { page }) { terminal in
            try await terminal.press(.enter, .down, .down, .down, .enter)
            try await terminal.wait { $0.contains("Anna (you)") && !$0.contains("Invited") }
            #expect(terminal.text.contains("□ Plan"), "the share's title, because the app has no delegate")
        }
    }

    @Test("the system draws who shared a link, and Reply opens the conversation; the app never learns the name")
    func attributionIsDrawn() async throws {
        let world = try await makeWorld()
        try await world.anna.send("https://notes.example/d/1", to: world.conversation)
        var page: AttributionController?
        func makePage() -> UIViewController {
            let made = AttributionController()
            page = made
            return made
        }
        try await Terminal.run(world, world.bea, makePage) { terminal in
            #expect(terminal.text.contains("From Anna"))
            try await terminal.press(.enter)
            #expect(terminal.text.contains("Copy Title") && terminal.text.contains("Reply"))
            try await terminal.press(.down, .enter)
            #expect(terminal.lastRow.contains("Esc returns to the app") && terminal.text.contains("Reply to Anna"))
            try await terminal.type("nice")
            try await terminal.press(.enter)
            try await world.anna.wait(for: .messagePosted) { $0.message.text == "nice" }
            try await terminal.press(.escape)
            #expect(terminal.text.contains("From Anna"))
            let highlight = try #require(page?.attribution.highlight)
            #expect(!"\(highlight)".lowercased().contains("anna"))
        }
    }

    @Test("a participant is removed only after the question", arguments: [true, false])
    func removalAsks(isConfirmed: Bool) async throws {
        let world = try await makeWorld()
        let page = ButtonController { UIViewController() }
        try await Terminal.run(world, world.anna, { page }) { terminal in
            let share = try await Plan.share(with: "bea")
            let url = try #require(share.url)
            try await world.anna.send(url.absoluteString, to: world.conversation)
            let highlight = try await SWHighlightCenter().collaborationHighlight(for: url)
            let bea = SWPerson(handle: "bea", identity: nil, displayName: "Bea", thumbnailImageData: nil)
            page.present(SWRemoveParticipantAlertController(participant: bea, highlight: highlight), animated: true)
            #expect(terminal.text.contains("Remove Bea?"))
            try await terminal.press(.right, isConfirmed ? .enter : .escape)
            #expect(!terminal.text.contains("Remove Bea?"))
            let people = try await world.anna.share.get(.url(url.absoluteString)).share.participants.count
            #expect(people == (isConfirmed ? 1 : 2))
        }
    }
}
