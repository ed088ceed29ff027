public import ChatProtocol

/// Something that was shared with the person, as an app sees it: an identifier and a link (`highlight-fields`). It stands
/// for everyone who shared the link, wherever they did, and tells nothing of them.
///
/// One object stays the same highlight for as long as it is listed: two reads of the list give equal highlights, so that
/// an app may compare the list with the one before (`center-diff`).
public class Highlight: Hashable, CustomStringConvertible {
    /// The same for ever.
    public let identifier: HighlightID
    /// The link, canonical: by it an app identifies, previews and opens the content (`highlight-url`).
    public let url: String

    package init(identifier: HighlightID, url: String) {
        self.identifier = identifier
        self.url = url
    }

    /// Equal are highlights of one identifier.
    public static func == (left: Highlight, right: Highlight) -> Bool { left.identifier == right.identifier }

    /// By the identifier alone.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    /// The identifier and the link.
    public var description: String { "\(identifier) \(url)" }

    /// Returns true if both say the same in every field, not only in the identifier. A link that became a document says
    /// more.
    func says(whatSays other: Highlight) -> Bool {
        type(of: self) == type(of: other) && identifier == other.identifier && url == other.url
    }

    /// A highlight as the server says it: a collaboration where it has the members of one.
    static func of(_ told: AppHighlight) -> Highlight {
        guard let collaboration = told.collaboration else { return Highlight(identifier: told.id, url: told.url) }
        return CollaborationHighlight(
            identifier: told.id, url: told.url,
            collaborationIdentifier: collaboration.collaborationIdentifier.rawValue, title: collaboration.title,
            contentType: collaboration.contentType, creationDate: collaboration.createdAt)
    }
}

/// A document that the person works on with others (`collab-highlight-fields`).
public final class CollaborationHighlight: Highlight {
    /// The same for every participant.
    public let collaborationIdentifier: String
    /// What the document is called.
    public let title: String?
    /// The uniform type identifier of the content.
    public let contentType: String
    /// When it was first shared.
    public let creationDate: Instant

    package init(
        identifier: HighlightID, url: String, collaborationIdentifier: String, title: String?, contentType: String,
        creationDate: Instant
    ) {
        self.collaborationIdentifier = collaborationIdentifier
        self.title = title
        self.contentType = contentType
        self.creationDate = creationDate
        super.init(identifier: identifier, url: url)
    }

    override func says(whatSays other: Highlight) -> Bool {
        guard let other = other as? CollaborationHighlight, super.says(whatSays: other) else { return false }
        return (collaborationIdentifier, title, contentType, creationDate)
            == (other.collaborationIdentifier, other.title, other.contentType, other.creationDate)
    }
}
