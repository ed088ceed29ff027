public import Foundation

/// The receiver of the events of a presentation that a person dismisses.
@MainActor public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
    /// Returns the style for a narrow screen.
    func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle

    /// Returns the style for the traits given.
    func adaptivePresentationStyle(
        for controller: UIPresentationController, traitCollection: UITraitCollection
    ) -> UIModalPresentationStyle

    /// Returns false if the person may not dismiss the controller now.
    func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool

    /// Notifies that the person is about to dismiss the controller.
    func presentationControllerWillDismiss(_ presentationController: UIPresentationController)

    /// Notifies that the person has dismissed the controller.
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController)

    /// Notifies that the person has tried to dismiss the controller in vain.
    func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController)
}

extension UIAdaptivePresentationControllerDelegate {
    /// Returns the style of the presentation.
    public func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle {
        controller.presentationStyle
    }

    /// Returns the style for a narrow screen.
    public func adaptivePresentationStyle(
        for controller: UIPresentationController, traitCollection: UITraitCollection
    ) -> UIModalPresentationStyle {
        adaptivePresentationStyle(for: controller)
    }

    /// Returns true.
    public func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool {
        true
    }

    /// Does nothing.
    public func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {}

    /// Does nothing.
    public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {}

    /// Does nothing.
    public func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {}
}

/// The holder of a presentation's delegate.
///
/// `delegate` is in an extension of this protocol, because a subclass has one of a narrower type, which Swift does not
/// let it override.
@MainActor public protocol UIPresentationDelegateHolder: AnyObject {
    /// The delegate that receives the presentation's events.
    var adaptiveDelegate: (any UIAdaptivePresentationControllerDelegate)? { get set }
}

extension UIPresentationDelegateHolder {
    /// The receiver of the events.
    public var delegate: (any UIAdaptivePresentationControllerDelegate)? {
        get { adaptiveDelegate }
        set { adaptiveDelegate = newValue }
    }
}

/// The presentation of one controller by another.
@MainActor open class UIPresentationController: NSObject, UIPresentationDelegateHolder {
    /// The receiver of the events, for every kind of presentation.
    public weak var adaptiveDelegate: (any UIAdaptivePresentationControllerDelegate)?

    /// The controller that is presented. It holds its presentation, so this reference is unowned.
    public unowned let presentedViewController: UIViewController

    private weak var presenter: UIViewController?

    /// Creates the presentation of a controller.
    public init(presentedViewController: UIViewController, presenting presentingViewController: UIViewController?) {
        self.presentedViewController = presentedViewController
        presenter = presentingViewController
        super.init()
    }

    /// The controller that presents; before the presentation, the one that is presented.
    open var presentingViewController: UIViewController { presenter ?? presentedViewController }

    /// The style of the presentation; `.automatic` is resolved.
    open var presentationStyle: UIModalPresentationStyle {
        let style = presentedViewController.modalPresentationStyle
        return style == .automatic ? .pageSheet : style
    }

    /// The view that is presented.
    open var presentedView: UIView? { presentedViewController.viewIfLoaded }

    /// The view that the presentation is in.
    open var containerView: UIView? { presentedViewController.viewIfLoaded?.window }

    /// Notifies that the presentation begins.
    open func presentationTransitionWillBegin() {}

    /// Notifies that the presentation has ended.
    open func presentationTransitionDidEnd(_ completed: Bool) {}

    /// Notifies that the dismissal begins.
    open func dismissalTransitionWillBegin() {}

    /// Notifies that the dismissal has ended.
    open func dismissalTransitionDidEnd(_ completed: Bool) {}

    /// Dismisses the controller as a person does who swipes it down or presses Esc.
    ///
    /// - Returns: True if it was dismissed; false if the controller or the delegate has refused.
    @discardableResult
    package func dismissByPerson() -> Bool {
        guard let presenter, presenter.storedPresented === presentedViewController else { return false }
        let isAllowed = adaptiveDelegate?.presentationControllerShouldDismiss(self) ?? true
        guard !presentedViewController.isModalInPresentation, isAllowed else {
            adaptiveDelegate?.presentationControllerDidAttemptToDismiss(self)
            return false
        }
        adaptiveDelegate?.presentationControllerWillDismiss(self)
        presenter.dismiss(animated: true)
        adaptiveDelegate?.presentationControllerDidDismiss(self)
        return true
    }

    /// True if the presented view hides the one of the presenting controller.
    var coversPresenter: Bool { [.fullScreen, .currentContext].contains(presentationStyle) }

    func begin(presentingViewController: UIViewController) {
        presenter = presentingViewController
        presentationTransitionWillBegin()
    }

    static func make(for controller: UIViewController) -> UIPresentationController {
        switch controller.modalPresentationStyle {
        case .popover: UIPopoverPresentationController(presentedViewController: controller, presenting: nil)
        case .automatic, .pageSheet, .formSheet:
            UISheetPresentationController(presentedViewController: controller, presenting: nil)
        default: UIPresentationController(presentedViewController: controller, presenting: nil)
        }
    }
}
