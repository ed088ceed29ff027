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

        /// A participant.
        public init(handle: Handle, role: Role, permission: Permission, acceptance: Acceptance) {
            self.handle = handle
            self.role = role
            self.permission = permission
            self.acceptance = acceptance
        }
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

    /// A share as it stands in the log.
    public init(
        id: ShareID, app: AppID, title: String, url: String, backend: Backend, owner: Handle, access: Access,
        permission: Permission, allowsInviting: Bool, participants: [Participant], createdAt: Instant
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
        permission == .readWrite ? "Everyone can make changes." : "Everyone can view."
    }
}

// MARK: JSON

/// A share in the eyes of one person: `role` is that person's.
public struct ShareView: Sendable, Equatable {
    /// The share.
    public var share: Share
    /// What the reader is to it.
    public var role: Share.Role

    /// The share as that person sees it; a stranger sees a public one as a public user would.
    public init(_ share: Share, seenBy person: Handle) {
        self.share = share
        self.role = share.participant(person)?.role ?? .publicUser
    }
}

extension ShareView: JSONWritable {
    /// Appends the object of `share.create`.
    public func write(to json: inout JSONWriter) {
        json.object {
            share.writeMembers(to: &$0)
            $0.member("role", role.rawValue)
            $0.member("summary", share.summary)
        }
    }
}

extension Share.Participant: JSONWritable {
    /// Appends `{handle, role, permission, acceptance}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("handle", handle)
            $0.member("role", role.rawValue)
            $0.member("permission", permission.rawValue)
            $0.member("acceptance", acceptance.rawValue)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        handle = try fields.handle("handle")
        role = try fields.word("role")
        permission = try fields.word("permission")
        acceptance = try fields.word("acceptance")
    }
}

extension Share: JSONWritable {
    fileprivate func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("app", app)
        json.member("title", title)
        json.member("url", url)
        json.member("backend", backend.rawValue)
        json.member("owner", owner)
        json.member("access", access.rawValue)
        json.member("permission", permission.rawValue)
        json.member("allowsInviting", allowsInviting)
        json.member("participants", participants)
        json.member("createdAt", createdAt)
    }

    /// Appends the share as the log keeps it.
    public func write(to json: inout JSONWriter) {
        json.object { writeMembers(to: &$0) }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.id("id")
        app = try fields.id("app")
        title = try fields.string("title")
        url = try fields.string("url")
        backend = try fields.word("backend")
        owner = try fields.handle("owner")
        access = try fields.word("access")
        permission = try fields.word("permission")
        allowsInviting = try fields.bool("allowsInviting")
        participants = try fields.list("participants") { fields throws(InvalidField) in
            try Participant(from: &fields)
        }
        createdAt = try fields.instant("createdAt")
    }
}
