public import ChatProtocol

/// The People screen as a value: the participants, and what this person may do. The offered actions follow from the
/// share and the options. The person's role is not set by the app (`ucs-role-auto`).
public struct PeopleScreen: Hashable, Sendable {
    /// An action that the screen can offer.
    public enum Action: CaseIterable, Hashable, Sendable {
        /// Invites more people.
        case addPeople
        /// Removes one or more people.
        case removePeople
        /// Changes the access between invited people and anyone with the link.
        case changeAccess
        /// Changes the general permission.
        case changePermission
        /// Changes the permission of one person.
        case changeIndividualPermission
        /// Makes a person an administrator or a private user.
        case changeRole
        /// Allows or forbids participants to add people.
        case changeInviting
        /// Allows or forbids others with the link to ask for access.
        case changeAccessRequests
        /// Answers requests for access, and lets blocked people ask again.
        case answerRequests
        /// Copies the link to the clipboard.
        case copyLink
        /// Leaves the share.
        case leave
        /// Stops sharing with all people.
        case stop

        /// The title of the action.
        public var title: String {
            switch self {
            case .addPeople: "Add People"
            case .removePeople: "Remove People"
            case .changeAccess: "Who can access"
            case .changePermission: "Permission"
            case .changeIndividualPermission: "Permission of One Person"
            case .changeRole: "Role of One Person"
            case .changeInviting: "Allow others to invite"
            case .changeAccessRequests: "Allow others to ask for access"
            case .answerRequests: "Requests for Access"
            case .copyLink: "Copy Link"
            case .leave: "Remove Me"
            case .stop: "Stop Sharing"
            }
        }
    }

    /// A row for one person.
    public struct Row: Hashable, Sendable {
        /// The handle of the person.
        public var handle: Handle
        /// The name of the person.
        public var name: String
        /// The role, permission and invitation state of the person, in words.
        public var detail: String
        /// True if the row is the reader's own.
        public var isYou: Bool
        /// The permission of the person.
        public var permission: CloudShare.ParticipantPermission
        /// True if the reader may remove the person.
        public var isRemovable: Bool
    }

    /// The title of the shared item.
    public let title: String
    /// One character in place of a thumbnail.
    public let thumbnail: String
    /// One line that summarizes the permissions.
    public let summary: String
    /// The rows of the participants whom the reader may see, the owner first.
    public let rows: [Row]
    /// The access to the share.
    public let access: Share.Access
    /// The general permission.
    public let permission: Share.Permission
    /// True if participants may add people.
    public let allowsInviting: Bool
    /// True if others with the link may ask for access (`ck-access-requests`).
    public let allowsAccessRequests: Bool
    /// The people who ask for access; empty for people who may not answer them.
    public let requesters: [Handle]
    /// The people who may not ask for access; empty for people who may not unblock them.
    public let blocked: [Handle]
    /// The actions that this person may perform, in the order of the screen.
    public let actions: [Action]
    /// True if the share has unsaved changes.
    public let hasChanges: Bool
    /// The message that a save sends to the added people; nil without added people.
    public let invitation: LinkInvitation?
    /// True if saving sends ``invitation``.
    public let sendsLink: Bool

    package init(
        of share: CloudShare, header: (title: String, thumbnail: String), choices: OfferedChoices,
        invitation: LinkInvitation? = nil, sendsLink: Bool = true, names: (Handle) -> String
    ) {
        (self.invitation, self.sendsLink) = (invitation, sendsLink)
        title = header.title
        thumbnail = header.thumbnail
        summary = share.isRootRecordDeleted ? "The document was deleted." : share.summary
        access = share.contents.access
        permission = share.contents.permission
        allowsInviting = share.contents.allowsInviting
        allowsAccessRequests = share.allowsAccessRequests
        (requesters, blocked) = (share.requesters, share.blocked)
        hasChanges = share.hasChanges
        let reader = share.currentUserParticipant
        let actions = Self.actions(of: reader, in: share, choices: choices)
        self.actions = actions
        rows = share.participants.map { participant in
            Row(
                handle: participant.handle, name: names(participant.handle),
                detail: Self.detail(participant, of: share),
                isYou: participant.handle == reader?.handle, permission: participant.permission,
                isRemovable: actions.contains(.removePeople) && participant.role != .owner
                    && participant.handle != reader?.handle)
        }
    }

