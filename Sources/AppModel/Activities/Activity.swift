public import ChatProtocol

/// The identifier of an activity in code (`UIActivity.ActivityType`).
public struct ActivityType: RawRepresentable, Hashable, Sendable {
    /// The identifier as text.
    public let rawValue: String
    /// Creates the type of an app's or an extension's activity from its identifier.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates the type of an activity of the system.
    public init(_ activity: SystemActivity) { rawValue = activity.rawValue }

    /// The activity that copies the item to the clipboard.
    public static let copyToPasteboard = ActivityType(.copyToPasteboard)
    /// The activity that prints the item.
    public static let print = ActivityType(.print)
    /// The activity that writes the item to a file.
    public static let saveToFiles = ActivityType(.saveToFiles)
    /// The activity that sends the item in a conversation.
    public static let message = ActivityType(rawValue: "message")

    /// The system's actions in their order, each with its title, its glyph and the kinds of items that it accepts. An
    /// app cannot move them, and can exclude those that do not apply (`av-exclude`).
    public static let system: [(type: ActivityType, title: String, glyph: String, accepts: [ActivityItemKind])] = [
        (.copyToPasteboard, "Copy", "❐", [.document, .link, .text]),
        (.print, "Print", "≣", ActivityItemKind.allCases),
        (.saveToFiles, "Add to Files", "▤", ActivityItemKind.allCases),
    ]
}

/// An activity that an app performs inside itself with items of the share sheet. In other apps, an extension performs
/// the app's activities (`UIActivity`, `ua-methods`, `ua-scope`).
///
/// The share sheet calls ``canPerform(withActivityItems:)``, ``prepare(withActivityItems:)``, ``perform()`` and
/// ``activityDidFinish(_:)``, in this order.
public protocol Activity: AnyObject {
    /// The category: an activity acts on the item or shares it (`ua-categories`).
    static var activityCategory: ActivityCategory { get }
    /// The identifier of the activity.
    var activityType: ActivityType { get }
    /// The title of the activity on the share sheet.
    var activityTitle: String { get }
    /// One character in place of an icon; nil for the general one.
    var activityImage: String? { get }
    /// Returns true if the activity can be performed with these items. If not, the share sheet does not offer it
    /// (`av-custom-when`).
    func canPerform(withActivityItems items: [ActivityItem]) -> Bool
    /// Receives the items before ``perform()``.
    func prepare(withActivityItems items: [ActivityItem])
    /// Performs the activity with the items from ``prepare(withActivityItems:)``.
    ///
    /// - Returns: true if it succeeded.
    func perform() -> Bool
    /// Called after ``perform()``.
    ///
    /// - Parameter completed: true if the activity succeeded.
    func activityDidFinish(_ completed: Bool)
}

extension Activity {
    /// By default, an activity acts on the item.
    public static var activityCategory: ActivityCategory { .action }
    /// By default nil: the share sheet shows the general glyph.
    public var activityImage: String? { nil }
    /// By default, does nothing.
    public func prepare(withActivityItems items: [ActivityItem]) {}
    /// By default, does nothing.
    public func activityDidFinish(_ completed: Bool) {}
}
