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

/// Gives the item that an activity needs when one is chosen, and until then something in its place
/// (`UIActivityItemSource`, `ua-item-source`).
public protocol ActivityItemSource {
    /// What stands in its place until an activity is chosen; its kind decides what is offered.
    var placeholderItem: ActivityItem { get }
    /// The item for an activity; nil where it has none for it.
    func item(for activityType: ActivityType?) -> ActivityItem?
    /// What a message about it is headed.
    func subject(for activityType: ActivityType?) -> String
    /// Its uniform type identifier.
    func dataTypeIdentifier(for activityType: ActivityType?) -> String
    /// One character in place of a picture.
    func thumbnail(for activityType: ActivityType?) -> String?
}

extension ActivityItemSource {
    /// What it is called.
    public func subject(for activityType: ActivityType?) -> String { placeholderItem.title }
    /// What stands for its kind.
    public func thumbnail(for activityType: ActivityType?) -> String? { placeholderItem.glyph }
    /// That of its kind.
    public func dataTypeIdentifier(for activityType: ActivityType?) -> String {
        switch placeholderItem.kind {
        case .document: "public.composite-content"
        case .link: "public.url"
        case .text: "public.plain-text"
        case .file: "public.data"
        }
    }
}

/// An item that is there already is its own source.
extension ActivityItem: ActivityItemSource {
    /// Itself.
    public var placeholderItem: ActivityItem { self }
    /// Itself, whatever the activity.
    public func item(for activityType: ActivityType?) -> ActivityItem? { self }
}
