public import ChatProtocol

/// The part of a share that people can change, as a value. The difference between the current and the saved contents is
/// one save.
package struct ShareContents: Equatable {
    var title: String
    var access = Share.Access.private
    var permission = Share.Permission.readWrite
    var allowsInviting = false
    var participants: [CloudShare.Participant] = []
    var allowsAccessRequests = false
    /// The people who ask for access, as of the server.
    var requesters: [Handle] = []
    var blocked: [Handle] = []
    /// The people whose requests the next save denies.
    var denied: [Handle] = []
    /// The unopened one-time links, as of the server.
    var oneTimeLinks: [Share.OneTimeLink] = []
    /// The permissions of the one-time links that the next save makes.
    var newOneTimeLinks: [Share.Permission] = []

    /// Returns these contents with the acceptance states of the participants in other contents, and with the requests
    /// for access there.
    func accepted(as other: ShareContents) -> ShareContents {
        var contents = self
        contents.requesters = other.requesters
        for index in contents.participants.indices {
            let handle = contents.participants[index].handle
            guard let now = other.participants.first(where: { $0.handle == handle }) else { continue }
            contents.participants[index].acceptanceStatus = now.acceptanceStatus
        }
        return contents
    }

    /// All participants except the owner.
    var others: [CloudShare.Participant] { participants.filter { $0.role != .owner } }

    /// The people who ask for access and have no answer here.
    var waitingRequesters: [Handle] {
        requesters.filter { handle in
            !denied.contains(handle) && !blocked.contains(handle) && !participants.contains { $0.handle == handle }
        }
    }

    /// Denies requests for access.
    mutating func deny(_ people: [Handle]) { denied += people.filter { waitingRequesters.contains($0) } }

    /// Blocks people, and removes the participants among them. The owner stays.
    mutating func block(_ people: [Handle]) {
        let people = people.filter { handle in !participants.contains { $0.handle == handle && $0.role == .owner } }
        participants.removeAll { people.contains($0.handle) }
        blocked += people.filter { !blocked.contains($0) }
    }

    /// Lets blocked people ask again.
    mutating func unblock(_ people: [Handle]) { blocked.removeAll(where: people.contains) }

    /// Returns the people who lose access when the access changes (`ck-public-raise`, `ck-public-lower`).
    func losing(with access: Share.Access) -> [Handle] {
        guard access != self.access else { return [] }
        return others.filter { access == .private || $0.acceptanceStatus != .accepted }.map(\.handle)
    }

    /// Changes the access and removes the people who lose it.
    mutating func set(_ access: Share.Access) {
        let losing = Set(losing(with: access))
        if access == .public { (oneTimeLinks, newOneTimeLinks) = ([], []) }
        self.access = access
        participants.removeAll { losing.contains($0.handle) }
        guard access == .public else { return }
        for index in participants.indices where participants[index].role != .owner {
            participants[index].role = .publicUser
        }
    }

    /// Changes the general permission, and with it that of all participants without their own one.
    mutating func set(_ permission: Share.Permission) {
        self.permission = permission
        for index in participants.indices where participants[index].role != .owner && !participants[index].isIndividual
        {
            participants[index].permission = .init(permission)
        }
    }

    /// Adds a person. A person who already participates only receives the permission (`ck-add-same`).
    ///
    /// - Throws: ``SharingError/publicShare``; ``SharingError/owner`` for a permission of the owner.
    mutating func add(_ participant: CloudShare.Participant) throws(SharingError) {
        guard access == .private else { throw .publicShare }
        if let index = participants.firstIndex(where: { $0.handle == participant.handle }) {
            if let permission = participant.permission.shared { try set(permission, for: participants[index].handle) }
            return
        }
        var new = participant
        if new.permission.shared == nil { new.permission = .init(permission) }
        participants.append(new)
    }

    /// Removes a person.
    ///
    /// - Throws: the errors of `place(of:)`.
    mutating func remove(_ handle: Handle) throws(SharingError) { participants.remove(at: try place(of: handle)) }

    /// Gives a participant an individual permission.
    ///
    /// - Throws: the errors of `place(of:)`.
    mutating func set(_ permission: Share.Permission, for handle: Handle) throws(SharingError) {
        let index = try place(of: handle)
        participants[index].permission = .init(permission)
        participants[index].isIndividual = true
    }

    /// Restores the saved individual flag of a participant whose permission equals the saved one, so that nothing
    /// counts as changed.
    mutating func takeBack(_ handle: Handle, as saved: ShareContents) {
        guard let index = participants.firstIndex(where: { $0.handle == handle }),
            let old = saved.participants.first(where: { $0.handle == handle }),
            old.permission == participants[index].permission
        else { return }
        participants[index].isIndividual = old.isIndividual
    }

    /// Makes a participant an administrator or a private user.
    ///
    /// - Throws: the errors of `place(of:)`.
    mutating func set(_ role: CloudShare.ParticipantRole, for handle: Handle) throws(SharingError) {
        participants[try place(of: handle)].role = role
    }

    /// Returns the index of a participant who can be changed.
    ///
    /// - Throws: ``SharingError/publicShare`` if anyone with the link has access; ``SharingError/notAParticipant(_:)``;
    ///   ``SharingError/owner``.
    private func place(of handle: Handle) throws(SharingError) -> Int {
        guard access == .private else { throw .publicShare }
        guard let index = participants.firstIndex(where: { $0.handle == handle }) else {
            throw .notAParticipant(handle)
        }
        guard participants[index].role != .owner else { throw .owner }
        return index
    }

    /// Returns the changes since the saved contents, as one save.
    func changes(since saved: ShareContents, of share: ShareID, revision: Int64) -> SaveShare {
        var changes = SaveShare(share: .id(share), revision: revision)
        if title != saved.title { changes.title = title }
        if access != saved.access { changes.access = access }
        if permission != saved.permission { changes.permission = permission }
        if allowsInviting != saved.allowsInviting { changes.allowsInviting = allowsInviting }
        if allowsAccessRequests != saved.allowsAccessRequests { changes.allowsAccessRequests = allowsAccessRequests }
        changes.denials = denied
        changes.blocks = blocked.filter { !saved.blocked.contains($0) }
        changes.unblocks = saved.blocked.filter { !blocked.contains($0) }
        // A save of a public share names no people. The server itself removes those who lose access.
        guard access == .private else { return changes }
        changes.addedLinks = newOneTimeLinks
        changes.removedLinks = saved.oneTimeLinks.filter { !oneTimeLinks.contains($0) }.map(\.id)
        let known = Dictionary(saved.participants.map { ($0.handle, $0) }) { first, _ in first }
        for participant in others {
            guard saved.access == .private, let old = known[participant.handle] else {
                changes.additions.append(
                    .init(
                        handle: participant.handle,
                        permission: participant.isIndividual ? participant.permission.shared : nil,
                        role: participant.role == .administrator ? .administrator : nil))
                continue
            }
            // Adding a person who already participates changes the role in the same save.
            if participant.role != old.role {
                changes.additions.append(
                    .init(
                        handle: participant.handle, permission: nil,
                        role: participant.role == .administrator ? .administrator : .privateUser))
            }
            let isOther = participant.permission != old.permission || participant.isIndividual != old.isIndividual
            if participant.isIndividual, isOther, let permission = participant.permission.shared {
                changes.permissions.append(.init(handle: participant.handle, permission: permission))
            }
        }
        changes.permissions.sort { $0.handle < $1.handle }
        if saved.access == .private {
            // A block removes the participant.
            let there = Set(participants.map(\.handle) + changes.blocks)
            changes.removals = saved.others.map(\.handle).filter { !there.contains($0) }
        }
        return changes
    }
}

