extension Share {
    /// The collaboration identifier for apps (`collab-highlight-by-id`).
    public var collaborationIdentifier: String { ownIdentifier ?? id.rawValue }

    /// Adds a participant. A person who joins for the first time gets a permanent number in the roster.
    /// A person who asked for access is an approved requester from then on.
    public mutating func add(_ participant: Participant) {
        participants.append(participant)
        if let index = requesters.firstIndex(of: participant.handle) {
            requesters.remove(at: index)
            participants[participants.count - 1].isApprovedRequester = true
        }
        if !roster.contains(participant.handle) { roster.append(participant.handle) }
    }

    /// Returns a person's participation; nil if they are not on the share.
    public func participant(_ handle: Handle) -> Participant? {
        participants.first { $0.handle == handle }
    }

    /// Returns true if the person can open the share: it is public, or they are a participant.
    public func isOpen(to handle: Handle) -> Bool {
        access == .public || participant(handle) != nil
    }

    /// Returns true if a person may add and remove people, change their permissions and answer requests for access
    /// (`ck-role-meaning`, `ck-access-requests`).
    public func isManaged(by person: Handle) -> Bool {
        guard let me = participant(person), me.acceptance == .accepted else { return false }
        return me.role == .owner || me.role == .administrator
    }

    /// The unopened one-time links.
    public var openLinks: [OneTimeLink] { oneTimeLinks.filter { $0.person == nil } }

    /// Returns true if a person who cannot open the share may ask for access, or has asked (`ck-access-requests`).
    public func takesRequest(of person: Handle) -> Bool {
        allowsAccessRequests && !isDocumentDeleted && !isOpen(to: person) && !blocked.contains(person)
    }

    /// The summary of the permissions (`perm-summary-text`).
    public var summary: String {
        if let startedSummary, startedSummary.access == access, startedSummary.permission == permission {
            return startedSummary.text
        }
        return permission.summary
    }
}

extension Share {
    /// The document of a share in an old log that does not name one.
    public static let unknownDocument = DocumentID("")

    /// Sets the document and the roster of a share from an old log that has none.
    mutating func check(_ fields: JSONFields) throws(InvalidField) {
        if document == Self.unknownDocument { document = DocumentID("d-\(id)") }
        if roster.isEmpty { roster = participants.map(\.handle) }
    }
}

extension ShareView {
    /// Creates the share as a person sees it. They see at least the owner and themselves (`ck-participants`).
    ///
    /// A person who is not a participant sees a public share as a public user does.
    public init(_ share: Share, seenBy person: Handle) {
        let role = share.participant(person)?.role ?? .publicUser
        var shown = share
        (shown.ownIdentifier, shown.identitySecret, shown.roster, shown.startedSummary) = (nil, nil, [], nil)
        if !share.isManaged(by: person) { (shown.requesters, shown.blocked, shown.oneTimeLinks) = ([], [], []) }
        if role == .publicUser { shown.participants.removeAll { $0.role != .owner && $0.handle != person } }
        self.init(
            share: shown, collaborationIdentifier: share.collaborationIdentifier, role: role, summary: share.summary)
    }
}

extension LostShare {
    /// Creates the last view of a share that a person lost.
    public init(_ share: Share) { self.init(id: share.id, app: share.app, title: share.title, url: share.url) }
}

extension PersonIdentity {
    /// Creates the identity that a person has on a share from an older log, from the person's number in its roster.
    public init(collaborationIdentifier: String, number: Int) {
        let name = "identity \(number) of \(collaborationIdentifier)"
        rootHash = Hexadecimal.text(SHA256.digest(Array(name.utf8)))
    }
}

extension RequestedAction {
    /// The people who get access.
    public var added: [PersonIdentity] { addedIdentities ?? [] }
    /// The people who lose access.
    public var removed: [PersonIdentity] { removedIdentities ?? [] }
}

extension Share.Permission {
    /// The summary of the permission (`perm-summary-text`).
    public var summary: String { self == .readWrite ? "Everyone can make changes." : "Everyone can view." }

