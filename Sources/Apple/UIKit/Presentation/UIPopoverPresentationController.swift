public import Foundation

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
