public import Foundation

/// The screen of the device.
@MainActor open class UIScreen: NSObject {
    /// The device's own screen, in the size of a phone's.
    public static let main = UIScreen()

    /// The rectangle of a phone's screen.
    open var bounds: CGRect { CGRect(x: 0, y: 0, width: 393, height: 852) }

    /// The pixels in a point.
    open var scale: CGFloat { 3 }
}

/// The outermost view. It shows its root view controller once it is visible.
@MainActor open class UIWindow: UIView {
    /// The height of a window above the others.
    public struct Level: RawRepresentable, Hashable, Sendable {
        /// The stored value.
        public let rawValue: CGFloat

        /// Creates a value of its stored form.
        public init(rawValue: CGFloat) {
            self.rawValue = rawValue
        }

        /// The height of an app's windows.
        public static let normal = Level(rawValue: 0)
        /// The height of the status bar.
        public static let statusBar = Level(rawValue: 1000)
        /// The height of alerts.
        public static let alert = Level(rawValue: 2000)
    }

    /// The scene that contains the window.
    open weak var windowScene: UIWindowScene? {
        didSet {
            oldValue?.detach(self)
            windowScene?.attach(self)
        }
    }

    /// The height of the window above the others.
    open var windowLevel = Level.normal
    weak var firstResponder: UIResponder?
    private var isRootShown = false

    /// Creates a hidden window of no scene.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isHidden = true
    }

    /// Creates a hidden window of a scene.
    public init(windowScene: UIWindowScene) {
        super.init(frame: UIScreen.main.bounds)
        isHidden = true
        self.windowScene = windowScene
        windowScene.attach(self)
    }

    /// Creates an empty object, because archives hold no interface here.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        isHidden = true
    }

    /// The controller whose view fills the window. A new one takes the place of the old one and of all it presents.
    open var rootViewController: UIViewController? {
        willSet {
            guard newValue !== rootViewController else { return }
            rootViewController?.removePresented()
            rootViewController?.viewIfLoaded?.removeFromSuperview()
        }
        didSet {
            if oldValue !== rootViewController, isRootShown { showRoot() }
        }
    }

    open override var isHidden: Bool {
        didSet {
            guard !isHidden, !isRootShown else { return }
            isRootShown = true
            showRoot()
        }
    }

    /// True if the window receives the keys.
    open var isKeyWindow: Bool { windowScene?.keyWindow === self || (windowScene == nil && !isHidden) }

    /// Shows the window, and lets it receive the keys.
    open func makeKeyAndVisible() {
        makeKey()
        isHidden = false
    }

    /// Lets the window receive the keys.
    open func makeKey() {
        windowScene?.keyWindow = self
    }

    open override var next: UIResponder? { windowScene }

    /// The controller that a person deals with: the last one presented, and in it the top of the navigation.
    package var topViewController: UIViewController? {
        guard var top = rootViewController else { return nil }
        while let presented = top.storedPresented { top = presented }
        return top.visibleDescendant
    }

    private func showRoot() {
        guard let view = rootViewController?.view else { return }
        view.frame = bounds
        insertSubview(view, at: 0)
    }
}
