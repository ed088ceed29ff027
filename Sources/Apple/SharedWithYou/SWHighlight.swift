package import AppModel
import ChatProtocol
public import Foundation
public import UnderstudyUniformTypeIdentifiers

/// A link that was shared with the person, as an app sees it (`highlight-fields`). Two reads of the list give equal
/// highlights for the same link (`center-diff`).
///
/// It is safe to send: it never changes.
open class SWHighlight: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The identifier, which never changes.
    open var identifier: any NSCopying & NSSecureCoding { name as NSString }
    /// The canonical link, by which an app identifies, previews and opens the content (`highlight-url`).
    public let url: URL
    package let name: String

    package init(name: String, url: URL) {
        self.name = name
        self.url = url
    }

    /// The highlight as the model has it.
    package var model: Highlight { Highlight(identifier: HighlightID(name), url: url.absoluteString) }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "identifier"),
            let url = coder.decodeObject(of: NSURL.self, forKey: "url")
        else { return nil }
        self.name = name as String
        self.url = url as URL
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(name as NSString, forKey: "identifier")
        coder.encode(url as NSURL, forKey: "url")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool { (object as? SWHighlight)?.name == name }

    open override var hash: Int { name.hashValue }

    open override var description: String { "\(type(of: self)) \(name) \(url)" }
}

/// A shared document (`collab-highlight-fields`).
///
/// It is safe to send: it never changes.
open class SWCollaborationHighlight: SWHighlight, @unchecked Sendable {
    /// The identifier of the collaboration, which is the same for every participant.
    public let collaborationIdentifier: String
    /// The title of the document.
    public let title: String?
    /// The time of the first share.
    public let creationDate: Date
    /// The type of the content.
    public let contentType: UTType

    /// The collaboration as the model has it.
    var collaboration: CollaborationHighlight {
        CollaborationHighlight(
            identifier: HighlightID(name), url: url.absoluteString, collaborationIdentifier: collaborationIdentifier,
            title: title, contentType: contentType.identifier,
            creationDate: Instant(milliseconds: Int64((creationDate.timeIntervalSince1970 * 1_000).rounded())))
    }

    package init(_ highlight: CollaborationHighlight, url: URL) {
        collaborationIdentifier = highlight.collaborationIdentifier
        title = highlight.title
        creationDate = Date(timeIntervalSince1970: Double(highlight.creationDate.milliseconds) / 1_000)
        contentType = UTType(highlight.contentType) ?? .data
        super.init(name: highlight.identifier.rawValue, url: url)
    }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: "collaborationIdentifier"),
            let date = coder.decodeObject(of: NSDate.self, forKey: "creationDate"),
            let type = coder.decodeObject(of: NSString.self, forKey: "contentType")
        else { return nil }
        collaborationIdentifier = identifier as String
        creationDate = date as Date
        contentType = UTType(type as String) ?? .data
        title = coder.decodeObject(of: NSString.self, forKey: "title") as String?
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(collaborationIdentifier as NSString, forKey: "collaborationIdentifier")
        coder.encode(creationDate as NSDate, forKey: "creationDate")
        coder.encode(contentType.identifier as NSString, forKey: "contentType")
        coder.encode(title as NSString?, forKey: "title")
    }
}

extension SWHighlight {
    /// Returns the class for a highlight of the model; nil if Foundation cannot represent its link.
    package static func of(_ highlight: Highlight) -> SWHighlight? {
        guard let url = URL(string: highlight.url) else { return nil }
        if let collaboration = highlight as? CollaborationHighlight {
            return SWCollaborationHighlight(collaboration, url: url)
        }
        return SWHighlight(name: highlight.identifier.rawValue, url: url)
    }
}

extension SWHighlight {
    /// Returns true if all members are equal, not only the identifier.
    func hasMembers(of other: SWHighlight) -> Bool {
        guard type(of: self) == type(of: other), name == other.name, url == other.url else { return false }
        guard let mine = self as? SWCollaborationHighlight, let theirs = other as? SWCollaborationHighlight else {
            return true
        }
        return mine.collaborationIdentifier == theirs.collaborationIdentifier && mine.title == theirs.title
            && mine.contentType == theirs.contentType && mine.creationDate == theirs.creationDate
    }
}