extension ShareContents {
    /// Creates the contents from the server's share.
    init(_ share: Share) {
        self.init(title: share.title)
        access = share.access
        permission = share.permission
        allowsInviting = share.allowsInviting
        participants = share.participants.map { CloudShare.Participant($0) }
        allowsAccessRequests = share.allowsAccessRequests
        (requesters, blocked, oneTimeLinks) = (share.requesters, share.blocked, share.openLinks)
    }
}

/// A change that a person requests on the People screen.
public enum SharingChange: Hashable, Sendable {
    /// Invites people, with a permission or with the general one.
    case add([Handle], permission: Share.Permission? = nil)
    /// Removes people, in the same save as the other changes.
    case remove([Handle])
    /// Changes the access. The people in `keeping` are invited again in the same save.
    case access(Share.Access, keeping: [Handle] = [])
    /// Changes the general permission.
    case permission(Share.Permission)
    /// Changes the permission of one person.
    case individualPermission(Handle, Share.Permission)
    /// Makes a person an administrator (true) or a private user (false) (`ck-role-meaning`).
    case administrator(Handle, Bool)
    /// Allows or forbids participants to add people.
    case inviting(Bool)
    /// Allows or forbids others with the link to ask for access (`ck-access-requests`).
    case accessRequests(Bool)
    /// Denies people's requests for access. They may ask again. Adding a person approves their request.
    case deny([Handle])
    /// Denies people's requests for access. They may not ask again.
    case block([Handle])
    /// Lets blocked people ask for access again.
    case unblock([Handle])
    /// Leaves the share.
    case leave
    /// Stops sharing with all people.
    case stop

