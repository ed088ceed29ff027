// Written by script/contract: change the contract instead.

/// `share.save`, and the methods that change one property of a share. The server does the whole save or nothing
/// (`ucs-handler-steps`).
public struct SaveShare: Sendable, Equatable {
    /// The share.
    public var share: ShareReference
    /// The revision that the change is based on; the current one if left out.
    public var revision: Int64?
    /// The new title.
    public var title: String?
    /// The new access.
    public var access: Share.Access?
    /// The new general permission, for participants without their own.
    public var permission: Share.Permission?
    /// True to let participants add people.
    public var allowsInviting: Bool?
    /// True to let people who were not invited ask for access.
    public var allowsAccessRequests: Bool?
    /// The people whose requests for access are denied. They may ask again.
    public var denials: [Handle]
    /// The people who may not ask for access. Participants among them are removed.
    public var blocks: [Handle]
    /// The people who may ask for access again.
    public var unblocks: [Handle]
    /// The permissions of new one-time links, one for each link.
    public var addedLinks: [Share.Permission]
    /// The ids of unopened one-time links to take back.
    public var removedLinks: [String]
    /// The people to add or change. Adding a person approves their request for access.
    public var additions: [Addition]
    /// The people to remove.
    public var removals: [Handle]
    /// The new permissions of participants.
    public var permissions: [OwnPermission]
    /// The new roles of participants. Only `share.setRole` sets them; `share.save` refuses them.
    public var roles: [OwnRole]
    /// True to send the link to each invited person who has no conversation with it. The link goes to the conversation
    /// of exactly these people, or to a new one (`ucs-invite-owner`).
    public var sendsLink: Bool

    /// Creates a value from its members.
    public init(share: ShareReference, revision: Int64? = nil, title: String? = nil, access: Share.Access? = nil, permission: Share.Permission? = nil, allowsInviting: Bool? = nil, allowsAccessRequests: Bool? = nil, denials: [Handle] = [], blocks: [Handle] = [], unblocks: [Handle] = [], addedLinks: [Share.Permission] = [], removedLinks: [String] = [], additions: [Addition] = [], removals: [Handle] = [], permissions: [OwnPermission] = [], roles: [OwnRole] = [], sendsLink: Bool = false) {
        self.share = share
        self.revision = revision
        self.title = title
        self.access = access
        self.permission = permission
        self.allowsInviting = allowsInviting
        self.allowsAccessRequests = allowsAccessRequests
        self.denials = denials
        self.blocks = blocks
        self.unblocks = unblocks
        self.addedLinks = addedLinks
        self.removedLinks = removedLinks
        self.additions = additions
        self.removals = removals
        self.permissions = permissions
        self.roles = roles
        self.sendsLink = sendsLink
    }
}

extension SaveShare: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        share = try ShareReference(from: &fields)
        revision = try fields.readOptional("revision", in: 1...Int64.max)
        title = try fields.readOptional("title")
        access = try fields.readOptional("access")
        permission = try fields.readOptional("permission")
        allowsInviting = try fields.readOptional("allowsInviting")
        allowsAccessRequests = try fields.readOptional("allowsAccessRequests")
        denials = try fields.readOptional("deny") ?? []
        blocks = try fields.readOptional("block") ?? []
        unblocks = try fields.readOptional("unblock") ?? []
        addedLinks = try fields.readOptional("addOneTimeLinks") ?? []
        removedLinks = try fields.readOptional("removeOneTimeLinks") ?? []
        additions = try fields.readOptional("add") ?? []
        removals = try fields.readOptional("remove") ?? []
        permissions = try fields.readOptional("permissions") ?? []
        roles = try fields.readOptional("roles") ?? []
        sendsLink = try fields.readOptional("sendLink") ?? false
        try check(fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        share.writeMembers(to: &json)
        if let revision { json.member("revision", revision) }
        if let title { json.member("title", title) }
        if let access { json.member("access", access) }
        if let permission { json.member("permission", permission) }
        if let allowsInviting { json.member("allowsInviting", allowsInviting) }
        if let allowsAccessRequests { json.member("allowsAccessRequests", allowsAccessRequests) }
        if !denials.isEmpty { json.member("deny", denials) }
        if !blocks.isEmpty { json.member("block", blocks) }
        if !unblocks.isEmpty { json.member("unblock", unblocks) }
        if !addedLinks.isEmpty { json.member("addOneTimeLinks", addedLinks) }
        if !removedLinks.isEmpty { json.member("removeOneTimeLinks", removedLinks) }
        if !additions.isEmpty { json.member("add", additions) }
        if !removals.isEmpty { json.member("remove", removals) }
        if !permissions.isEmpty { json.member("permissions", permissions) }
        if !roles.isEmpty { json.member("roles", roles) }
        if sendsLink { json.member("sendLink", sendsLink) }
    }
}

