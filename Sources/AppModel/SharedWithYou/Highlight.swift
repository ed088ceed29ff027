public import ChatProtocol

/// A link that was shared with the person, as an app sees it: an identifier and a link (`highlight-fields`). It
/// represents all people who shared the link in any conversation, and reveals nothing about them.
///
/// A highlight keeps its identity as long as it is on the list. Two reads of the list give equal highlights, so that an
/// app can compare the list with the previous one (`center-diff`).
public class Highlight: Hashable, CustomStringConvertible {
    /// The identifier of the highlight, which never changes.
    public let identifier: HighlightID
    /// The canonical link. An app identifies, previews and opens the content by it (`highlight-url`).
    public let url: String

    package init(identifier: HighlightID, url: String) {
        self.identifier = identifier
        self.url = url
    }

    /// Returns true if two highlights have the same identifier.
    public static func == (left: Highlight, right: Highlight) -> Bool { left.identifier == right.identifier }

    /// Hashes the identifier alone.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    /// The identifier and the link.
    public var description: String { "\(identifier) \(url)" }

    /// Returns true if two highlights agree in every field, and not only in the identifier. For example, a link that
    /// became a document has additional fields.
    func says(whatSays other: Highlight) -> Bool {
        type(of: self) == type(of: other) && identifier == other.identifier && url == other.url
    }

    /// Returns the highlight of a server's answer: a collaboration highlight if the answer has the fields of one.
    static func of(_ told: AppHighlight) -> Highlight {
        guard let collaboration = told.collaboration else { return Highlight(identifier: told.id, url: told.url) }
        return CollaborationHighlight(
            identifier: told.id, url: told.url,
            collaborationIdentifier: collaboration.collaborationIdentifier.rawValue, title: collaboration.title,
            contentType: collaboration.contentType, creationDate: collaboration.createdAt)
    }
}

/// A document on which the person collaborates with others (`collab-highlight-fields`).
public final class CollaborationHighlight: Highlight {
    /// The identifier of the collaboration, the same for every participant.
    public let collaborationIdentifier: String
    /// The title of the document; nil if it has none.
    public let title: String?
    /// The uniform type identifier of the content.
    public let contentType: String
    /// The time at which the document was first shared.
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
