// Written by script/contract: change the contract instead.

/// A document that is shared for collaboration, after `CKShare`.
public struct Share: Sendable, Equatable {
    /// The id, which is the collaboration identifier for apps, unless `ownIdentifier` replaces it.
    public var id: ShareID
    /// The app of the document.
    public var app: AppID
    /// The title.
    public var title: String
    /// The canonical link.
    public var url: String
    /// The back end.
    public var backend: Backend
    /// The owner.
    public var owner: Handle
    /// The access.
    public var access: Access
    /// The general permission, for participants without their own.
    public var permission: Permission
    /// True if participants may add people.
    public var allowsInviting: Bool
    /// All participants, the owner first.
    public var participants: [Participant]
    /// The time of the creation.
    public var createdAt: Instant
    /// The shared document, which is the root record (`ucs-root-record`).
    public var document: DocumentID
    /// The number of saves: 1 after the creation.
    public var revision: Int64
    /// The forms for copies, in addition to the forms of the back end.
    public var representations: [Representation]
    /// The identifiers of the options that were selected at the start.
    public var options: [String]
    /// True if the document was deleted. The link then opens nothing.
    public var isDocumentDeleted: Bool
    /// The app's identifier for the share on every device, if it differs from the id (`act-start`).
    public var ownIdentifier: String?
    /// The secret from which the keys of the participants follow (`id-diversify`). Only the log has it. A share from an
    /// older log has none, and its identities are numbered hashes without keys.
    public var identitySecret: String?
    /// Everyone who was ever a participant, in order of first joining, so that a person's number never changes.
    public var roster: [Handle]
    /// The app's own summary of the options at the start, if it has one.
    public var startedSummary: StartedSummary?
    /// True if people who were not invited may ask for access by the link (`ck-access-requests`).
    public var allowsAccessRequests: Bool
    /// The people who ask for access, in order of asking. Only the owner and administrators see them.
    public var requesters: [Handle]
    /// The people who may not ask for access. Only the owner and administrators see them.
    public var blocked: [Handle]
    /// The links that admit one person each. Only the owner and administrators see them.
    public var oneTimeLinks: [OneTimeLink]
    /// The owner's folder that the share covers, with all documents in it (`ck-zone-share`); nil for the share of one
    /// document. The document of the share then represents the folder.
    public var folder: String?

    /// Creates a value from its members.
    public init(id: ShareID, app: AppID, title: String, url: String, backend: Backend, owner: Handle, access: Access, permission: Permission, allowsInviting: Bool, participants: [Participant] = [], createdAt: Instant, document: DocumentID = Share.unknownDocument, revision: Int64 = 1, representations: [Representation] = [], options: [String] = [], isDocumentDeleted: Bool = false, ownIdentifier: String? = nil, identitySecret: String? = nil, roster: [Handle] = [], startedSummary: StartedSummary? = nil, allowsAccessRequests: Bool = false, requesters: [Handle] = [], blocked: [Handle] = [], oneTimeLinks: [OneTimeLink] = [], folder: String? = nil) {
        self.id = id
        self.app = app
        self.title = title
        self.url = url
        self.backend = backend
        self.owner = owner
        self.access = access
        self.permission = permission
        self.allowsInviting = allowsInviting
        self.participants = participants
        self.createdAt = createdAt
        self.document = document
        self.revision = revision
        self.representations = representations
        self.options = options
        self.isDocumentDeleted = isDocumentDeleted
        self.ownIdentifier = ownIdentifier
        self.identitySecret = identitySecret
        self.roster = roster
        self.startedSummary = startedSummary
        self.allowsAccessRequests = allowsAccessRequests
        self.requesters = requesters
        self.blocked = blocked
        self.oneTimeLinks = oneTimeLinks
        self.folder = folder
    }
}

extension Share: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("id") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        app = try fields.read("app")
        title = try fields.read("title")
        url = try fields.read("url")
        backend = try fields.read("backend")
        owner = try fields.read("owner")
        access = try fields.read("access")
        permission = try fields.read("permission")
        allowsInviting = try fields.read("allowsInviting")
        participants = try fields.readOptional("participants") ?? []
        createdAt = try fields.read("createdAt")
        document = try fields.readOptional("document") ?? Share.unknownDocument
        revision = try fields.readOptional("revision", in: 1...Int64.max) ?? 1
        representations = try fields.readOptional("representations") ?? []
        options = try fields.readOptional("options") ?? []
        isDocumentDeleted = try fields.readOptional("documentDeleted") ?? false
        ownIdentifier = try fields.readOptional("ownIdentifier")
        identitySecret = try fields.readOptional("identitySecret")
        roster = try fields.readOptional("roster") ?? []
        startedSummary = try fields.readOptional("startedSummary")
        allowsAccessRequests = try fields.readOptional("allowsAccessRequests") ?? false
        requesters = try fields.readOptional("requesters") ?? []
        blocked = try fields.readOptional("blocked") ?? []
        oneTimeLinks = try fields.readOptional("oneTimeLinks") ?? []
        folder = try fields.readOptional("folder")
        try check(fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("app", app)
        json.member("title", title)
        json.member("url", url)
        json.member("backend", backend)
        json.member("owner", owner)
        json.member("access", access)
        json.member("permission", permission)
        json.member("allowsInviting", allowsInviting)
        json.member("participants", participants)
        json.member("createdAt", createdAt)
        json.member("document", document)
        json.member("revision", revision)
        json.member("representations", representations)
        if !options.isEmpty { json.member("options", options) }
        if isDocumentDeleted { json.member("documentDeleted", isDocumentDeleted) }
        if let ownIdentifier { json.member("ownIdentifier", ownIdentifier) }
        if let identitySecret { json.member("identitySecret", identitySecret) }
        if !roster.isEmpty { json.member("roster", roster) }
        if let startedSummary { json.member("startedSummary", startedSummary) }
        if allowsAccessRequests { json.member("allowsAccessRequests", allowsAccessRequests) }
        if !requesters.isEmpty { json.member("requesters", requesters) }
        if !blocked.isEmpty { json.member("blocked", blocked) }
        if !oneTimeLinks.isEmpty { json.member("oneTimeLinks", oneTimeLinks) }
        if let folder { json.member("folder", folder) }
    }
}

