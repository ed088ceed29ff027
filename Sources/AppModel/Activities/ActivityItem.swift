public import ChatProtocol

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
