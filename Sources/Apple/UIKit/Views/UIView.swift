public import Foundation

/// A rectangle of the screen, with the views in it.
@MainActor open class UIView: UIResponder, UIPopoverPresentationControllerSourceItem {
    /// The place of the content in a view of another size.
    public enum ContentMode: Int, Sendable {
        case scaleToFill = 0
        case scaleAspectFit = 1
        case scaleAspectFill = 2
        case redraw = 3
        case center = 4
        case top = 5
        case bottom = 6
        case left = 7
        case right = 8
    }

    /// The rectangle in the coordinates of the superview.
    open var frame: CGRect

    /// The rectangle in the view's own coordinates.
    open var bounds: CGRect {
        get { CGRect(origin: boundsOrigin, size: frame.size) }
        set {
            boundsOrigin = newValue.origin
            frame.size = newValue.size
        }
    }

    /// The middle of `frame`.
    open var center: CGPoint {
        get { CGPoint(x: frame.midX, y: frame.midY) }
        set { frame.origin = CGPoint(x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2) }
    }

    /// True if the screen leaves the view out.
    open var isHidden = false

    /// The opacity from 0 to 1.
    open var alpha: CGFloat = 1

    /// True if the view covers all below it.
    open var isOpaque = true

    /// True if the subviews are cut at the bounds.
    open var clipsToBounds = false

    /// True if a person can press the view.
    open var isUserInteractionEnabled = true

    /// The place of the content in a view of another size.
    open var contentMode = ContentMode.scaleToFill

    /// The number by which the app finds the view again.
    open var tag = 0

    /// The colour of the background.
    open var backgroundColor: UIColor?

    /// True if the frame decides the place of the view.
    open var translatesAutoresizingMaskIntoConstraints = true

    /// True if the subviews resize with the view.
    open var autoresizesSubviews = true

