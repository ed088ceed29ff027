public import Foundation

/// The condition of a view that has a content configuration.
@MainActor public protocol UIConfigurationState {
    /// The traits of the view.
    var traitCollection: UITraitCollection { get set }
}

/// The condition of a cell.
@MainActor public struct UICellConfigurationState: UIConfigurationState {
    /// The traits of the cell.
    public var traitCollection: UITraitCollection
    /// True if the cell is selected.
    public var isSelected = false
    /// True while a person presses the cell.
    public var isHighlighted = false
    /// True if the table is edited.
    public var isEditing = false
    /// True if the cell ignores presses.
    public var isDisabled = false

    /// Creates the condition of an idle cell.
    public init(traitCollection: UITraitCollection) {
        self.traitCollection = traitCollection
    }
}

/// A description of a content, from which a view is made.
@MainActor public protocol UIContentConfiguration {
    /// Returns a new view of the content.
    func makeContentView() -> any UIView & UIContentView

    /// Returns the description for a condition.
    func updated(for state: any UIConfigurationState) -> Self
}

/// A view that shows a content configuration.
@MainActor public protocol UIContentView: NSObjectProtocol {
    /// The configuration that the view shows.
    var configuration: any UIContentConfiguration { get set }
}

/// The content of a row: an image, a text, and a second text.
public struct UIListContentConfiguration: Hashable {
    /// The look of a text.
    public struct TextProperties: Hashable {
        /// The font of the text.
        public var font = UIFont.preferredFont(forTextStyle: .body)
        /// The colour of the text.
        public var color = UIColor.label
        /// The most lines of the text, 0 for any number.
        public var numberOfLines = 0
        /// True if the font follows the person's text size.
        public var adjustsFontForContentSizeCategory = true
    }

    /// The look of the image.
    public struct ImageProperties: Hashable {
        /// The colour of a symbol.
        public var tintColor: UIColor?
        /// The largest size of the image, zero for any.
        public var maximumSize = CGSize.zero
        /// The room that the image takes at least.
        public var reservedLayoutSize = CGSize.zero
        /// The radius of the image's corners.
        public var cornerRadius: CGFloat = 0

        /// Compares all properties.
        public static func == (one: ImageProperties, other: ImageProperties) -> Bool {
            one.tintColor == other.tintColor && one.maximumSize == other.maximumSize
                && one.reservedLayoutSize == other.reservedLayoutSize && one.cornerRadius == other.cornerRadius
        }

        /// Hashes the properties that can be hashed.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(tintColor)
            hasher.combine(cornerRadius)
        }
    }

    /// The image before the texts.
    public var image: UIImage?
    /// The look of the image.
    public var imageProperties = ImageProperties()
    /// The first text.
    public var text: String?
    /// The first text with attributes.
    public var attributedText: NSAttributedString?
    /// The look of the first text.
    public var textProperties = TextProperties()
    /// The second text.
    public var secondaryText: String?
    /// The second text with attributes.
    public var secondaryAttributedText: NSAttributedString?
    /// The look of the second text.
    public var secondaryTextProperties = TextProperties()
    /// True if the second text follows the first one in the same line.
    public var prefersSideBySideTextAndSecondaryText = false
    /// The space between the texts.
    public var textToSecondaryTextVerticalPadding: CGFloat = 3
    /// The space after the image.
    public var imageToTextPadding: CGFloat = 16
    /// The space around the content.
    public var directionalLayoutMargins = NSDirectionalEdgeInsets.zero

    private init(secondary color: UIColor = .label, sideBySide: Bool = false) {
        secondaryTextProperties.font = .preferredFont(forTextStyle: .subheadline)
        secondaryTextProperties.color = color
        prefersSideBySideTextAndSecondaryText = sideBySide
    }

    /// Returns the content of an ordinary row.
    public static func cell() -> UIListContentConfiguration { UIListContentConfiguration() }

    /// Returns the content of a row with a grey second line.
    public static func subtitleCell() -> UIListContentConfiguration {
        UIListContentConfiguration(secondary: .secondaryLabel)
    }

    /// Returns the content of a row with a grey value at its end.
    public static func valueCell() -> UIListContentConfiguration {
        UIListContentConfiguration(secondary: .secondaryLabel, sideBySide: true)
    }

    /// Returns the content of a header.
    public static func header() -> UIListContentConfiguration {
        var header = UIListContentConfiguration()
        header.textProperties.font = .preferredFont(forTextStyle: .headline)
        return header
    }

    /// Returns the content of a footer.
    public static func footer() -> UIListContentConfiguration {
        var footer = UIListContentConfiguration()
        footer.textProperties.font = .preferredFont(forTextStyle: .footnote)
        return footer
    }
}

extension UIListContentConfiguration: UIContentConfiguration {
    /// Returns a list content view.
    @MainActor public func makeContentView() -> any UIView & UIContentView {
        UIListContentView(configuration: self)
    }

    /// Returns the content as it is, for every condition.
    @MainActor public func updated(for state: any UIConfigurationState) -> UIListContentConfiguration { self }
}

/// The view of a row's content.
@MainActor open class UIListContentView: UIView, UIContentView {
    /// The content that the view shows.
    open var configuration: any UIContentConfiguration {
        didSet { setNeedsLayout() }
    }

    /// Creates a view of a content.
    public init(configuration: UIListContentConfiguration) {
        self.configuration = configuration
        super.init(frame: .zero)
    }

    /// Creates an empty object, because archives hold no interface here.
    public required init?(coder: NSCoder) {
        configuration = UIListContentConfiguration.cell()
        super.init(coder: coder)
    }

    /// The content as a screen reads it.
    package var content: UIListContentConfiguration? { configuration as? UIListContentConfiguration }
}
