public import Foundation

/// A view of text that a person only reads.
@MainActor open class UILabel: UIView {
    /// The text. A new one takes the place of an attributed text.
    open var text: String? {
        get { attributedText?.string ?? storedText }
        set {
            storedText = newValue
            storedAttributedText = nil
            invalidateIntrinsicContentSize()
        }
    }

    /// The text with attributes.
    open var attributedText: NSAttributedString? {
        get { storedAttributedText }
        set {
            storedAttributedText = newValue
            storedText = nil
            invalidateIntrinsicContentSize()
        }
    }

    /// The font of the text.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var font: UIFont! = .systemFont(ofSize: UIFont.labelFontSize)

    /// The colour of the text.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var textColor: UIColor! = .label

    /// The place of the text between the edges.
    open var textAlignment = NSTextAlignment.natural

    /// The treatment of text that is too long.
    open var lineBreakMode = NSLineBreakMode.byTruncatingTail

    /// The most lines of the text, 0 for any number.
    open var numberOfLines = 1

    /// The width at which the text is broken.
    open var preferredMaxLayoutWidth: CGFloat = 0

    /// True if the font follows the person's text size.
    open var adjustsFontForContentSizeCategory = false

    /// True if long text is made smaller.
    open var adjustsFontSizeToFitWidth = false

    /// The smallest factor of the font.
    open var minimumScaleFactor: CGFloat = 0

    /// True if the text is not dimmed.
    open var isEnabled = true

    /// True if the highlighted colour or image is shown.
    open var isHighlighted = false

    /// The colour of the text of the highlighted state.
    open var highlightedTextColor: UIColor?

    private var storedText: String?
    private var storedAttributedText: NSAttributedString?

    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? text }
        set { super.accessibilityLabel = newValue }
    }
}

/// A view of a picture.
@MainActor open class UIImageView: UIView {
    /// The image.
    open var image: UIImage?

    /// The image of the highlighted state.
    open var highlightedImage: UIImage?

    /// True if the highlighted colour or image is shown.
    open var isHighlighted = false

    /// Creates a view of a picture's size.
    public convenience init(image: UIImage?, highlightedImage: UIImage? = nil) {
        self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        self.image = image
        self.highlightedImage = highlightedImage
    }
}

/// A wheel that turns while something loads.
@MainActor open class UIActivityIndicatorView: UIView {
    /// The size of the wheel.
    public enum Style: Int, Sendable {
        case medium = 100
        case large = 101
    }

    /// The size of the wheel.
    open var style = Style.medium

    /// True if the wheel is hidden while it does not turn.
    open var hidesWhenStopped = true

    /// True if the wheel turns.
    open private(set) var isAnimating = false

    /// Creates a wheel that does not turn yet.
    public convenience init(style: Style) {
        self.init(frame: .zero)
        self.style = style
    }

    /// Shows the wheel and turns it.
    open func startAnimating() {
        isAnimating = true
        isHidden = false
    }

    /// Stops the wheel, and hides it if `hidesWhenStopped`.
    open func stopAnimating() {
        isAnimating = false
        if hidesWhenStopped { isHidden = true }
    }
}
