public import Foundation

/// A font: its name, size and weight.
///
/// `@unchecked Sendable` holds because every stored property is a constant of a Sendable type.
open class UIFont: NSObject, @unchecked Sendable {
    /// The use of text, which decides its font.
    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        /// The stored value.
        public let rawValue: String

        /// Creates a value of its stored form.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The title of a screen.
        public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
        /// A heading of the first level.
        public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
        /// A heading of the second level.
        public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
        /// A heading of the third level.
        public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
        /// A heading in bold.
        public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
        /// A heading below another one.
        public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
        /// Running text.
        public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
        /// A remark.
        public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
        /// A footnote.
        public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
        /// A caption.
        public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
        /// A smaller caption.
        public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")
    }

    /// The thickness of the strokes.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        /// The stored value.
        public let rawValue: CGFloat

        /// Creates a value of its stored form.
        public init(rawValue: CGFloat) {
            self.rawValue = rawValue
        }

        /// The thinnest strokes.
        public static let ultraLight = Weight(rawValue: -0.8)
        /// Very thin strokes.
        public static let thin = Weight(rawValue: -0.6)
        /// Thin strokes.
        public static let light = Weight(rawValue: -0.4)
        /// Ordinary strokes.
        public static let regular = Weight(rawValue: 0)
        /// Somewhat thicker strokes.
        public static let medium = Weight(rawValue: 0.23)
        /// The strokes between medium and bold.
        public static let semibold = Weight(rawValue: 0.3)
        /// Thick strokes.
        public static let bold = Weight(rawValue: 0.4)
        /// Very thick strokes.
        public static let heavy = Weight(rawValue: 0.56)
        /// The thickest strokes.
        public static let black = Weight(rawValue: 0.62)
    }

    /// The full name of the font.
    public let fontName: String
    /// The size in points.
    public let pointSize: CGFloat

    /// The thickness, which a screen shows as bold.
    package let weight: Weight

    /// The style that the font was made for.
    package let textStyle: TextStyle?

    /// True if the letters lean.
    package let isItalic: Bool

    private init(
        _ fontName: String, size: CGFloat, weight: Weight = .regular, style: TextStyle? = nil, isItalic: Bool = false
    ) {
        self.fontName = fontName
        pointSize = size
        self.weight = weight
        textStyle = style
        self.isItalic = isItalic
        super.init()
    }

    /// Creates a font of a name; every name counts as installed.
    public convenience init?(name fontName: String, size fontSize: CGFloat) {
        self.init(fontName, size: fontSize)
    }

    /// Returns the system's font.
    public static func systemFont(ofSize fontSize: CGFloat) -> UIFont {
        systemFont(ofSize: fontSize, weight: .regular)
    }

    /// Returns the system's font of a weight.
    public static func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(".SFUI-Regular", size: fontSize, weight: weight)
    }

    /// Returns the system's font in bold.
    public static func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        systemFont(ofSize: fontSize, weight: .bold)
    }

    /// Returns the system's font in italics.
    public static func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(".SFUI-Italic", size: fontSize, isItalic: true)
    }

    /// Returns the font of a style at the default text size.
    public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
        let sizes: [TextStyle: CGFloat] = [
            .largeTitle: 34, .title1: 28, .title2: 22, .title3: 20, .headline: 17, .subheadline: 15, .body: 17,
            .callout: 16, .footnote: 13, .caption1: 12, .caption2: 11,
        ]
        return UIFont(
            ".SFUI-Regular", size: sizes[style] ?? 17, weight: style == .headline ? .semibold : .regular, style: style)
    }

    /// The size of text in labels.
    public static var labelFontSize: CGFloat { 17 }

    /// The size of the system's text.
    public static var systemFontSize: CGFloat { 14 }

    /// Returns the font in another size.
    open func withSize(_ fontSize: CGFloat) -> UIFont {
        UIFont(fontName, size: fontSize, weight: weight, style: textStyle, isItalic: isItalic)
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIFont else { return false }
        return fontName == other.fontName && pointSize == other.pointSize && weight == other.weight
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(fontName)
        hasher.combine(pointSize)
        hasher.combine(weight)
        return hasher.finalize()
    }
}
