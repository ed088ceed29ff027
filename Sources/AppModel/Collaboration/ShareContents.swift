import ChatProtocol

/// The part of a share that people can change, as a value. The difference between the current and the saved contents is
/// one save.
package struct ShareContents: Equatable {
    var title: String
    var access = Share.Access.private
    var permission = Share.Permission.readWrite
    var allowsInviting = false
    var participants: [CloudShare.Participant] = []

    /// Returns these contents with the acceptance states of the participants in other contents.
    func accepted(as other: ShareContents) -> ShareContents {
        var contents = self
        for index in contents.participants.indices {
            let handle = contents.participants[index].handle
            guard let now = other.participants.first(where: { $0.handle == handle }) else { continue }
            contents.participants[index].acceptanceStatus = now.acceptanceStatus
        }
        return contents
    }

    /// All participants except the owner.
    var others: [CloudShare.Participant] { participants.filter { $0.role != .owner } }

    /// Returns the people who lose access when the access changes (`ck-public-raise`, `ck-public-lower`).
    func losing(with access: Share.Access) -> [Handle] {
        guard access != self.access else { return [] }
        return others.filter { access == .private || $0.acceptanceStatus != .accepted }.map(\.handle)
    }

    /// Changes the access and removes the people who lose it.
    mutating func set(_ access: Share.Access) {
        let losing = Set(losing(with: access))
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
        // A save of a public share names no people. The server itself removes those who lose access.
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
            let there = Set(participants.map(\.handle))
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
    }
}
