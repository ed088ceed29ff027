public import ChatProtocol

/// What is handed to an activity.
public enum ActivityItem: Equatable, Sendable {
    /// A document that people can work on together.
    case document(url: String, title: String)
    /// A link.
    case link(url: String, title: String?)
    /// A text.
    case text(String)
    /// A file, by its name.
    case file(String)

    /// What kind of thing it is.
    public var kind: ActivityItemKind {
        switch self {
        case .document: .document
        case .link: .link
        case .text: .text
        case .file: .file
        }
    }

    /// What it is called.
    public var title: String {
        switch self {
        case .document(_, let title): title
        case .link(let url, let title): title ?? url
        case .text(let text): text
        case .file(let path): path.split(separator: "/").last.map(String.init) ?? path
        }
    }

    /// The text that stands for it: the address of a link.
    public var plainText: String {
        switch self {
        case .document(let url, _), .link(let url, _): url
        case .text(let text): text
        case .file(let path): path
        }
    }

    /// One character that stands for it.
    public var glyph: String {
        switch self {
        case .document: "▣"
        case .link: "↗"
        case .text: "¶"
        case .file: "▤"
        }
    }
}

/// A source of an item: a placeholder until an activity is chosen, then the item as that activity needs it
/// (`UIActivityItemSource`, `ua-item-source`).
public protocol ActivityItemSource {
    /// The item that stands for it until an activity is chosen. Its kind decides what is offered.
    var placeholderItem: ActivityItem { get }
    /// Returns the item for an activity; nil if there is none for it.
    func item(for activityType: ActivityType?) -> ActivityItem?
    /// Returns the subject of a message about the item.
    func subject(for activityType: ActivityType?) -> String
    /// Returns the uniform type identifier of the item.
    func dataTypeIdentifier(for activityType: ActivityType?) -> String
    /// Returns one character in place of a picture.
    func thumbnail(for activityType: ActivityType?) -> String?
}

extension ActivityItemSource {
    /// The title of the placeholder.
    public func subject(for activityType: ActivityType?) -> String { placeholderItem.title }
    /// The glyph of the placeholder's kind.
    public func thumbnail(for activityType: ActivityType?) -> String? { placeholderItem.glyph }
    /// The identifier of the placeholder's kind; that of a file follows from its name.
    public func dataTypeIdentifier(for activityType: ActivityType?) -> String {
        switch placeholderItem {
        case .document: "public.composite-content"
        case .link: "public.url"
        case .text: "public.plain-text"
        case .file(let path): Self.fileTypes[path.split(separator: ".").last?.lowercased() ?? ""] ?? "public.data"
        }
    }

    /// Returns all that an activity receives of the item; nil if the item is not for that activity.
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

/// An item that exists already is its own source.
extension ActivityItem: ActivityItemSource {
    /// The item itself.
    public var placeholderItem: ActivityItem { self }
    /// The item itself, whatever the activity.
    public func item(for activityType: ActivityType?) -> ActivityItem? { self }
}

/// An item as the chosen activity receives it from its source.
public struct HandedItem: Equatable, Sendable {
    /// The item.
    public var item: ActivityItem
    /// The subject of a message about it.
    public var subject: String
    /// Its uniform type identifier.
    public var typeIdentifier: String
    /// One character in place of a picture.
    public var thumbnail: String?

    /// Creates an item with what its source says of it.
    public init(_ item: ActivityItem, subject: String, typeIdentifier: String, thumbnail: String?) {
        (self.item, self.subject) = (item, subject)
        (self.typeIdentifier, self.thumbnail) = (typeIdentifier, thumbnail)
    }
}
