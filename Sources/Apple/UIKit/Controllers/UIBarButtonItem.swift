public import Foundation

/// An item of a bar.
@MainActor open class UIBarItem: NSObject {
    /// The title that a person reads.
    open var title: String?

    /// The image.
    open var image: UIImage?

    /// True if a person can press the item.
    open var isEnabled = true

    /// The number by which the app finds the item again.
    open var tag = 0

    /// The words that VoiceOver reads.
    open var accessibilityLabel: String?

    /// The name by which tests find the item.
    open var accessibilityIdentifier: String?

    public override init() {
        super.init()
    }
}

/// A button of a bar. Target and action need the Objective-C runtime; a button has a primary action or a menu.
@MainActor open class UIBarButtonItem: UIBarItem, UIPopoverPresentationControllerSourceItem {
    /// The look of a button.
    public enum Style: Int, Sendable {
        case plain = 0
        case done = 2
    }

    /// A button whose title and image the system supplies.
    public enum SystemItem: Int, Sendable {
        case done = 0
        case cancel = 1
        case edit = 2
        case save = 3
        case add = 4
        case flexibleSpace = 5
        case fixedSpace = 6
        case compose = 7
        case reply = 8
        case action = 9
        case organize = 10
        case bookmarks = 11
        case search = 12
        case refresh = 13
        case stop = 14
        case camera = 15
        case trash = 16
        case play = 17
        case pause = 18
        case rewind = 19
        case fastForward = 20
        case undo = 21
        case redo = 22
        case close = 24
    }

    /// The look.
    open var style = Style.plain

    /// The width of a space.
    open var width: CGFloat = 0

    /// The view in place of a button.
    open var customView: UIView?

    /// The colour of what a person can press.
    open var tintColor: UIColor?

    /// True if the bar leaves the button out.
    open var isHidden = false

    /// True if the button looks selected.
    open var isSelected = false

    /// The action of a press. Its title and image are the button's if the button has none.
    open var primaryAction: UIAction? {
        didSet {
            if let primaryAction, !primaryAction.title.isEmpty { title = primaryAction.title }
            if let primaryAction, primaryAction.image != nil { image = primaryAction.image }
        }
    }

    /// The menu. A press opens it if the button has no primary action; a long press opens it in any case.
    open var menu: UIMenu?

    /// The item whose title and image the system supplies.
    package private(set) final var systemItem: SystemItem?

    public override init() {
        super.init()
    }

    /// Creates a button; without a title or image it has those of the action.
    public convenience init(
        title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil
    ) {
        self.init()
        self.primaryAction = primaryAction
        self.title = title ?? primaryAction.flatMap { $0.title.isEmpty ? nil : $0.title }
        self.image = image ?? primaryAction?.image
        self.menu = menu
    }

    /// Creates a button of the system.
    public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
        self.init()
        self.systemItem = systemItem
        self.primaryAction = primaryAction
        self.menu = menu
    }

    /// Creates an item that is a view.
    public convenience init(customView: UIView) {
        self.init()
        self.customView = customView
    }

    /// Returns a space of a width.
    public static func fixedSpace(_ width: CGFloat) -> UIBarButtonItem {
        let item = UIBarButtonItem(systemItem: .fixedSpace)
        item.width = width
        return item
    }

    /// Returns a space that takes the room that is left.
    public static func flexibleSpace() -> UIBarButtonItem {
        UIBarButtonItem(systemItem: .flexibleSpace)
    }

    /// The words that a screen shows.
    package var label: String? {
        accessibilityLabel ?? title ?? systemItem.map { "\($0)".prefix(1).uppercased() + "\($0)".dropFirst() }
            ?? image?.name
    }

    /// Presses the button as a person does. Returns false if it is disabled or has no primary action.
    @discardableResult
    package func press() -> Bool {
        guard isEnabled, !isHidden, let primaryAction else { return false }
        primaryAction.performWithSender(self, target: nil)
        return true
    }
}
