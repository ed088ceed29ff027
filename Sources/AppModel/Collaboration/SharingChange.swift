public import ChatProtocol

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
        case .add, .permission, .individualPermission, .administrator, .inviting: return nil
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
            guard !losing.isEmpty || !again.isEmpty || !administrators.isEmpty else { return nil }
            title = access == .public ? "Share with anyone who has the link?" : "Share only with invited people?"
            confirmTitle = "Change"
            if access == .public {
                let parts = [
                    losing.isEmpty ? "" : Self.withdrawn(losing.map(names)),
                    Self.demoted(administrators.map { names($0.handle) }), "Anyone who has the link can open it.",
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
