import ChatProtocol
import Testing

@testable import AppModel
@testable import ChatScreens
@testable import ChatTerminal
@testable import TestSupport

/// Tests of the drawing of attributions and of their menus.
struct AttributionTests {
    private func content(_ names: String..., isPinned: Bool = false) -> AttributionContent {
        AttributionContent(
            isPinned: isPinned, sharers: names.map { AttributionContent.Sharer(name: $0, conversation: .init($0)) })
    }

    private func draw(
        _ content: AttributionContent, _ columns: Int, _ look: AttributionLook = AttributionLook(),
        _ size: ContentSizeCategory = .large
    ) -> String {
        AttributionPainter.render(content, look: look, columns: columns, size: size).text
    }

    /// swy-attr-label, attr-content, attr-pin-mark.
    @Test func oneTwoAndMoreSharers() {
        #expect(draw(content("Anna"), 40) == "(A) From Anna ›")
        #expect(draw(content("Anna", "Bea"), 40) == "(AB) From Anna and Bea ›")
        #expect(draw(content("Anna", "Bea", "Carl"), 40) == "(ABC) From Anna + 2 ›")
        #expect(draw(content("Anna", "Bea", "Carl", "Dora"), 40) == "(ABC) From Anna + 3 ›")
        #expect(draw(content("Anna", isPinned: true), 40) == "(A) From Anna 📌 ›")
        #expect(draw(content("Anna", "Anna"), 40) == "(A) From Anna ›")
        #expect(draw(content(), 40) == "")
    }

    /// attr-max-width, attr-truncate: an attribution is never wider than its limit, for any names.
    @Test(arguments: [
        ["Maximiliane"], ["Anna", "Maximiliane"], ["Anna", "Bea", "Carl"], ["山田太郎山田太郎山田", "佐藤"], ["👨‍👩‍👧‍👦👩🏽‍🚀🏳️‍🌈"],
        ["e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}"], ["\u{1B}[31mred"],
    ])
    func neverWiderThanItsWidth(names: [String]) {
        for isPinned in [false, true] {
            let content = AttributionContent(
                isPinned: isPinned, sharers: names.map { AttributionContent.Sharer(name: $0) })
            for background in AttributionView.BackgroundStyle.allCases {
                for size in ContentSizeCategory.allCases {
                    for columns in 0...40 {
                        let look = AttributionLook(alignment: .center, background: background, columnsMax: 20)
                        let grid = AttributionPainter.render(content, look: look, columns: columns, size: size)
                        #expect(grid.size.columns == min(20, columns))
                        for line in grid.text.split(separator: "\n", omittingEmptySubsequences: false) {
                            #expect(TextWidth.columns(of: line) <= min(20, columns))
                        }
                    }
                }
            }
        }
    }

    @Test func overlongNamesEndWithAnEllipsis() {
        #expect(draw(content("Anna", "Maximiliane"), 20) == "(AM) From Anna an… ›")
        #expect(draw(content("山田太郎山田太郎", isPinned: true), 20) == "(山) From 山田… 📌 ›")
        #expect(draw(content("Maximiliane"), 12) == "From Maxi… ›")
        #expect(draw(content("Maximiliane"), 4) == "Fro…")
    }

    /// attr-align: the three alignments.
    @Test func alignmentPadsWhereThereIsSpareWidth() {
        func drawn(_ alignment: AttributionView.HorizontalAlignment) -> String {
            draw(content("Anna"), 25, AttributionLook(alignment: alignment))
        }
        #expect(drawn(.leading) == "(A) From Anna ›")
        #expect(drawn(.center) == "     (A) From Anna ›")
        #expect(drawn(.trailing) == "          (A) From Anna ›")
        #expect(drawn(.default) == drawn(.leading))
    }

    /// attr-align-when: all alignments draw the same if the text fills the width.
    @Test func alignmentCountsForNothingWithoutSpareWidth() {
        let all = AttributionView.HorizontalAlignment.allCases.map {
            AttributionPainter.render(content("Anna"), look: AttributionLook(alignment: $0), columns: 15)
        }
        #expect(all.allSatisfy { $0 == all[0] && $0.text == "(A) From Anna ›" })
    }

    /// attr-bg-style: plain, or a dimmed box around the attribution.
    @Test func theMaterialIsADimmedBox() {
        let plain = AttributionPainter.render(content("Anna"), look: AttributionLook(background: .color), columns: 20)
        #expect(plain.text == "(A) From Anna ›")
        #expect(plain[0, 0].style.surface == .none)
        let box = AttributionPainter.render(content("Anna"), look: AttributionLook(background: .material), columns: 20)
        #expect(box.text == "▏(A) From Anna ›▕")
        for column in 0..<17 { #expect(box[column, 0].style.surface == .material) }
        #expect(box[17, 0].style.surface == .none)
        #expect(Palette.color.sequence(box[3, 0].style) != Palette.color.sequence(plain[3, 0].style))
    }

    /// attr-height-free: with larger text the row grows and shows the whole attribution.
    @Test func largerTextTakesMoreRows() {
        let two = content("Maximiliane", "Annabelle")
        #expect(draw(two, 24) == "(MA) From Maximiliane… ›")
        #expect(
            draw(two, 24, AttributionLook(), .extraExtraLarge) == """
                (MA) From Maximiliane
                     and Annabelle ›
                """)
    }