    /// Returns the actions that a participant's role allows and the options offer.
    private static func actions(
        of reader: CloudShare.Participant?, in share: CloudShare, choices: OfferedChoices
    ) -> [Action] {
        guard let reader, reader.acceptanceStatus != .removed, share.saved != nil else { return [] }
        let isPrivate = share.contents.access == .private
        let hasOthers = share.contents.others.contains { $0.handle != reader.handle }
        let isPermissionOpen = choices.permissions.count > 1
        // The access of a deleted document cannot change any more.
        guard !share.isRootRecordDeleted else { return reader.role == .owner ? [.stop] : [.leave] }
        switch reader.role {
        case .owner:
            var actions: [Action] = []
            if isPrivate { actions.append(.addPeople) }
            if isPrivate, hasOthers { actions.append(.removePeople) }
            if choices.access.count > 1 { actions.append(.changeAccess) }
            if isPermissionOpen { actions.append(.changePermission) }
            if isPermissionOpen, isPrivate, hasOthers { actions.append(.changeIndividualPermission) }
            if isPrivate, hasOthers { actions.append(.changeRole) }
            if choices.inviting, isPrivate { actions.append(.changeInviting) }
            return actions + requests(of: share, choices) + [.copyLink, .stop]
        case .administrator:
            var actions: [Action] = []
            if isPrivate { actions.append(.addPeople) }
            if isPrivate, hasOthers { actions.append(.removePeople) }
            if isPermissionOpen { actions.append(.changePermission) }
            if isPermissionOpen, isPrivate, hasOthers { actions.append(.changeIndividualPermission) }
            return actions + requests(of: share, choices) + (isPrivate ? [] : [.copyLink]) + [.leave]
        case .privateUser, .publicUser, .unknown:
            return (isPrivate && share.contents.allowsInviting ? [.addPeople] : []) + (isPrivate ? [] : [.copyLink])
                + [.leave]
        }
    }

    /// Returns the actions on requests for access that the owner and administrators have (`ck-access-requests`).
    private static func requests(of share: CloudShare, _ choices: OfferedChoices) -> [Action] {
        guard share.contents.access == .private else { return [] }
        return (choices.accessRequests ? [.changeAccessRequests] : [])
            + (share.requesters.isEmpty && share.blocked.isEmpty ? [] : [.answerRequests])
    }

    private static func detail(_ participant: CloudShare.Participant, of share: CloudShare) -> String {
        if participant.role == .owner { return "Owner" }
        if share.isRootRecordDeleted { return "" }
        var words: [String] = []
        if participant.role == .administrator { words.append("Administrator") }
        words.append(participant.permission == .readOnly ? "View only" : "Can make changes")
        switch participant.acceptanceStatus {
        case .pending: words.append("Invited")
        case .unknown: words.append("Not invited yet")
        case .accepted, .removed: break
        }
        return words.joined(separator: " · ")
    }
}

/// The People screen, which collects changes and saves them together.
extension CloudSharingController {
    /// Requests a change. If people would lose access, ``confirmation`` names them and waits for an answer. In all
    /// other cases the change is collected for ``save()``.
    ///
    /// - Throws: ``SharingError/notOffered`` if the screen does not offer the change to this person;
    ///   ``SharingError/owner``, ``SharingError/notAParticipant(_:)`` or ``SharingError/publicShare`` if the change
    ///   does not fit the participants; ``SharingError/notPresented``; ``SharingError/busy``;
    ///   ``SharingError/notSaved``.
    public func request(_ change: SharingChange) throws(SharingError) {
        let share = try manageable(change)
        if let question = question(before: change, to: share) {
            confirmation = question
            return
        }
        try collect(change, in: share)
    }

    /// Updates ``confirmation`` after another person saved the share, and removes it if it no longer applies.
    func askAgain() {
        guard let change = confirmation?.change else { return }
        confirmation = (try? manageable(change)).flatMap { question(before: change, to: $0) }
    }

    private func question(before change: SharingChange, to share: CloudShare) -> SharingConfirmation? {
        SharingConfirmation(change, to: share, titled: header.title, names: container?.names ?? { $0.defaultName })
    }

    /// Answers ``confirmation`` with yes. Changes of access and removals are collected; leaving and stopping happen at
    /// once.
    ///
    /// - Throws: ``SharingError/notOffered`` without a question; the errors of ``request(_:)``.
    public func confirm() throws(SharingError) {
        guard let question = confirmation else { throw .notOffered }
        confirmation = nil
        let share = try manageable(question.change)
        switch question.change {
        case .leave: try end(.leave, share)
        case .stop: try end(.stop, share)
        case .add, .remove, .access, .permission, .individualPermission, .administrator, .inviting, .accessRequests,
            .deny,
            .block, .unblock:
            try collect(question.change, in: share)
        }
    }

    /// Answers ``confirmation`` with no, and changes nothing.
    public func cancel() { confirmation = nil }

    /// Returns the link, if the screen offers to copy it.
    ///
    /// - Throws: ``SharingError/notOffered`` if it does not, for example to a participant of a private share
    ///   (`ucs-part-people`).
    public func copyLink() throws(SharingError) -> String {
        guard case .people(let screen) = screen, screen.actions.contains(.copyLink), let url = share?.url else {
            throw .notOffered
        }
        return url
    }

