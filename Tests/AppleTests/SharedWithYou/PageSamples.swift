// The Swift listing of docs/how-to/test-your-apps-code.md, which script/support/listings.py compares with this file.
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
