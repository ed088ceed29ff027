public import Foundation

/// The receiver of a navigation controller's events.
@MainActor public protocol UINavigationControllerDelegate: NSObjectProtocol {
    /// Notifies that a controller is about to be on top.
    func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool)

    /// Notifies that a controller is on top.
    func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)
}

extension UINavigationControllerDelegate {
    /// Does nothing.
    public func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
    ) {}

    /// Does nothing.
    public func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
    ) {}
}

/// The bar above a controller.
@MainActor open class UINavigationBar: UIView {
    /// True if titles may be large.
    open var prefersLargeTitles = false

    /// True if the content shines through.
    open var isTranslucent = true

    /// The colour of the bar.
    open var barTintColor: UIColor?
}

/// A stack of controllers, the last of which is shown.
@MainActor open class UINavigationController: UIViewController {
    /// The receiver of the events.
    open weak var delegate: (any UINavigationControllerDelegate)?
    /// The bar above the controller on top.
    public let navigationBar = UINavigationBar(frame: .zero)

    /// True if the bar is hidden.
    open var isNavigationBarHidden = false

    /// True if the toolbar is hidden.
    open var isToolbarHidden = true

    private var stack: [UIViewController] = []

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// Creates an empty object, because archives hold no interface here.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    /// Creates a stack of one controller.
    public convenience init(rootViewController: UIViewController) {
        self.init(nibName: nil, bundle: nil)
        pushViewController(rootViewController, animated: false)
    }

    /// The controllers from the root to the top.
    open var viewControllers: [UIViewController] {
        get { stack }
        set { setViewControllers(newValue, animated: false) }
    }

    /// The controller at the end of the stack.
    open var topViewController: UIViewController? { stack.last }

    /// The controller on the screen: one that is presented, or the top.
    open var visibleViewController: UIViewController? {
        presentedViewController ?? topViewController
    }

    /// Adds a controller on top.
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        precondition(
            !stack.contains { $0 === viewController }, "A controller cannot be in a navigation stack twice.")
        setViewControllers(stack + [viewController], animated: animated)
    }

    /// Removes the top, unless it is the root, and returns it.
    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        guard stack.count > 1, let last = stack.last else { return nil }
        setViewControllers(Array(stack.dropLast()), animated: animated)
        return last
    }

    /// Removes all but the root, and returns them.
    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? {
        stack.first.flatMap { popToViewController($0, animated: animated) }
    }

    /// Removes the controllers above another one, and returns them.
    @discardableResult
    open func popToViewController(_ viewController: UIViewController, animated: Bool) -> [UIViewController]? {
        guard let index = stack.firstIndex(of: viewController) else { return nil }
        let removed = Array(stack[(index + 1)...])
        setViewControllers(Array(stack[...index]), animated: animated)
        return removed
    }

    /// Replaces the stack. The new top appears if it is another one.
    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
        let from = stack.last
        let to = viewControllers.last
        let removed = stack.filter { old in !viewControllers.contains { $0 === old } }
        let added = viewControllers.filter { new in !stack.contains { $0 === new } }
        for controller in removed { controller.willMove(toParent: nil) }
        for controller in added { addChild(controller) }
        stack = viewControllers
        if from !== to, isViewLoaded {
            from?.isMovingFromParent = removed.contains { $0 === from }
            to?.isMovingToParent = added.contains { $0 === to }
            exchange(from, to, animated: animated)
            from?.isMovingFromParent = false
            to?.isMovingToParent = false
        }
        for controller in removed { controller.removeFromParent() }
        for controller in added { controller.didMove(toParent: self) }
    }

    /// Hides or shows the bar.
    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
        isNavigationBarHidden = hidden
    }

    /// Hides or shows the toolbar.
    open func setToolbarHidden(_ hidden: Bool, animated: Bool) {
        isToolbarHidden = hidden
    }

    /// Pushes a controller.
    open override func show(_ vc: UIViewController, sender: Any?) {
        pushViewController(vc, animated: true)
    }

    open override func loadViewIfNeeded() {
        guard !isViewLoaded else { return }
        super.loadViewIfNeeded()
        if let top = topViewController, let view { view.insertSubview(top.view, at: 0) }
    }

    override var visibleDescendant: UIViewController { topViewController?.visibleDescendant ?? self }

    override var forwardedChildren: [UIViewController] { topViewController.map { [$0] } ?? [] }

    /// Goes back as a person does who presses the back button.
    package func goBack() {
        guard !(topViewController?.navigationItem.hidesBackButton ?? false) else { return }
        popViewController(animated: true)
    }

    private func exchange(_ from: UIViewController?, _ to: UIViewController?, animated: Bool) {
        let isVisible = appearance == .appeared || appearance == .appearing
        if isVisible {
            from?.beginAppearanceTransition(false, animated: animated)
            if let to { delegate?.navigationController(self, willShow: to, animated: animated) }
            to?.beginAppearanceTransition(true, animated: animated)
        }
        if let to, let view { view.insertSubview(to.view, at: 0) }
        from?.viewIfLoaded?.removeFromSuperview()
        guard isVisible else { return }
        from?.endAppearanceTransition()
        if appearance == .appeared {
            to?.endAppearanceTransition()
            if let to { delegate?.navigationController(self, didShow: to, animated: animated) }
        }
    }
}

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