extension Share {
    /// The back ends of a share (`infra-three`).
    public enum Backend: String, CaseIterable, Sendable {
        /// A CloudKit record.
        case `cloudRecord`
        /// A file on iCloud Drive.
        case `file`
        /// The app's own service; its links must be universal links (`custom-needs-links`).
        case `custom`
    }
}

extension Share.Backend: JSONWord {}

extension Share {
    /// The access to a share (`ucs-can-access`).
    public enum Access: String, CaseIterable, Sendable {
        /// Only invited people can open the share.
        case `private`
        /// Anyone with the link can open the share.
        case `public`
    }
}

extension Share.Access: JSONWord {}

extension Share {
    /// The permission of a participant (`ucs-can-permission`).
    public enum Permission: String, CaseIterable, Sendable {
        /// The participant can read.
        case `readOnly`
        /// The participant can read and change.
        case `readWrite`
    }
}

extension Share.Permission: JSONWord {}

extension Share {
    /// The role of a participant (`ck-role`).
    public enum Role: String, CaseIterable, Sendable {
        /// The owner.
        case `owner`
        /// A person invited by name who may also add and remove people and change permissions.
        case `administrator`
        /// A person invited by name.
        case `privateUser`
        /// A person who opened the public link.
        case `publicUser`
    }
}

extension Share.Role: JSONWord {}

extension Share {
    /// The state of an invitation (`ck-accept`).
    public enum Acceptance: String, CaseIterable, Sendable {
        /// The person was invited and has not opened the share.
        case `pending`
        /// The person has opened the share.
        case `accepted`
    }
}

extension Share.Acceptance: JSONWord {}

extension Share {
    /// A participant of a share.
    public struct Participant: Sendable, Equatable {
        /// The person.
        public var handle: Handle
        /// The role.
        public var role: Role
        /// The permission.
        public var permission: Permission
        /// The state of the invitation.
        public var acceptance: Acceptance
        /// True if the permission is this participant's own, and stays when the general one changes.
        public var isIndividual: Bool
        /// True if the participant had asked for access.
        public var isApprovedRequester: Bool

        /// Creates a value from its members.
        public init(handle: Handle, role: Role, permission: Permission, acceptance: Acceptance, isIndividual: Bool = false, isApprovedRequester: Bool = false) {
            self.handle = handle
            self.role = role
            self.permission = permission
            self.acceptance = acceptance
            self.isIndividual = isIndividual
            self.isApprovedRequester = isApprovedRequester
        }
    }
}

extension Share.Participant: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("handle") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        handle = try fields.read("handle")
        role = try fields.read("role")
        permission = try fields.read("permission")
        acceptance = try fields.read("acceptance")
        isIndividual = try fields.readOptional("individual") ?? false
        isApprovedRequester = try fields.readOptional("approvedRequester") ?? false
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("handle", handle)
        json.member("role", role)
        json.member("permission", permission)
        json.member("acceptance", acceptance)
        if isIndividual { json.member("individual", isIndividual) }
        if isApprovedRequester { json.member("approvedRequester", isApprovedRequester) }
    }
}

extension Share {
    /// A link that admits one person: the first who opens it (`ck-one-time-url`).
    public struct OneTimeLink: Sendable, Hashable {
        /// The id, unique in the share.
        public var id: String
        /// The link.
        public var url: String
        /// The permission of the person who opens it.
        public var permission: Permission
        /// The person who opened it. For them it is the link of the share from then on, and for everyone else it is none.
        public var person: Handle?

        /// Creates a value from its members.
        public init(id: String, url: String, permission: Permission, person: Handle? = nil) {
            self.id = id
            self.url = url
            self.permission = permission
            self.person = person
        }
    }
}

extension Share.OneTimeLink: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("id") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        url = try fields.read("url")
        permission = try fields.read("permission")
        person = try fields.readOptional("person")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("url", url)
        json.member("permission", permission)
        if let person { json.member("person", person) }
    }
}

extension Share {
    /// A form of a document besides its link (`reps-multiple`).
    public enum Representation: String, CaseIterable, Sendable {
        /// A file.
        case `file`
        /// Plain text.
        case `text`
    }
}

extension Share.Representation: JSONWord {}
