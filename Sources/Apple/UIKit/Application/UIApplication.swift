public import Foundation
public import UnderstudyCloudKit

/// The running app.
@MainActor open class UIApplication: UIResponder {
    /// The state of an app.
    public enum State: Int, Sendable {
        case active = 0
        case inactive = 1
        case background = 2
    }

    /// A key of the values that an app is launched with.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The stored value.
        public let rawValue: String

        /// Creates a value of its stored form.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The URL that the app is launched with.
        public static let url = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsURLKey")
        /// The activity that the app is launched with.
        public static let userActivityDictionary = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsUserActivityDictionaryKey")
    }

    /// A key of the values that a URL is opened with.
    public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The stored value.
        public let rawValue: String

        /// Creates a value of its stored form.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The app that opens the URL.
        public static let sourceApplication = OpenURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
    }

    /// A key of the values that another app opens a URL with.
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The stored value.
        public let rawValue: String

        /// Creates a value of its stored form.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// True if the URL may be opened only as a universal link.
        public static let universalLinksOnly = OpenExternalURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
    }

    /// The app of a task, for a process that runs several.
    @TaskLocal package static var bound: UIApplication?

    private static let ofProcess = UIApplication()

    /// The app that the code runs in.
    public static var shared: UIApplication { bound ?? ofProcess }

    // The delegate of an app lives as long as the app.
    private var ownedDelegate: (any UIApplicationDelegate)?

    /// The delegate, which lives as long as the app.
    open weak var delegate: (any UIApplicationDelegate)?

    /// The scenes that are connected.
    open internal(set) var connectedScenes: Set<UIScene> = []

    /// The sessions that a person has not closed.
    open internal(set) var openSessions: Set<UISceneSession> = []

    /// The state of the app.
    open internal(set) var applicationState = State.inactive

    /// True if the screen stays on.
    open var isIdleTimerDisabled = false

    /// The number at the app's icon.
    open var applicationIconBadgeNumber = 0

    /// The system's reaction to a URL that the app opens; it returns false if no app takes the URL.
    package var opener: (@MainActor (URL) async -> Bool)?

    /// Creates an app that is not launched.
    package override init() {
        super.init()
    }

    open override var next: UIResponder? { delegate as? UIResponder }

    /// Returns true if an address may be opened.
    open func canOpenURL(_ url: URL) -> Bool { opener != nil && url.scheme != nil }

    /// Opens a URL outside the app. The handler receives false if no app takes it.
    open func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        let opener = opener
        Task {
            let isOpened = await opener?(url) ?? false
            completion?(isOpened)
        }
    }

    /// Opens a URL outside the app, and returns false if no app takes it.
    @discardableResult
    open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
        await opener?(url) ?? false
    }

    /// Launches the app: the delegate is asked before its first scene connects.
    ///
    /// - Returns: False if the delegate refuses the URL that the app is launched with.
    @discardableResult
    package func launch(
        _ delegate: any UIApplicationDelegate, options: [LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        ownedDelegate = delegate
        self.delegate = delegate
        let willFinish = delegate.application(self, willFinishLaunchingWithOptions: options)
        let didFinish = delegate.application(self, didFinishLaunchingWithOptions: options)
        return willFinish && didFinish
    }

    /// Connects a scene as the system does at a launch, and makes it active.
    package func connect(
        _ session: UISceneSession, options: UIScene.ConnectionOptions, delegate sceneDelegate: any UISceneDelegate
    ) -> UIWindowScene {
        let scene = UIWindowScene(session: session, connectionOptions: options)
        scene.own(sceneDelegate)
        openSessions.insert(session)
        connectedScenes.insert(scene)
        sceneDelegate.scene(scene, willConnectTo: session, options: options)
        sceneDelegate.sceneWillEnterForeground(scene)
        scene.activationState = .foregroundActive
        applicationState = .active
        sceneDelegate.sceneDidBecomeActive(scene)
        return scene
    }

    /// Disconnects a scene as the system does when a person closes the app.
    package func disconnect(_ scene: UIScene) {
        guard connectedScenes.contains(scene) else { return }
        scene.delegate?.sceneWillResignActive(scene)
        scene.delegate?.sceneDidEnterBackground(scene)
        scene.activationState = .unattached
        scene.delegate?.sceneDidDisconnect(scene)
        connectedScenes.remove(scene)
        if connectedScenes.isEmpty { applicationState = .background }
    }

    /// The window that a person deals with.
    package var keyWindow: UIWindow? {
        connectedScenes.lazy.compactMap { ($0 as? UIWindowScene)?.keyWindow }.first ?? delegate?.window
    }
}

/// The delegate of an app.
@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
    /// The window of an app without scenes.
    var window: UIWindow? { get set }

    /// Notifies that the app is about to be launched; false refuses the URL.
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// Notifies that the app is launched; false refuses the URL.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// Returns the classes of a scene that is about to connect.
    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration

    /// Notifies that a person has closed scenes for good.
    func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)

    /// Opens a URL, and returns false if the app cannot.
    func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool

    /// Continues an activity such as a universal link, and returns false if the app cannot.
    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool

    /// Notifies that the person has opened a share, which an app without scenes accepts.
    func application(
        _ application: UIApplication, userDidAcceptCloudKitShareWith cloudKitShareMetadata: CKShare.Metadata)

    /// Notifies that the app receives events.
    func applicationDidBecomeActive(_ application: UIApplication)

    /// Notifies that the app is about to receive no events.
    func applicationWillResignActive(_ application: UIApplication)

    /// Notifies that the app is no longer shown.
    func applicationDidEnterBackground(_ application: UIApplication)

    /// Notifies that the app is about to be shown.
    func applicationWillEnterForeground(_ application: UIApplication)

    /// Notifies that the app is about to end.
    func applicationWillTerminate(_ application: UIApplication)
}

/// An object that restores the state of an activity.
@MainActor public protocol UIUserActivityRestoring: NSObjectProtocol {
    /// Restores the state that an activity describes.
    func restoreUserActivityState(_ activity: NSUserActivity)
}

extension UIResponder: UIUserActivityRestoring {}

extension UIApplicationDelegate {
    /// No window.
    public var window: UIWindow? {
        get { nil }
        set {}
    }

    /// Returns true.
    public func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }

    /// Returns true.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }

    /// Returns the configuration of the session.
    public func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration { connectingSceneSession.configuration }

    /// Does nothing.
    public func application(
        _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    ) {}

    /// Returns false.
    public func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool { false }

    /// Returns false.
    public func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool { false }

    /// Does nothing.
    public func application(
        _ application: UIApplication, userDidAcceptCloudKitShareWith cloudKitShareMetadata: CKShare.Metadata
    ) {}

    /// Does nothing.
    public func applicationDidBecomeActive(_ application: UIApplication) {}

    /// Does nothing.
    public func applicationWillResignActive(_ application: UIApplication) {}

    /// Does nothing.
    public func applicationDidEnterBackground(_ application: UIApplication) {}

    /// Does nothing.
    public func applicationWillEnterForeground(_ application: UIApplication) {}

    /// Does nothing.
    public func applicationWillTerminate(_ application: UIApplication) {}
}
