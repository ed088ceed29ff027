public import Foundation

/// A view that places views in a row or column.
@MainActor open class UIStackView: UIView {
    /// The distribution of the views along the axis.
    public enum Distribution: Int, Sendable {
        case fill = 0
        case fillEqually = 1
        case fillProportionally = 2
        case equalSpacing = 3
        case equalCentering = 4
    }

    /// The place of the views across the axis.
    public enum Alignment: Int, Sendable {
        case fill = 0
        case leading = 1
        case firstBaseline = 2
        case center = 3
        case trailing = 4
        case lastBaseline = 5

        /// The upper edge, in a row.
        public static let top = Alignment.leading
        /// The lower edge, in a row.
        public static let bottom = Alignment.trailing
    }

    /// The direction of the stack.
    open var axis = NSLayoutConstraint.Axis.horizontal

    /// The distribution of the views along the axis.
    open var distribution = Distribution.fill

    /// The place of the views across the axis.
    open var alignment = Alignment.fill

    /// The space between the views.
    open var spacing: CGFloat = 0

    /// True if the space lies between lines of text.
    open var isBaselineRelativeArrangement = false

    /// True if the views keep to the stack's margins.
    open var isLayoutMarginsRelativeArrangement = false

    /// The views in the order of the stack, which may differ from that of `subviews`.
    open private(set) var arrangedSubviews: [UIView] = []

    private var customSpacings: [ObjectIdentifier: CGFloat] = [:]

    /// Creates a stack of views.
    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        for view in views { addArrangedSubview(view) }
    }

    /// Adds a view at the end of the stack.
    open func addArrangedSubview(_ view: UIView) {
        insertArrangedSubview(view, at: arrangedSubviews.filter { $0 !== view }.count)
    }

    /// Inserts a view at a place of the stack. One that is in it already is moved.
    open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
        arrangedSubviews.removeAll { $0 === view }
        if view.superview !== self { addSubview(view) }
        arrangedSubviews.insert(view, at: stackIndex)
        setNeedsLayout()
    }

    /// Removes a view from the stack; it stays a subview.
    open func removeArrangedSubview(_ view: UIView) {
        arrangedSubviews.removeAll { $0 === view }
        setNeedsLayout()
    }

    /// Sets the space after a view.
    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
        customSpacings[ObjectIdentifier(arrangedSubview)] = spacing
    }

    /// Returns the space after a view, or nil if it is that of the stack.
    open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
        customSpacings[ObjectIdentifier(arrangedSubview)] ?? UIStackView.spacingUseDefault
    }

    /// The mark of the stack's own space.
    public static let spacingUseDefault = CGFloat.greatestFiniteMagnitude

    open override func willRemoveSubview(_ subview: UIView) {
        super.willRemoveSubview(subview)
        arrangedSubviews.removeAll { $0 === subview }
        customSpacings[ObjectIdentifier(subview)] = nil
    }
}
