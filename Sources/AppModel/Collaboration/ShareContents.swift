import ChatProtocol

/// What can be changed of a share, as a value: what is saved is one of these, what is about to be saved another, and the
/// difference is one save.
package struct ShareContents: Equatable {
    var title: String
    var access = Share.Access.private
    var permission = Share.Permission.readWrite
    var allowsInviting = false
    var participants: [CloudShare.Participant] = []

    /// Returns the same with the acceptance that these participants have in other contents.
    func accepted(as other: ShareContents) -> ShareContents {
        var contents = self
        for index in contents.participants.indices {
            let handle = contents.participants[index].handle
            guard let now = other.participants.first(where: { $0.handle == handle }) else { continue }
            contents.participants[index].acceptanceStatus = now.acceptanceStatus
        }
        return contents
    }

    /// Everyone but the owner.
    var others: [CloudShare.Participant] { participants.filter { $0.role != .owner } }

    /// Who takes part no longer when the access is another (`ck-public-raise`, `ck-public-lower`).
    func losing(with access: Share.Access) -> [Handle] {
        guard access != self.access else { return [] }
        return others.filter { access == .private || $0.acceptanceStatus != .accepted }.map(\.handle)
    }

    /// Raises or lowers the access, and drops whom that leaves out.
    mutating func set(_ access: Share.Access) {
        let losing = Set(losing(with: access))
        self.access = access
        participants.removeAll { losing.contains($0.handle) }
        guard access == .public else { return }
        for index in participants.indices where participants[index].role != .owner {
            participants[index].role = .publicUser
        }
    }

    /// What everybody may do who has no permission of their own.
    mutating func set(_ permission: Share.Permission) {
        self.permission = permission
        for index in participants.indices where participants[index].role != .owner && !participants[index].isIndividual
        {
            participants[index].permission = .init(permission)
        }
    }

    /// Puts somebody on it; who is there gets the permission instead (`ck-add-same`).
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

    /// Takes somebody off.
    mutating func remove(_ handle: Handle) throws(SharingError) { participants.remove(at: try place(of: handle)) }

    /// Gives somebody a permission of their own.
    mutating func set(_ permission: Share.Permission, for handle: Handle) throws(SharingError) {
        let index = try place(of: handle)
        participants[index].permission = .init(permission)
        participants[index].isIndividual = true
    }

    /// Removes an individual permission that equals the saved one, so that it is no change.
    mutating func takeBack(_ handle: Handle, as saved: ShareContents) {
        guard let index = participants.firstIndex(where: { $0.handle == handle }),
            let old = saved.participants.first(where: { $0.handle == handle }),
            old.permission == participants[index].permission
        else { return }
        participants[index].isIndividual = old.isIndividual
    }

    /// Makes somebody an administrator, or a private user again.
    mutating func set(_ role: CloudShare.ParticipantRole, for handle: Handle) throws(SharingError) {
        participants[try place(of: handle)].role = role
    }

    /// Where somebody stands who can be changed: by name on a private share alone, and never the owner.
    private func place(of handle: Handle) throws(SharingError) -> Int {
        guard access == .private else { throw .publicShare }
        guard let index = participants.firstIndex(where: { $0.handle == handle }) else {
            throw .notAParticipant(handle)
        }
        guard participants[index].role != .owner else { throw .owner }
        return index
    }

    /// What one save has to say.
    func changes(since saved: ShareContents, of share: ShareID, revision: Int64) -> SaveShare {
        var changes = SaveShare(share: .id(share), revision: revision)
        if title != saved.title { changes.title = title }
        if access != saved.access { changes.access = access }
        if permission != saved.permission { changes.permission = permission }
        if allowsInviting != saved.allowsInviting { changes.allowsInviting = allowsInviting }
        // Of a public share nobody is named: the server drops whom raising it leaves out.
        guard access == .private else { return changes }
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
            // Who is there already is named among those to add, which changes what they are in the same save.
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
            let there = Set(participants.map(\.handle))
            changes.removals = saved.others.map(\.handle).filter { !there.contains($0) }
        }
        return changes
    }
}

extension ShareContents {
    /// The contents of a share as the server has it.
    init(_ share: Share) {
        self.init(title: share.title)
        access = share.access
        permission = share.permission
        allowsInviting = share.allowsInviting
        participants = share.participants.map { CloudShare.Participant($0) }
    }
}
