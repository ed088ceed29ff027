import ChatProtocol

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
        case .add, .remove, .access, .permission, .individualPermission, .administrator, .inviting:
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
        case .add, .administrator, .inviting, .leave, .stop: break
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
