extension SaveShare {
    /// The most people in each list of one save.
    public static let peopleMax = 1_000

    func check(_ fields: JSONFields) throws(InvalidField) {
        if fields.isClosed, !roles.isEmpty { throw fields.invalid("roles", "is not a member of this request") }
        for (key, count) in [("add", additions.count), ("remove", removals.count), ("permissions", permissions.count)]
        where count > Self.peopleMax {
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
