// Written by script/contract: change the contract instead.

/// A highlight as an app sees it: an identifier and a link, and never a name, a conversation or a text
/// (`privacy-no-threads`, `highlight-fields`).
public struct AppHighlight: Sendable, Equatable {
    /// The permanent id.
    public var id: HighlightID
    /// The canonical link.
    public var url: String
    /// The details of a collaboration; nil for a plain link.
    public var collaboration: Collaboration?

    /// Creates a value from its members.
    public init(id: HighlightID, url: String, collaboration: Collaboration? = nil) {
        self.id = id
        self.url = url
        self.collaboration = collaboration
    }
}

extension AppHighlight: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("id") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        url = try fields.read("url")
        collaboration = Collaboration.isIn(fields) ? try Collaboration(from: &fields) : nil
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("url", url)
        collaboration?.writeMembers(to: &json)
    }
}

extension AppHighlight {
    /// The details of a collaboration (`collab-highlight-fields`).
    public struct Collaboration: Sendable, Equatable {
        /// The collaboration identifier, which is the same for every participant.
        public var collaborationIdentifier: ShareID
        /// The document's title.
        public var title: String
        /// The uniform type identifier of the content.
        public var contentType: String
        /// The time of the first share.
        public var createdAt: Instant

        /// Creates a value from its members.
        public init(collaborationIdentifier: ShareID, title: String, contentType: String, createdAt: Instant) {
            self.collaborationIdentifier = collaborationIdentifier
            self.title = title
            self.contentType = contentType
            self.createdAt = createdAt
        }
    }
}

extension AppHighlight.Collaboration: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("collaborationIdentifier") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        collaborationIdentifier = try fields.read("collaborationIdentifier")
        title = try fields.read("title")
        contentType = try fields.read("contentType")
        createdAt = try fields.read("createdAt")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("collaborationIdentifier", collaborationIdentifier)
        json.member("title", title)
        json.member("contentType", contentType)
        json.member("createdAt", createdAt)
    }
}

/// A highlight that left a shelf, as its app sees it. If every message with its link was unsent, it has only its id.
public struct RemovedHighlight: Sendable, Equatable {
    /// The id.
    public var id: HighlightID
    /// The link, if it is known.
    public var url: String?
    /// The details of a collaboration.
    public var collaboration: AppHighlight.Collaboration?

    /// Creates a value from its members.
    public init(id: HighlightID, url: String? = nil, collaboration: AppHighlight.Collaboration? = nil) {
        self.id = id
        self.url = url
        self.collaboration = collaboration
    }
}

extension RemovedHighlight: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("id") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        url = try fields.readOptional("url")
        collaboration = AppHighlight.Collaboration.isIn(fields) ? try AppHighlight.Collaboration(from: &fields) : nil
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        if let url { json.member("url", url) }
        collaboration?.writeMembers(to: &json)
    }
}

/// A change of an app's list, as `highlights.changed` reports it, in the order of the shelf.
public struct AppHighlightsChange: Sendable, Equatable {
    /// The new highlights.
    public var added: [AppHighlight]
    /// The removed highlights.
    public var removed: [RemovedHighlight]
    /// The moved or changed highlights.
    public var updated: [AppHighlight]
    /// True if the lists are incomplete; then reload the whole list.
    public var mustReload: Bool

    /// Creates a value from its members.
    public init(added: [AppHighlight] = [], removed: [RemovedHighlight] = [], updated: [AppHighlight] = [], mustReload: Bool = false) {
        self.added = added
        self.removed = removed
        self.updated = updated
        self.mustReload = mustReload
    }
}

extension AppHighlightsChange: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        added = try fields.readOptional("added") ?? []
        removed = try fields.readOptional("removed") ?? []
        updated = try fields.readOptional("updated") ?? []
        mustReload = try fields.readOptional("reload") ?? false
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("added", added)
        json.member("removed", removed)
        json.member("updated", updated)
        if mustReload { json.member("reload", mustReload) }
    }
}

/// A change of a person's shelf, in the order of the shelf.
public struct HighlightsChange: Sendable, Equatable {
    /// The new highlights.
    public var added: [PersonHighlight]
    /// The removed highlights.
    public var removed: [RemovedHighlight]
    /// The moved or changed highlights.
    public var updated: [PersonHighlight]
    /// True if the lists are incomplete; then reload the whole shelf.
    public var mustReload: Bool

    /// Creates a value from its members.
    public init(added: [PersonHighlight] = [], removed: [RemovedHighlight] = [], updated: [PersonHighlight] = [], mustReload: Bool = false) {
        self.added = added
        self.removed = removed
        self.updated = updated
        self.mustReload = mustReload
    }
}

extension HighlightsChange: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        added = try fields.readOptional("added") ?? []
        removed = try fields.readOptional("removed") ?? []
        updated = try fields.readOptional("updated") ?? []
        mustReload = try fields.readOptional("reload") ?? false
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("added", added)
        json.member("removed", removed)
        json.member("updated", updated)
        if mustReload { json.member("reload", mustReload) }
    }
}
