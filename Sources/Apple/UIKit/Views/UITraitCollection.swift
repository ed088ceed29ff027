public import Foundation

/// The size that a person has chosen for text.
public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
    /// The stored value.
    public let rawValue: String

    /// Creates a value of its stored form.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// No size.
    public static let unspecified = UIContentSizeCategory(rawValue: "_UICTContentSizeCategoryUnspecified")
    /// The smallest size.
    public static let extraSmall = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXS")
    /// Two sizes below the default.
    public static let small = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryS")
    /// One size below the default.
    public static let medium = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryM")
    /// The default size.
    public static let large = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryL")
    /// One size above the default.
    public static let extraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXL")
    /// Two sizes above the default.
    public static let extraExtraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXXL")
    /// The largest size of the ordinary setting.
    public static let extraExtraExtraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXXXL")
    /// The smallest size of the accessibility setting.
    public static let accessibilityMedium = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryAccessibilityM")
    /// The second size of the accessibility setting.
    public static let accessibilityLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryAccessibilityL")
    /// The third size of the accessibility setting.
    public static let accessibilityExtraLarge = UIContentSizeCategory(
        rawValue: "UICTContentSizeCategoryAccessibilityXL")
    /// The fourth size of the accessibility setting.
    public static let accessibilityExtraExtraLarge = UIContentSizeCategory(
        rawValue: "UICTContentSizeCategoryAccessibilityXXL")
    /// The largest size of all.
    public static let accessibilityExtraExtraExtraLarge = UIContentSizeCategory(
        rawValue: "UICTContentSizeCategoryAccessibilityXXXL")

    /// True for the sizes beyond those of the ordinary setting.
    public var isAccessibilityCategory: Bool { self >= .accessibilityMedium }

    private static let order: [UIContentSizeCategory] = [
        .unspecified, .extraSmall, .small, .medium, .large, .extraLarge, .extraExtraLarge, .extraExtraExtraLarge,
        .accessibilityMedium, .accessibilityLarge, .accessibilityExtraLarge, .accessibilityExtraExtraLarge,
        .accessibilityExtraExtraExtraLarge,
    ]
}

extension UIContentSizeCategory: Comparable {
    /// Compares the sizes, smallest first.
    public static func < (one: UIContentSizeCategory, other: UIContentSizeCategory) -> Bool {
        (order.firstIndex(of: one) ?? 0) < (order.firstIndex(of: other) ?? 0)
    }
}

/// Light or dark.
public enum UIUserInterfaceStyle: Int, Sendable {
    case unspecified = 0
    case light = 1
    case dark = 2
}

/// The room that an interface has in one direction.
public enum UIUserInterfaceSizeClass: Int, Sendable {
    case unspecified = 0
    case compact = 1
    case regular = 2
}

/// The kind of device.
public enum UIUserInterfaceIdiom: Int, Sendable {
    case unspecified = -1
    case phone = 0
    case pad = 1
    case mac = 5
}

/// The environment of an interface: here that of a phone held upright.
///
/// `@unchecked Sendable` holds because every stored property is a constant of a Sendable type.
open class UITraitCollection: NSObject, @unchecked Sendable {
    /// The kind of device.
    public let userInterfaceIdiom: UIUserInterfaceIdiom
    /// The appearance, light or dark.
    public let userInterfaceStyle: UIUserInterfaceStyle
    /// The room across the screen.
    public let horizontalSizeClass: UIUserInterfaceSizeClass
    /// The room down the screen.
    public let verticalSizeClass: UIUserInterfaceSizeClass
    /// The size of text.
    public let preferredContentSizeCategory: UIContentSizeCategory

    /// Creates the traits of a phone held upright.
    public override init() {
        userInterfaceIdiom = .phone
        userInterfaceStyle = .light
        horizontalSizeClass = .compact
        verticalSizeClass = .regular
        preferredContentSizeCategory = .large
        super.init()
    }

    init(contentSizeCategory: UIContentSizeCategory) {
        userInterfaceIdiom = .phone
        userInterfaceStyle = .light
        horizontalSizeClass = .compact
        verticalSizeClass = .regular
        preferredContentSizeCategory = contentSizeCategory
        super.init()
    }
}
