import Testing
import UnderstudyUIKit

@MainActor @Suite("Views and containers")
struct ContainmentTests {
    private let log = NoticeLog()

    @Test("a push and a pop exchange the notices of both controllers in the order of UIKit")
    func pushAndPop() {
        let list = RecordingController("list", log)
        let detail = RecordingController("detail", log)
        let navigation = UINavigationController(rootViewController: list)
        let window = visibleWindow(navigation)
        #expect(log.take() == ["list load", "list will appear", "list did appear"])
        navigation.pushViewController(detail, animated: true)
        #expect(
            log.take() == [
                "list will disappear", "detail load", "detail will appear", "list did disappear", "detail did appear",
            ])
        #expect(window.topViewController === detail)
        #expect(detail.navigationController === navigation)
        #expect(navigation.popViewController(animated: true) === detail)
        #expect(
            log.take() == [
                "detail will disappear", "list will appear", "detail did disappear", "list did appear",
            ])
        #expect(detail.parent == nil)
        #expect(navigation.popViewController(animated: true) == nil)
    }

    @Test("a push before the window is visible sends no notices of the covered controller")
    func pushBeforeTheWindow() {
        let navigation = UINavigationController(rootViewController: RecordingController("list", log))
        navigation.pushViewController(RecordingController("detail", log), animated: false)
        let window = visibleWindow(navigation)
        #expect(log.take() == ["detail load", "detail will appear", "detail did appear"])
        #expect(window.topViewController is RecordingController)
    }

    @Test("a child appears with its parent, and once if it is added later")
    func children() {
        let parent = RecordingController("parent", log)
        let child = RecordingController("child", log)
        let late = RecordingController("late", log)
        parent.addChild(child)
        parent.view.addSubview(child.view)
        child.didMove(toParent: parent)
        _ = log.take()
        let window = visibleWindow(parent)
        #expect(
            log.take() == ["parent will appear", "child will appear", "parent did appear", "child did appear"])
        parent.addChild(late)
        parent.view.addSubview(late.view)
        late.didMove(toParent: parent)
        #expect(log.take() == ["late load", "late will appear", "late did appear"])
        late.view.removeFromSuperview()
        late.removeFromParent()
        #expect(log.take() == ["late will disappear", "late did disappear"])
        #expect(parent.children == [child])
        window.rootViewController = nil
        #expect(
            log.take() == [
                "parent will disappear", "child will disappear", "parent did disappear", "child did disappear",
            ])
    }

    @Test("a child that its parent adds while it appears gets each notice once, the last after the parent's")
    func childAddedDuringTheAppearance() {
        let child = RecordingController("child", log)
        let early = RecordingController("early", log)
        let parent = AddingController("parent", log)
        parent.early = early
        parent.late = child
        let window = visibleWindow(parent)
        #expect(window.topViewController === parent)
        #expect(
            log.take() == [
                "parent load", "early load", "parent will appear", "early will appear", "child load",
                "child will appear", "parent did appear", "early did appear", "child did appear",
            ])
    }

    @Test("a view learns of its window when an outer view is added, and of nothing within one window")
    func windowChanges() {
        let inner = WindowView()
        let outer = UIView()
        outer.addSubview(inner)
        #expect(inner.windows.isEmpty)
        let root = UIViewController()
        let window = visibleWindow(root)
        root.view.addSubview(outer)
        #expect(inner.windows.count == 1)
        #expect(inner.windows.last == .some(window))
        root.view.addSubview(inner)
        #expect(inner.windows.count == 1)
        #expect(outer.subviews.isEmpty)
        inner.removeFromSuperview()
        #expect(inner.windows.count == 2)
        #expect(inner.windows.last == .some(nil))
    }

    @Test("a stack keeps the order of its views apart from that of the subviews")
    func stackOrder() {
        let first = UILabel()
        let second = UILabel()
        let stack = UIStackView(arrangedSubviews: [first])
        stack.insertArrangedSubview(second, at: 0)
        #expect(stack.arrangedSubviews == [second, first])
        #expect(stack.subviews == [first, second])
        stack.removeArrangedSubview(second)
        #expect(second.superview === stack)
        first.removeFromSuperview()
        #expect(stack.arrangedSubviews.isEmpty)
    }

    @Test("a constraint is held by the closest common ancestor until its deactivation")
    func constraints() {
        let outer = UIView()
        let one = UIView()
        let other = UIView()
        outer.addSubview(one)
        outer.addSubview(other)
        let constraint = one.topAnchor.constraint(equalTo: other.bottomAnchor, constant: 8)
        NSLayoutConstraint.activate([constraint])
        #expect(outer.constraints == [constraint])
        #expect(constraint.firstAttribute == .top && constraint.secondAttribute == .bottom)
        constraint.isActive = false
        #expect(outer.constraints.isEmpty)
        other.widthAnchor.constraint(equalToConstant: 10).isActive = true
        #expect(other.constraints.count == 1)
    }

    @Test("the limits of the text size hold for the views in a view")
    func textSizeLimits() {
        let outer = UIView()
        let inner = UIView()
        outer.addSubview(inner)
        outer.maximumContentSizeCategory = .small
        #expect(inner.traitCollection.preferredContentSizeCategory == .small)
        inner.minimumContentSizeCategory = .extraLarge
        #expect(inner.traitCollection.preferredContentSizeCategory == .extraLarge)
    }

    @Test("one view of a window is the first responder, and loses that outside the window")
    func firstResponder() {
        let root = UIViewController()
        let window = visibleWindow(root)
        let first = UITextField()
        let second = UITextField()
        #expect(!first.becomeFirstResponder())
        root.view.addSubview(first)
        root.view.addSubview(second)
        #expect(first.becomeFirstResponder())
        #expect(second.becomeFirstResponder())
        #expect(!first.isEditing && second.isEditing)
        second.removeFromSuperview()
        window.addSubview(second)
        #expect(!second.isEditing)
    }
}

/// A view that writes down its windows.
private final class WindowView: UIView {
    var windows: [UIWindow?] = []

    override func didMoveToWindow() {
        super.didMoveToWindow()
        windows.append(window)
    }
}

/// A controller that adds its children while it appears.
private final class AddingController: RecordingController {
    var early: UIViewController?
    var late: UIViewController?

    override func viewWillAppear(_ animated: Bool) {
        if let early { add(early) }
        super.viewWillAppear(animated)
    }

    override func viewIsAppearing(_ animated: Bool) {
        super.viewIsAppearing(animated)
        if let late { add(late) }
    }

    private func add(_ child: UIViewController) {
        addChild(child)
        view.addSubview(child.view)
        child.didMove(toParent: self)
    }
}
