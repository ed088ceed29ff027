public import Foundation

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
