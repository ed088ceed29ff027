public import ChatProtocol

/// What a person asks for on the People screen.
public enum SharingChange: Hashable, Sendable {
    /// Ask people; their permission is everybody's unless said otherwise.
    case add([Handle], permission: Share.Permission? = nil)
    /// Take people's access, in the one save with everything else.
    case remove([Handle])
    /// Who can open it at all; some are asked again in the same save.
    case access(Share.Access, keeping: [Handle] = [])
    /// What everybody may do.
    case permission(Share.Permission)
    /// What one person may do.
    case individualPermission(Handle, Share.Permission)
    /// Whether somebody is an administrator, or a private user like the others (`ck-role-meaning`).
    case administrator(Handle, Bool)
    /// Whether participants may add people.
    case inviting(Bool)
    /// Take part no longer.
    case leave
    /// Share it with nobody any more.
    case stop

    /// The action that it is one of.
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

/// A question before people lose access, or must open the document again: it names them.
public struct SharingConfirmation: Hashable, Sendable {
    /// What is about to happen.
    public let change: SharingChange
    /// What it asks.
    public let title: String
    /// What follows from it, by name.
    public let message: String
    /// The button that does it.
    public let confirmTitle: String
    /// Who will have no access any more.
    public let losing: [Handle]

    /// Makes the question before a change; nil if nobody loses access or a role.
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
            // The save invites them by name: until they open it, they have no access (`ck-public-lower`).
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

    /// Returns a list of at most three: `Bea, Carl and 12 others`.
    package static func shortList(_ names: [String]) -> String {
        let named = Array(names.prefix(names.count > 3 ? 2 : 3))
        let others = names.count - named.count
        return list(named + (others > 0 ? ["\(others) others"] : []))
    }

    /// `Bea`, `Bea and Carl`, `Bea, Carl and Dan`.
    package static func list(_ names: [String]) -> String {
        guard let last = names.last else { return "" }
        return names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " and " + last
    }
}
