import AppFrameworks
import ChatProtocol

/// What an app registered that it does on the share sheet: in a terminal there is no more to it than to be asked, made
/// ready and told (`ua-methods`).
final class RegisteredActivity: Activity {
    /// As it was registered.
    let registered: AppActivity
    private let entry: ActivityMenu.Entry
    private var items: [ActivityItem] = []

    init(_ registered: AppActivity, of app: AppID) {
        self.registered = registered
        entry = ActivityMenu.Entry(registered, of: app)
    }

    var activityType: ActivityType { entry.type }
    var activityTitle: String { registered.title }

    func canPerform(withActivityItems items: [ActivityItem]) -> Bool {
        items.allSatisfy { registered.accepts.contains($0.kind) }
    }

    func prepare(withActivityItems items: [ActivityItem]) { self.items = items }

    func perform() -> Bool { !items.isEmpty }
}
