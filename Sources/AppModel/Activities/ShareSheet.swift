public import ChatProtocol

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

/// The activities that a share sheet offers for items, in order. An app's own activities precede the system's, and a
/// person's favourite actions precede both.
public struct ActivityMenu: Equatable, Sendable {
    /// The owner of an activity.
    public enum Owner: Equatable, Sendable {
        /// The app in which the sheet was opened.
        case app
        /// The system.
        case system
        /// An extension, with the name of the app that it belongs to.
        case plugin(app: String)
    }

    /// One activity on the share sheet.
    public struct Entry: Equatable, Sendable {
        /// The identifier of the activity.
        public var type: ActivityType
        /// The title of the activity.
        public var title: String
        /// One character in place of an icon.
        public var glyph: String
        /// The category: the activity acts on the item or shares it.
        public var category: ActivityCategory
        /// The owner of the activity.
        public var owner: Owner
        /// The kinds of items that the activity accepts.
        public var accepts: [ActivityItemKind]
        /// The parts of items that the activity reads; nil if it reads all parts.
        public var reads: [ActivityExtension.Part]?

        /// Creates an entry.
        ///
        /// - Parameter glyph: nil for the general glyph, a dot.
        public init(
            _ type: ActivityType, _ title: String, glyph: String?, category: ActivityCategory = .action, owner: Owner,
            accepts: [ActivityItemKind] = ActivityItemKind.allCases, reads: [ActivityExtension.Part]? = nil
        ) {
            self.type = type
            self.title = title
            self.glyph = glyph ?? "•"
            self.category = category
            self.owner = owner
            self.accepts = accepts
            self.reads = reads
        }

        /// The name of the app of an extension; nil if it equals the title, and for activities that are not extensions.
        public var appName: String? {
            guard case .plugin(let app) = owner, AppActivity.comparable(app) != AppActivity.comparable(title) else {
                return nil
            }
            return app
        }

        /// Returns true if the activity can be performed with every one of these items; false without items.
        public func canPerform(with items: [ActivityItem]) -> Bool {
            !items.isEmpty
                && items.allSatisfy { item in accepts.contains(item.kind) && reads.map(item.serves) != false }
        }
    }

    /// The activities that share the items, in order. Conversations are not among them.
    public private(set) var targets: [Entry]
    /// The actions that the share sheet shows, in order.
    public private(set) var actions: [Entry]
    /// The actions that apply to the items, including the hidden ones. The person edits this list.
    public private(set) var allActions: [Entry]

    /// Creates the menu for items. An activity is offered if it can be performed with all of them.
    ///
    /// - Parameters:
    ///   - own: the activities of the app in which the sheet was opened, in its order.
    ///   - plugins: the activities of extensions.
    ///   - excluded: the activities that do not apply in the place where the sheet was opened.
    ///   - preferences: the person's favourite and hidden actions.
    public init(
        for items: [ActivityItem], own: [Entry] = [], plugins: [Entry] = [], excluded: [ActivityType] = [],
        preferences: ActivityPreferences = ActivityPreferences()
    ) {
        let system = ActivityType.system.map {
            Entry($0.type, $0.title, glyph: $0.glyph, owner: .system, accepts: $0.accepts)
        }
        let all = (own + plugins.filter { $0.category == .share } + system + plugins.filter { $0.category == .action })
            .filter { $0.canPerform(with: items) && !excluded.contains($0.type) }
        targets = all.filter { $0.category == .share }
        allActions = preferences.ordered(all.filter { $0.category == .action })
        actions = allActions.filter { !preferences.hidden.contains($0.type.rawValue) }
    }
}

extension ActivityMenu.Entry {
    /// Creates the entry of an activity that an app registered. The type contains the app's identifier, so that it is
    /// unique.
    public init(_ activity: AppActivity, of app: AppID) {
        self.init(
            ActivityType(rawValue: "\(app)/\(activity.type)"), activity.title, glyph: activity.glyph,
            category: activity.category, owner: .app, accepts: activity.accepts)
    }
}

/// A person's edits of the list of actions: the favourites and the hidden ones (`av-user-edit`).
public struct ActivityPreferences: Equatable, Sendable {
    /// The types of the actions that come first, in this order.
    public var favourites: [String] = []
    /// The types of the actions that are not shown.
    public var hidden: Set<String> = []

    /// Creates the system's preferences: no favourites, and nothing hidden.
    public init() {}

    /// Returns the favourites in the person's order, followed by the others in their given order.
    func ordered(_ entries: [ActivityMenu.Entry]) -> [ActivityMenu.Entry] {
        let first = favourites.compactMap { name in entries.first { $0.type.rawValue == name } }
        return first + entries.filter { !favourites.contains($0.type.rawValue) }
    }

    /// Adds an action at the end of the favourites and shows it, or removes it from the favourites.
    public mutating func toggleFavourite(_ type: ActivityType) {
        if let index = favourites.firstIndex(of: type.rawValue) {
            favourites.remove(at: index)
        } else {
            favourites.append(type.rawValue)
            hidden.remove(type.rawValue)
        }
    }

    /// Hides an action and removes it from the favourites, or shows it again.
    public mutating func toggleHidden(_ type: ActivityType) {
        if hidden.remove(type.rawValue) != nil { return }
        hidden.insert(type.rawValue)
        favourites.removeAll { $0 == type.rawValue }
    }

    /// Moves a favourite by a number of places within the list of favourites.
    ///
    /// - Parameter delta: negative towards the beginning, positive towards the end.
    public mutating func move(_ type: ActivityType, by delta: Int) {
        guard let index = favourites.firstIndex(of: type.rawValue) else { return }
        let place = max(0, min(index + delta, favourites.count - 1))
        favourites.insert(favourites.remove(at: index), at: place)
    }
}
