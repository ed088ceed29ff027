/// A document that is shared for collaboration, after `CKShare`.
public struct Share: Sendable, Equatable {
    /// Which of the three back ends holds it (`infra-three`).
    public enum Backend: String, CaseIterable, Sendable {
        /// A CloudKit record.
        case cloudRecord
        /// A file on iCloud Drive.
        case file
        /// The app's own service; its links must be universal links (`custom-needs-links`).
        case custom
    }

    /// Who can open it at all (`ucs-can-access`).
    public enum Access: String, CaseIterable, Sendable {
        /// The people who were invited.
        case `private`
        /// Anyone who has the link.
        case `public`
    }

    /// What a participant may do (`ucs-can-permission`).
    public enum Permission: String, CaseIterable, Sendable {
        /// Look.
        case readOnly
        /// Look and change.
        case readWrite
    }

    /// What someone is to the share (`ck-role`).
    public enum Role: String, CaseIterable, Sendable {
        /// The one who shared it.
        case owner
        /// Someone invited by name who may also add and remove people and change what they may do.
        case administrator
        /// Someone who was invited by name.
        case privateUser
        /// Someone who came with the link.
        case publicUser
    }

    /// How far an invitation got (`ck-accept`).
    public enum Acceptance: String, CaseIterable, Sendable {
        /// Invited, has not opened it.
        case pending
        /// Has opened it.
        case accepted
    }

    /// Someone who is on the share.
    public struct Participant: Sendable, Equatable {
        /// Who.
        public var handle: Handle
        /// What they are to it.
        public var role: Role
        /// What they may do.
        public var permission: Permission
        /// How far the invitation got.
        public var acceptance: Acceptance
        /// Whether the permission is this person's own, and stays when the general one changes.
        public var isIndividual: Bool

        /// A participant.
        public init(
            handle: Handle, role: Role, permission: Permission, acceptance: Acceptance, isIndividual: Bool = false
        ) {
            self.handle = handle
            self.role = role
            self.permission = permission
            self.acceptance = acceptance
            self.isIndividual = isIndividual
        }
    }

    /// A form beside the link in which a document can be handed on (`reps-multiple`).
    public enum Representation: String, CaseIterable, Sendable {
        /// As a file.
        case file
        /// As plain text.
        case text
    }

    /// Its id, also the collaboration identifier that apps see.
    public var id: ShareID
    /// The app whose document it is.
    public var app: AppID
    /// Its title.
    public var title: String
    /// Its link, canonical.
    public var url: String
    /// The back end that holds it.
    public var backend: Backend
    /// The one who shared it.
    public var owner: Handle
    /// Who can open it at all.
    public var access: Access
    /// What a participant may do unless said otherwise.
    public var permission: Permission
    /// Whether participants may add people.
    public var allowsInviting: Bool
    /// Everyone on it, the owner first.
    public var participants: [Participant]
    /// When it was made.
    public var createdAt: Instant
    /// The document that is shared, its root record (`ucs-root-record`).
    public var document: DocumentID
    /// How often it was saved: 1 when it was made.
    public var revision: Int64
    /// The forms in which it can be sent as a copy, beside what its back end always can.
    public var representations: [Representation]
    /// The options that were selected when it was started, by their identifiers.
    public var options: [String]
    /// What its app calls it on every device, where that is not its id (`act-start`).
    public var ownIdentifier: String?
    /// What its app called what was chosen when it was started, where that has a name of its own.
    public var startedSummary: StartedSummary?
    /// Whether its document was deleted: its link leads nowhere any more.
    public var isDocumentDeleted = false
    /// Everyone who was ever on it, in the order in which they first were: nobody's number changes.
    public var roster: [Handle]

    /// A share as it stands in the log.
    public init(
        id: ShareID, app: AppID, title: String, url: String, backend: Backend, owner: Handle, access: Access,
        permission: Permission, allowsInviting: Bool, participants: [Participant], createdAt: Instant,
        document: DocumentID, representations: [Representation] = [], options: [String] = [],
        ownIdentifier: String? = nil
    ) {
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
        revision = 1
        self.representations = representations
        self.options = options
        self.ownIdentifier = ownIdentifier
        roster = participants.map(\.handle)
    }

    /// What apps know it by (`collab-highlight-by-id`).
    public var collaborationIdentifier: String { ownIdentifier ?? id.rawValue }

    /// Puts somebody on it who is not there, with a number of their own for ever.
    public mutating func add(_ participant: Participant) {
        participants.append(participant)
        if !roster.contains(participant.handle) { roster.append(participant.handle) }
    }

    /// That person's place on it, if they have one.
    public func participant(_ handle: Handle) -> Participant? {
        participants.first { $0.handle == handle }
    }

    /// Whether that person can open it: because they were invited, or because anyone with the link can.
    public func isOpen(to handle: Handle) -> Bool {
        access == .public || participant(handle) != nil
    }

    /// The line that sums up what people may do (`perm-summary-text`).
    public var summary: String {
        if let startedSummary, startedSummary.access == access, startedSummary.permission == permission {
            return startedSummary.text
        }
        return permission.summary
    }
}
