public import ChatProtocol

/// The activities that a share sheet offers for items, in order: an app's own before the system's, a person's favourites
/// before both.
public struct ActivityMenu: Equatable, Sendable {
    /// Whose an activity is.
    public enum Owner: Equatable, Sendable {
        /// The app's in which the sheet was opened.
        case app
        /// Everybody's.
        case system
        /// An extension's, with the name of the app that it belongs to.
        case plugin(app: String)
    }

    /// One thing that is offered.
    public struct Entry: Equatable, Sendable {
        /// What it is called in code.
        public var type: ActivityType
        /// What it is called.
        public var title: String
        /// One character that stands for it.
        public var glyph: String
        /// Whether it acts on the item or sends it.
        public var category: ActivityCategory
        /// Whose it is.
        public var owner: Owner
        /// The kinds of items that it can be done with.
        public var accepts: [ActivityItemKind]
        /// The parts of items that it reads; nil for an activity that reads all of them.
        public var reads: [ActivityExtension.Part]?

        /// Creates an entry.
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

        /// The name of the app of an extension, if the title does not say it already; nil for all other activities.
        public var appName: String? {
            guard case .plugin(let app) = owner, AppActivity.comparable(app) != AppActivity.comparable(title) else {
                return nil
            }
            return app
        }

        /// True if the activity can be done with all of these items.
        public func canPerform(with items: [ActivityItem]) -> Bool {
            !items.isEmpty
                && items.allSatisfy { item in accepts.contains(item.kind) && reads.map(item.serves) != false }
        }
    }

    /// Where it can be sent, beside conversations, in order.
    public private(set) var targets: [Entry]
    /// What can be done with it, in order.
    public private(set) var actions: [Entry]
    /// The actions that there are for it, shown or not: what the person chooses from.
    public private(set) var allActions: [Entry]

    /// Creates the menu for items: an activity is offered if it can be done with all of them.
    ///
    /// - Parameters:
    ///   - own: the activities of the app in which the sheet was opened, in its order.
    ///   - plugins: the activities of extensions.
    ///   - excluded: the activities that do not apply where the sheet was opened.
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
    /// What an app registered, with a type that no other app's has.
    public init(_ activity: AppActivity, of app: AppID) {
        self.init(
            ActivityType(rawValue: "\(app)/\(activity.type)"), activity.title, glyph: activity.glyph,
            category: activity.category, owner: .app, accepts: activity.accepts)
    }
}

/// How a person wants the list of actions: which come first, and which are not shown (`av-user-edit`).
public struct ActivityPreferences: Equatable, Sendable {
    /// Those that come first, in this order.
    public var favourites: [String] = []
    /// Those that are not shown.
    public var hidden: Set<String> = []

    /// As the system has it.
    public init() {}

    /// Favourites in the person's order, the others behind them as they were.
    func ordered(_ entries: [ActivityMenu.Entry]) -> [ActivityMenu.Entry] {
        let first = favourites.compactMap { name in entries.first { $0.type.rawValue == name } }
        return first + entries.filter { !favourites.contains($0.type.rawValue) }
    }

    /// Makes an action a favourite, the last of them, or no longer.
    public mutating func toggleFavourite(_ type: ActivityType) {
        if let index = favourites.firstIndex(of: type.rawValue) {
            favourites.remove(at: index)
        } else {
            favourites.append(type.rawValue)
            hidden.remove(type.rawValue)
        }
    }

    /// Shows an action, or no longer.
    public mutating func toggleHidden(_ type: ActivityType) {
        if hidden.remove(type.rawValue) != nil { return }
        hidden.insert(type.rawValue)
        favourites.removeAll { $0 == type.rawValue }
    }

    /// Moves a favourite towards the first or the last.
    public mutating func move(_ type: ActivityType, by delta: Int) {
        guard let index = favourites.firstIndex(of: type.rawValue) else { return }
        let place = max(0, min(index + delta, favourites.count - 1))
        favourites.insert(favourites.remove(at: index), at: place)
    }
}
