import Testing
import UnderstudyUIKit

@MainActor @Suite("Sharing and the app")
struct SharingTests {
    @Test("each item source is asked for the item of the service that was chosen")
    func itemSources() {
        let sheet = UIActivityViewController(
            activityItems: ["plain", LinkSource(), LazyItem(placeholderItem: "placeholder")],
            applicationActivities: nil)
        #expect(sheet.placeholderItems as? [String] == ["plain", "link", "placeholder"])
        #expect(sheet.items(for: .message) as? [String] == ["plain", "link for Messages", "made for a service"])
        #expect(sheet.items(for: .mail) as? [String] == ["plain", "made for a service"])
    }

    @Test("a service of the app acts on the items, dismisses the sheet, and then completes it")
    func ownService() {
        let root = UIViewController()
        let window = visibleWindow(root)
        let service = PrintService()
        let refusing = PrintService(accepts: false)
        let sheet = UIActivityViewController(activityItems: ["bread"], applicationActivities: [service, refusing])
        var completed: [String] = []
        sheet.completionWithItemsHandler = { [weak window] type, isCompleted, _, _ in
            completed.append("\(type?.rawValue ?? "") \(isCompleted) \(window?.topViewController === root)")
        }
        #expect(sheet.availableActivities == [service])
        root.present(sheet, animated: true)
        sheet.choose(service)
        #expect(service.prepared as? [String] == ["bread"])
        #expect(completed == ["com.example.print true true"])
    }

    @Test("a sheet does not offer an excluded service")
    func excludedService() {
        let sheet = UIActivityViewController(activityItems: [], applicationActivities: nil)
        sheet.excludedActivityTypes = [.mail]
        #expect(!sheet.offers(.mail))
        #expect(sheet.offers(.message))
    }

    @Test("a configuration makes one provider for each object, and its metadata reaches the sheet")
    func itemsConfiguration() {
        let configuration = UIActivityItemsConfiguration(objects: ["bread" as NSString, "cake" as NSString])
        configuration.metadataProvider = { key in key == .title ? "Recipes" : nil }
        let sheet = UIActivityViewController(activityItemsConfiguration: configuration)
        #expect(sheet.activityItems.count == 2)
        #expect(sheet.itemsConfiguration?.activityItemsConfigurationMetadata(key: .title) as? String == "Recipes")
        #expect(sheet.popoverPresentationController != nil)
    }

    @Test("a scene connects after the launch, keeps its delegate, and continues an activity")
    func sceneLife() throws {
        let app = UIApplication()
        #expect(app.launch(AppDelegate()))
        #expect(app.delegate is AppDelegate)
        let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
        activity.webpageURL = URL(string: "https://recipes.example/bread")
        let options = UIScene.ConnectionOptions(userActivities: [activity])
        let scene = app.connect(UISceneSession(), options: options, delegate: SceneDelegate())
        let delegate = try #require(scene.delegate as? SceneDelegate)
        #expect(delegate.opened == [activity.webpageURL])
        #expect(scene.windows == [delegate.window])
        #expect(app.keyWindow === delegate.window)
        #expect(delegate.notices == ["connect", "active"])
        app.disconnect(scene)
        #expect(delegate.notices == ["connect", "active", "disconnect"])
        #expect(app.connectedScenes.isEmpty)
    }

    @Test("the shared app is the one that the task is bound to, and its reaction decides over a URL")
    func boundApp() async throws {
        let app = UIApplication()
        let url = try #require(URL(string: "https://recipes.example"))
        app.opener = { $0 == url }
        let isOpened = await UIApplication.$bound.withValue(app) { await UIApplication.shared.open(url) }
        #expect(isOpened)
        let other = UIApplication()
        let isOther = await UIApplication.$bound.withValue(other) { await UIApplication.shared.open(url) }
        #expect(!isOther)
    }
}

/// A source that has no item for Mail.
private final class LinkSource: NSObject, UIActivityItemSource {
    func activityViewControllerPlaceholderItem(_ activityViewController: UIActivityViewController) -> Any { "link" }

    func activityViewController(
        _ activityViewController: UIActivityViewController, itemForActivityType activityType: UIActivity.ActivityType?
    ) -> Any? {
        activityType == .message ? "link for Messages" : nil
    }
}

/// A provider as an app writes it.
private final class LazyItem: UIActivityItemProvider, @unchecked Sendable {
    override var item: Any { activityType == nil ? "unknown" : "made for a service" }
}

/// A service of the app.
private final class PrintService: UIActivity {
    private let accepts: Bool
    var prepared: [Any] = []

    init(accepts: Bool = true) {
        self.accepts = accepts
        super.init()
    }

    override var activityType: UIActivity.ActivityType? { UIActivity.ActivityType("com.example.print") }

    override func canPerform(withActivityItems activityItems: [Any]) -> Bool { accepts }

    override func prepare(withActivityItems activityItems: [Any]) {
        prepared = activityItems
    }
}

/// The delegate of an app as Xcode's template has it.
private final class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        true
    }
}

/// The delegate of a scene as Xcode's template has it.
private final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
    var opened: [URL?] = []
    var notices: [String] = []

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let windowScene = (scene as? UIWindowScene) else { return }
        notices.append("connect")
        let window = UIWindow(windowScene: windowScene)
        window.rootViewController = UINavigationController(rootViewController: UITableViewController())
        self.window = window
        window.makeKeyAndVisible()
        if let userActivity = connectionOptions.userActivities.first { self.scene(scene, continue: userActivity) }
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        guard userActivity.activityType == NSUserActivityTypeBrowsingWeb else { return }
        opened.append(userActivity.webpageURL)
    }

    func sceneDidBecomeActive(_ scene: UIScene) {
        notices.append("active")
    }

    func sceneDidDisconnect(_ scene: UIScene) {
        notices.append("disconnect")
    }
}
