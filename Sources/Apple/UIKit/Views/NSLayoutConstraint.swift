public import Foundation

/// The weight of a constraint, up to 1000 for one that must hold.
public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    /// The stored value.
    public let rawValue: Float

    /// Creates a value of its stored form.
    public init(_ rawValue: Float) {
        self.rawValue = rawValue
    }

    /// Creates a value of its stored form.
    public init(rawValue: Float) {
        self.rawValue = rawValue
    }

    /// The weight of a constraint that must hold.
    public static let required = UILayoutPriority(1000)
    /// The weight with which a view resists shrinking.
    public static let defaultHigh = UILayoutPriority(750)
    /// The weight with which a view resists growing.
    public static let defaultLow = UILayoutPriority(250)
    /// The weight with which a view fits its content.
    public static let fittingSizeLevel = UILayoutPriority(50)
}

/// A relation between two attributes of views. It is stored; a terminal places views in the order of their stacks.
@MainActor open class NSLayoutConstraint: NSObject {
    /// A direction of layout.
    public enum Axis: Int, Sendable {
        case horizontal = 0
        case vertical = 1
    }

    /// The comparison of the two attributes.
    public enum Relation: Int, Sendable {
        case lessThanOrEqual = -1
        case equal = 0
        case greaterThanOrEqual = 1
    }

    /// A measure of a view.
    public enum Attribute: Int, Sendable {
        case notAnAttribute = 0
        case left = 1
        case right = 2
        case top = 3
        case bottom = 4
        case leading = 5
        case trailing = 6
        case width = 7
        case height = 8
        case centerX = 9
        case centerY = 10
        case lastBaseline = 11
        case firstBaseline = 12
    }

    /// The first view or guide.
    open private(set) weak var firstItem: AnyObject?
    /// The measure of the first view.
    public let firstAttribute: Attribute
    /// The comparison of both measures.
    public let relation: Relation

    /// The second view or guide.
    open private(set) weak var secondItem: AnyObject?
    /// The measure of the second view.
    public let secondAttribute: Attribute
    /// The factor of the second measure.
    public let multiplier: CGFloat

    /// The offset.
    open var constant: CGFloat

    /// The weight.
    open var priority = UILayoutPriority.required

    /// The name by which the app finds the constraint again.
    open var identifier: String?
    private weak var holder: UIView?

    /// Creates an inactive constraint.
    public init(
        item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation, toItem view2: Any?,
        attribute attr2: Attribute, multiplier: CGFloat, constant c: CGFloat
    ) {
        firstItem = view1 as AnyObject
        firstAttribute = attr1
        self.relation = relation
        secondItem = view2.map { $0 as AnyObject }
        secondAttribute = attr2
        self.multiplier = multiplier
        constant = c
        super.init()
    }

    /// True if the closest common ancestor of both views holds the constraint.
    open var isActive: Bool {
        get { holder != nil }
        set {
            guard newValue != isActive else { return }
            if newValue {
                let view = commonAncestor
                precondition(
                    view != nil, "A constraint cannot be activated because its views have no common ancestor.")
                view?.heldConstraints.append(self)
                holder = view
            } else {
                holder?.heldConstraints.removeAll { $0 === self }
                holder = nil
            }
        }
    }

    /// Activates each constraint.
    public static func activate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = true }
    }

    /// Deactivates each constraint.
    public static func deactivate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = false }
    }

    private var commonAncestor: UIView? {
        guard let first = Self.view(firstItem) else { return nil }
        guard secondItem != nil else { return first }
        guard let second = Self.view(secondItem) else { return nil }
        return sequence(first: first) { $0.superview }.first { second.isDescendant(of: $0) }
    }

    private static func view(_ item: AnyObject?) -> UIView? {
        item as? UIView ?? (item as? UILayoutGuide)?.owningView
    }
}

extension UIView {
    /// The active constraints that the view holds.
    public var constraints: [NSLayoutConstraint] { heldConstraints }

    /// Activates a constraint.
    public func addConstraint(_ constraint: NSLayoutConstraint) {
        constraint.isActive = true
    }

    /// Activates constraints.
    public func addConstraints(_ constraints: [NSLayoutConstraint]) {
        NSLayoutConstraint.activate(constraints)
    }

    /// Deactivates a constraint.
    public func removeConstraint(_ constraint: NSLayoutConstraint) {
        constraint.isActive = false
    }
}

