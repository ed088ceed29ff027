import ChatProtocol
public import Foundation
public import UnderstudySharedWithYouCore

/// An event in a document, about which the other participants are notified (`ev-protocol`).
public protocol SWHighlightEvent: NSCopying, NSSecureCoding, NSObjectProtocol {
    /// The link of the document.
    var highlightURL: URL { get }
}

/// The kind of a change event.
public enum SWHighlightChangeEventTrigger: Int, Sendable {
    /// The content was edited.
    case edit = 1
    /// A comment was added.
    case comment = 2
}

/// The kind of a membership event.
public enum SWHighlightMembershipEventTrigger: Int, Sendable {
    /// A person joined the collaboration.
    case addedCollaborator = 1
    /// A person left the collaboration, or was removed.
    case removedCollaborator = 2
}

/// The kind of a persistence event.
public enum SWHighlightPersistenceEventTrigger: Int, Sendable {
    /// The document was created.
    case created = 1
    /// The document was deleted.
    case deleted = 2
    /// The document was renamed.
    case renamed = 3
    /// The document was moved.
    case moved = 4
}

/// An edit of a document, or a comment (`ev-change`).
open class SWHighlightChangeEvent: NSObject, SWHighlightEvent {
    /// The link of the document.
    public let highlightURL: URL
    /// The kind of the change.
    public let changeEventTrigger: SWHighlightChangeEventTrigger

    /// Creates an event about a highlight of the center.
    public init(highlight: SWHighlight, trigger: SWHighlightChangeEventTrigger) {
        highlightURL = highlight.url
        changeEventTrigger = trigger
    }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        guard let url = coder.decodeObject(of: NSURL.self, forKey: "highlightURL"),
            let trigger = SWHighlightChangeEventTrigger(rawValue: coder.decodeInteger(forKey: "trigger"))
        else { return nil }
        highlightURL = url as URL
        changeEventTrigger = trigger
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(highlightURL as NSURL, forKey: "highlightURL")
        coder.encode(changeEventTrigger.rawValue, forKey: "trigger")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SWHighlightChangeEvent else { return false }
        return highlightURL == other.highlightURL && changeEventTrigger == other.changeEventTrigger
    }

    open override var hash: Int { highlightURL.hashValue ^ changeEventTrigger.rawValue }
}

/// A person who joined a collaboration or left it (`ev-membership`).
open class SWHighlightMembershipEvent: NSObject, SWHighlightEvent {
    /// The link of the document.
    public let highlightURL: URL
    /// The kind of the change.
    public let membershipEventTrigger: SWHighlightMembershipEventTrigger

    /// Creates an event about a highlight of the center.
    public init(highlight: SWHighlight, trigger: SWHighlightMembershipEventTrigger) {
        highlightURL = highlight.url
        membershipEventTrigger = trigger
    }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        guard let url = coder.decodeObject(of: NSURL.self, forKey: "highlightURL"),
            let trigger = SWHighlightMembershipEventTrigger(rawValue: coder.decodeInteger(forKey: "trigger"))
        else { return nil }
        highlightURL = url as URL
        membershipEventTrigger = trigger
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(highlightURL as NSURL, forKey: "highlightURL")
        coder.encode(membershipEventTrigger.rawValue, forKey: "trigger")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SWHighlightMembershipEvent else { return false }
        return highlightURL == other.highlightURL && membershipEventTrigger == other.membershipEventTrigger
    }

    open override var hash: Int { highlightURL.hashValue ^ membershipEventTrigger.rawValue }
}

/// A document that was created, deleted, renamed or moved (`ev-persistence`).
open class SWHighlightPersistenceEvent: NSObject, SWHighlightEvent {
    /// The link of the document.
    public let highlightURL: URL
    /// The kind of the change.
    public let persistenceEventTrigger: SWHighlightPersistenceEventTrigger
    /// The title of the document, which a notice about a new name contains.
    fileprivate let title: String

