/// The sheet that offers what can be done with items: the state behind `UIActivityViewController`.
///
///     let sheet = try ShareSheet(activityItems: [ActivityItem.link(url: "https://notes.example/d/1", title: "Plan")])
///     sheet.excludedActivityTypes = [.print]
///     sheet.menu.actions.map(\.title)    // ["Copy", "Add to Files"]
public final class ShareSheet {
    /// Why there is no such sheet.
    public enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
        /// It is about something (`av-what`).
        case noItems
        /// An activity of an app puts no sheet of its own above the one that it was chosen on, but an alert
        /// (`av-ext-no-modal-stack`).
        case modalStack

        /// A sentence for the person.
        public var description: String {
            switch self {
            case .noItems: "a share sheet needs at least one item"
            case .modalStack: "an extension cannot present a sheet above its own: use an alert"
            }
        }
    }

    /// What it is about.
    public let activityItems: [any ActivityItemSource]
    /// The app's own activities.
    public let applicationActivities: [any Activity]
    /// The extensions that are installed.
    public var extensions: [ActivityExtension] = []
    /// What does not apply here (`ua-exclude`).
    public var excludedActivityTypes: [ActivityType] = []
    /// How the person wants the list.
    public var preferences = ActivityPreferences()
    /// Told what was chosen and whether it was done.
    public var completionWithItemsHandler: ((ActivityType?, Bool) -> Void)?

    /// A sheet about these items.
    ///
    /// - Throws: ``Problem/noItems``.
    public init(
        activityItems: [any ActivityItemSource], applicationActivities: [any Activity] = []
    ) throws(Problem) {
        guard !activityItems.isEmpty else { throw .noItems }
        self.activityItems = activityItems
        self.applicationActivities = applicationActivities
    }

    private var placeholders: [ActivityItem] { activityItems.map(\.placeholderItem) }

    /// The title of the sheet: the subject of the item, or how many items there are, with a thumbnail.
    public var title: String {
        let thumbnail = activityItems[0].thumbnail(for: nil) ?? placeholders[0].glyph
        if activityItems.count > 1 { return "\(thumbnail) \(activityItems.count) Items" }
        let subject = activityItems[0].subject(for: nil)
        return thumbnail + " " + (subject.isEmpty ? placeholders[0].title : subject)
    }

    /// The activities that are offered: those that can be done with all items.
    public var menu: ActivityMenu {
        let items = placeholders
        let own = applicationActivities.filter { $0.canPerform(withActivityItems: items) }.map { activity in
            ActivityMenu.Entry(
                activity.activityType, activity.activityTitle, glyph: activity.activityImage,
                category: type(of: activity).activityCategory, owner: .app)
        }
        return ActivityMenu(
            for: items, own: own, plugins: extensions.map(\.entry), excluded: excludedActivityTypes,
            preferences: preferences)
    }

    /// Returns the items as an activity receives them: with the subject, the type and the thumbnail for it. Items that
    /// are not for that activity are left out.
    public func items(for type: ActivityType) -> [HandedItem] { activityItems.compactMap { $0.handed(to: type) } }

    /// Does one of the app's own with the items as they are for it: asked, made ready, performed, told.
    ///
    /// - Returns: whether it was done.
    @discardableResult
    public func perform(_ type: ActivityType) -> Bool {
        let items = items(for: type).map(\.item)
        guard let activity = applicationActivities.first(where: { $0.activityType == type }), !items.isEmpty,
            activity.canPerform(withActivityItems: items)
        else {
            completionWithItemsHandler?(type, false)
            return false
        }
        activity.prepare(withActivityItems: items)
        let isDone = activity.perform()
        activity.activityDidFinish(isDone)
        completionWithItemsHandler?(type, isDone)
        return isDone
    }

    /// What an activity wants to show above the sheet.
    public enum Presentation: Equatable, Sendable {
        /// A sentence that must be said.
        case alert(String)
        /// A sheet of its own.
        case sheet(Sheet)
    }

    /// The alerts that stand above the sheet, the newest last.
    public private(set) var alerts: [String] = []

    /// Shows something above the sheet: an alert where it is needed, and nothing else (`av-ext-no-modal-stack`).
    ///
    /// - Throws: ``Problem/modalStack`` for a sheet.
    public func present(_ presentation: Presentation) throws(Problem) {
        switch presentation {
        case .alert(let sentence): alerts.append(sentence)
        case .sheet: throw .modalStack
        }
    }

    /// It was closed, and nothing chosen.
    public func cancel() { completionWithItemsHandler?(nil, false) }
}
