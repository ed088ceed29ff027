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