    /// Saves all collected changes or none, and does nothing without changes.
    ///
    /// - Throws: ``SharingError/busy`` before an earlier save is answered; ``SharingError/notPresented``;
    ///   ``SharingError/notSaved``.
    public func save() throws(SharingError) {
        guard isPresented else { throw .notPresented }
        guard let share, let container else { throw .notSaved }
        guard !isBusy else { throw .busy }
        guard share.hasChanges else { return }
        isBusy = true
        let (added, revision) = (addedPeople, share.revision)
        let operation = ModifyRecordsOperation(share: share)
        operation.sendsLink = sendsLink && linkInvitation != nil
        operation.modifyRecordsResultBlock = { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let share):
                isBusy = false
                sendsLink = true
                delegate?.cloudSharingControllerDidSaveShare(self)
                container.tellSaved(share.rootRecord.recordID, .success(share))
            case .failure(let error):
                fail(error, share.rootRecord.recordID)
                // Another person saved first, so the screen shows their version from now on.
                guard case .refused(.conflict, _) = error else { return }
                container.refresh(share) { [weak self] _ in
                    if share.revision != revision { self?.addAgain(added) }
                }
            }
        }
        container.add(operation)
    }

    /// Adds people again to a share that another person saved, so that the next save invites them.
    private func addAgain(_ people: [Handle]) {
        let missing = people.filter { handle in share?.participants.contains { $0.handle == handle } == false }
        guard !missing.isEmpty, let share = try? manageable(.add(missing)) else { return }
        try? collect(.add(missing), in: share)
    }

    private func manageable(_ change: SharingChange) throws(SharingError) -> CloudShare {
        guard isPresented else { throw .notPresented }
        guard !isBusy else { throw .busy }
        guard case .people(let screen) = screen, let share else { throw .notSaved }
        guard screen.actions.contains(change.action) else { throw .notOffered }
        switch change {
        case .access(let access, _): guard choices.access.contains(access) else { throw .notOffered }
        case .individualPermission(let handle, let permission):
            let isOwnRow = screen.rows.contains { $0.handle == handle && $0.isYou }
            guard choices.permissions.contains(permission), !isOwnRow else { throw .notOffered }
        case .permission(let permission):
            guard choices.permissions.contains(permission) else { throw .notOffered }
        case .remove(let handles):
            for handle in handles where !screen.rows.contains(where: { $0.handle == handle && $0.isRemovable }) {
                if share.owner?.handle == handle { throw .owner }
                throw screen.rows.contains { $0.handle == handle } ? .notOffered : .notAParticipant(handle)
            }
        case .add, .administrator, .inviting, .accessRequests, .deny, .block, .unblock, .leave, .stop: break
        }
        return share
    }

    private func collect(_ change: SharingChange, in share: CloudShare) throws(SharingError) {
        var contents = share.contents
        switch change {
        case .add(let handles, let permission):
            for handle in handles {
                try contents.add(.init(handle, permission: permission.map { .init($0) } ?? .unknown))
            }
        case .remove(let handles): for handle in handles { try contents.remove(handle) }
        case .access(let access, let keeping):
            let kept = contents.others.filter { keeping.contains($0.handle) }
            contents.set(access)
            guard access == .private else { break }
            for participant in kept { try contents.add(.init(participant.handle)) }
        case .permission(let permission): contents.set(permission)
        case .individualPermission(let handle, let permission):
            try contents.set(permission, for: handle)
            share.saved.map { contents.takeBack(handle, as: $0) }
        case .administrator(let handle, let isOne):
            try contents.set(isOne ? .administrator : .privateUser, for: handle)
        case .inviting(let isAllowed): contents.allowsInviting = isAllowed
        case .accessRequests(let isAllowed): contents.allowsAccessRequests = isAllowed
        case .deny(let handles): contents.deny(handles)
        case .block(let handles): contents.block(handles)
        case .unblock(let handles): contents.unblock(handles)
        case .leave, .stop: break
        }
        // Either all parts of a change apply or none.
        share.contents = contents
        // Without changes, the screen shows the newest saved version.
        if !share.hasChanges, share.isBehind { share.revert() }
    }

    private func end(_ change: SharingChange, _ share: CloudShare) throws(SharingError) {
        guard let id = share.shareID, let container else { throw .notSaved }
        let record = share.rootRecord.recordID
        isBusy = true
        container.ask(change == .stop ? .shareStop(.id(id)) : .shareLeave(.id(id))) { [weak self] answer in
            switch answer {
            case .failure(let refusal):
                container.tellStopped(record, .failure(SharingError(refusal)))
                guard let self else { return }
                isBusy = false
                delegate?.cloudSharingController(self, failedToSaveShareWithError: SharingError(refusal))
            case .success:
                share.end()
                container.tellStopped(record, .success(()))
                guard let self else { return }
                isBusy = false
                isEnded = true
                delegate?.cloudSharingControllerDidStopSharing(self)
            }
        }
    }
}
