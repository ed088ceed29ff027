public import ChatProtocol

/// What an activity is called in code (`UIActivity.ActivityType`).
public struct ActivityType: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// A name of one's own.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// One of the system's.
    public init(_ activity: SystemActivity) { rawValue = activity.rawValue }

    /// Puts the item on the clipboard.
    public static let copyToPasteboard = ActivityType(.copyToPasteboard)
    /// Prints it.
    public static let print = ActivityType(.print)
    /// Writes it to a file.
    public static let saveToFiles = ActivityType(.saveToFiles)
    /// Sends it in a conversation.
    public static let message = ActivityType(rawValue: "message")

    /// The actions of the system, in its order, with what they are called and what stands for them. They cannot be moved
    /// by an app, and left out where they do not apply (`av-exclude`).
    public static let system: [(type: ActivityType, title: String, glyph: String, accepts: [ActivityItemKind])] = [
        (.copyToPasteboard, "Copy", "❐", [.document, .link, .text]),
        (.print, "Print", "≣", ActivityItemKind.allCases),
        (.saveToFiles, "Add to Files", "▤", ActivityItemKind.allCases),
    ]
}

/// Something that an app does with items on the share sheet within itself; elsewhere it is an extension that does
/// (`UIActivity`, `ua-methods`, `ua-scope`).
///
/// It is asked whether it can, then made ready, then performed, and told how it ended, in that order.
public protocol Activity: AnyObject {
    /// Whether it acts on the item or sends it (`ua-categories`).
    static var activityCategory: ActivityCategory { get }
    /// What tells it from others.
    var activityType: ActivityType { get }
    /// What it is called.
    var activityTitle: String { get }
    /// One character that stands for it.
    var activityImage: String? { get }
    /// Whether it can be done with these items; where not, it is not offered (`av-custom-when`).
    func canPerform(withActivityItems items: [ActivityItem]) -> Bool
    /// Takes the items.
    func prepare(withActivityItems items: [ActivityItem])
    /// Does it.
    ///
    /// - Returns: whether it was done.
    func perform() -> Bool
    /// It is over, one way or the other.
    func activityDidFinish(_ completed: Bool)
}

extension Activity {
    /// It acts on the item.
    public static var activityCategory: ActivityCategory { .action }
    /// What stands for all that have nothing of their own.
    public var activityImage: String? { nil }
    /// Nothing.
    public func prepare(withActivityItems items: [ActivityItem]) {}
    /// Nothing.
    public func activityDidFinish(_ completed: Bool) {}
}
