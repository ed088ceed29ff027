import AppModel
import ChatProtocol
import ChatScreens
import ChatTerminal

/// An action that an app offers on the share sheet. In a terminal the framework only calls its methods, in their order
/// (`ua-methods`).
final class RegisteredActivity: Activity {
    /// The action as the app offers it.
    let registered: AppActivity
    private let entry: ActivityMenu.Entry
    private var items: [ActivityItem] = []

    init(_ registered: AppActivity, of app: AppID) {
        self.registered = registered
        entry = ActivityMenu.Entry(registered, of: app)
    }

    var activityType: ActivityType { entry.type }
    var activityTitle: String { registered.title }
    var activityImage: String? { registered.glyph }

    func canPerform(withActivityItems items: [ActivityItem]) -> Bool {
        items.allSatisfy { registered.accepts.contains($0.kind) }
    }

    func prepare(withActivityItems items: [ActivityItem]) { self.items = items }

    func perform() -> Bool { !items.isEmpty }
}

extension AppRegistration {
    /// Performs an action of the app.
    ///
    /// - Parameter title: the title of the item, if the app lists it.
    /// - Returns: the action and the title; nil if the app does not offer it for such an item.
    func perform(
        _ chosen: ChosenActivity, titled title: String?, of app: AppID
    ) -> (activity: AppActivity, item: String)? {
        let item: ActivityItem =
            chosen.kind == .document
            ? .document(url: chosen.url, title: title ?? LinkText.title(chosen.url))
            : .link(url: chosen.url, title: title)
        let own = activities.map { RegisteredActivity($0, of: app) }
        guard let activity = own.first(where: { $0.registered.type == chosen.type }),
            let sheet = try? ShareSheet(activityItems: [item], applicationActivities: own),
            sheet.perform(activity.activityType)
        else { return nil }
        return (activity.registered, item.title)
    }

    /// Returns the context of the share sheet for an item of the app, with the app's own actions (`av-app-actions`).
    func shareContext(for item: AppItem, isDocument: Bool, of app: AppID) -> ShareContext {
        var context = ShareContext(
            isDocument ? .document(url: item.url, title: item.title) : .link(url: item.url, title: item.title),
            preview: "\(name) · \(LinkText.short(item.url))")
        (context.app, context.picture) = (app, item.glyph)
        context.own = activities.map { ActivityMenu.Entry($0, of: app) }
        context.excluded = excludedActivityTypes.map(ActivityType.init)
        return context
    }
}
