extension SaveShare {
    /// The most people that one save may name.
    public static let peopleMax = 1_000

    func check(_ fields: JSONFields) throws(InvalidField) {
        if fields.isClosed, !roles.isEmpty { throw fields.invalid("roles", "is not a member of this request") }
        for (key, count) in [("add", additions.count), ("remove", removals.count), ("permissions", permissions.count)]
        where count > Self.peopleMax {
            throw fields.invalid(key, "names \(count), and \(Self.peopleMax) is the limit for one save")
        }
    }

    /// The save that adds people.
    public init(_ request: AddShareParticipants) {
        self.init(
            share: request.share, revision: request.revision,
            additions: request.people.handles.map { Addition(handle: $0, permission: request.permission) },
            sendsLink: request.sendsLink)
    }

    /// The save that removes people.
    public init(_ request: RemoveShareParticipants) {
        self.init(share: request.share, revision: request.revision, removals: request.people.handles)
    }

    /// The save that sets what some may do, or all.
    public init(_ request: SetSharePermission) {
        self.init(share: request.share, revision: request.revision)
        if let people = request.people {
            permissions = people.handles.map { OwnPermission(handle: $0, permission: request.permission) }
        } else {
            permission = request.permission
        }
    }

    /// The save that sets what somebody is.
    public init(_ request: SetShareRole) {
        self.init(share: request.share, revision: request.revision, roles: [request.own])
    }

    /// The save that sets whether participants may add people.
    public init(_ request: SetShareInviting) {
        self.init(share: request.share, revision: request.revision, allowsInviting: request.allowsInviting)
    }

    /// The save that sets who can open it.
    public init(_ request: SetShareAccess) {
        self.init(
            share: request.share, revision: request.revision, access: request.access,
            additions: request.handles.map { Addition(handle: $0) })
    }
}

extension SaveShare.Addition {
    func check(_ fields: JSONFields) throws(InvalidField) { try role?.checkManaged(fields) }
}

extension SetShareRole {
    func check(_ fields: JSONFields) throws(InvalidField) { try own.role.checkManaged(fields) }
}

extension Share.Role {
    /// Refuses what nobody can be made.
    fileprivate func checkManaged(_ fields: JSONFields) throws(InvalidField) {
        switch self {
        case .administrator, .privateUser: break
        case .owner, .publicUser: throw fields.invalid("role", "must be one of: administrator, privateUser")
        }
    }
}

extension SharePeople {
    /// All of them.
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
