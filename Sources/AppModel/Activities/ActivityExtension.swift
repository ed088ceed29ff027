public import ChatProtocol

/// A share or action extension: a small program of an app that people use in other apps (`av-extensions`,
/// `av-ext-kinds`). It gets no more of an item than it declared.
public struct ActivityExtension: Equatable, Sendable {
    /// A part of an item.
    public enum Part: String, CaseIterable, Sendable {
        /// The title of a document, a link or a file.
        case title
        /// The address of a document or a link.
        case url
        /// The text of a text.
        case text
        /// The path of a file.
        case file
        /// The subject of a message about the item.
        case subject
        /// The uniform type identifier of the item.
        case type
        /// One character in place of a picture.
        case thumbnail

        /// True if the part is the item itself, and not a description of it.
        public var isContent: Bool { [.url, .text, .file].contains(self) }
    }

    /// What tells it from others.
    public var identifier: String
    /// The app that it belongs to, whose name its screens show (`av-ext-ui`).
    public var app: String
    /// What it is called; that of a share extension is a name, mostly of a company (`av-share-title`).
    public var title: String
    /// What stands for it, where it is an action: a share extension has its app's icon (`av-ext-image`).
    public var glyph: String?
    /// Whether it sends an item or does something with it.
    public var category: ActivityCategory
    /// The items that it takes.
    public var accepts: [ActivityItemKind]
    /// The parts of them that it is given.
    public var reads: [Part]
    /// The program and its words.
    public var command: [String]
    /// The number of seconds after which it has failed.
    public var deadlineSeconds: Int
    /// True if a person writes a text in the system's composition view before the extension runs. Most share extensions
    /// want that (`av-ext-ui`).
    public var composes: Bool

    /// Creates an extension.
    ///
    /// - Parameter composes: nil is true for a share extension, false for an action.
    public init(
        identifier: String, app: String, title: String, glyph: String? = nil, category: ActivityCategory,
        accepts: [ActivityItemKind] = ActivityItemKind.allCases, reads: [Part] = Part.allCases, command: [String],
        deadlineSeconds: Int = 10, composes: Bool? = nil
    ) {
        (self.identifier, self.app, self.title, self.glyph) = (identifier, app, title, glyph)
        (self.category, self.accepts, self.reads, self.command) = (category, accepts, reads, command)
        self.deadlineSeconds = deadlineSeconds
        self.composes = composes ?? (category == .share)
    }

    /// The extension as a share sheet offers it.
    public var entry: ActivityMenu.Entry {
        ActivityMenu.Entry(
            ActivityType(rawValue: "extension/" + identifier), title,
            glyph: category == .share ? "[\(app.prefix(1).uppercased())]" : glyph, category: category,
            owner: .plugin(app: app), accepts: accepts, reads: reads)
    }

    /// True if a person could not tell the extension from another: both are of one app and kind, and have one title.
    public func duplicates(_ other: ActivityExtension) -> Bool {
        category == other.category && AppActivity.comparable(title) == AppActivity.comparable(other.title)
            && AppActivity.comparable(app) == AppActivity.comparable(other.app)
    }

    /// Returns the parts of an item that the extension declared, and no others.
    public func parts(of handed: HandedItem) -> [(part: Part, value: String)] {
        reads.compactMap { part in
            switch part {
            case .subject: (part, handed.subject)
            case .type: (part, handed.typeIdentifier)
            case .thumbnail: handed.thumbnail.map { (part, $0) }
            case .title, .url, .text, .file: handed.item.value(of: part).map { (part, $0) }
            }
        }
    }
}

extension ActivityItem {
    /// The part that is the item itself.
    public var content: ActivityExtension.Part {
        switch self {
        case .document, .link: .url
        case .text: .text
        case .file: .file
        }
    }

    /// Returns a part of the item; nil if it has none of that kind. The title of a text is its text, and so is no part
    /// of its own.
    func value(of part: ActivityExtension.Part) -> String? {
        if part == content { return plainText }
        guard part == .title else { return nil }
        switch self {
        case .document(_, let title): return title
        case .link(_, let title): return title
        case .file: return title
        case .text: return nil
        }
    }

    /// True if one who reads these parts can do something with the item: they read the item itself, or describe items
    /// alone and the item has a title.
    func serves(_ reads: [ActivityExtension.Part]) -> Bool {
        reads.contains(content) || !reads.contains(where: \.isContent) && value(of: .title) != nil
    }
}
