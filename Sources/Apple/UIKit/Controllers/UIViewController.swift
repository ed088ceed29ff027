public import Foundation

/// The controller of a view and its events.
@MainActor open class UIViewController: UIResponder {
    /// The title, which the navigation item shows too.
    open var title: String? {
        didSet { navigationItem.title = title }
    }

    /// The content of the navigation bar while the controller is on top.
    open private(set) lazy var navigationItem = UINavigationItem(title: title ?? "")

    /// The items of the toolbar while the controller is on top.
    open var toolbarItems: [UIBarButtonItem]?

    /// The manner in which the controller is presented.
    open var modalPresentationStyle = UIModalPresentationStyle.automatic {
        didSet {
            if oldValue != modalPresentationStyle, storedPresenting == nil { ownPresentation = nil }
        }
    }

    /// The animation of the presentation.
    open var modalTransitionStyle = UIModalTransitionStyle.coverVertical

    /// True if a person cannot dismiss the controller.
    open var isModalInPresentation = false

    /// True if a presentation in the current context covers this controller only.
    open var definesPresentationContext = false

    /// The size that the controller asks its container for.
    open var preferredContentSize = CGSize.zero

    /// The edges at which the view reaches below bars.
    open var edgesForExtendedLayout = UIRectEdge.all

    /// True if the bar below is hidden while the controller is on top.
    open var hidesBottomBarWhenPushed = false

    /// The name by which the system restores the controller.
    open var restorationIdentifier: String?

    /// The name that the initialiser was given. No nib file is read.
    public let nibName: String?
    /// The bundle that the initialiser was given.
    public let nibBundle: Bundle?

    /// True in the notices of an appearance by a presentation.
    public internal(set) final var isBeingPresented = false

    /// True in the notices of a disappearance by a dismissal.
    public internal(set) final var isBeingDismissed = false

    /// True in the notices of an appearance by an addition to a parent.
    public internal(set) final var isMovingToParent = false

    /// True in the notices of a disappearance by a removal from a parent.
    public internal(set) final var isMovingFromParent = false

    /// The controllers in this one.
    public internal(set) final var children: [UIViewController] = []

    /// The controller that contains this one.
    public internal(set) final weak var parent: UIViewController?

    final var storedPresented: UIViewController?
    final weak var storedPresenting: UIViewController?
    final var ownPresentation: UIPresentationController?
    /// The place of the view in the hierarchy while a presentation covers it.
    final var coveredPlace: (superview: UIView, index: Int)?
    final var appearance = Appearance.disappeared
    private var storedIsEditing = false
    private var isTransitionAnimated = false
    private var isWindowChange = false
    private var storedView: UIView?

