// Written by script/contract: change the contract instead.

extension RequestedAction {
    /// The kind of an action.
    public enum Kind: String, CaseIterable, Sendable {
        /// Create a link and an identifier for a new collaboration (`act-start`).
        case `startCollaboration`
        /// Give people access, and remove others (`act-participants`).
        case `updateCollaborationParticipants`
    }
}

extension RequestedAction.Kind: JSONWord {}

extension RequestedAction {
    /// The way an action ended.
    public enum Outcome: String, CaseIterable, Sendable {
        /// The app fulfilled it.
        case `fulfilled`
        /// The app failed it.
        case `failed`
        /// The app did not answer in time (`act-contract`).
        case `timedOut`
        /// The answer is no longer needed.
        case `cancelled`
    }
}

extension RequestedAction.Outcome: JSONWord {}

/// An action that an app must answer, after `SWAction`, in the form that the app receives. It has no field for a
/// handle, a name or a conversation (`id-no-handles`, `meta-initiator-private`).
public struct RequestedAction: Sendable, Equatable {
    /// The id for the app's answer.
    public var id: ActionID
    /// The kind of the action.
    public var kind: Kind
    /// The deadline for the app's answer.
    public var dueAt: Instant
    /// The collaboration.
    public var metadata: Metadata
    /// The people who get access.
    public var addedIdentities: [PersonIdentity]?
    /// The people who lose access.
    public var removedIdentities: [PersonIdentity]?

    /// Creates a value from its members.
    public init(id: ActionID, kind: Kind, dueAt: Instant, metadata: Metadata, addedIdentities: [PersonIdentity]? = nil, removedIdentities: [PersonIdentity]? = nil) {
        self.id = id
        self.kind = kind
        self.dueAt = dueAt
        self.metadata = metadata
        self.addedIdentities = addedIdentities
        self.removedIdentities = removedIdentities
    }
}

extension RequestedAction: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("id") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        kind = try fields.read("kind")
        dueAt = try fields.read("dueAt")
        metadata = try fields.read("metadata")
        addedIdentities = try fields.readOptional("addedIdentities")
        removedIdentities = try fields.readOptional("removedIdentities")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("kind", kind)
        json.member("dueAt", dueAt)
        json.member("metadata", metadata)
        if let addedIdentities { json.member("addedIdentities", addedIdentities) }
        if let removedIdentities { json.member("removedIdentities", removedIdentities) }
    }
}

extension RequestedAction {
    /// The metadata of the collaboration, after `SWCollaborationMetadata` (`meta-fields`).
    public struct Metadata: Sendable, Equatable {
        /// The sending app's own name for its document on this device; the server sends it to no other device
        /// (`meta-local-id`).
        public var localIdentifier: String?
        /// The collaboration identifier on every device, once it exists.
        public var collaborationIdentifier: String?
        /// The title.
        public var title: String
        /// The options as the app registered them.
        public var defaultShareOptions: ShareOptions.Choice
        /// The options with the person's choices.
        public var userSelectedShareOptions: ShareOptions.Choice

        /// Creates a value from its members.
        public init(localIdentifier: String? = nil, collaborationIdentifier: String? = nil, title: String, defaultShareOptions: ShareOptions.Choice, userSelectedShareOptions: ShareOptions.Choice) {
            self.localIdentifier = localIdentifier
            self.collaborationIdentifier = collaborationIdentifier
            self.title = title
            self.defaultShareOptions = defaultShareOptions
            self.userSelectedShareOptions = userSelectedShareOptions
        }
    }
}

extension RequestedAction.Metadata: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("title") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        localIdentifier = try fields.readOptional("localIdentifier")
        collaborationIdentifier = try fields.readOptional("collaborationIdentifier")
        title = try fields.read("title")
        defaultShareOptions = try fields.read("defaultShareOptions")
        userSelectedShareOptions = try fields.read("userSelectedShareOptions")
    }

    public func writeMembers(to json: inout JSONWriter) {
        if let localIdentifier { json.member("localIdentifier", localIdentifier) }
        if let collaborationIdentifier { json.member("collaborationIdentifier", collaborationIdentifier) }
        json.member("title", title)
        json.member("defaultShareOptions", defaultShareOptions)
        json.member("userSelectedShareOptions", userSelectedShareOptions)
    }
}
