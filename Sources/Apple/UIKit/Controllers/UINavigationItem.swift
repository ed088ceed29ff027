public import Foundation

/// The content of a navigation bar for one controller.
@MainActor open class UINavigationItem: NSObject {
    /// The size of the title.
    public enum LargeTitleDisplayMode: Int, Sendable {
        case automatic = 0
        case always = 1
        case never = 2
    }

    /// The title that a person reads.
    open var title: String?

    /// The line above the title.
    open var prompt: String?

    /// The view in place of the title.
    open var titleView: UIView?

    /// The title of the button that leads back here.
    open var backButtonTitle: String?

    /// The button that leads back here.
    open var backBarButtonItem: UIBarButtonItem?

    /// True if a person cannot go back.
    open var hidesBackButton = false

    /// True if the left items leave the back button.
    open var leftItemsSupplementBackButton = false

    /// The size of the title.
    open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic

    /// The items at the left, from left to right.
    open var leftBarButtonItems: [UIBarButtonItem]?

    /// The items at the right, from right to left.
    open var rightBarButtonItems: [UIBarButtonItem]?

    /// Creates an item with a title and no buttons.
    public init(title: String) {
        self.title = title.isEmpty ? nil : title
        super.init()
    }

    /// The first of the items at the left.
    open var leftBarButtonItem: UIBarButtonItem? {
        get { leftBarButtonItems?.first }
        set { leftBarButtonItems = newValue.map { [$0] } }
    }

    /// The first of the items at the right.
    open var rightBarButtonItem: UIBarButtonItem? {
        get { rightBarButtonItems?.first }
        set { rightBarButtonItems = newValue.map { [$0] } }
    }

    /// Replaces the items at the left.
    open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
        leftBarButtonItems = items
    }

    /// Replaces the items at the right.
    open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
        rightBarButtonItems = items
    }

    /// Replaces the items at the left by one.
    open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) {
        leftBarButtonItem = item
    }

    /// Replaces the items at the right by one.
    open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) {
        rightBarButtonItem = item
    }
}
