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

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var font: UIFont! = .systemFont(ofSize: UIFont.labelFontSize)
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var textColor: UIColor! = .label
    open var textAlignment = NSTextAlignment.natural
    open var lineBreakMode = NSLineBreakMode.byTruncatingTail
    open var numberOfLines = 1
    open var preferredMaxLayoutWidth: CGFloat = 0
    open var adjustsFontForContentSizeCategory = false
    open var adjustsFontSizeToFitWidth = false
    open var minimumScaleFactor: CGFloat = 0
    open var isEnabled = true
    open var isHighlighted = false
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
    open var image: UIImage?
    open var highlightedImage: UIImage?
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

    open var style = Style.medium
    open var hidesWhenStopped = true
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
