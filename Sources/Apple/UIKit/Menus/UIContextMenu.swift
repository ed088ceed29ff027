public import Foundation

/// A behaviour that is added to a view.
@MainActor public protocol UIInteraction: NSObjectProtocol {
    /// The view that has the interaction.
    var view: UIView? { get }

    /// Notifies that the view is about to change.
    func willMove(to view: UIView?)

    /// Notifies that the view has changed.
    func didMove(to view: UIView?)
}

/// The closure that makes the preview of a context menu.
public typealias UIContextMenuContentPreviewProvider = () -> UIViewController?

/// The closure that makes a context menu out of the entries that the system suggests.
public typealias UIContextMenuActionProvider = ([UIMenuElement]) -> UIMenu?

/// The content of a context menu.
@MainActor open class UIContextMenuConfiguration: NSObject {
    /// The object by which the app finds the content again.
    public let identifier: any NSCopying

    private let previewProvider: UIContextMenuContentPreviewProvider?
    private let actionProvider: UIContextMenuActionProvider?

    /// Creates a configuration. Without an identifier it has one of its own.
    public init(
        identifier: (any NSCopying)? = nil, previewProvider: UIContextMenuContentPreviewProvider? = nil,
        actionProvider: UIContextMenuActionProvider? = nil
    ) {
        self.identifier = identifier ?? NSString(string: UUID().uuidString)
        self.previewProvider = previewProvider
        self.actionProvider = actionProvider
        super.init()
    }

    /// Asks the app for the menu, as opening it does.
    package func makeMenu(suggestedActions: [UIMenuElement] = []) -> UIMenu? {
        actionProvider?(suggestedActions)
    }

    /// Asks the app for the preview, as opening the menu does.
    package func makePreview() -> UIViewController? {
        previewProvider?()
    }
}

/// The transition of a context menu.
@MainActor public protocol UIContextMenuInteractionAnimating: NSObjectProtocol {
    /// The controller of the preview.
    var previewViewController: UIViewController? { get }

    /// Adds changes that run with the transition.
    func addAnimations(_ animations: @escaping () -> Void)

    /// Adds a closure that runs after the transition.
    func addCompletion(_ completion: @escaping () -> Void)
}

/// The source of a view's context menu.
@MainActor public protocol UIContextMenuInteractionDelegate: NSObjectProtocol {
    /// Returns the content of the menu, or nil for no menu.
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
    ) -> UIContextMenuConfiguration?

    /// Notifies that the menu is about to open.
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?)

    /// Notifies that the menu is about to close.
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?)
}

extension UIContextMenuInteractionDelegate {
    /// Does nothing.
    public func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?
    ) {}

    /// Does nothing.
    public func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?
    ) {}
}

/// The interaction that opens a context menu.
@MainActor open class UIContextMenuInteraction: NSObject, UIInteraction {
    /// The source of the menus.
    open private(set) weak var delegate: (any UIContextMenuInteractionDelegate)?

    /// The view that has the interaction.
    open private(set) weak var view: UIView?
    private var current: (configuration: UIContextMenuConfiguration, menu: UIMenu)?

    /// Creates an interaction whose menus come from a delegate.
    public init(delegate: any UIContextMenuInteractionDelegate) {
        self.delegate = delegate
        super.init()
    }

    /// Closes the menu if the view loses the interaction.
    open func willMove(to view: UIView?) {
        if view == nil { dismissMenu() }
    }

    /// Stores the view.
    open func didMove(to view: UIView?) {
        self.view = view
    }

    /// Replaces the open menu by one that the closure makes of it.
    open func updateVisibleMenu(_ block: (UIMenu) -> UIMenu) {
        guard let open = current else { return }
        current = (open.configuration, block(open.menu))
    }

    /// Closes the menu.
    open func dismissMenu() {
        guard let open = current else { return }
        current = nil
        delegate?.contextMenuInteraction(self, willEndFor: open.configuration, animator: nil)
    }

    /// The menu that is open.
    package var visibleMenu: UIMenu? { current?.menu }

    /// Opens the menu as a long press does, and returns it; nil if the app offers none.
    package func openMenu(at location: CGPoint = .zero, suggestedActions: [UIMenuElement] = []) -> UIMenu? {
        guard
            let configuration = delegate?.contextMenuInteraction(self, configurationForMenuAtLocation: location),
            let menu = configuration.makeMenu(suggestedActions: suggestedActions)
        else { return nil }
        current = (configuration, menu)
        delegate?.contextMenuInteraction(self, willDisplayMenuFor: configuration, animator: nil)
        return menu
    }
}
