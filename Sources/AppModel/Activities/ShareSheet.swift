/// The sheet that offers activities for items: the state of a `UIActivityViewController`.
///
///     let sheet = try ShareSheet(activityItems: [ActivityItem.link(url: "https://notes.example/d/1", title: "Plan")])
///     sheet.excludedActivityTypes = [.print]
///     sheet.menu.actions.map(\.title)    // ["Copy", "Add to Files"]
public final class ShareSheet {
    /// The reasons why a share sheet cannot be created, or cannot present something.
    public enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
        /// The sheet has no items (`av-what`).
        case noItems
        /// An extension tried to present a sheet above its own. It may present only an alert (`av-ext-no-modal-stack`).
        case modalStack

        /// A sentence for the person.
        public var description: String {
            switch self {
            case .noItems: "a share sheet needs at least one item"
            case .modalStack: "an extension cannot present a sheet above its own: use an alert"
            }
        }
    }

    /// The sources of the items to share.
    public let activityItems: [any ActivityItemSource]
    /// The app's own activities.
    public let applicationActivities: [any Activity]
    /// The installed extensions.
    public var extensions: [ActivityExtension] = []
    /// The activities that do not apply here (`ua-exclude`).
    public var excludedActivityTypes: [ActivityType] = []
    /// The person's favourite and hidden actions.
    public var preferences = ActivityPreferences()
    /// Called after an activity with its type and whether it succeeded. The type is nil if the person chose none.
    public var completionWithItemsHandler: ((ActivityType?, Bool) -> Void)?

    /// Creates a sheet for items.
    ///
    /// - Throws: ``Problem/noItems`` if there are no items.
    public init(
        activityItems: [any ActivityItemSource], applicationActivities: [any Activity] = []
    ) throws(Problem) {
        guard !activityItems.isEmpty else { throw .noItems }
        self.activityItems = activityItems
        self.applicationActivities = applicationActivities
    }

    private var placeholders: [ActivityItem] { activityItems.map(\.placeholderItem) }

    /// The title of the sheet: a thumbnail with the subject of the only item, or with the number of items.
    public var title: String {
        let thumbnail = activityItems[0].thumbnail(for: nil) ?? placeholders[0].glyph
        if activityItems.count > 1 { return "\(thumbnail) \(activityItems.count) Items" }
        let subject = activityItems[0].subject(for: nil)
        return thumbnail + " " + (subject.isEmpty ? placeholders[0].title : subject)
    }

    /// The activities that the sheet offers: those that can be performed with all items.
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

    /// Returns the items for an activity, each with its subject, type and thumbnail. Items without a form for that
    /// activity are left out.
    public func items(for type: ActivityType) -> [HandedItem] { activityItems.compactMap { $0.handed(to: type) } }

    /// Performs one of the app's own activities with the items for it. It calls the methods of ``Activity`` in order,
    /// and then ``completionWithItemsHandler``.
    ///
    /// - Returns: true if the activity succeeded; false if it failed, is unknown or cannot be performed with the items.
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

    /// A view that an activity asks to present above the sheet.
    public enum Presentation: Equatable, Sendable {
        /// An alert with one sentence.
        case alert(String)
        /// A sheet of the activity's own.
        case sheet(Sheet)
    }

    /// The alerts above the sheet, oldest first.
    public private(set) var alerts: [String] = []

    /// Presents an alert above the sheet; nothing else can be presented (`av-ext-no-modal-stack`).
    ///
    /// - Throws: ``Problem/modalStack`` for a sheet.
    public func present(_ presentation: Presentation) throws(Problem) {
        switch presentation {
        case .alert(let sentence): alerts.append(sentence)
        case .sheet: throw .modalStack
        }
    }

    /// Closes the sheet without an activity.
    public func cancel() { completionWithItemsHandler?(nil, false) }
}
