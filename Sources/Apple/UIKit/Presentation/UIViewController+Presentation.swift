import Foundation

/// The manner in which a controller is presented.
public enum UIModalPresentationStyle: Int, Sendable {
    case automatic = -2
    case none = -1
    case fullScreen = 0
    case pageSheet = 1
    case formSheet = 2
    case currentContext = 3
    case custom = 4
    case overFullScreen = 5
    case overCurrentContext = 6
    case popover = 7
}

/// The animation of a presentation.
public enum UIModalTransitionStyle: Int, Sendable {
    case coverVertical = 0
    case flipHorizontal = 1
    case crossDissolve = 2
    case partialCurl = 3
}

extension UIViewController {
    /// The controller that this one or the nearest of its parents presents.
    public var presentedViewController: UIViewController? {
        lineage.lazy.compactMap(\.storedPresented).first
    }

    /// The controller that presents this one or the nearest of its parents.
    public var presentingViewController: UIViewController? {
        lineage.lazy.compactMap(\.storedPresenting).first
    }

    /// The navigation controller that contains this controller.
    public var navigationController: UINavigationController? {
        lineage.dropFirst().lazy.compactMap { $0 as? UINavigationController }.first
    }

    /// The presentation of this controller or the nearest of its parents. A new one is made for a later presentation.
    public var presentationController: UIPresentationController? {
        if let presented = lineage.first(where: { $0.storedPresenting != nil }) { return presented.presentation }
        return lineage.last?.presentation
    }

    /// The presentation as a popover; nil if the style is another.
    public var popoverPresentationController: UIPopoverPresentationController? {
        presentationController as? UIPopoverPresentationController
    }

    /// The presentation as a sheet; nil if the style is another.
    public var sheetPresentationController: UISheetPresentationController? {
        presentationController as? UISheetPresentationController
    }

    /// Presents a controller over this one.
    ///
    /// As on a device, nothing happens but a line in the log if this controller presents another one already or is not
    /// in a window. The completion handler runs after `viewDidAppear(_:)` of the presented controller.
    public func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {
        let presented = viewControllerToPresent
        let presenter = presenter(for: presented)
        let names = "Attempt to present \(type(of: presented)) on \(type(of: presenter))"
        if let other = presenter.storedPresented {
            UIKitLog.write("\(names) which is already presenting \(type(of: other)).")
            return
        }
        guard let window = presenter.viewIfLoaded?.window else {
            UIKitLog.write("\(names) whose view is not in the window hierarchy.")
            return
        }
        precondition(presented.storedPresenting == nil, "\(names) which is being presented already.")
        precondition(presented.parent == nil, "\(names) which has a parent.")
        presenter.show(presented, in: window, animated: flag)
        completion?()
    }

    /// Dismisses the controller that this one presents, with all above it; without one, this controller itself.
    ///
    /// The completion handler runs after `viewDidDisappear(_:)` of the dismissed controller.
    public func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        let presenter = lineage.first { $0.storedPresented != nil } ?? presentingViewController
        presenter?.hidePresented(animated: flag)
        completion?()
    }

    /// Shows a controller in the way of the nearest container: a navigation controller pushes it.
    public func show(_ vc: UIViewController, sender: Any?) {
        let container = (self as? UINavigationController) ?? navigationController
        if let container {
            container.pushViewController(vc, animated: true)
        } else {
            present(vc, animated: true)
        }
    }

    /// Shows a controller as detail. A phone has no room beside the list, so this is `show(_:sender:)`.
    public func showDetailViewController(_ vc: UIViewController, sender: Any?) {
        show(vc, sender: sender)
    }

    /// Dismisses all presentations over this controller without an animation.
    func removePresented() {
        for controller in [self] + children { controller.hidePresented(animated: false) }
    }

    /// The controller and its parents, itself first.
    private var lineage: [UIViewController] { Array(sequence(first: self) { $0.parent }) }

    private var presentation: UIPresentationController {
        if let ownPresentation { return ownPresentation }
        let made = UIPresentationController.make(for: self)
        ownPresentation = made
        return made
    }

    /// The parent that presents: the outermost, or for the styles of the current context the nearest that defines one.
    private func presenter(for presented: UIViewController) -> UIViewController {
        let isContextual = [.currentContext, .overCurrentContext].contains(presented.modalPresentationStyle)
        if isContextual, let context = lineage.first(where: \.definesPresentationContext) { return context }
        return lineage.last ?? self
    }

    private func show(_ presented: UIViewController, in window: UIWindow, animated: Bool) {
        let presentation = presented.presentation
        storedPresented = presented
        presented.storedPresenting = self
        presentation.begin(presentingViewController: self)
        presented.isBeingPresented = true
        let isCovered = presentation.coversPresenter
        if isCovered { beginAppearanceTransition(false, animated: animated) }
        presented.beginAppearanceTransition(true, animated: animated)
        window.addSubview(presented.view)
        presented.endAppearanceTransition()
        if isCovered, let view = viewIfLoaded, let superview = view.superview {
            coveredPlace = (superview, superview.subviews.firstIndex(of: view) ?? 0)
            view.removeFromSuperview()
            endAppearanceTransition()
        }
        presented.isBeingPresented = false
        presentation.presentationTransitionDidEnd(true)
    }

    private func hidePresented(animated: Bool) {
        guard let presented = storedPresented, !presented.isBeingDismissed else { return }
        presented.removePresented()
        let presentation = presented.presentation
        presented.isBeingDismissed = true
        presentation.dismissalTransitionWillBegin()
        presented.beginAppearanceTransition(false, animated: animated)
        if let place = coveredPlace, let view = viewIfLoaded {
            beginAppearanceTransition(true, animated: animated)
            place.superview.insertSubview(view, at: place.index)
            coveredPlace = nil
            endAppearanceTransition()
        }
        presented.viewIfLoaded?.removeFromSuperview()
        presented.endAppearanceTransition()
        storedPresented = nil
        presented.storedPresenting = nil
        presented.ownPresentation = nil
        presented.isBeingDismissed = false
        presentation.dismissalTransitionDidEnd(true)
    }
}

/// The log of mistakes that UIKit reports and survives.
enum UIKitLog {
    /// Writes a line to the standard error.
    static func write(_ line: String) {
        FileHandle.standardError.write(Data("[Presentation] \(line)\n".utf8))
    }
}
