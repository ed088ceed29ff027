// Swift listings of docs/how-to/test-your-apps-code.md and test-in-swift.md, which script/support/listings.py compares with
// this file.
import AppTestKit
import SharedWithYou
import Testing

@MainActor final class Shelf: NSObject, SWHighlightCenterDelegate {
    let highlightCenter = SWHighlightCenter()
    var links: [URL] = []

    override init() {
        super.init()
        highlightCenter.delegate = self
    }

    nonisolated func highlightCenterHighlightsDidChange(_ highlightCenter: SWHighlightCenter) {
        let links = highlightCenter.highlights.map(\.url)
        MainActor.assumeIsolated { self.links = links }
    }
}

@Test @MainActor func aLinkFromAFriendSurfaces() async throws {
    let world = try await TestWorld("Anna", "Bea")
    try await world.bea.running { @MainActor in
        let shelf = Shelf()
        try await world.anna.send("https://notes.example/d/1", to: world.conversation)
        try await world.quiesce()
        #expect(shelf.links.map(\.absoluteString) == ["https://notes.example/d/1"])
    }
}

@MainActor final class PlanStore {
    private let url: URL
    private let center = SWHighlightCenter()

    init(url: URL) { self.url = url }

    func save(_ text: String) {
        center.getCollaborationHighlight(for: url) { [center] highlight, _ in
            guard let highlight else { return }
            center.postNotice(for: SWHighlightChangeEvent(highlight: highlight, trigger: .edit))
        }
    }
}

@Test @MainActor func threeSavesOfTheStoreAreOneNotice() async throws {
    let world = try await TestWorld("Anna", "Bea")
    let plan = try await world.anna.share("Trip plan", in: world.conversation)
    try await world.anna.running { @MainActor in
        let store = PlanStore(url: try #require(URL(string: plan.url)))
        for number in 1...3 {
            store.save("Version \(number)")
            try await world.quiesce()
        }
    }

    let notice = try await world.bea.wait(for: .noticePosted) { $0.count == 3 }
    #expect(notice.text == "Anna made 3 edits to “Trip plan”")
    try await world.anna.isNotNotified(.noticePosted)
}
