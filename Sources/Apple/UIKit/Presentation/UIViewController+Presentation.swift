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

    /// Presents a controller, or writes to the log that it cannot be presented.
    func beginPresentation(of presented: UIViewController, animated: Bool, completion: (() -> Void)?) {
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
        presenter.show(presented, in: window, animated: animated)
        completion?()
    }

    /// Dismisses the presentation of this controller or its parents. Without one, dismisses this controller itself.
    func endPresentation(animated: Bool, completion: (() -> Void)?) {
        let presenter = lineage.first { $0.storedPresented != nil } ?? presentingViewController
        presenter?.hidePresented(animated: animated)
        completion?()
    }

    /// Dismisses all presentations over this controller without an animation.
    func removePresented() {
        for controller in [self] + children { controller.hidePresented(animated: false) }
    }

    /// The controller and its parents, itself first.
    var lineage: [UIViewController] { Array(sequence(first: self) { $0.parent }) }

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
