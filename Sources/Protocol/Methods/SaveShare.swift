/// `share.save`, and the methods that change one thing of a share: all that one save changes, which is done as a whole
/// or not at all (`ucs-handler-steps`).
public struct SaveShare: Sendable, Equatable {
    /// Somebody to add, or to change who is there already (`ck-add-same`).
    public struct Addition: Sendable, Equatable {
        /// Who.
        public var handle: Handle
        /// What they may do; as everyone if left out.
        public var permission: Share.Permission?
        /// What they are to be: a private user if left out.
        public var role: Share.Role?

        /// Somebody to add.
        public init(handle: Handle, permission: Share.Permission? = nil, role: Share.Role? = nil) {
            self.handle = handle
            self.permission = permission
            self.role = role
        }
    }

    /// What one participant may do from then on.
    public struct OwnPermission: Sendable, Equatable {
        /// Who.
        public var handle: Handle
        /// What they may do.
        public var permission: Share.Permission

        /// A permission of one's own.
        public init(handle: Handle, permission: Share.Permission) {
            self.handle = handle
            self.permission = permission
        }
    }

    /// What one participant is from then on.
    public struct OwnRole: Sendable, Equatable {
        /// Who.
        public var handle: Handle
        /// Administrator or private user: nobody is made anything else.
        public var role: Share.Role

        /// A role.
        public init(handle: Handle, role: Share.Role) {
            self.handle = handle
            self.role = role
        }
    }

    /// Which share.
    public var share: ShareReference
    /// The revision that the caller looked at: if it is another by now, nothing is saved.
    public var revision: Int64?
    /// What it is called.
    public var title: String?
    /// Who can open it.
    public var access: Share.Access?
    /// What everyone may do.
    public var permission: Share.Permission?
    /// Whether participants may add people.
    public var allowsInviting: Bool?
    /// Who comes to it.
    public var additions: [Addition] = []
    /// Who goes from it.
    public var removals: [Handle] = []
    /// Who may do something else than everyone.
    public var permissions: [OwnPermission] = []
    /// Who becomes something else.
    public var roles: [OwnRole] = []

    /// A save that changes nothing yet.
    public init(_ share: ShareReference) { self.share = share }

    /// The most people that one save names, however it does.
    public static let peopleMax = 1_000

    private init(reading fields: inout JSONFields) throws(InvalidField) {
        share = try ShareReference(from: &fields)
        revision = try fields.optionalInteger("revision", in: 1...Int64.max)
    }

    /// Reads the params of `share.save`.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        try self.init(reading: &fields)
        title = try fields.optionalString("title")
        access = try fields.optionalWord("access")
        permission = try fields.optionalWord("permission")
        allowsInviting = try fields.optionalBool("allowsInviting")
        if fields.value("add") != nil {
            additions = try fields.list("add") { fields throws(InvalidField) in
                let role = try fields.optionalWord("role", ManagedRole.self)
                let addition = Addition(
                    handle: try fields.handle("handle"), permission: try fields.optionalWord("permission"),
                    role: role?.role)
                try fields.finish()
                return addition
            }
        }
        removals = try fields.optionalHandles("remove") ?? []
        if fields.value("permissions") != nil {
            permissions = try fields.list("permissions") { fields throws(InvalidField) in
                let own = OwnPermission(
                    handle: try fields.handle("handle"), permission: try fields.word("permission"))
                try fields.finish()
                return own
            }
        }
        try check(additions.count, "add", in: fields)
        try check(removals.count, "remove", in: fields)
        try check(permissions.count, "permissions", in: fields)
    }

    /// Reads the params of `share.addParticipant`.
    public init(addingFrom fields: inout JSONFields) throws(InvalidField) {
        try self.init(reading: &fields)
        let permission = try fields.optionalWord("permission", Share.Permission.self)
        additions = try Self.people(in: &fields).map { Addition(handle: $0, permission: permission) }
        try check(additions.count, "handles", in: fields)
    }

    /// Reads the params of `share.removeParticipant`.
    public init(removingFrom fields: inout JSONFields) throws(InvalidField) {
        try self.init(reading: &fields)
        removals = try Self.people(in: &fields)
        try check(removals.count, "handles", in: fields)
    }

    /// Reads the params of `share.setPermission`: of those that are named, or of everyone.
    public init(permissionFrom fields: inout JSONFields) throws(InvalidField) {
        try self.init(reading: &fields)
        let permission = try fields.word("permission", Share.Permission.self)
        if fields.value("handle") == nil, fields.value("handles") == nil {
            self.permission = permission
        } else {
            permissions = try Self.people(in: &fields).map { OwnPermission(handle: $0, permission: permission) }
            try check(permissions.count, "handles", in: fields)
        }
    }

    /// Reads the params of `share.setRole`.
    public init(roleFrom fields: inout JSONFields) throws(InvalidField) {
        try self.init(reading: &fields)
        roles = [
            OwnRole(handle: try fields.handle("handle"), role: try fields.word("role", ManagedRole.self).role)
        ]
    }

    /// Reads the params of `share.setInviting`.
    public init(invitingFrom fields: inout JSONFields) throws(InvalidField) {
        try self.init(reading: &fields)
        allowsInviting = try fields.bool("allowsInviting")
    }

    /// Reads the params of `share.setAccess`; `handles` are added again in the same save.
    public init(accessFrom fields: inout JSONFields) throws(InvalidField) {
        try self.init(reading: &fields)
        access = try fields.word("access", Share.Access.self)
        additions = (try fields.optionalHandles("handles") ?? []).map { Addition(handle: $0) }
        try check(additions.count, "handles", in: fields)
    }

    /// The roles that somebody can be given.
    private enum ManagedRole: String, CaseIterable {
        case administrator, privateUser

        var role: Share.Role { self == .administrator ? .administrator : .privateUser }
    }

    /// One person in `handle`, or several in `handles`.
    private static func people(in fields: inout JSONFields) throws(InvalidField) -> [Handle] {
        if let several = try fields.optionalHandles("handles") {
            guard fields.value("handle") == nil else {
                throw fields.invalid("handle", "stands beside handles: give one of them")
            }
            guard !several.isEmpty else { throw fields.invalid("handles", "must name somebody") }
            return several
        }
        return [try fields.handle("handle")]
    }

    private func check(_ count: Int, _ field: String, in fields: JSONFields) throws(InvalidField) {
        guard count <= Self.peopleMax else {
            throw fields.invalid(field, "names \(count), and \(Self.peopleMax) is the most for one save")
        }
    }
}
