public import Foundation

/// A colour: its components, and its name if the system defines it.
///
/// `@unchecked Sendable` holds because every stored property is a constant of a Sendable type.
open class UIColor: NSObject, @unchecked Sendable {
    /// The name of a system colour or of an asset.
    package let name: String?

    /// The components from 0 to 1.
    package let red, green, blue, alpha: CGFloat

    /// Creates a colour from components of 0 to 1.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        name = nil
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
        super.init()
    }

    /// Creates a grey from a brightness of 0 to 1.
    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// Creates a colour of the asset catalogue. Its components are unknown here, so it is drawn as grey.
    public convenience init?(named name: String) {
        self.init(name: name, 0x808080, alpha: 1)
    }

    private init(name: String?, _ rgb: UInt32, alpha: CGFloat = 1) {
        self.name = name
        red = CGFloat(rgb >> 16 & 0xFF) / 255
        green = CGFloat(rgb >> 8 & 0xFF) / 255
        blue = CGFloat(rgb & 0xFF) / 255
        self.alpha = alpha
        super.init()
    }

    /// Returns the colour with another opacity.
    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        UIColor(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// Writes the components to the addresses given.
    @discardableResult
    open func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        red?.pointee = self.red
        green?.pointee = self.green
        blue?.pointee = self.blue
        alpha?.pointee = self.alpha
        return true
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIColor else { return false }
        return name == other.name && [red, green, blue, alpha] == [other.red, other.green, other.blue, other.alpha]
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(name)
        hasher.combine([red, green, blue, alpha])
        return hasher.finalize()
    }
}

