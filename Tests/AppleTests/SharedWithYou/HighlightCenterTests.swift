import AppTestKit
import SharedWithYou
import Testing
import UnderstudySharedWithYou

/// The list, the delegate and the lookups of `SWHighlightCenter`, as an app's own code uses them.
@MainActor struct HighlightCenterTests {
    /// A store as adopters write it: it keeps the list, and the difference to the list before.
    final class Store: NSObject, SWHighlightCenterDelegate {
        let highlightCenter = SWHighlightCenter()
        var links: [URL] = []
        var added: [[URL]] = []

        override init() {
            super.init()
            highlightCenter.delegate = self
        }

        func highlightCenterHighlightsDidChange(_ highlightCenter: SWHighlightCenter) {
            let now = highlightCenter.highlights.map(\.url)
            added.append(now.filter { !links.contains($0) })
            links = now
        }
    }

    @Test("a link that a friend sends calls the delegate, with the link in the list")
    func delegateIsCalled() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.bea.running { @MainActor in
            let store = Store()
            #expect(store.highlightCenter.highlights.isEmpty)
            try await world.anna.send("https://notes.example/d/1", to: world.conversation)
            try await world.quiesce()
            #expect(store.added == [[try #require(URL(string: "https://notes.example/d/1"))]])
        }
    }

    @Test("a center that nobody changes calls no delegate")
    func delegateIsNotCalled() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.bea.running { @MainActor in
            let store = Store()
            try await world.anna.send("no link", to: world.conversation)
            try await world.quiesce()
            #expect(store.added.isEmpty)
        }
    }

    @Test("without the entitlement the list is empty, lookups are denied, and no notice is posted")
    func missingEntitlementIsExplained() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        try await world.bea.share.accept(.url(plan.url))
        let bea = try world.bea
        try await world.observer.removeEntitlement(of: world.app)
        try await bea.running { @MainActor in
            let center = SWHighlightCenter()
            #expect(center.highlights.isEmpty)
            let url = try #require(URL(string: plan.url))
            let error = await #expect(throws: NSError.self) { try await center.highlight(for: url) }
            #expect(error?.code == SWHighlightCenterErrorCode.accessDenied.rawValue)
            let highlight = SWHighlight(name: plan.url, url: url)
            center.postNotice(for: SWHighlightChangeEvent(highlight: highlight, trigger: .edit))
            try await world.quiesce()
        }
        try await world.anna.isNotNotified(.noticePosted) { $0.notice.text.contains("edited") }
        #expect(try await world.observer.explain(plan.url, to: bea).rules == ["adopt-steps"])
    }

    @Test("an unchanged highlight stays the same object, and equals one of another center")
    func highlightsAreStable() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.send("https://notes.example/d/1", to: world.conversation)
        try await world.bea.running { @MainActor in
            let (center, other) = (SWHighlightCenter(), SWHighlightCenter())
            let first = try #require(center.highlights.first)
            try await world.anna.send("https://notes.example/d/2", to: world.conversation)
            try await world.quiesce()
            #expect(center.highlights.count == 2)
            #expect(center.highlights.last === first)
            #expect(other.highlights.last == first)
        }
    }

    @Test("a lookup of a foreign link fails with accessDenied in Apple's domain")
    func foreignLinkIsDenied() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.bea.running { @MainActor in
            let center = SWHighlightCenter()
            let foreign = try #require(URL(string: "https://other.example/1"))
            let error = await #expect(throws: NSError.self) { try await center.highlight(for: foreign) }
            #expect(error?.domain == "SWHighlightCenterErrorDomain")
            #expect(error?.code == SWHighlightCenterErrorCode.accessDenied.rawValue)
        }
    }

    @Test("a completion handler runs on the main actor, after the call has returned")
    func completionRunsLater() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        try await world.bea.running { @MainActor in
            let center = SWHighlightCenter()
            var found: SWCollaborationHighlight?
            center.getCollaborationHighlight(for: try #require(URL(string: plan.url))) { highlight, _ in
                MainActor.preconditionIsolated()
                found = highlight
            }
            #expect(found == nil)
            try await world.quiesce()
            #expect(found?.title == "Trip plan")
        }
    }

    @Test("an edit that an app posts reaches the other participant's thread, and not the author's")
    func postedEditReachesTheThread() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        try await world.bea.share.accept(.url(plan.url))
        try await world.anna.running { @MainActor in
            let center = SWHighlightCenter()
            let highlight = try await center.collaborationHighlight(for: try #require(URL(string: plan.url)))
            center.postNotice(for: SWHighlightChangeEvent(highlight: highlight, trigger: .edit))
            try await world.quiesce()
        }
        let notice = try await world.bea.wait(for: .noticePosted)
        #expect(notice.notice.text == "Anna edited “Trip plan”")
        let anna = try world.anna
        try await anna.isNotNotified(.noticePosted) { $0.notice.actor == anna.handle }
    }
}
