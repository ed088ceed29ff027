import Testing
import UnderstudyUIKit

@MainActor @Suite("Presentations")
struct PresentationTests {
    private let log = NoticeLog()

    private func controller(_ name: String, _ style: UIModalPresentationStyle = .automatic) -> RecordingController {
        let controller = RecordingController(name, log)
        controller.modalPresentationStyle = style
        return controller
    }

    @Test("a root controller appears when its window becomes visible, not before")
    func rootAppears() {
        let root = controller("root")
        let window = UIWindow(frame: .zero)
        window.rootViewController = root
        #expect(log.take().isEmpty)
        window.makeKeyAndVisible()
        #expect(log.take() == ["root load", "root will appear", "root did appear"])
        #expect(root.view.window === window)
    }

    @Test("a sheet leaves the presenting controller visible, and completes after viewDidAppear")
    func sheet() {
        let root = controller("root")
        let window = visibleWindow(root)
        _ = log.take()
        let sheet = controller("sheet")
        root.present(sheet, animated: true) { [log] in log.write("done") }
        #expect(log.take() == ["sheet load", "sheet will appear", "sheet did appear", "done"])
        #expect(root.presentedViewController === sheet)
        #expect(sheet.presentingViewController === root)
        #expect(root.view.window === window)
        #expect(sheet.sheetPresentationController != nil)
        #expect(window.topViewController === sheet)
    }

