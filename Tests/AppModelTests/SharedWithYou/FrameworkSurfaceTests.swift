import ChatProtocol
import Testing

@testable import AppModel
@testable import TestSupport

/// Code of an app with the names of the framework (`fw-classes`, `center-members-full`, `attr-props`, `attr-menu-api`).
/// The same code compiles with the real framework, except for its prefix.
struct FrameworkSurfaceTests {
    /// A class as an app declares it.
    final class Browser: HighlightCenterDelegate {
        let highlightCenter: HighlightCenter
        var previous: [Highlight] = []
        var heading = ""
        var attributions: [AttributionView] = []

        init(_ session: AppSession) {
            highlightCenter = HighlightCenter(session)
            highlightCenter.delegate = self
        }

        func highlightCenterHighlightsDidChange(_ highlightCenter: HighlightCenter) {
            heading = HighlightCenter.highlightCollectionTitle
            let added = highlightCenter.highlights.filter { !previous.contains($0) }
            attributions = added.map { highlight in
                let attributionView = AttributionView(highlight: highlight)
                return attributionView
            }
            previous = highlightCenter.highlights
        }
    }

    @Test func theCenterReadsLikeTheRealOne() async throws {
        let stream = CannedStream()
        stream.answers = { request in
            switch request {
            case .request(.highlightList): .success(CannedStream.page([CannedStream.document(1)]))
            case .request(.highlightCenterGetHighlight), .request(.highlightCenterGetCollaborationHighlight),
                .request(.highlightCenterCollaborationHighlight):
                .success(["highlight": CannedStream.document(1)])
            default: .success([:])
            }
        }
        let browser = Browser(try stream.session())
        stream.tellChange()
        browser.highlightCenter.session.turn()
        #expect(browser.heading == "Shared with You")
        #expect(browser.attributions.map(\.highlight) == browser.highlightCenter.highlights)
        #expect(HighlightCenter.isSystemCollaborationSupportAvailable)

        let highlightCenter = browser.highlightCenter
        let link = "https://notes.example/d/1"
        let highlight = try await highlightCenter.highlightFor(link)
        #expect(highlight.url == link)
        let collaboration = try await highlightCenter.collaborationHighlight(for: link)
        #expect(collaboration.collaborationIdentifier == "share-1")
        #expect(collaboration.title == "Trip plan")
        #expect(collaboration.contentType == "public.data")
        #expect(collaboration.creationDate == Instant("2024-01-01T09:00:00.000Z"))
        #expect(try highlightCenter.collaborationHighlight(forIdentifier: "share-1") == collaboration)
        var found: [Highlight] = []
        highlightCenter.getHighlightFor(link) { highlight, _ in highlight.map { found.append($0) } }
        highlightCenter.getCollaborationHighlight(for: link) { highlight, _ in highlight.map { found.append($0) } }
        let anna = try #require(Handle("anna"))
        highlightCenter.post(.change(.edit), about: link)
        highlightCenter.post(.mention(.handle(anna)), about: link)
        highlightCenter.clearNotices(for: collaboration)
        highlightCenter.session.turn()
        #expect(found == [highlight, collaboration])
        func posted(_ event: HighlightEvent) -> AppRequest {
            .request(.highlightCenterPostNotice(.init(url: link, event: .init(event))))
        }
        #expect(
            stream.asked.suffix(3) == [
                posted(.change(.edit)), posted(.mention(anna)),
                .request(.highlightCenterClearNotices(.init(url: link))),
            ])
    }

    @Test func anEventOfAnAppsOwnIsRefused() throws {
        let session = try CannedStream().session()
        var refusals: [RPCError] = []
        session.onRefusal = { refusals.append($0) }
        HighlightCenter(session).post(nil, about: "https://notes.example/d/1")
        #expect(refusals.map(\.reason) == [.invalidParams])
    }

    /// Attribution views have the framework's properties and defaults (`attr-enum-context`, `attr-enum-align`,
    /// `attr-enum-bg`, `attr-context-default`).
    @Test func attributionViewsHaveTheirPropertiesAndDefaults() {
        var view = AttributionView()
        #expect(view.highlight == nil)
        #expect(view.displayContext == .summary)
        #expect(view.horizontalAlignment == .default)
        #expect(view.backgroundStyle == .default)
        #expect(view.preferredMaxLayoutWidth == nil)
        #expect(view.menuTitleForHideAction == nil)
        #expect(view.supplementalMenu == nil)
        #expect(AttributionView.DisplayContext.allCases.map(\.rawValue) == [0, 1])
        #expect(AttributionView.HorizontalAlignment.allCases == [.default, .leading, .center, .trailing])
        #expect(AttributionView.HorizontalAlignment.default.rawValue == 0)
        #expect(AttributionView.BackgroundStyle.allCases == [.default, .color, .material])
        #expect(AttributionView.BackgroundStyle.default.rawValue == 0)
        view.displayContext = .detail
        view.horizontalAlignment = .trailing
        view.backgroundStyle = .material
        view.preferredMaxLayoutWidth = 30
        view.menuTitleForHideAction = "Remove Item"
        view.supplementalMenu = AttributionMenu([.init("Copy Link")])
        view.minimumContentSizeCategory = .medium
        view.maximumContentSizeCategory = .extraLarge
        #expect(view.highlightMenu.entries.map(\.title) == ["Reply", "Remove Item"])
    }
}