extension UIColor {
    /// The colour `black` of the light appearance.
    public static let black = UIColor(name: "black", 0x000000)
    /// The colour `white` of the light appearance.
    public static let white = UIColor(name: "white", 0xFFFFFF)
    /// The colour `gray` of the light appearance.
    public static let gray = UIColor(name: "gray", 0x808080)
    /// The colour `darkGray` of the light appearance.
    public static let darkGray = UIColor(name: "darkGray", 0x555555)
    /// The colour `lightGray` of the light appearance.
    public static let lightGray = UIColor(name: "lightGray", 0xAAAAAA)
    /// The colour `red` of the light appearance.
    public static let red = UIColor(name: "red", 0xFF0000)
    /// The colour `green` of the light appearance.
    public static let green = UIColor(name: "green", 0x00FF00)
    /// The colour `blue` of the light appearance.
    public static let blue = UIColor(name: "blue", 0x0000FF)
    /// The colour `yellow` of the light appearance.
    public static let yellow = UIColor(name: "yellow", 0xFFFF00)
    /// The colour `orange` of the light appearance.
    public static let orange = UIColor(name: "orange", 0xFF8000)
    /// The colour `purple` of the light appearance.
    public static let purple = UIColor(name: "purple", 0x800080)
    /// The colour `brown` of the light appearance.
    public static let brown = UIColor(name: "brown", 0x996633)
    /// The colour `cyan` of the light appearance.
    public static let cyan = UIColor(name: "cyan", 0x00FFFF)
    /// The colour `magenta` of the light appearance.
    public static let magenta = UIColor(name: "magenta", 0xFF00FF)
    /// The colour `systemRed` of the light appearance.
    public static let systemRed = UIColor(name: "systemRed", 0xFF3B30)
    /// The colour `systemGreen` of the light appearance.
    public static let systemGreen = UIColor(name: "systemGreen", 0x34C759)
    /// The colour `systemBlue` of the light appearance.
    public static let systemBlue = UIColor(name: "systemBlue", 0x007AFF)
    /// The colour `systemOrange` of the light appearance.
    public static let systemOrange = UIColor(name: "systemOrange", 0xFF9500)
    /// The colour `systemYellow` of the light appearance.
    public static let systemYellow = UIColor(name: "systemYellow", 0xFFCC00)
    /// The colour `systemPink` of the light appearance.
    public static let systemPink = UIColor(name: "systemPink", 0xFF2D55)
    /// The colour `systemPurple` of the light appearance.
    public static let systemPurple = UIColor(name: "systemPurple", 0xAF52DE)
    /// The colour `systemTeal` of the light appearance.
    public static let systemTeal = UIColor(name: "systemTeal", 0x30B0C7)
    /// The colour `systemIndigo` of the light appearance.
    public static let systemIndigo = UIColor(name: "systemIndigo", 0x5856D6)
    /// The colour `systemBrown` of the light appearance.
    public static let systemBrown = UIColor(name: "systemBrown", 0xA2845E)
    /// The colour `systemMint` of the light appearance.
    public static let systemMint = UIColor(name: "systemMint", 0x00C7BE)
    /// The colour `systemCyan` of the light appearance.
    public static let systemCyan = UIColor(name: "systemCyan", 0x32ADE6)
    /// The colour `systemGray` of the light appearance.
    public static let systemGray = UIColor(name: "systemGray", 0x8E8E93)
    /// The colour `systemGray2` of the light appearance.
    public static let systemGray2 = UIColor(name: "systemGray2", 0xAEAEB2)
    /// The colour `systemGray3` of the light appearance.
    public static let systemGray3 = UIColor(name: "systemGray3", 0xC7C7CC)
    /// The colour `systemGray4` of the light appearance.
    public static let systemGray4 = UIColor(name: "systemGray4", 0xD1D1D6)
    /// The colour `systemGray5` of the light appearance.
    public static let systemGray5 = UIColor(name: "systemGray5", 0xE5E5EA)
    /// The colour `systemGray6` of the light appearance.
    public static let systemGray6 = UIColor(name: "systemGray6", 0xF2F2F7)
    /// The colour `tintColor` of the light appearance.
    public static let tintColor = UIColor(name: "tintColor", 0x007AFF)
    /// The colour `label` of the light appearance.
    public static let label = UIColor(name: "label", 0x000000)
    /// The colour `secondaryLabel` of the light appearance.
    public static let secondaryLabel = UIColor(name: "secondaryLabel", 0x3C3C43, alpha: 0.6)
    /// The colour `tertiaryLabel` of the light appearance.
    public static let tertiaryLabel = UIColor(name: "tertiaryLabel", 0x3C3C43, alpha: 0.3)
    /// The colour `quaternaryLabel` of the light appearance.
    public static let quaternaryLabel = UIColor(name: "quaternaryLabel", 0x3C3C43, alpha: 0.18)
    /// The colour `placeholderText` of the light appearance.
    public static let placeholderText = UIColor(name: "placeholderText", 0x3C3C43, alpha: 0.3)
    /// The colour `link` of the light appearance.
    public static let link = UIColor(name: "link", 0x007AFF)
    /// The colour `separator` of the light appearance.
    public static let separator = UIColor(name: "separator", 0x3C3C43, alpha: 0.29)
    /// The colour `opaqueSeparator` of the light appearance.
    public static let opaqueSeparator = UIColor(name: "opaqueSeparator", 0xC6C6C8)
    /// The colour `systemFill` of the light appearance.
    public static let systemFill = UIColor(name: "systemFill", 0x787880, alpha: 0.2)
    /// The colour `secondarySystemFill` of the light appearance.
    public static let secondarySystemFill = UIColor(name: "secondarySystemFill", 0x787880, alpha: 0.16)
    /// The colour `systemBackground` of the light appearance.
    public static let systemBackground = UIColor(name: "systemBackground", 0xFFFFFF)
    /// The colour `secondarySystemBackground` of the light appearance.
    public static let secondarySystemBackground = UIColor(name: "secondarySystemBackground", 0xF2F2F7)
    /// The colour `tertiarySystemBackground` of the light appearance.
    public static let tertiarySystemBackground = UIColor(name: "tertiarySystemBackground", 0xFFFFFF)
    /// The colour `systemGroupedBackground` of the light appearance.
    public static let systemGroupedBackground = UIColor(name: "systemGroupedBackground", 0xF2F2F7)
    /// The colour `secondarySystemGroupedBackground` of the light appearance.
    public static let secondarySystemGroupedBackground = UIColor(name: "secondarySystemGroupedBackground", 0xFFFFFF)
    /// The colour `tertiarySystemGroupedBackground` of the light appearance.
    public static let tertiarySystemGroupedBackground = UIColor(name: "tertiarySystemGroupedBackground", 0xF2F2F7)
    /// The colour `clear` of the light appearance.
    public static let clear = UIColor(name: "clear", 0x000000, alpha: 0)
}