    /// The margins of the content.
    open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)

    /// The margins of the content in the direction of the language.
    open var directionalLayoutMargins = NSDirectionalEdgeInsets(top: 8, leading: 8, bottom: 8, trailing: 8)

    /// True if VoiceOver reads the view.
    open var isAccessibilityElement = false

    /// The words that VoiceOver reads.
    open var accessibilityLabel: String?

    /// The words on what a press does.
    open var accessibilityHint: String?

    /// The words on the present value.
    open var accessibilityValue: String?

    /// The name by which tests find the view.
    open var accessibilityIdentifier: String?

    /// The smallest text size that the view and its subviews use.
    open var minimumContentSizeCategory: UIContentSizeCategory?

    /// The largest text size that the view and its subviews use.
    open var maximumContentSizeCategory: UIContentSizeCategory?

    /// The interactions, in the order of their addition.
    open var interactions: [any UIInteraction] = []

    /// The store of the rounded corners and borders.
    public let layer = CALayer()

    final var storedSubviews: [UIView] = []
    final weak var storedSuperview: UIView?
    /// The controller whose root view this is.
    final weak var controller: UIViewController?
    final var heldConstraints: [NSLayoutConstraint] = []
    final var guides: [UILayoutGuide] = []
    private var boundsOrigin = CGPoint.zero
    private var ownTintColor: UIColor?
    private var needsLayout = true

    /// Creates a view of a place and size.
    public init(frame: CGRect) {
        self.frame = frame
        super.init()
    }

    /// Creates a view of no size.
    public convenience override init() {
        self.init(frame: .zero)
    }

    /// Creates a view of no size, because archives hold no views here.
    public required init?(coder: NSCoder) {
        frame = .zero
        super.init()
    }

    /// The colour of what a person can press. Without an own one, that of the superview.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var tintColor: UIColor! {
        get { ownTintColor ?? storedSuperview?.tintColor ?? .tintColor }
        set {
            ownTintColor = newValue
            tintColorDidChange()
        }
    }

    /// Notifies that `tintColor` has changed.
    open func tintColorDidChange() {}

    /// The controller of this root view. For every other view, the superview.
    open override var next: UIResponder? { controller ?? storedSuperview }

    /// The traits, with the text size held between the view's limits.
    open var traitCollection: UITraitCollection {
        let chain = Array(sequence(first: self) { $0.storedSuperview })
        var category = UITraitCollection().preferredContentSizeCategory
        for view in chain.reversed() {
            if let least = view.minimumContentSizeCategory { category = max(category, least) }
            if let most = view.maximumContentSizeCategory { category = min(category, most) }
        }
        return UITraitCollection(contentSizeCategory: category)
    }

    /// Requests that the subviews are laid out before the next drawing.
    open func setNeedsLayout() {
        needsLayout = true
        storedSuperview?.setNeedsLayout()
    }

    /// Lays out the view and its subviews now if that was requested.
    open func layoutIfNeeded() {
        guard needsLayout else { return }
        needsLayout = false
        controller?.viewWillLayoutSubviews()
        layoutSubviews()
        controller?.viewDidLayoutSubviews()
        for view in storedSubviews { view.layoutIfNeeded() }
    }

    /// Places the subviews. A terminal places them itself, so this does nothing.
    open func layoutSubviews() {}

    /// Requests a drawing.
    open func setNeedsDisplay() {}

    /// The size of the content; without one, -1 in both directions.
    open var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric) }

    /// The mark of a direction without a size of its own.
    public static let noIntrinsicMetric: CGFloat = -1

    /// Notifies the layout that the content has another size.
    open func invalidateIntrinsicContentSize() {
        setNeedsLayout()
    }

    /// Returns the size that the view would take of a size offered.
    open func sizeThatFits(_ size: CGSize) -> CGSize { frame.size }

    /// Gives the view the size of its content.
    open func sizeToFit() {
        frame.size = sizeThatFits(frame.size)
    }

    /// States how strongly the view resists growing. A terminal ignores it.
    open func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {}

    /// States how strongly the view resists shrinking. A terminal ignores it.
    open func setContentCompressionResistancePriority(
        _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
    ) {}

    /// Adds an interaction, and removes it from the view that had it.
    open func addInteraction(_ interaction: any UIInteraction) {
        interaction.view?.removeInteraction(interaction)
        interaction.willMove(to: self)
        interactions.append(interaction)
        interaction.didMove(to: self)
    }

    /// Removes an interaction.
    open func removeInteraction(_ interaction: any UIInteraction) {
        guard let index = interactions.firstIndex(where: { $0 === interaction }) else { return }
        interaction.willMove(to: nil)
        interactions.remove(at: index)
        interaction.didMove(to: nil)
    }

    /// Changes properties at once: a terminal has no animations.
    public static func animate(
        withDuration duration: TimeInterval, delay: TimeInterval = 0, options: AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        animations()
        completion?(true)
    }

    /// Changes properties without an animation.
    public static func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        actionsWithoutAnimation()
    }

    /// The course of an animation.
    public struct AnimationOptions: OptionSet, Sendable {
        /// The stored value.
        public let rawValue: UInt

        /// Creates a value of its stored form.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// A person can press the views during the animation.
        public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
        /// The animation begins at the present state.
        public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
        /// The animation is slow at both ends.
        public static let curveEaseInOut = AnimationOptions([])
        /// The animation is slow at the beginning.
        public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
        /// The animation is slow at the end.
        public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
    }

    // The hierarchy.

    /// Adds a view in front of the others, and removes it from its former superview.
    open func addSubview(_ view: UIView) {
        insert(view, at: view.storedSuperview === self ? storedSubviews.count - 1 : storedSubviews.count)
    }

    /// Inserts a view at an index, 0 for the back.
    open func insertSubview(_ view: UIView, at index: Int) {
        insert(view, at: index)
    }

    /// Removes the view from its superview, and so from the window.
    open func removeFromSuperview() {
        leaveSuperview()
    }

    /// Notifies that a subview was added.
    open func didAddSubview(_ subview: UIView) {}

    /// Notifies that a subview is about to be removed.
    open func willRemoveSubview(_ subview: UIView) {}

    /// Notifies that the superview is about to change.
    open func willMove(toSuperview newSuperview: UIView?) {}

    /// Notifies that the superview has changed.
    open func didMoveToSuperview() {}

    /// Notifies that the window is about to change.
    open func willMove(toWindow newWindow: UIWindow?) {}

    /// Notifies that the window has changed.
    open func didMoveToWindow() {}
}

/// The corners and borders of a view.
@MainActor open class CALayer: NSObject {
    /// The radius of the corners.
    open var cornerRadius: CGFloat = 0

    /// True if the content is cut at the bounds.
    open var masksToBounds = false

    /// The width of the border.
    open var borderWidth: CGFloat = 0

    /// The opacity from 0 to 1.
    open var opacity: Float = 1
}
