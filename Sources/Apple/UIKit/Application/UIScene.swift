public import Foundation
public import UnderstudyCloudKit
public import UnderstudyFoundation

/// One instance of the app's interface.
@MainActor open class UIScene: UIResponder {
    /// The state of a scene.
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive = 0
        case foregroundInactive = 1
        case background = 2
    }

    /// The reasons for which a scene is connected.
    @MainActor open class ConnectionOptions: NSObject {
        /// The URLs to open.
        open internal(set) var urlContexts: Set<UIOpenURLContext>

        /// The activities to continue, such as a universal link.
        open internal(set) var userActivities: Set<NSUserActivity>

        /// The type of the activity that is on its way from another device.
        open internal(set) var handoffUserActivityType: String?

        /// The app that asked for the scene.
        open internal(set) var sourceApplication: String?

        /// The share that the person has opened, for the app to accept.
        open internal(set) var cloudKitShareMetadata: CKShare.Metadata?

        /// Values that other modules add, by name.
        package var values: [String: Any] = [:]

        /// Creates the value as the system does.
        package init(
            urlContexts: Set<UIOpenURLContext> = [], userActivities: Set<NSUserActivity> = [],
            cloudKitShareMetadata: CKShare.Metadata? = nil
        ) {
            self.urlContexts = urlContexts
            self.userActivities = userActivities
            self.cloudKitShareMetadata = cloudKitShareMetadata
            super.init()
        }
    }

    /// The memory of the scene.
    public let session: UISceneSession

    /// The receiver of the events.
    open weak var delegate: (any UISceneDelegate)?

    /// The state of the scene.
    open internal(set) var activationState = ActivationState.unattached

    /// The title in the list of windows.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var title: String! = ""

    // The system owns the delegate of a scene that it has made.
    private var ownedDelegate: (any UISceneDelegate)?

    /// Creates a scene that is not connected.
    public init(session: UISceneSession, connectionOptions: ConnectionOptions) {
        self.session = session
        super.init()
        session.scene = self
    }

    open override var next: UIResponder? { UIApplication.shared }

    /// Opens a URL outside the app. The handler receives false if no app takes it.
    open func open(
        _ url: URL, options: OpenExternalURLOptions?,
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        UIApplication.shared.open(url, completionHandler: completion)
    }

    /// The conditions under which a URL is opened.
    @MainActor open class OpenExternalURLOptions: NSObject {
        /// True if the URL may be opened only as a universal link.
        open var universalLinksOnly = false
    }

    func own(_ delegate: any UISceneDelegate) {
        ownedDelegate = delegate
        self.delegate = delegate
    }
}

/// A scene that has windows.
@MainActor open class UIWindowScene: UIScene {
    /// The windows, in the order of their creation.
    open var windows: [UIWindow] { attached.compactMap(\.window) }

    /// The window that receives the keys.
    open internal(set) weak var keyWindow: UIWindow?

    /// The traits of the environment.
    open var traitCollection: UITraitCollection { UITraitCollection() }

    /// The screen of the scene.
    open var screen: UIScreen { .main }

    private var attached: [Attachment] = []

    func attach(_ window: UIWindow) {
        attached.removeAll { $0.window == nil }
        if !windows.contains(window) { attached.append(Attachment(window: window)) }
    }

    func detach(_ window: UIWindow) {
        attached.removeAll { $0.window == nil || $0.window === window }
        if keyWindow === window { keyWindow = nil }
    }

    private struct Attachment {
        weak var window: UIWindow?
    }
}

/// The memory of a scene between two connections.
@MainActor open class UISceneSession: NSObject {
    /// The purpose of a scene.
    public struct Role: RawRepresentable, Hashable, Sendable {
        /// The stored value.
        public let rawValue: String

        /// Creates a value of its stored form.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The windows on the device's screen.
        public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
    }

    /// The purpose of the scene.
    public let role: Role
    /// The name of the session, which outlives the process.
    public let persistentIdentifier: String

