public import Foundation

/// The distances of a content from the edges of its view.
public struct UIEdgeInsets: Hashable, Sendable, Codable {
    /// The upper edge.
    public var top: CGFloat
    /// The left edge.
    public var left: CGFloat
    /// The lower edge.
    public var bottom: CGFloat
    /// The right edge.
    public var right: CGFloat

    /// No distance at any edge.
    public static let zero = UIEdgeInsets()

    /// Creates insets from the distances.
    public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }
}

/// The distances of a content from the edges of its view, in the direction of the language.
public struct NSDirectionalEdgeInsets: Hashable, Sendable, Codable {
    /// The upper edge.
    public var top: CGFloat
    /// The edge at which text begins.
    public var leading: CGFloat
    /// The lower edge.
    public var bottom: CGFloat
    /// The edge at which text ends.
    public var trailing: CGFloat

    /// No distance at any edge.
    public static let zero = NSDirectionalEdgeInsets()

    /// Creates insets from the distances.
    public init(top: CGFloat = 0, leading: CGFloat = 0, bottom: CGFloat = 0, trailing: CGFloat = 0) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }
}

/// A set of edges of a rectangle.
public struct UIRectEdge: OptionSet, Sendable {
    /// The stored value.
    public let rawValue: UInt

    /// Creates a value of its stored form.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The upper edge.
    public static let top = UIRectEdge(rawValue: 1)
    /// The left edge.
    public static let left = UIRectEdge(rawValue: 2)
    /// The lower edge.
    public static let bottom = UIRectEdge(rawValue: 4)
    /// The right edge.
    public static let right = UIRectEdge(rawValue: 8)
    /// All four edges.
    public static let all: UIRectEdge = [.top, .left, .bottom, .right]
}

/// The place of text between the edges of its view.
public enum NSTextAlignment: Int, Sendable {
    case left = 0
    case center = 1
    case right = 2
    case justified = 3
    case natural = 4
}

/// The treatment of text that is too long for its view.
public enum NSLineBreakMode: Int, Sendable {
    case byWordWrapping = 0
    case byCharWrapping = 1
    case byClipping = 2
    case byTruncatingHead = 3
    case byTruncatingTail = 4
    case byTruncatingMiddle = 5
}

extension IndexPath {
    /// Creates the index path of a row in a section of a table.
    public init(row: Int, section: Int) {
        self.init(indexes: [section, row])
    }

    /// Creates the index path of an item in a section of a collection.
    public init(item: Int, section: Int) {
        self.init(indexes: [section, item])
    }

    /// The section of a row or item.
    public var section: Int {
        get { self[0] }
        set { self[0] = newValue }
    }

    /// The row in its section.
    public var row: Int {
        get { self[1] }
        set { self[1] = newValue }
    }

    /// The item in its section.
    public var item: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
}