extension SaveShare {
    /// A person to add, or a participant to change (`ck-add-same`).
    public struct Addition: Sendable, Hashable {
        /// The person.
        public var handle: Handle
        /// The permission; the general one if left out.
        public var permission: Share.Permission?
        /// The role; private user if left out.
        public var role: Share.Role?

        /// Creates a value from its members.
        public init(handle: Handle, permission: Share.Permission? = nil, role: Share.Role? = nil) {
            self.handle = handle
            self.permission = permission
            self.role = role
        }
    }
}

extension SaveShare.Addition: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("handle") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        handle = try fields.read("handle")
        permission = try fields.readOptional("permission")
        role = try fields.readOptional("role")
        try check(fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("handle", handle)
        if let permission { json.member("permission", permission) }
        if let role { json.member("role", role) }
    }
}

extension SaveShare {
    /// A new permission of one participant.
    public struct OwnPermission: Sendable, Equatable {
        /// The participant.
        public var handle: Handle
        /// The permission.
        public var permission: Share.Permission

        /// Creates a value from its members.
        public init(handle: Handle, permission: Share.Permission) {
            self.handle = handle
            self.permission = permission
        }
    }
}

extension SaveShare.OwnPermission: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("handle") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        handle = try fields.read("handle")
        permission = try fields.read("permission")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("handle", handle)
        json.member("permission", permission)
    }
}

extension SaveShare {
    /// A new role of one participant.
    public struct OwnRole: Sendable, Equatable {
        /// The participant.
        public var handle: Handle
        /// The role.
        public var role: Share.Role

        /// Creates a value from its members.
        public init(handle: Handle, role: Share.Role) {
            self.handle = handle
            self.role = role
        }
    }
}

extension SaveShare.OwnRole: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("handle") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        handle = try fields.read("handle")
        role = try fields.read("role")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("handle", handle)
        json.member("role", role)
    }
}

/// One participant, or several.
public enum SharePeople: Sendable, Equatable {
    /// One participant.
    case one(_ handle: Handle)
    /// Several participants.
    case several(_ handles: [Handle] = [])
}

extension SharePeople: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("handle") || fields.has("handles") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        if let handle: Handle = try fields.readOptional("handle") {
            guard !fields.has("handles") else {
                throw fields.invalid("handles", "cannot be given together with handle")
            }
            self = .one(handle)
        } else if let handles: [Handle] = try fields.readOptional("handles") {
            guard !fields.has("handle") else {
                throw fields.invalid("handle", "cannot be given together with handles")
            }
            self = .several(handles)
        } else {
            throw fields.invalid("handle", "is missing: give handle or handles")
        }
        try check(fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        switch self {
            case .one(let handle):
                json.member("handle", handle)
            case .several(let handles):
                json.member("handles", handles)
        }
    }
}

/// `share.addParticipant`: invites people.
public struct AddShareParticipants: Sendable, Equatable {
    /// The share.
    public var share: ShareReference
    /// The revision that the change is based on; the current one if left out.
    public var revision: Int64?
    /// The people.
    public var people: SharePeople
    /// The permission; the general one if left out.
    public var permission: Share.Permission?
    /// True to send the link to each invited person who has no conversation with it. The link goes to the conversation
    /// of exactly these people, or to a new one (`ucs-invite-owner`).
    public var sendsLink: Bool

    /// Creates a value from its members.
    public init(share: ShareReference, revision: Int64? = nil, people: SharePeople, permission: Share.Permission? = nil, sendsLink: Bool = false) {
        self.share = share
        self.revision = revision
        self.people = people
        self.permission = permission
        self.sendsLink = sendsLink
    }
}

extension AddShareParticipants: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        share = try ShareReference(from: &fields)
        revision = try fields.readOptional("revision", in: 1...Int64.max)
        people = try SharePeople(from: &fields)
        permission = try fields.readOptional("permission")
        sendsLink = try fields.readOptional("sendLink") ?? false
    }

    public func writeMembers(to json: inout JSONWriter) {
        share.writeMembers(to: &json)
        if let revision { json.member("revision", revision) }
        people.writeMembers(to: &json)
        if let permission { json.member("permission", permission) }
        if sendsLink { json.member("sendLink", sendsLink) }
    }
}

/// `share.removeParticipant`: removes people.
public struct RemoveShareParticipants: Sendable, Equatable {
    /// The share.
    public var share: ShareReference
    /// The revision that the change is based on; the current one if left out.
    public var revision: Int64?
    /// The people.
    public var people: SharePeople