    /// Creates an event about a highlight of the center.
    public init(highlight: SWHighlight, trigger: SWHighlightPersistenceEventTrigger) {
        highlightURL = highlight.url
        persistenceEventTrigger = trigger
        title = (highlight as? SWCollaborationHighlight)?.title ?? ""
    }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        guard let url = coder.decodeObject(of: NSURL.self, forKey: "highlightURL"),
            let trigger = SWHighlightPersistenceEventTrigger(rawValue: coder.decodeInteger(forKey: "trigger"))
        else { return nil }
        highlightURL = url as URL
        persistenceEventTrigger = trigger
        title = coder.decodeObject(of: NSString.self, forKey: "title") as String? ?? ""
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(highlightURL as NSURL, forKey: "highlightURL")
        coder.encode(persistenceEventTrigger.rawValue, forKey: "trigger")
        coder.encode(title as NSString, forKey: "title")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SWHighlightPersistenceEvent else { return false }
        return highlightURL == other.highlightURL && persistenceEventTrigger == other.persistenceEventTrigger
    }

    open override var hash: Int { highlightURL.hashValue ^ persistenceEventTrigger.rawValue }
}

/// A mention of a person in a document (`ev-mention`).
open class SWHighlightMentionEvent: NSObject, SWHighlightEvent {
    /// The link of the document.
    public let highlightURL: URL
    /// The handle of the person; empty if they are known by their identity.
    public let mentionedPersonHandle: String
    fileprivate let identity: SWPerson.Identity?

    /// Creates an event about a participant of a CloudKit share.
    public init(highlight: SWHighlight, mentionedPersonCloudKitShareHandle handle: String) {
        highlightURL = highlight.url
        mentionedPersonHandle = handle
        identity = nil
    }

    /// Creates an event about a person by their identity: an app with its own server knows nothing else.
    public init(highlight: SWHighlight, mentionedPersonIdentity identity: SWPerson.Identity) {
        highlightURL = highlight.url
        mentionedPersonHandle = ""
        self.identity = identity
    }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        guard let url = coder.decodeObject(of: NSURL.self, forKey: "highlightURL") else { return nil }
        highlightURL = url as URL
        mentionedPersonHandle = coder.decodeObject(of: NSString.self, forKey: "handle") as String? ?? ""
        identity = coder.decodeObject(of: SWPerson.Identity.self, forKey: "identity")
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(highlightURL as NSURL, forKey: "highlightURL")
        coder.encode(mentionedPersonHandle as NSString, forKey: "handle")
        coder.encode(identity, forKey: "identity")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SWHighlightMentionEvent else { return false }
        return highlightURL == other.highlightURL && mentionedPersonHandle == other.mentionedPersonHandle
            && identity == other.identity
    }

    open override var hash: Int { highlightURL.hashValue ^ mentionedPersonHandle.hashValue }
}

extension PostNotice.Event {
    /// Creates the event that the server posts; nil for a class of the app's own or a malformed handle.
    ///
    /// - Parameter person: The person who uses the app.
    init?(_ event: any SWHighlightEvent, by person: Handle) {
        switch event {
        case let event as SWHighlightChangeEvent:
            switch event.changeEventTrigger {
            case .edit: self = .change(.edit)
            case .comment: self = .change(.comment)
            }
        case let event as SWHighlightMembershipEvent:
            switch event.membershipEventTrigger {
            case .addedCollaborator: self = .membership(.addedCollaborator, .handle(person))
            case .removedCollaborator: self = .membership(.removedCollaborator, .handle(person))
            }
        case let event as SWHighlightMentionEvent:
            if let identity = event.identity {
                self = .mention(.identity(identity.personIdentity))
            } else {
                guard let handle = Handle(event.mentionedPersonHandle) else { return nil }
                self = .mention(.handle(handle))
            }
        case let event as SWHighlightPersistenceEvent:
            switch event.persistenceEventTrigger {
            case .created: self = .persistence(.created)
            case .deleted: self = .persistence(.deleted)
            case .renamed: self = .persistence(.renamed(to: event.title))
            case .moved: self = .persistence(.moved)
            }
        default: return nil
        }
    }
}
