public import Foundation

/// A button.
@MainActor open class UIButton: UIControl {
    /// The look of a button.
    public enum ButtonType: Int, Sendable {
        case custom = 0
        case system = 1
        case detailDisclosure = 2
        case infoLight = 3
        case infoDark = 4
        case contactAdd = 5
        case close = 7
    }

    /// The meaning of a button.
    public enum Role: Int, Sendable {
        case normal = 0
        case primary = 1
        case cancel = 2
        case destructive = 3
    }

    /// The look that the button was created with.
    public private(set) final var buttonType = ButtonType.custom

    /// The meaning of the button.
    open var role = Role.normal

    /// The look and content, if the app uses a configuration.
    open var configuration: Configuration?

    /// The menu. A press opens it if `showsMenuAsPrimaryAction`; a long press opens it in any case.
    open var menu: UIMenu?

    /// True if the button shows the title of the entry that is selected in its menu.
    open var changesSelectionAsPrimaryAction = false

    private var titles: [State: String] = [:]
    private var images: [State: UIImage] = [:]
    private var titleColors: [State: UIColor] = [:]
    private lazy var label = UILabel()
    private lazy var picture = UIImageView()

    /// Creates a button of a look.
    public convenience init(type buttonType: ButtonType) {
        self.init(frame: .zero)
        self.buttonType = buttonType
    }

    /// Creates a button of a look that performs an action and shows its title and image.
    public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) {
        self.init(frame: .zero, primaryAction: primaryAction)
        self.buttonType = buttonType
        show(primaryAction)
    }

    /// Creates a button of a configuration, whose missing title and image are those of the action.
    public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
        self.init(frame: .zero, primaryAction: primaryAction)
        buttonType = .system
        self.configuration = configuration
        show(primaryAction)
    }

    /// The label of the title.
    open var titleLabel: UILabel? {
        label.text = currentTitle
        return label
    }

    /// The view of the image.
    open var imageView: UIImageView? {
        picture.image = currentImage
        return picture
    }

    /// Sets the title of a state.
    open func setTitle(_ title: String?, for state: State) {
        titles[state] = title
        if state == .normal { configuration?.title = title }
    }

    /// Sets the title's colour of a state.
    open func setTitleColor(_ color: UIColor?, for state: State) {
        titleColors[state] = color
    }

    /// Sets the image of a state.
    open func setImage(_ image: UIImage?, for state: State) {
        images[state] = image
        if state == .normal { configuration?.image = image }
    }

    /// Returns the title of a state, or that of the normal state.
    open func title(for state: State) -> String? { titles[state] ?? titles[.normal] }

    /// Returns the title's colour of a state, or that of the normal state.
    open func titleColor(for state: State) -> UIColor? { titleColors[state] ?? titleColors[.normal] }

    /// Returns the image of a state, or that of the normal state.
    open func image(for state: State) -> UIImage? { images[state] ?? images[.normal] }

    /// The title that is shown.
    open var currentTitle: String? {
        if changesSelectionAsPrimaryAction, let selected = menu?.selectedElements.first { return selected.title }
        return configuration?.title ?? title(for: state)
    }

    /// The image that is shown.
    open var currentImage: UIImage? { configuration?.image ?? image(for: state) }

    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? currentTitle }
        set { super.accessibilityLabel = newValue }
    }

    private func show(_ action: UIAction?) {
        guard let action else { return }
        if !action.title.isEmpty, title(for: .normal) == nil {
            titles[.normal] = action.title
            if configuration?.title == nil { configuration?.title = action.title }
        }
        images[.normal] = action.image
        if configuration?.image == nil { configuration?.image = action.image }
    }
}

extension UIButton {
    /// The look and content of a button.
    public struct Configuration: Hashable {
        /// The size of a button.
        public enum Size: Int, Sendable {
            case medium, small, mini, large
        }

        /// The form of a button's corners.
        public enum CornerStyle: Int, Sendable {
            case fixed, dynamic, small, medium, large, capsule
        }

        /// The title.
        public var title: String?
        /// The second line.
        public var subtitle: String?
        /// The image.
        public var image: UIImage?
        /// The space between the image and the title.
        public var imagePadding: CGFloat = 0
        /// The space between the title and the second line.
        public var titlePadding: CGFloat = 0
        /// The space around the content.
        public var contentInsets = NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12)
        /// The side of the image.
        public var imagePlacement: NSDirectionalRectEdge = .leading
        /// The colour of the title.
        public var baseForegroundColor: UIColor?
        /// The colour of the background.
        public var baseBackgroundColor: UIColor?
        /// The size.
        public var buttonSize = Size.medium
        /// The form of the corners.
        public var cornerStyle = CornerStyle.dynamic
        /// True if a wheel turns in place of the image.
        public var showsActivityIndicator = false

        /// True if the button has a background.
        package let isFilled: Bool

        private init(isFilled: Bool) {
            self.isFilled = isFilled
        }

        /// Returns a look without a background.
        public static func plain() -> Configuration { Configuration(isFilled: false) }

        /// Returns a look without a background or border.
        public static func borderless() -> Configuration { Configuration(isFilled: false) }

        /// Returns a look with a background in the tint colour.
        public static func filled() -> Configuration { Configuration(isFilled: true) }

        /// Returns a look with a grey background.
        public static func gray() -> Configuration { Configuration(isFilled: true) }

        /// Returns a look with a faint background in the tint colour.
        public static func tinted() -> Configuration { Configuration(isFilled: true) }

        /// Returns a look with a border.
        public static func bordered() -> Configuration { Configuration(isFilled: true) }

        /// Returns a look with a border in the tint colour.
        public static func borderedTinted() -> Configuration { Configuration(isFilled: true) }

        /// Returns the look of the most important button.
        public static func borderedProminent() -> Configuration { Configuration(isFilled: true) }
    }
}

/// A set of edges in the direction of the language.
public struct NSDirectionalRectEdge: OptionSet, Hashable, Sendable {
    /// The stored value.
    public let rawValue: UInt

    /// Creates a value of its stored form.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The upper edge.
    public static let top = NSDirectionalRectEdge(rawValue: 1)
    /// The edge at which text begins.
    public static let leading = NSDirectionalRectEdge(rawValue: 2)
    /// The lower edge.
    public static let bottom = NSDirectionalRectEdge(rawValue: 4)
    /// The edge at which text ends.
    public static let trailing = NSDirectionalRectEdge(rawValue: 8)
    /// All four edges.
    public static let all: NSDirectionalRectEdge = [.top, .leading, .bottom, .trailing]
}