/// A factory of constraints for one attribute of a view or guide.
@MainActor open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    fileprivate let holder: AnyObject
    fileprivate let attribute: NSLayoutConstraint.Attribute

    init(_ holder: AnyObject, _ attribute: NSLayoutConstraint.Attribute) {
        self.holder = holder
        self.attribute = attribute
        super.init()
    }

    /// Returns a constraint that holds both attributes equal, apart from an offset.
    public func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat = 0) -> NSLayoutConstraint {
        make(.equal, anchor, c)
    }

    /// Returns a constraint that holds this attribute at least at the other plus an offset.
    public func constraint(
        greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat = 0
    ) -> NSLayoutConstraint {
        make(.greaterThanOrEqual, anchor, c)
    }

    /// Returns a constraint that holds this attribute at most at the other plus an offset.
    public func constraint(
        lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat = 0
    ) -> NSLayoutConstraint {
        make(.lessThanOrEqual, anchor, c)
    }

    fileprivate func make(
        _ relation: NSLayoutConstraint.Relation, _ other: NSLayoutAnchor<AnchorType>?, _ constant: CGFloat,
        multiplier: CGFloat = 1
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(
            item: holder, attribute: attribute, relatedBy: relation, toItem: other?.holder,
            attribute: other?.attribute ?? .notAnAttribute, multiplier: multiplier, constant: constant)
    }
}

/// A factory of constraints across the screen.
@MainActor public final class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}

/// A factory of constraints down the screen.
@MainActor public final class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}

/// A factory of constraints for a width or height.
@MainActor public final class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
    /// Returns a constraint that holds the size at a constant.
    public func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint {
        make(.equal, nil, c)
    }

    /// Returns a constraint that holds the size at least at a constant.
    public func constraint(greaterThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
        make(.greaterThanOrEqual, nil, c)
    }

    /// Returns a constraint that holds the size at most at a constant.
    public func constraint(lessThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
        make(.lessThanOrEqual, nil, c)
    }

    /// Returns a constraint that holds the size at a multiple of the other.
    public func constraint(
        equalTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat = 0
    ) -> NSLayoutConstraint {
        make(.equal, anchor, c, multiplier: m)
    }

    /// Returns a constraint that holds the size at least at a multiple of the other.
    public func constraint(
        greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat = 0
    ) -> NSLayoutConstraint {
        make(.greaterThanOrEqual, anchor, c, multiplier: m)
    }

    /// Returns a constraint that holds the size at most at a multiple of the other.
    public func constraint(
        lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat = 0
    ) -> NSLayoutConstraint {
        make(.lessThanOrEqual, anchor, c, multiplier: m)
    }
}

/// An object that has the anchors of a rectangle.
@MainActor public protocol UILayoutAnchors: AnyObject {}

extension UILayoutAnchors {
    /// The edge at which text begins.
    public var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
    /// The edge at which text ends.
    public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
    /// The left edge.
    public var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
    /// The right edge.
    public var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
    /// The middle across the screen.
    public var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
    /// The upper edge.
    public var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
    /// The lower edge.
    public var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
    /// The middle down the screen.
    public var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }
    /// The width.
    public var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
    /// The height.
    public var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
}

/// A rectangle that takes part in layout without being a view.
@MainActor open class UILayoutGuide: NSObject, UILayoutAnchors {
    /// The name by which the app finds the guide again.
    open var identifier: String?

    /// The view that the guide belongs to.
    open internal(set) weak var owningView: UIView?

    init(_ view: UIView, _ identifier: String) {
        owningView = view
        self.identifier = identifier
        super.init()
    }

    /// Creates a guide that belongs to no view yet.
    public override init() {
        super.init()
    }
}

extension UIView: UILayoutAnchors {
    /// The base of the first line of text.
    public var firstBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .firstBaseline) }
    /// The base of the last line of text.
    public var lastBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .lastBaseline) }

    /// The part of the view that no bar covers.
    public var safeAreaLayoutGuide: UILayoutGuide { guide("safeArea") }

    /// The part of the view within its margins.
    public var layoutMarginsGuide: UILayoutGuide { guide("layoutMargins") }

    /// The part of the view that has a readable width.
    public var readableContentGuide: UILayoutGuide { guide("readableContent") }

    /// The guides that the app has added, and those of the system that it has used.
    public var layoutGuides: [UILayoutGuide] { guides }

    /// Adds a guide.
    public func addLayoutGuide(_ layoutGuide: UILayoutGuide) {
        layoutGuide.owningView = self
        guides.append(layoutGuide)
    }

    func guide(_ identifier: String) -> UILayoutGuide {
        if let guide = guides.first(where: { $0.identifier == identifier }) { return guide }
        let guide = UILayoutGuide(self, identifier)
        guides.append(guide)
        return guide
    }
}
