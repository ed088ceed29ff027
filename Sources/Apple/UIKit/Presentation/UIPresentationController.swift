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

/// The receiver of a sheet's events.
@MainActor public protocol UISheetPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
    /// Notifies that the person has chosen another detent.
    func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
        _ sheetPresentationController: UISheetPresentationController)
}

extension UISheetPresentationControllerDelegate {
    /// Does nothing.
    public func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
        _ sheetPresentationController: UISheetPresentationController
    ) {}
}

/// The presentation as a sheet.
@MainActor open class UISheetPresentationController: UIPresentationController {
    /// A height at which a sheet rests.
    @MainActor open class Detent: NSObject {
        /// The name of a detent.
        public struct Identifier: RawRepresentable, Hashable, Sendable {
            /// The stored value.
            public let rawValue: String

            /// Creates a value of its stored form.
            public init(_ rawValue: String) {
                self.rawValue = rawValue
            }

            /// Creates a value of its stored form.
            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            /// The name of the detent of half the screen.
            public static let medium = Identifier("com.apple.UIKit.medium")
            /// The name of the detent of the whole screen.
            public static let large = Identifier("com.apple.UIKit.large")
        }

        /// The name by which the app finds the object again.
        public let identifier: Identifier
        private let resolver: (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?

        private init(
            _ identifier: Identifier,
            resolver: @escaping (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?
        ) {
            self.identifier = identifier
            self.resolver = resolver
            super.init()
        }

        /// Returns the detent of half the screen.
        public static func medium() -> Detent {
            Detent(.medium) { $0.maximumDetentValue / 2 }
        }

        /// Returns the detent of the whole screen.
        public static func large() -> Detent {
            Detent(.large) { $0.maximumDetentValue }
        }

        /// Returns a detent of the app's own height.
        public static func custom(
            identifier: Identifier? = nil,
            resolver: @escaping (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?
        ) -> Detent {
            Detent(identifier ?? Identifier(UUID().uuidString), resolver: resolver)
        }

        /// Returns the height, or nil if the detent does not fit the context.
        open func resolvedValue(
            in context: any UISheetPresentationControllerDetentResolutionContext
        ) -> CGFloat? {
            resolver(context)
        }
    }

    /// The receiver of the events.
    public weak var delegate: (any UISheetPresentationControllerDelegate)? {
        didSet { adaptiveDelegate = delegate }
    }

    /// The heights at which the sheet rests, the lowest first.
    open var detents: [Detent] = [.large()]

    /// The detent of the sheet; nil for the first one.
    open var selectedDetentIdentifier: Detent.Identifier?

    /// The highest detent that leaves the view below undimmed.
    open var largestUndimmedDetentIdentifier: Detent.Identifier?

    /// True if the sheet shows a grabber.
    open var prefersGrabberVisible = false

    /// True if scrolling drags the sheet to a higher detent.
    open var prefersScrollingExpandsWhenScrolledToEdge = true

    /// True if the sheet stays at the lower edge of a low screen.
    open var prefersEdgeAttachedInCompactHeight = false

    /// True if the content decides the width at the lower edge.
    open var widthFollowsPreferredContentSizeWhenEdgeAttached = false

    /// The radius of the corners, or nil for that of the system.
    open var preferredCornerRadius: CGFloat?

    /// Changes properties at once: a terminal has no animations.
    open func animateChanges(_ changes: () -> Void) {
        changes()
    }

    /// The detent at which the sheet rests.
    package var restingDetent: Detent? {
        detents.first { $0.identifier == selectedDetentIdentifier } ?? detents.first
    }

    /// Drags the sheet to a detent as a person does.
    package func selectDetent(_ identifier: Detent.Identifier) {
        guard restingDetent?.identifier != identifier, detents.contains(where: { $0.identifier == identifier }) else {
            return
        }
        selectedDetentIdentifier = identifier
        delegate?.sheetPresentationControllerDidChangeSelectedDetentIdentifier(self)
    }
}

/// The room in which a detent finds its height.
@MainActor public protocol UISheetPresentationControllerDetentResolutionContext: NSObjectProtocol {
    /// The traits of the presentation.
    var containerTraitCollection: UITraitCollection { get }

    /// The largest height.
    var maximumDetentValue: CGFloat { get }
}

/// A view or bar button that a popover points to.
@MainActor public protocol UIPopoverPresentationControllerSourceItem: NSObjectProtocol {}

/// A set of directions of a popover's arrow.
public struct UIPopoverArrowDirection: OptionSet, Sendable {
    /// The stored value.
    public let rawValue: UInt

    /// Creates a value of its stored form.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Upwards, from below the source.
    public static let up = UIPopoverArrowDirection(rawValue: 1)
    /// Downwards, from above the source.
    public static let down = UIPopoverArrowDirection(rawValue: 2)
    /// To the left, from the right of the source.
    public static let left = UIPopoverArrowDirection(rawValue: 4)
    /// To the right, from the left of the source.
    public static let right = UIPopoverArrowDirection(rawValue: 8)
    /// Every direction.
    public static let any: UIPopoverArrowDirection = [.up, .down, .left, .right]
    /// The direction before the presentation.
    public static let unknown = UIPopoverArrowDirection(rawValue: UInt.max)
}

/// The receiver of a popover's events.
@MainActor public protocol UIPopoverPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
    /// Notifies that the popover is about to be presented: the last place to set its source.
    func prepareForPopoverPresentation(_ popoverPresentationController: UIPopoverPresentationController)
}

extension UIPopoverPresentationControllerDelegate {
    /// Does nothing.
    public func prepareForPopoverPresentation(_ popoverPresentationController: UIPopoverPresentationController) {}
}

/// The presentation as a popover.
@MainActor open class UIPopoverPresentationController: UIPresentationController {
    /// The receiver of the events.
    public weak var delegate: (any UIPopoverPresentationControllerDelegate)? {
        didSet { adaptiveDelegate = delegate }
    }

    /// The view or bar button that the popover points to.
    open var sourceItem: (any UIPopoverPresentationControllerSourceItem)?

    /// The bar button that the popover points to.
    open var barButtonItem: UIBarButtonItem? {
        didSet { sourceItem = barButtonItem }
    }

    /// The view that the popover points to.
    open var sourceView: UIView? {
        didSet { sourceItem = sourceView }
    }

    /// The rectangle of `sourceView` that the popover points to.
    open var sourceRect = CGRect.null

    /// The directions that the arrow may take.
    open var permittedArrowDirections = UIPopoverArrowDirection.any

    /// The colour of the background.
    open var backgroundColor: UIColor?

    /// True if the popover may cover its source.
    open var canOverlapSourceViewRect = false

    /// The views that a person can press while the popover is open.
    open var passthroughViews: [UIView]?

    open override func presentationTransitionWillBegin() {
        super.presentationTransitionWillBegin()
        delegate?.prepareForPopoverPresentation(self)
    }
}