    /// Creates a controller that makes its view itself: there are no nib files.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        nibName = nibNameOrNil
        nibBundle = nibBundleOrNil
        super.init()
    }

    /// Creates a controller that makes its view itself.
    public convenience override init() {
        self.init(nibName: nil, bundle: nil)
    }

    /// Creates a controller that makes its view itself, because there are no storyboards.
    public required init?(coder: NSCoder) {
        nibName = nil
        nibBundle = nil
        super.init()
    }

    // The view.

    /// The root view. The first use loads it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return storedView
        }
        set {
            storedView?.controller = nil
            storedView = newValue
            newValue?.controller = self
        }
    }

    /// The root view if it is loaded.
    public final var viewIfLoaded: UIView? { storedView }

    /// True if the root view is loaded.
    public final var isViewLoaded: Bool { storedView != nil }

    /// Loads the root view unless it is loaded.
    open func loadViewIfNeeded() {
        guard storedView == nil else { return }
        loadView()
        precondition(storedView != nil, "loadView() of \(type(of: self)) has set no view.")
        viewDidLoad()
    }

    /// Makes the root view. An app that overrides it sets `view` and does not call `super`.
    open func loadView() {
        view = UIView(frame: UIScreen.main.bounds)
    }

    // The notices.

    /// Notifies that the view is loaded.
    open func viewDidLoad() {}

    /// Notifies that the view is about to appear.
    open func viewWillAppear(_ animated: Bool) {}

    /// Notifies that the view is in the hierarchy and about to be drawn.
    open func viewIsAppearing(_ animated: Bool) {}

    /// Notifies that the view has appeared.
    open func viewDidAppear(_ animated: Bool) {}

    /// Notifies that the view is about to disappear.
    open func viewWillDisappear(_ animated: Bool) {}

    /// Notifies that the view has disappeared.
    open func viewDidDisappear(_ animated: Bool) {}

    /// Notifies that the subviews are about to be laid out.
    open func viewWillLayoutSubviews() {}

    /// Notifies that the subviews have been laid out.
    open func viewDidLayoutSubviews() {}

    /// Notifies that memory is scarce; never called here.
    open func didReceiveMemoryWarning() {}

    /// Notifies that the parent is about to change.
    open func willMove(toParent parent: UIViewController?) {}

    /// Notifies that the parent has changed.
    open func didMove(toParent parent: UIViewController?) {}

    /// True if the notices of this controller reach its children by themselves.
    open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

    // The hierarchy.

    /// Adds a controller to this one. The app adds its view, then calls `didMove(toParent:)`.
    open func addChild(_ childController: UIViewController) {
        guard childController.parent !== self else { return }
        childController.removeFromParent()
        childController.willMove(toParent: self)
        children.append(childController)
        childController.parent = self
    }

    /// Removes the controller from its parent.
    open func removeFromParent() {
        guard let former = parent else { return }
        former.children.removeAll { $0 === self }
        parent = nil
        didMove(toParent: nil)
    }

    /// The superview of the root view, or the parent.
    open override var next: UIResponder? { viewIfLoaded?.superview ?? parent }

    /// The controller in this one that a person deals with.
    var visibleDescendant: UIViewController { self }

    /// The children that receive the notices of this controller.
    var forwardedChildren: [UIViewController] {
        guard shouldAutomaticallyForwardAppearanceMethods, let storedView else { return [] }
        return children.filter { $0.viewIfLoaded?.isDescendant(of: storedView) ?? false }
    }

    /// The navigation controller that contains this controller.
    open var navigationController: UINavigationController? {
        lineage.dropFirst().lazy.compactMap { $0 as? UINavigationController }.first
    }

    /// The traits of the view.
    open var traitCollection: UITraitCollection { viewIfLoaded?.traitCollection ?? UITraitCollection() }

    // The presentations.

    /// The controller that this one or the nearest of its parents presents.
    open var presentedViewController: UIViewController? { lineage.lazy.compactMap(\.storedPresented).first }

    /// The controller that presents this one or the nearest of its parents.
    open var presentingViewController: UIViewController? { lineage.lazy.compactMap(\.storedPresenting).first }

    /// Presents a controller over this one.
    ///
    /// As on a device, nothing happens but a line in the log if this controller presents another one already or is not
    /// in a window. The completion handler runs after `viewDidAppear(_:)` of the presented controller.
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {
        beginPresentation(of: viewControllerToPresent, animated: flag, completion: completion)
    }

    /// Dismisses the controller that this one presents, with all above it; without one, this controller itself.
    ///
    /// The completion handler runs after `viewDidDisappear(_:)` of the dismissed controller.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        endPresentation(animated: flag, completion: completion)
    }

    /// Shows a controller in the way of the nearest container: a navigation controller pushes it.
    open func show(_ vc: UIViewController, sender: Any?) {
        if let navigationController {
            navigationController.show(vc, sender: sender)
        } else {
            present(vc, animated: true)
        }
    }

    /// Shows a controller as detail. A phone has no second column, so this is `show(_:sender:)`.
    open func showDetailViewController(_ vc: UIViewController, sender: Any?) {
        show(vc, sender: sender)
    }

    // The editing.

    /// True while the person edits the content.
    open var isEditing: Bool {
        get { storedIsEditing }
        set { setEditing(newValue, animated: false) }
    }

    /// Begins or ends editing. An app that overrides it calls `super`.
    open func setEditing(_ editing: Bool, animated: Bool) {
        storedIsEditing = editing
        editButtonItem.title = editing ? "Done" : "Edit"
    }

    /// The button that begins and ends editing.
    public private(set) final lazy var editButtonItem: UIBarButtonItem = {
        let toggle = UIAction(title: "Edit") { [weak self] _ in
            guard let self else { return }
            setEditing(!isEditing, animated: true)
        }
        return UIBarButtonItem(primaryAction: toggle)
    }()

    // The transitions.

    /// Sends `viewWillAppear` or `viewWillDisappear` to the controller and its visible children.
    open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
        let isVisible = appearance == .appeared || appearance == .appearing
        guard isVisible != isAppearing else { return }
        isTransitionAnimated = animated
        if isAppearing {
            loadViewIfNeeded()
            appearance = .appearing
            viewWillAppear(animated)
        } else {
            appearance = .disappearing
            viewWillDisappear(animated)
        }
        for child in forwardedChildren { child.beginAppearanceTransition(isAppearing, animated: animated) }
    }

    /// Sends `viewDidAppear` or `viewDidDisappear` after `beginAppearanceTransition(_:animated:)`.
    open func endAppearanceTransition() {
        switch appearance {
        case .appearing:
            viewIsAppearing(isTransitionAnimated)
            appearance = .appeared
            viewDidAppear(isTransitionAnimated)
        case .disappearing:
            appearance = .disappeared
            viewDidDisappear(isTransitionAnimated)
        case .appeared, .disappeared:
            return
        }
        for child in forwardedChildren { child.endAppearanceTransition() }
    }

    /// Begins a transition because the root view moves to a window or out of it, unless one is under way.
    final func beginWindowChange(isAppearing: Bool) {
        guard appearance == (isAppearing ? .disappeared : .appeared) else { return }
        isWindowChange = true
        beginAppearanceTransition(isAppearing, animated: false)
    }

    /// Ends the transition of a move. A parent that is in a transition itself ends it later.
    final func endWindowChange() {
        guard isWindowChange else { return }
        isWindowChange = false
        if parent?.appearance == .appearing, appearance == .appearing { return }
        endAppearanceTransition()
    }

    /// The states between two notices.
    enum Appearance {
        case disappeared, appearing, appeared, disappearing
    }
}
