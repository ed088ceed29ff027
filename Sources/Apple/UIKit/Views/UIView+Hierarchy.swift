import Foundation

extension UIView {
    /// The view that contains this one.
    public var superview: UIView? { storedSuperview }

    /// The views in this one, from back to front.
    public var subviews: [UIView] { storedSubviews }

    /// The window that shows the view; a window's own is the window itself.
    public var window: UIWindow? {
        sequence(first: self) { $0.storedSuperview }.lazy.compactMap { $0 as? UIWindow }.first
    }

    /// Inserts a view below another subview.
    public func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
        if view.storedSuperview === self { view.removeFromSuperview() }
        insert(view, at: storedSubviews.firstIndex(of: siblingSubview) ?? storedSubviews.count)
    }

    /// Inserts a view in front of another subview.
    public func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
        if view.storedSuperview === self { view.removeFromSuperview() }
        insert(view, at: storedSubviews.firstIndex(of: siblingSubview).map { $0 + 1 } ?? storedSubviews.count)
    }

    /// Moves a subview in front of the others.
    public func bringSubviewToFront(_ view: UIView) {
        guard let index = storedSubviews.firstIndex(of: view) else { return }
        storedSubviews.append(storedSubviews.remove(at: index))
    }

    /// Moves a subview below the others.
    public func sendSubviewToBack(_ view: UIView) {
        guard let index = storedSubviews.firstIndex(of: view) else { return }
        storedSubviews.insert(storedSubviews.remove(at: index), at: 0)
    }

    /// Returns true if the view is the other one or is in it.
    public func isDescendant(of view: UIView) -> Bool {
        sequence(first: self) { $0.storedSuperview }.contains { $0 === view }
    }

    /// Returns the first view of a tag: the view itself or one in it.
    public func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        return storedSubviews.lazy.compactMap { $0.viewWithTag(tag) }.first
    }

    /// Removes the view from its superview with the notices of a move.
    final func leaveSuperview() {
        guard let former = storedSuperview else { return }
        let change = WindowChange(of: self, from: window, to: nil)
        willMove(toSuperview: nil)
        change.begin()
        detach(from: former)
        change.end()
        didMoveToSuperview()
    }

    /// Inserts a view with the notices of a move.
    final func insert(_ view: UIView, at index: Int) {
        precondition(!isDescendant(of: view), "A view cannot be a subview of itself or of a view in it.")
        let change = WindowChange(of: view, from: view.window, to: window)
        view.willMove(toSuperview: self)
        change.begin()
        if let former = view.storedSuperview { view.detach(from: former) }
        storedSubviews.insert(view, at: min(max(index, 0), storedSubviews.count))
        view.storedSuperview = self
        change.end()
        view.didMoveToSuperview()
        didAddSubview(view)
        setNeedsLayout()
    }

    private func detach(from former: UIView) {
        former.willRemoveSubview(self)
        former.storedSubviews.removeAll { $0 === self }
        storedSuperview = nil
        former.setNeedsLayout()
    }

    /// Calls a closure with the view and all views in it, the outer ones first.
    final func forEachView(_ body: (UIView) -> Void) {
        body(self)
        for view in storedSubviews { view.forEachView(body) }
    }
}

/// The notices to views and controllers while a subtree moves between windows.
///
/// A controller in a transition receives its notices from the container that leads the transition.
@MainActor private struct WindowChange {
    private let root: UIView
    private let window: UIWindow?
    private let isChange: Bool
    private let controllers: [UIViewController]

    init(of root: UIView, from old: UIWindow?, to new: UIWindow?) {
        self.root = root
        window = new
        isChange = old !== new
        var controllers: [UIViewController] = []
        if isChange {
            root.forEachView { view in
                if let controller = view.controller { controllers.append(controller) }
            }
        }
        self.controllers = controllers
    }

    func begin() {
        guard isChange else { return }
        root.forEachView { view in
            if view.isFirstResponder { view.resignFirstResponder() }
            view.willMove(toWindow: window)
        }
        for controller in controllers {
            controller.beginWindowChange(isAppearing: window != nil)
        }
    }

    func end() {
        guard isChange else { return }
        root.forEachView { view in
            view.didMoveToWindow()
        }
        for controller in controllers { controller.endWindowChange() }
    }
}
