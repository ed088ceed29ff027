// Written by script/contract: change the contract instead.
package import ChatProtocol

/// A collaboration as cards, details and commands show it to a person who is on it or can join. A change that waits for
/// the server is stored with it, and survives a restart of the client.
package struct CollaborationRow: Sendable, Hashable {
    /// The share's id.
    package var id: String
    /// The document's title.
    package var title: String
    /// Its link.
    package var url: String
    /// Its app.
    package var appID: AppID
    /// The app's name.
    package var app: String
    /// The back end of the share.
    package var backend: Share.Backend
    /// The title of the app's own screen for its participants; nil if the app has none.
    package var manageTitle: String?
    /// The access: private, or public by link.
    package var access: Share.Access
    /// The permission of participants without one of their own.
    package var permission: Share.Permission
    /// True if participants may add people.
    package var allowsInviting: Bool
    /// The person's role.
    package var role: Share.Role
    /// The permission summary (`perm-summary-text`).
    package var summary: String
    /// The number of saves, at least 1.
    package var revision: Int64
    /// The participants whom the person may see, the owner first.
    package var people: [CollaborationRow.Person]
    /// True if the document was deleted.
    package var isDocumentDeleted: Bool
    /// True if people who were not invited may ask for access.
    package var allowsAccessRequests: Bool
    /// The people who ask for access.
    package var requesters: [CollaborationRow.Person]
    /// The people who may not ask for access.
    package var blocked: [CollaborationRow.Person]
    /// The unopened one-time links.
    package var openLinks: [Share.OneTimeLink]

    /// Creates a value from its members.
    package init(id: String, title: String, url: String, appID: AppID, app: String, backend: Share.Backend, manageTitle: String? = nil, access: Share.Access, permission: Share.Permission, allowsInviting: Bool, role: Share.Role, summary: String, revision: Int64, people: [CollaborationRow.Person], isDocumentDeleted: Bool = false, allowsAccessRequests: Bool = false, requesters: [CollaborationRow.Person] = [], blocked: [CollaborationRow.Person] = [], openLinks: [Share.OneTimeLink] = []) {
        self.id = id
        self.title = title
        self.url = url
        self.appID = appID
        self.app = app
        self.backend = backend
        self.manageTitle = manageTitle
        self.access = access
        self.permission = permission
        self.allowsInviting = allowsInviting
        self.role = role
        self.summary = summary
        self.revision = revision
        self.people = people
        self.isDocumentDeleted = isDocumentDeleted
        self.allowsAccessRequests = allowsAccessRequests
        self.requesters = requesters
        self.blocked = blocked
        self.openLinks = openLinks
    }
}

extension CollaborationRow: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("id") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        title = try fields.read("title")
        url = try fields.read("url")
        appID = try fields.read("appID")
        app = try fields.read("app")
        backend = try fields.read("backend")
        manageTitle = try fields.readOptional("manageTitle")
        access = try fields.read("access")
        permission = try fields.read("permission")
        allowsInviting = try fields.read("allowsInviting")
        role = try fields.read("role")
        summary = try fields.read("summary")
        revision = try fields.read("revision")
        people = try fields.read("people")
        isDocumentDeleted = try fields.readOptional("isDocumentDeleted") ?? false
        allowsAccessRequests = try fields.readOptional("allowsAccessRequests") ?? false
        requesters = try fields.readOptional("requesters") ?? []
        blocked = try fields.readOptional("blocked") ?? []
        openLinks = try fields.readOptional("openLinks") ?? []
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("title", title)
        json.member("url", url)
        json.member("appID", appID)
        json.member("app", app)
        json.member("backend", backend)
        if let manageTitle { json.member("manageTitle", manageTitle) }
        json.member("access", access)
        json.member("permission", permission)
        json.member("allowsInviting", allowsInviting)
        json.member("role", role)
        json.member("summary", summary)
        json.member("revision", revision)
        json.member("people", people)
        if isDocumentDeleted { json.member("isDocumentDeleted", isDocumentDeleted) }
        if allowsAccessRequests { json.member("allowsAccessRequests", allowsAccessRequests) }
        if !requesters.isEmpty { json.member("requesters", requesters) }
        if !blocked.isEmpty { json.member("blocked", blocked) }
        if !openLinks.isEmpty { json.member("openLinks", openLinks) }
    }
}

extension CollaborationRow {
    /// A person on the share.
    package struct Person: Sendable, Hashable {
        /// The handle.
        package var handle: String
        /// The display name.
        package var name: String
        /// True if it is the client's own person.
        package var isOwn: Bool
        /// The role on the share.
        package var role: Share.Role
        /// The permission.
        package var permission: Share.Permission
        /// The state of the invitation.
        package var acceptance: Share.Acceptance

        /// Creates a value from its members.
        package init(handle: String, name: String, isOwn: Bool, role: Share.Role, permission: Share.Permission, acceptance: Share.Acceptance) {
            self.handle = handle
            self.name = name
            self.isOwn = isOwn
            self.role = role
            self.permission = permission
            self.acceptance = acceptance
        }
    }
}

extension CollaborationRow.Person: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("handle") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        handle = try fields.read("handle")
        name = try fields.read("name")
        isOwn = try fields.read("isOwn")
        role = try fields.read("role")
        permission = try fields.read("permission")
        acceptance = try fields.read("acceptance")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("handle", handle)
        json.member("name", name)
        json.member("isOwn", isOwn)
        json.member("role", role)
        json.member("permission", permission)
        json.member("acceptance", acceptance)
    }
}