    /// The summary of a share on which some people have another permission.
    public var mixedSummary: String {
        self == .readWrite ? "Some people can only view." : "Some people can make changes."
    }
}

extension SaveShare {
    /// The most people in each list of one save.
    public static let peopleMax = 1_000

    func check(_ fields: JSONFields) throws(InvalidField) {
        if fields.isClosed, !roles.isEmpty { throw fields.invalid("roles", "is not a member of this request") }
        for (key, count) in [
            ("add", additions.count), ("remove", removals.count), ("permissions", permissions.count),
            ("deny", denials.count), ("block", blocks.count), ("unblock", unblocks.count),
            ("addOneTimeLinks", addedLinks.count), ("removeOneTimeLinks", removedLinks.count),
        ] where count > Self.peopleMax {
            throw fields.invalid(key, "names \(count), and \(Self.peopleMax) is the limit for one save")
        }
    }

    /// Refuses the roles that a request cannot assign.
    fileprivate static func check(_ role: Share.Role, _ fields: JSONFields) throws(InvalidField) {
        switch role {
        case .administrator, .privateUser: break
        case .owner, .publicUser: throw fields.invalid("role", "must be one of: administrator, privateUser")
        }
    }

    /// Creates the save that adds people.
    public init(_ request: AddShareParticipants) {
        self.init(
            share: request.share, revision: request.revision,
            additions: request.people.handles.map { Addition(handle: $0, permission: request.permission) },
            sendsLink: request.sendsLink)
    }

    /// Creates the save that removes people.
    public init(_ request: RemoveShareParticipants) {
        self.init(share: request.share, revision: request.revision, removals: request.people.handles)
    }

    /// Creates the save that sets the permission of some participants, or the general one.
    public init(_ request: SetSharePermission) {
        self.init(share: request.share, revision: request.revision)
        if let people = request.people {
            permissions = people.handles.map { OwnPermission(handle: $0, permission: request.permission) }
        } else {
            permission = request.permission
        }
    }

    /// Creates the save that sets the role of a participant.
    public init(_ request: SetShareRole) {
        self.init(share: request.share, revision: request.revision, roles: [request.own])
    }

    /// Creates the save that allows or forbids participants to add people.
    public init(_ request: SetShareInviting) {
        self.init(share: request.share, revision: request.revision, allowsInviting: request.allowsInviting)
    }

    /// Creates the save that sets the access.
    public init(_ request: SetShareAccess) {
        self.init(
            share: request.share, revision: request.revision, access: request.access,
            additions: request.handles.map { Addition(handle: $0) })
    }
}

extension SaveShare.Addition {
    func check(_ fields: JSONFields) throws(InvalidField) { if let role { try SaveShare.check(role, fields) } }
}

extension SetShareRole {
    func check(_ fields: JSONFields) throws(InvalidField) { try SaveShare.check(own.role, fields) }
}

extension SharePeople {
    /// The handles of all people.
    public var handles: [Handle] {
        switch self {
        case .one(let handle): [handle]
        case .several(let handles): handles
        }
    }

    func check(_ fields: JSONFields) throws(InvalidField) {
        guard !handles.isEmpty else { throw fields.invalid("handles", "must name a person") }
        guard handles.count <= SaveShare.peopleMax else {
            throw fields.invalid(
                "handles", "names \(handles.count), and \(SaveShare.peopleMax) is the limit for one save")
        }
    }
}

extension CreateShare {
    /// Creates the request that shares a draft. The options set the access, the permission and the right to invite.
    public init(
        app: AppID, title: String, url: String?, backend: Share.Backend, options: ShareOptions,
        document: DocumentID? = nil, representations: [Share.Representation] = []
    ) {
        self.app = app
        self.title = title
        self.url = url
        self.backend = backend
        access = options.access
        permission = options.permission
        allowsInviting = options.allowsInviting
        self.document = document
        self.representations = representations
    }
}
