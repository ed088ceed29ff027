// Written by script/contract: change the contract instead.

/// `highlight.list`: returns a page of the Shared with You shelf, in its order.
public struct ListHighlights: Sendable, Equatable {
    /// The app whose highlights a person gets; all apps if left out. An app always gets its own.
    public var app: AppID?
    /// The most highlights of the page; all if left out.
    public var limit: Int?
    /// The highlight after which the page begins.
    public var after: HighlightID?
    /// The person; the caller if left out.
    public var person: Handle?

    /// Creates a value from its members.
    public init(app: AppID? = nil, limit: Int? = nil, after: HighlightID? = nil, person: Handle? = nil) {
        self.app = app
        self.limit = limit
        self.after = after
        self.person = person
    }
}

extension ListHighlights: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        app = try fields.readOptional("app")
        limit = try fields.readOptional("limit", in: 1...2147483647)
        after = try fields.readOptional("after")
        person = try fields.readOptional("person")
    }

    public func writeMembers(to json: inout JSONWriter) {
        if let app { json.member("app", app) }
        if let limit { json.member("limit", limit) }
        if let after { json.member("after", after) }
        if let person { json.member("person", person) }
    }
}

extension DisplayHighlight {
    /// The way an app shows a highlight (`attr-enum-context`).
    public enum Context: String, CaseIterable, Sendable {
        /// In a list, as on a shelf.
        case `summary`
        /// In detail: the person watches, listens or reads.
        case `detail`
    }
}

extension DisplayHighlight.Context: JSONWord {}

/// `highlight.display`: reports that an app shows a highlight.
public struct DisplayHighlight: Sendable, Equatable {
    /// The highlight.
    public var highlight: HighlightID
    /// The context.
    public var context: Context

    /// Creates a value from its members.
    public init(highlight: HighlightID, context: Context) {
        self.highlight = highlight
        self.context = context
    }
}

extension DisplayHighlight: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("highlight") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        highlight = try fields.read("highlight")
        context = try fields.read("context")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("highlight", highlight)
        json.member("context", context)
    }
}

/// `attribution.attach`: requests the attribution that an app shows with a highlight.
public struct AttachAttribution: Sendable, Equatable {
    /// The highlight.
    public var highlight: HighlightID
    /// The context.
    public var context: DisplayHighlight.Context

    /// Creates a value from its members.
    public init(highlight: HighlightID, context: DisplayHighlight.Context = .summary) {
        self.highlight = highlight
        self.context = context
    }
}

extension AttachAttribution: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("highlight") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        highlight = try fields.read("highlight")
        context = try fields.readOptional("context") ?? .summary
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("highlight", highlight)
        if context != .summary { json.member("context", context) }
    }
}

/// A highlight, by its id.
public struct HighlightReference: Sendable, Equatable {
    /// The highlight.
    public var highlight: HighlightID

    /// Creates a value from its members.
    public init(highlight: HighlightID) {
        self.highlight = highlight
    }
}

extension HighlightReference: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("highlight") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        highlight = try fields.read("highlight")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("highlight", highlight)
    }
}

/// A collaboration, by its collaboration identifier.
public struct CollaborationReference: Sendable, Equatable {
    /// The identifier.
    public var collaborationIdentifier: ShareID

    /// Creates a value from its members.
    public init(collaborationIdentifier: ShareID) {
        self.collaborationIdentifier = collaborationIdentifier
    }
}

extension CollaborationReference: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("collaborationIdentifier") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        collaborationIdentifier = try fields.read("collaborationIdentifier")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("collaborationIdentifier", collaborationIdentifier)
    }
}

/// An attribution, by its token.
public struct AttributionReference: Sendable, Equatable {
    /// The token.
    public var attribution: AttributionToken

    /// Creates a value from its members.
    public init(attribution: AttributionToken) {
        self.attribution = attribution
    }
}

extension AttributionReference: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("attribution") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        attribution = try fields.read("attribution")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("attribution", attribution)
    }
}