    @Test("a full screen covers the presenting controller until its dismissal")
    func fullScreen() {
        let root = controller("root")
        let window = visibleWindow(root)
        let cover = controller("cover", .fullScreen)
        _ = log.take()
        root.present(cover, animated: true)
        #expect(
            log.take() == [
                "root will disappear", "cover load", "cover will appear", "cover did appear", "root did disappear",
            ])
        #expect(root.view.window == nil)
        cover.dismiss(animated: true) { [log] in log.write("done") }
        #expect(
            log.take() == [
                "cover will disappear", "root will appear", "root did appear", "cover did disappear", "done",
            ])
        #expect(root.view.window === window)
        #expect(cover.presentingViewController == nil)
        #expect(window.topViewController === root)
    }

    @Test("a controller that presents already ignores a second presentation")
    func secondPresentation() {
        let root = controller("root")
        let window = visibleWindow(root)
        root.present(controller("first"), animated: true)
        _ = log.take()
        root.present(controller("second"), animated: true) { [log] in log.write("done") }
        #expect(log.take().isEmpty)
        #expect((window.topViewController as? RecordingController)?.name == "first")
    }

    @Test("a controller outside a window presents nothing")
    func presentationOutsideAWindow() {
        let lonely = controller("lonely")
        lonely.present(controller("sheet"), animated: false)
        #expect(lonely.presentedViewController == nil)
    }

    @Test("a dismissal at the bottom of a stack dismisses all above it, the upper ones first")
    func stackOfPresentations() {
        let root = controller("root")
        let window = visibleWindow(root)
        let first = controller("first")
        let second = controller("second")
        root.present(first, animated: false)
        first.present(second, animated: false)
        #expect(window.topViewController === second)
        _ = log.take()
        root.dismiss(animated: true)
        #expect(
            log.take() == [
                "second will disappear", "second did disappear", "first will disappear", "first did disappear",
            ])
        #expect(root.presentedViewController == nil)
    }

    @Test("a dismissal called on a presenting controller leaves that controller presented")
    func dismissalOfTheUpperOne() {
        let root = controller("root")
        let window = visibleWindow(root)
        let first = controller("first")
        root.present(first, animated: false)
        first.present(controller("second"), animated: false)
        first.dismiss(animated: false)
        #expect(window.topViewController === first)
    }

    @Test("a child presents through its outermost parent, and both know of the presentation")
    func childPresents() {
        let child = controller("child")
        let navigation = UINavigationController(rootViewController: child)
        let window = visibleWindow(navigation)
        let sheet = controller("sheet")
        child.present(sheet, animated: false)
        #expect(sheet.presentingViewController === navigation)
        #expect(child.presentedViewController === sheet)
        sheet.dismiss(animated: false)
        #expect(child.presentedViewController == nil)
        #expect(window.topViewController === child)
    }

    @Test("a child of a presented container dismisses the container")
    func childOfAPresentedContainer() {
        let root = controller("root")
        let window = visibleWindow(root)
        let child = controller("child")
        root.present(UINavigationController(rootViewController: child), animated: false)
        #expect(child.presentingViewController === root)
        child.dismiss(animated: false)
        #expect(window.topViewController === root)
    }

    @Test("a sheet can be presented again after its dismissal")
    func presentationAgain() {
        let root = controller("root")
        let window = visibleWindow(root)
        let sheet = controller("sheet")
        for _ in 0..<2 {
            root.present(sheet, animated: false)
            sheet.dismiss(animated: false)
        }
        root.present(sheet, animated: false)
        #expect(window.topViewController === sheet)
    }

    @Test("a person's dismissal asks the delegate, which the app's own dismissal does not")
    func dismissalByAPerson() {
        let root = controller("root")
        let window = visibleWindow(root)
        let sheet = controller("sheet")
        let delegate = DismissalDelegate()
        root.present(sheet, animated: false)
        sheet.presentationController?.delegate = delegate
        delegate.allows = false
        #expect(sheet.presentationController?.dismissByPerson() == false)
        #expect(delegate.notices == ["attempt"])
        delegate.allows = true
        sheet.isModalInPresentation = true
        #expect(sheet.presentationController?.dismissByPerson() == false)
        sheet.isModalInPresentation = false
        #expect(sheet.presentationController?.dismissByPerson() == true)
        #expect(delegate.notices == ["attempt", "attempt", "will", "did"])
        #expect(window.topViewController === root)
        root.present(sheet, animated: false)
        sheet.presentationController?.delegate = delegate
        sheet.dismiss(animated: false)
        #expect(delegate.notices.count == 4)
    }

    @Test("a presentation does not keep its delegate alive")
    func weakDelegate() {
        let sheet = controller("sheet", .popover)
        sheet.popoverPresentationController?.delegate = PopoverDelegate()
        #expect(sheet.popoverPresentationController != nil)
        #expect(sheet.popoverPresentationController?.delegate == nil)
    }

    @Test("a popover asks for its source before it is presented")
    func popoverPreparation() {
        let root = controller("root")
        let window = visibleWindow(root)
        let popover = controller("popover", .popover)
        let delegate = PopoverDelegate()
        popover.popoverPresentationController?.delegate = delegate
        root.present(popover, animated: false)
        #expect(delegate.prepared === popover.popoverPresentationController)
        #expect(window.topViewController === popover)
    }

    @Test("a drag to another detent notifies the delegate, and an assignment does not")
    func detents() throws {
        let sheet = controller("sheet", .pageSheet)
        let delegate = DismissalDelegate()
        let presentation = try #require(sheet.sheetPresentationController)
        presentation.detents = [.medium(), .large()]
        presentation.delegate = delegate
        #expect(presentation.restingDetent?.identifier == .medium)
        presentation.selectDetent(.large)
        #expect(presentation.selectedDetentIdentifier == .large)
        presentation.selectedDetentIdentifier = .medium
        #expect(delegate.notices == ["detent"])
    }

    @Test("an alert is dismissed before the handler of its button runs, and ignores a disabled button")
    func alert() {
        let root = controller("root")
        let window = visibleWindow(root)
        let alert = UIAlertController(title: "Remove", message: nil, preferredStyle: .alert)
        var topAtHandler: UIViewController?
        let remove = UIAlertAction(title: "Remove", style: .destructive) { [weak window] _ in
            topAtHandler = window?.topViewController
        }
        alert.addAction(remove)
        root.present(alert, animated: true)
        remove.isEnabled = false
        #expect(!alert.choose(remove))
        remove.isEnabled = true
        #expect(alert.choose(remove))
        #expect(topAtHandler === root)
    }
}

/// A delegate that writes down its notices.
private final class DismissalDelegate: NSObject, UISheetPresentationControllerDelegate {
    var allows = true
    var notices: [String] = []

    func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool { allows }

    func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {
        notices.append("will")
    }

    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
        notices.append("did")
    }

    func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {
        notices.append("attempt")
    }

    func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
        _ sheetPresentationController: UISheetPresentationController
    ) {
        notices.append("detent")
    }
}

/// A delegate that remembers the popover.
private final class PopoverDelegate: NSObject, UIPopoverPresentationControllerDelegate {
    weak var prepared: UIPopoverPresentationController?

    func prepareForPopoverPresentation(_ popoverPresentationController: UIPopoverPresentationController) {
        prepared = popoverPresentationController
    }
}
