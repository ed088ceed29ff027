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

/// An item that the share sheet passes to an activity.
public enum ActivityItem: Equatable, Sendable {
    /// A document that people can work on together.
    case document(url: String, title: String)
    /// A link.
    case link(url: String, title: String?)
    /// A text.
    case text(String)
    /// A file, by its path.
    case file(String)

    /// The kind of the item.
    public var kind: ActivityItemKind {
        switch self {
        case .document: .document
        case .link: .link
        case .text: .text
        case .file: .file
        }
    }

    /// The title of the item: of a link its title or address, of a text the text, and of a file its name.
    public var title: String {
        switch self {
        case .document(_, let title): title
        case .link(let url, let title): title ?? url
        case .text(let text): text
        case .file(let path): path.split(separator: "/").last.map(String.init) ?? path
        }
    }

    /// The item as plain text: the address of a document or a link, the text, or the path of a file.
    public var plainText: String {
        switch self {
        case .document(let url, _), .link(let url, _): url
        case .text(let text): text
        case .file(let path): path
        }
    }

    /// One character in place of an icon.
    public var glyph: String {
        switch self {
        case .document: "▣"
        case .link: "↗"
        case .text: "¶"
        case .file: "▤"
        }
    }
}

/// A source of an item. The share sheet uses a placeholder until a person chooses an activity, and then the item for
/// that activity (`UIActivityItemSource`, `ua-item-source`).
public protocol ActivityItemSource {
    /// The placeholder until a person chooses an activity. Its kind decides which activities are offered.
    var placeholderItem: ActivityItem { get }
    /// Returns the item for an activity; nil if the source has no item for it.
    func item(for activityType: ActivityType?) -> ActivityItem?
    /// Returns the subject of a message about the item.
    func subject(for activityType: ActivityType?) -> String
    /// Returns the uniform type identifier of the item.
    func dataTypeIdentifier(for activityType: ActivityType?) -> String
    /// Returns one character in place of a thumbnail.
    func thumbnail(for activityType: ActivityType?) -> String?
}

extension ActivityItemSource {
    /// By default, returns the title of the placeholder.
    public func subject(for activityType: ActivityType?) -> String { placeholderItem.title }
    /// By default, returns the glyph of the placeholder's kind.
    public func thumbnail(for activityType: ActivityType?) -> String? { placeholderItem.glyph }
    /// By default, returns the identifier of the placeholder's kind. The identifier of a file follows from its
    /// extension.
    public func dataTypeIdentifier(for activityType: ActivityType?) -> String {
        switch placeholderItem {
        case .document: "public.composite-content"
        case .link: "public.url"
        case .text: "public.plain-text"
        case .file(let path): Self.fileTypes[path.split(separator: ".").last?.lowercased() ?? ""] ?? "public.data"
        }
    }

    /// Returns the item with its subject, type identifier and thumbnail for an activity; nil if the source has no item
    /// for that activity.
    public func handed(to activityType: ActivityType?) -> HandedItem? {
        item(for: activityType).map {
            HandedItem(
                $0, subject: subject(for: activityType), typeIdentifier: dataTypeIdentifier(for: activityType),
                thumbnail: thumbnail(for: activityType))
        }
    }

    private static var fileTypes: [String: String] {
        [
            "txt": "public.plain-text", "md": "net.daringfireball.markdown", "html": "public.html",
            "json": "public.json", "csv": "public.comma-separated-values-text", "pdf": "com.adobe.pdf",
            "png": "public.png", "jpg": "public.jpeg", "jpeg": "public.jpeg", "gif": "com.compuserve.gif",
        ]
    }
}

/// An existing item is its own source.
extension ActivityItem: ActivityItemSource {
    /// The item itself.
    public var placeholderItem: ActivityItem { self }
    /// Returns the item itself for every activity.
    public func item(for activityType: ActivityType?) -> ActivityItem? { self }
}

/// An item with its description, as the chosen activity receives it from the source.
public struct HandedItem: Equatable, Sendable {
    /// The item itself.
    public var item: ActivityItem
    /// The subject of a message about the item.
    public var subject: String
    /// The uniform type identifier of the item.
    public var typeIdentifier: String
    /// One character in place of a thumbnail.
    public var thumbnail: String?

    /// Creates an item with the description that its source gives.
    public init(_ item: ActivityItem, subject: String, typeIdentifier: String, thumbnail: String?) {
        (self.item, self.subject) = (item, subject)
        (self.typeIdentifier, self.thumbnail) = (typeIdentifier, thumbnail)
    }
}
