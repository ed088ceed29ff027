public import ChatProtocol

/// Something that the person did in a document, for the others to be told of (`ev-protocol`).
public protocol SWHighlightEvent {
    /// The document's link.
    var highlightURL: String { get }
}

/// The content was edited, or commented on (`ev-change`).
public struct SWHighlightChangeEvent: SWHighlightEvent, Hashable, Sendable {
    /// What was done.
    public enum Trigger: Int, CaseIterable, Sendable {
        /// The content is another.
        case edit = 1
        /// Something was said about it.
        case comment = 2
    }

    /// The document's link.
    public let highlightURL: String
    /// What was done.
    public let changeEventTrigger: Trigger

    /// An event of a highlight that the center gave (`ev-from-center`).
    public init(highlight: Highlight, trigger: Trigger) {
        highlightURL = highlight.url
        changeEventTrigger = trigger
    }
}

/// Somebody joined the collaboration, or left it (`ev-membership`).
public struct SWHighlightMembershipEvent: SWHighlightEvent, Hashable, Sendable {
    /// What became of them.
    public enum Trigger: Int, CaseIterable, Sendable {
        /// They take part.
        case addedCollaborator = 1
        /// They no longer do.
        case removedCollaborator = 2
    }

    /// The document's link.
    public let highlightURL: String
    /// What became of the person.
    public let membershipEventTrigger: Trigger

    /// An event about the person whom the app runs as.
    public init(highlight: Highlight, trigger: Trigger) {
        highlightURL = highlight.url
        membershipEventTrigger = trigger
    }
}

/// Somebody was mentioned in the content (`ev-mention`).
public struct SWHighlightMentionEvent: SWHighlightEvent, Hashable, Sendable {
    /// The document's link.
    public let highlightURL: String
    /// Who was mentioned, where they are named as a cloud record's share does.
    public let mentionedPersonHandle: Handle?
    /// Who was mentioned, where they are named by their identity in the collaboration.
    public let mentionedPersonIdentity: PersonIdentity?

    /// An event that names the person as a cloud record's share does.
    public init(highlight: Highlight, mentionedPersonCloudKitShareHandle handle: Handle) {
        highlightURL = highlight.url
        mentionedPersonHandle = handle
        mentionedPersonIdentity = nil
    }

    /// An event that names the person by the identity under which the app knows them in this collaboration: it is all
    /// that an app with a service of its own ever has.
    public init(highlight: Highlight, mentionedPersonIdentity identity: PersonIdentity) {
        self.init(url: highlight.url, mentionedPersonIdentity: identity)
    }

    init(url: String, mentionedPersonIdentity identity: PersonIdentity) {
        highlightURL = url
        mentionedPersonHandle = nil
        mentionedPersonIdentity = identity
    }
}

/// The content itself came, went, moved or has another name (`ev-persistence`).
public struct SWHighlightPersistenceEvent: SWHighlightEvent, Hashable, Sendable {
    /// What became of it.
    public enum Trigger: Int, CaseIterable, Sendable {
        /// It is new.
        case created = 1
        /// It is gone.
        case deleted = 2
        /// It is called otherwise.
        case renamed = 3
        /// It is elsewhere.
        case moved = 4
    }

    /// The document's link.
    public let highlightURL: String
    /// What became of the content.
    public let persistenceEventTrigger: Trigger
    /// Its new name.
    let title: String

    /// An event of a highlight that the center gave.
    ///
    /// - Parameter title: the new name where it has one: the simulator has no document to read it from. Left out, it is
    ///   the highlight's title.
    public init(highlight: Highlight, trigger: Trigger, title: String? = nil) {
        highlightURL = highlight.url
        persistenceEventTrigger = trigger
        self.title = title ?? (highlight as? CollaborationHighlight)?.title ?? ""
    }
}

extension HighlightEvent {
    /// The event as the contract says it; nil for a kind that an app made up.
    ///
    /// - Parameter person: whom the app runs as.
    init?(_ event: any SWHighlightEvent, by person: Handle) {
        switch event {
        case let event as SWHighlightChangeEvent: self = .change(event.changeEventTrigger == .edit ? .edit : .comment)
        case let event as SWHighlightMembershipEvent:
            switch event.membershipEventTrigger {
            case .addedCollaborator: self = .membership(.addedCollaborator, person: person)
            case .removedCollaborator: self = .membership(.removedCollaborator, person: person)
            }
        case let event as SWHighlightMentionEvent:
            guard let handle = event.mentionedPersonHandle else { return nil }
            self = .mention(handle)
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
