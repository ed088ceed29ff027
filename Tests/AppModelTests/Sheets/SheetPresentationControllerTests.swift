import AppModel
import Testing

@Suite struct SheetPresentationControllerTests {
    private typealias Detent = SheetPresentationController.Detent

    private func both() throws -> SheetPresentationController {
        try SheetPresentationController(detents: [.medium(), .large()])
    }

    @Test("sp-detents: it needs a height, they go from small to large, and large is the default")
    func detents() throws {
        #expect(throws: SheetPresentationController.Problem.noDetents) { try SheetPresentationController(detents: []) }
        #expect(throws: SheetPresentationController.Problem.notAscending) {
            try SheetPresentationController(detents: [.large(), .medium()])
        }
        #expect(SheetPresentationController().detents.map(\.identifier) == [.large])
    }

    @Test("sheet-detents: on 40 rows medium is half of large")
    func heights() throws {
        let heights = try both().heights(in: 40)
        #expect(heights.map(\.rows) == [20, 40])
    }

    @Test("sp-selected: without one, the sheet comes up at the smallest")
    func selected() throws {
        var sheet = try both()
        #expect(sheet.height(in: 40) == 20)
        sheet.selectedDetentIdentifier = .large
        #expect(sheet.height(in: 40) == 40)
    }

    @Test("sheet-detent-set: with medium alone it never grows to the full height")
    func mediumAlone() throws {
        var sheet = try SheetPresentationController(detents: [.medium()])
        let hasGrown = sheet.grow(in: 40)
        #expect(!hasGrown && sheet.height(in: 40) == 20)
        sheet.cycle(in: 40)
        #expect(sheet.height(in: 40) == 20)
    }

    @Test("sheet-grabber: a tap goes to the next height, and from the largest to the first; a drag to the nearest")
    func grabber() throws {
        var sheet = try both()
        sheet.cycle(in: 40)
        #expect(sheet.height(in: 40) == 40)
        sheet.cycle(in: 40)
        #expect(sheet.height(in: 40) == 20)
        sheet.release(at: 31, in: 40)
        #expect(sheet.height(in: 40) == 40)
        sheet.release(at: 24, in: 40)
        #expect(sheet.height(in: 40) == 20)
    }

    @Test("sp-custom: three tenths of 40 rows are 12; it may be inactive, and is asked for anew when invalidated")
    func custom() throws {
        let part = Detent.custom(identifier: .init(rawValue: "part")) { $0.maximumDetentValue * 3 / 10 }
        let sheet = try SheetPresentationController(detents: [part, .large()])
        #expect(sheet.height(in: 40) == 12)

        let asked = Asked()
        let tall = Detent.custom(identifier: .init(rawValue: "tall")) { asked.height(in: $0.maximumDetentValue) }
        var other = try SheetPresentationController(detents: [tall, .large()])
        asked.rows = nil
        other.animateChanges { $0.invalidateDetents() }
        #expect(other.heights(in: 40).map(\.identifier) == [.large], "it is inactive")
        asked.rows = 15
        other.invalidateDetents()
        other.resolve(in: 40)
        asked.rows = 18
        #expect(other.height(in: 40) == 15, "it keeps to what it was")
        other.animateChanges { $0.invalidateDetents() }
        #expect(other.height(in: 40) == 18)
    }

    @Test("sp-undimmed: up to that height the parent can be used")
    func undimmed() throws {
        var sheet = try both()
        #expect(sheet.isModal(in: 40), "every height dims the parent unless told otherwise")
        sheet.largestUndimmedDetentIdentifier = .medium
        #expect(!sheet.isModal(in: 40))
        sheet.grow(in: 40)
        #expect(sheet.isModal(in: 40))
    }

    @Test("sp-scroll, sp-grabber: what the system's defaults are")
    func defaults() {
        let sheet = SheetPresentationController()
        #expect(sheet.prefersScrollingExpandsWhenScrolledToEdge)
        #expect(!sheet.prefersGrabberVisible)
        #expect(sheet.selectedDetentIdentifier == nil && sheet.largestUndimmedDetentIdentifier == nil)
    }

    /// A height that a test sets and a detent's resolver reads. Only one test uses it, on one thread at a time.
    private final class Asked: @unchecked Sendable {
        var rows: Int? = 10
        func height(in _: Int) -> Int? { rows }
    }
}

@Suite struct SheetPresentationTests {
    private final class Delegate: AdaptivePresentationControllerDelegate {
        var allows = true
        var calls: [String] = []

        func presentationControllerShouldDismiss(_ sheet: SheetPresentation) -> Bool { allows }
        func presentationControllerWillDismiss(_ sheet: SheetPresentation) { calls.append("will") }
        func presentationControllerDidDismiss(_ sheet: SheetPresentation) { calls.append("did") }
        func presentationControllerDidAttemptToDismiss(_ sheet: SheetPresentation) { calls.append("attempt") }
    }

    @Test("sp-should, sp-attempt: either of two gates keeps it, and the attempt is told")
    func gates() {
        let (sheet, delegate) = (SheetPresentation(), Delegate())
        sheet.delegate = delegate
        sheet.isModalInPresentation = true
        #expect(!sheet.dismissByPerson())
        (sheet.isModalInPresentation, delegate.allows) = (false, false)
        #expect(!sheet.dismissByPerson())
        #expect(delegate.calls == ["attempt", "attempt"])
        #expect(sheet.isPresented)
        delegate.allows = true
        #expect(sheet.dismissByPerson())
        #expect(delegate.calls.suffix(2) == ["will", "did"])
        #expect(!sheet.dismissByPerson(), "it is gone already")
    }

    @Test("sp-programmatic: what the program closes tells nobody")
    func programmatic() {
        let (sheet, delegate) = (SheetPresentation(), Delegate())
        sheet.delegate = delegate
        sheet.dismiss()
        #expect(!sheet.isPresented && delegate.calls.isEmpty)
    }

    @Test("sp-should-anytime: asking changes nothing")
    func askingChangesNothing() {
        let (sheet, delegate) = (SheetPresentation(), Delegate())
        sheet.delegate = delegate
        let answers = (0..<2).map { _ in delegate.presentationControllerShouldDismiss(sheet) }
        #expect(answers == [true, true])
        #expect(sheet.isPresented && delegate.calls.isEmpty)
    }

    @Test("sheet-buttons-flow: Cancel at the right, Back at the left behind the first page, Done on the last")
    func flow() {
        var sheet = Sheet(title: "Flow")
        let buttons = (1...3).map { page -> [String?] in
            sheet.lay(page: page, of: 3)
            return [sheet.leading, sheet.trailing]
        }
        #expect(buttons == [[nil, "Cancel"], ["Back", "Cancel"], ["Back", "Done"]])
    }
}