    /// The scene while it is connected.
    open internal(set) weak var scene: UIScene?

    /// The classes of the scene.
    open package(set) var configuration: UISceneConfiguration

    /// The values that the app stores.
    open var userInfo: [String: Any]?

    /// The activity that restores the scene.
    open var stateRestorationActivity: NSUserActivity?

    /// Creates the value as the system does.
    package init(role: Role = .windowApplication, persistentIdentifier: String = UUID().uuidString) {
        self.role = role
        self.persistentIdentifier = persistentIdentifier
        configuration = UISceneConfiguration(name: nil, sessionRole: role)
        super.init()
    }
}

/// The classes of a scene.
@MainActor open class UISceneConfiguration: NSObject {
    /// The name of the configuration.
    public let name: String?
    /// The purpose of the scene.
    public let role: UISceneSession.Role

    /// The class of the scene.
    open var sceneClass: AnyClass?

    /// The class of the scene's delegate.
    open var delegateClass: AnyClass?

    /// Creates a configuration for a purpose.
    public init(name: String?, sessionRole: UISceneSession.Role) {
        self.name = name
        role = sessionRole
        super.init()
    }
}

/// A URL that the system asks a scene to open.
@MainActor open class UIOpenURLContext: NSObject {
    /// The URL to open.
    public let url: URL

    /// Creates the value as the system does.
    package init(url: URL) {
        self.url = url
        super.init()
    }
}

/// The delegate of a scene.
@MainActor public protocol UISceneDelegate: NSObjectProtocol {
    /// The scene while it is connected.
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)

    /// Notifies that the scene is disconnected.
    func sceneDidDisconnect(_ scene: UIScene)

    /// Opens URLs.
    func sceneDidBecomeActive(_ scene: UIScene)

    /// Opens URLs.
    func sceneWillResignActive(_ scene: UIScene)

    /// Opens URLs.
    func sceneWillEnterForeground(_ scene: UIScene)

    /// Opens URLs.
    func sceneDidEnterBackground(_ scene: UIScene)

    /// The scene while it is connected.
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)

    /// The activity that restores the scene.
    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity?

    /// The scene while it is connected.
    func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String)

    /// The scene while it is connected.
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity)

    /// The scene while it is connected.
    func scene(
        _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String, error: any Error)

    /// The scene while it is connected.
    func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity)
}

extension UISceneDelegate {
    /// Does nothing.
    public func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {}

    /// Does nothing.
    public func sceneDidDisconnect(_ scene: UIScene) {}

    /// Does nothing.
    public func sceneDidBecomeActive(_ scene: UIScene) {}

    /// Does nothing.
    public func sceneWillResignActive(_ scene: UIScene) {}

    /// Does nothing.
    public func sceneWillEnterForeground(_ scene: UIScene) {}

    /// Does nothing.
    public func sceneDidEnterBackground(_ scene: UIScene) {}

    /// Does nothing.
    public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}

    /// Returns nil.
    public func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? { nil }

    /// Does nothing.
    public func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String) {}

    /// Does nothing.
    public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {}

    /// Does nothing.
    public func scene(
        _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String, error: any Error
    ) {}

    /// Does nothing.
    public func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity) {}
}

/// The delegate of a scene that has windows.
@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
    /// The window of the scene.
    var window: UIWindow? { get set }

    /// Notifies that the person has opened a share, which the app accepts.
    func windowScene(
        _ windowScene: UIWindowScene, userDidAcceptCloudKitShareWith cloudKitShareMetadata: CKShare.Metadata)
}

extension UIWindowSceneDelegate {
    /// No window.
    public var window: UIWindow? {
        get { nil }
        set {}
    }

    /// Does nothing.
    public func windowScene(
        _ windowScene: UIWindowScene, userDidAcceptCloudKitShareWith cloudKitShareMetadata: CKShare.Metadata
    ) {}
}
