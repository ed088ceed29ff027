import AppTestKit
import SharedWithYou
import Testing
import UIKit
import UnderstudySharedWithYou

/// `SWAttributionView` and `SWRemoveParticipantAlertController` on the screen of an app.
@MainActor struct ViewTests {
    private func window(with view: UIView) -> UIWindow {
        let controller = UIViewController()
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
        window.rootViewController = controller
        window.makeKeyAndVisible()
        controller.view.addSubview(view)
        return window
    }

    @Test("a view gets the system's token when it joins a window, and another for another highlight")
    func windowAttachesTheView() async throws {
        let world = try await TestWorld("Anna", "Bea")
        for number in 1...2 { try await world.anna.send("https://notes.example/d/\(number)", to: world.conversation) }
        try await world.bea.running { @MainActor in
            let highlights = SWHighlightCenter().highlights
            let view = SWAttributionView()
            view.highlight = highlights[0]
            try await world.quiesce()
            #expect(view.token == nil, "the view is in no window")
            let window = window(with: view)
            try await world.quiesce()
            let first = try #require(view.token)
            view.highlight = highlights[1]
            try await world.quiesce()
            let second = try #require(view.token)
            #expect(first != second)
            view.removeFromSuperview()
            #expect(view.token == nil)
            _ = window
        }
    }

    @Test("the person sees who shared the link where the app has put the view")
    func tokenShowsTheSender() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.send("https://notes.example/d/1", to: world.conversation)
        let token = try await world.bea.running { @MainActor in
            let view = SWAttributionView()
            view.highlight = SWHighlightCenter().highlights.first
            let window = window(with: view)
            try await world.quiesce()
            _ = window
            return try #require(view.token)
        }
        let shown = try await world.bea.call("attribution.show", ["attribution": .string(token)])
        #expect("\(shown)".contains("anna"))
    }

    @Test("the menu has Reply and Remove, and an own title only with its word", arguments: ["Remove Item", "Forget"])
    func menuHasTheSystemsEntries(_ title: String) async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.bea.running { @MainActor in
            let view = SWAttributionView()
            view.menuTitleForHideAction = title
            let titles = view.highlightMenu.children.map(\.title)
            #expect(titles == ["Reply", title == "Forget" ? "Remove" : title])
            #expect(view.supplementalMenu == nil)
        }
    }

    @Test("the entry Remove takes the highlight off the list for good")
    func removeHidesTheHighlight() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.send("https://notes.example/d/1", to: world.conversation)
        try await world.bea.running { @MainActor in
            let center = SWHighlightCenter()
            let view = SWAttributionView()
            view.highlight = center.highlights.first
            let remove = try #require(view.highlightMenu.children.last as? UIAction)
            remove.performWithSender(nil, target: nil)
            try await world.quiesce()
            #expect(center.highlights.isEmpty)
        }
    }

    @Test(
        "the alert names the person and the document, and takes access only when it is confirmed",
        arguments: [true, false])
    func alertRemovesAParticipant(_ isConfirmed: Bool) async throws {
        let world = try await TestWorld("Anna", "Bea")
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        try await world.bea.share.accept(.url(plan.url))
        try await world.anna.running { @MainActor in
            let url = try #require(URL(string: plan.url))
            let highlight = try await SWHighlightCenter().collaborationHighlight(for: url)
            let bea = SWPerson(handle: "bea", identity: nil, displayName: "Bea", thumbnailImageData: nil)
            let alert = SWRemoveParticipantAlertController(participant: bea, highlight: highlight)
            #expect(alert.title == "Remove Bea?")
            #expect(alert.message == "Bea will no longer have access to “Trip plan”.")
            if isConfirmed { alert.remove() } else { alert.cancel() }
            try await world.quiesce()
        }
        let share = try await world.anna.share.get(.url(plan.url))
        #expect(share.share.participants.map(\.handle.rawValue) == (isConfirmed ? ["anna"] : ["anna", "bea"]))
    }

    @Test("a question of no app takes nobody's access, and gives the reason")
    func unboundAlertGivesAReason() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        let highlight = try await world.anna.running { @MainActor in
            try await SWHighlightCenter().collaborationHighlight(for: try #require(URL(string: plan.url)))
        }
        let bea = SWPerson(handle: "bea", identity: nil, displayName: "Bea", thumbnailImageData: nil)
        let alert = SWRemoveParticipantAlertController(participant: bea, highlight: highlight)
        var reasons: [String?] = []
        alert.remove { reasons.append($0) }
        #expect(reasons == ["The question belongs to no app."])
    }
}