    /// Creates a value from its members.
    public init(share: ShareReference, revision: Int64? = nil, people: SharePeople) {
        self.share = share
        self.revision = revision
        self.people = people
    }
}

extension RemoveShareParticipants: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        share = try ShareReference(from: &fields)
        revision = try fields.readOptional("revision", in: 1...Int64.max)
        people = try SharePeople(from: &fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        share.writeMembers(to: &json)
        if let revision { json.member("revision", revision) }
        people.writeMembers(to: &json)
    }
}

/// `share.setPermission`: sets the permission of some participants, or the general one.
public struct SetSharePermission: Sendable, Equatable {
    /// The share.
    public var share: ShareReference
    /// The revision that the change is based on; the current one if left out.
    public var revision: Int64?
    /// The participants; if left out, the general permission changes.
    public var people: SharePeople?
    /// The permission.
    public var permission: Share.Permission

    /// Creates a value from its members.
    public init(share: ShareReference, revision: Int64? = nil, people: SharePeople? = nil, permission: Share.Permission) {
        self.share = share
        self.revision = revision
        self.people = people
        self.permission = permission
    }
}

extension SetSharePermission: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("permission") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        share = try ShareReference(from: &fields)
        revision = try fields.readOptional("revision", in: 1...Int64.max)
        people = SharePeople.isIn(fields) ? try SharePeople(from: &fields) : nil
        permission = try fields.read("permission")
    }

    public func writeMembers(to json: inout JSONWriter) {
        share.writeMembers(to: &json)
        if let revision { json.member("revision", revision) }
        people?.writeMembers(to: &json)
        json.member("permission", permission)
    }
}

/// `share.setRole`: makes a participant an administrator or a private user.
public struct SetShareRole: Sendable, Equatable {
    /// The share.
    public var share: ShareReference
    /// The revision that the change is based on; the current one if left out.
    public var revision: Int64?
    /// The participant and the role.
    public var own: SaveShare.OwnRole

    /// Creates a value from its members.
    public init(share: ShareReference, revision: Int64? = nil, own: SaveShare.OwnRole) {
        self.share = share
        self.revision = revision
        self.own = own
    }
}

extension SetShareRole: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        share = try ShareReference(from: &fields)
        revision = try fields.readOptional("revision", in: 1...Int64.max)
        own = try SaveShare.OwnRole(from: &fields)
        try check(fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        share.writeMembers(to: &json)
        if let revision { json.member("revision", revision) }
        own.writeMembers(to: &json)
    }
}

/// `share.setInviting`: allows or forbids participants to add people.
public struct SetShareInviting: Sendable, Equatable {
    /// The share.
    public var share: ShareReference
    /// The revision that the change is based on; the current one if left out.
    public var revision: Int64?
    /// True to let participants add people.
    public var allowsInviting: Bool

    /// Creates a value from its members.
    public init(share: ShareReference, revision: Int64? = nil, allowsInviting: Bool) {
        self.share = share
        self.revision = revision
        self.allowsInviting = allowsInviting
    }
}

extension SetShareInviting: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("allowsInviting") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        share = try ShareReference(from: &fields)
        revision = try fields.readOptional("revision", in: 1...Int64.max)
        allowsInviting = try fields.read("allowsInviting")
    }

    public func writeMembers(to json: inout JSONWriter) {
        share.writeMembers(to: &json)
        if let revision { json.member("revision", revision) }
        json.member("allowsInviting", allowsInviting)
    }
}

/// `share.setAccess`: sets who can open a share.
public struct SetShareAccess: Sendable, Equatable {
    /// The share.
    public var share: ShareReference
    /// The revision that the change is based on; the current one if left out.
    public var revision: Int64?
    /// The new access.
    public var access: Share.Access
    /// The people to invite in the same step.
    public var handles: [Handle]

    /// Creates a value from its members.
    public init(share: ShareReference, revision: Int64? = nil, access: Share.Access, handles: [Handle] = []) {
        self.share = share
        self.revision = revision
        self.access = access
        self.handles = handles
    }
}

extension SetShareAccess: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("access") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        share = try ShareReference(from: &fields)
        revision = try fields.readOptional("revision", in: 1...Int64.max)
        access = try fields.read("access")
        handles = try fields.readOptional("handles") ?? []
    }

    public func writeMembers(to json: inout JSONWriter) {
        share.writeMembers(to: &json)
        if let revision { json.member("revision", revision) }
        json.member("access", access)
        if !handles.isEmpty { json.member("handles", handles) }
    }
}