    /// attr-text-size-range: a size outside the range is clamped to its limit.
    @Test func textSizesAreClamped() {
        let two = content("Maximiliane", "Annabelle")
        let rows = { (look: AttributionLook, size: ContentSizeCategory) in
            AttributionPainter.render(two, look: look, columns: 24, size: size).size.rows
        }
        #expect(rows(AttributionLook(maximumSize: .large), .accessibilityLarge) == 1)
        #expect(rows(AttributionLook(minimumSize: .extraExtraLarge), .small) == 2)
        #expect(ContentSizeCategory.small.clamped(from: .medium, to: nil) == .medium)
        #expect(ContentSizeCategory.small.clamped(from: .extraLarge, to: .medium) == .medium)
    }

    // MARK: Menus

    /// attr-menu, attr-remove-title, attr-hide-word, attr-remove-word.
    @Test func theSystemsMenuIsReplyAndRemove() {
        func titles(_ title: String?) -> [String] { AttributionMenu.system(hideTitle: title).entries.map(\.title) }
        #expect(titles(nil) == ["Reply", "Remove"])
        #expect(titles("Remove Link") == ["Reply", "Remove Link"])
        #expect(titles("Hide Article") == ["Reply", "Hide Article"])
        #expect(titles("Delete") == ["Reply", "Remove"])
        #expect(titles("Removed") == ["Reply", "Remove"], "another word")
        #expect(AttributionMenu.system(hideTitle: "Remove Link").entries.map(\.deed) == [.reply, .remove])
    }

    /// attr-menu-export, attr-menu-place, attr-highlight-menu: the app's entries come first.
    @Test func anAppsMenuEndsWithTheSystemsEntries() {
        let own = AttributionMenu([.init("Open"), .init("Copy Link", action: "copy")])
        #expect(
            own.adding(AttributionView().highlightMenu).entries.map(\.title) == [
                "Open", "Copy Link", "Reply", "Remove",
            ])
    }

    /// attr-supplemental: a nil menu adds no entries.
    @Test func theViewsMenuEndsWithTheAppsSupplement() {
        var view = AttributionView()
        #expect(view.highlightMenu.adding(view.supplementalMenu).entries.map(\.title) == ["Reply", "Remove"])
        view.supplementalMenu = AttributionMenu([.init("Save")])
        #expect(view.highlightMenu.adding(view.supplementalMenu).entries.map(\.title) == ["Reply", "Remove", "Save"])
        #expect(view.supplementalMenu?.entries.first?.deed == .app("Save"))
    }

    // MARK: Places

    @Test func aViewIsLoadedAnewForAnotherHighlightAndKeepsItsContext() throws {
        let stream = CannedStream()
        var count = 0
        stream.answers = { request in
            guard case .live(.attributionAttach) = request else { return .success(CannedStream.page([])) }
            count += 1
            return .success(["attribution": .string("token-\(count)")])
        }
        let session = try stream.session()
        let places = AttributionPlaces(session)
        var tokens: [String] = []
        places.onToken = { tokens.append($1) }
        let first = Highlight(identifier: "h1".id, url: "https://notes.example/d/1")
        let second = Highlight(identifier: "h2".id, url: "https://notes.example/d/2")
        var view = AttributionView(highlight: first)
        places.attach(view, at: "row")
        session.turn()
        // attr-context-when: the context is fixed when the attribution is attached.
        view.displayContext = .detail
        places.update(view, at: "row")
        session.turn()
        #expect(stream.asked == [attach("h1")])
        // attr-reload, attr-one-per: another highlight is rendered again; the same highlight is not.
        view.highlight = second
        places.update(view, at: "row")
        places.update(view, at: "row")
        session.turn()
        #expect(stream.asked == [attach("h1"), attach("h2")])
        #expect(tokens == ["token-1", "token-2"])
        #expect(places.token(at: "row") == "token-2")
        view.highlight = nil
        places.update(view, at: "row")
        #expect(places.token(at: "row") == nil)
        session.turn()
        #expect(tokens.count == 2)
    }

    private func attach(_ highlight: String) -> AppRequest {
        .live(.attributionAttach(.init(highlight: highlight.id)))
    }

    @Test func theAnswerToWhatWasReplacedIsNotTaken() throws {
        let stream = CannedStream()
        stream.answers = { request in
            guard case .live(.attributionAttach(let attach)) = request else { return .success([:]) }
            return .success(["attribution": .string("token of \(attach.highlight)")])
        }
        let session = try stream.session()
        let places = AttributionPlaces(session)
        var tokens: [String] = []
        places.onToken = { tokens.append($1) }
        places.attach(AttributionView(highlight: Highlight(identifier: "h1".id, url: "")), at: "row")
        places.attach(AttributionView(highlight: Highlight(identifier: "h2".id, url: "")), at: "row")
        session.turn()
        #expect(tokens == ["token of h2"])
    }
}