    /// The action to which the change belongs.
    public var action: PeopleScreen.Action {
        switch self {
        case .add: .addPeople
        case .remove: .removePeople
        case .access: .changeAccess
        case .permission: .changePermission
        case .individualPermission: .changeIndividualPermission
        case .administrator: .changeRole
        case .inviting: .changeInviting
        case .accessRequests: .changeAccessRequests
        case .deny, .block, .unblock: .answerRequests
        case .leave: .leave
        case .stop: .stop
        }
    }
}

/// A question before people lose access or must open the document again. It names these people.
public struct SharingConfirmation: Hashable, Sendable {
    /// The change that waits for the answer.
    public let change: SharingChange
    /// The question.
    public let title: String
    /// The consequences, with the names of the people.
    public let message: String
    /// The title of the button that confirms.
    public let confirmTitle: String
    /// The people who will lose access.
    public let losing: [Handle]

    /// Creates the question about a change; nil if the change needs none, because no person loses access or a role.
    package init?(_ change: SharingChange, to share: CloudShare, titled document: String, names: (Handle) -> String) {
        self.change = change
        switch change {
        case .add, .permission, .individualPermission, .administrator, .inviting, .accessRequests, .deny, .block,
            .unblock:
            return nil
        case .remove(let handles):
            losing = handles
            title = handles.count == 1 ? "Remove \(names(handles[0]))?" : "Remove \(handles.count) people?"
            confirmTitle = "Remove"
        case .access(let access, let keeping):
            let losing = share.contents.losing(with: access).filter { access == .public || !keeping.contains($0) }
            self.losing = losing
            let again = access == .private ? share.contents.others.map(\.handle).filter(keeping.contains) : []
            let administrators =
                access == .public
                ? share.contents.others.filter { $0.role == .administrator && !losing.contains($0.handle) } : []
            let blocked = access == .public ? share.blocked : []
            guard !losing.isEmpty || !again.isEmpty || !administrators.isEmpty || !blocked.isEmpty else { return nil }
            title = access == .public ? "Share with anyone who has the link?" : "Share only with invited people?"
            confirmTitle = "Change"
            if access == .public {
                let parts = [
                    losing.isEmpty ? "" : Self.withdrawn(losing.map(names)),
                    Self.demoted(administrators.map { names($0.handle) }), Self.admitted(blocked.map(names)),
                    "Anyone who has the link can open it.",
                ]
                message = parts.filter { !$0.isEmpty }.joined(separator: " ")
                return
            }
            // The save invites these people by name. They have no access until they open the document
            // (`ck-public-lower`).
            let invited = again.isEmpty ? "" : "\(Self.list(again.map(names))) must open it again."
            let lost = "\(Self.list(losing.map(names))) will no longer have access to “\(document)”."
            message = [losing.isEmpty ? "" : lost, invited].filter { !$0.isEmpty }.joined(separator: " ")
            return
        case .leave:
            losing = share.currentUserParticipant.map { [$0.handle] } ?? []
            title = "Leave “\(document)”?"
            message =
                share.contents.access == .public
                ? "It leaves your documents. Its link opens it again."
                : "You will no longer have access to “\(document)”."
            confirmTitle = "Remove Me"
            return
        case .stop:
            losing = share.contents.others.map(\.handle)
            title = "Stop sharing “\(document)”?"
            confirmTitle = "Stop Sharing"
        }
        message =
            losing.isEmpty
            ? "There are no other participants."
            : "\(Self.list(losing.map(names))) will no longer have access to “\(document)”."
    }

    /// Returns a sentence: `The invitation to Bea is withdrawn.`
    package static func withdrawn(_ names: [String]) -> String {
        names.count == 1
            ? "The invitation to \(list(names)) is withdrawn." : "The invitations to \(list(names)) are withdrawn."
    }

    /// Returns a sentence, such as `Bea is no longer an administrator.`; empty without names (`ck-public-raise`).
    package static func demoted(_ names: [String]) -> String {
        switch names.count {
        case 0: ""
        case 1: "\(names[0]) is no longer an administrator."
        default: "\(list(names)) are no longer administrators."
        }
    }

    /// Returns a sentence about the people whom a public link admits although they may not ask for access, such as
    /// `Ivo is blocked, and can open it too.`; empty without names (`ck-access-requests`).
    package static func admitted(_ names: [String]) -> String {
        names.isEmpty ? "" : "\(list(names)) \(names.count == 1 ? "is" : "are") blocked, and can open it too."
    }

    /// Returns a list of at most three parts: `Bea, Carl and 12 others`.
    package static func shortList(_ names: [String]) -> String {
        let named = Array(names.prefix(names.count > 3 ? 2 : 3))
        let others = names.count - named.count
        return list(named + (others > 0 ? ["\(others) others"] : []))
    }

    /// Returns a list: `Bea`, `Bea and Carl`, `Bea, Carl and Dan`.
    package static func list(_ names: [String]) -> String {
        guard let last = names.last else { return "" }
        return names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " and " + last
    }
}
