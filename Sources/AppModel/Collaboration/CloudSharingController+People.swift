import ChatProtocol

/// The People screen: changes are collected, and saved together.
extension CloudSharingController {
    /// Asks for a change. Where somebody would lose access by it, ``confirmation`` names them and waits; otherwise the
    /// change is collected for ``save()``.
    ///
    /// - Throws: ``SharingError/notOffered`` where the screen does not offer it to this person.
    public func request(_ change: SharingChange) throws(SharingError) {
        let share = try manageable(change)
        if let question = question(before: change, to: share) {
            confirmation = question
            return
        }
        try collect(change, in: share)
    }

    /// Brings ``confirmation`` in line with a share that somebody else saved, and drops it if it has become moot.
    func askAgain() {
        guard let change = confirmation?.change else { return }
        confirmation = (try? manageable(change)).flatMap { question(before: change, to: $0) }
    }

    private func question(before change: SharingChange, to share: CloudShare) -> SharingConfirmation? {
        SharingConfirmation(change, to: share, titled: header.title, names: container?.names ?? { $0.defaultName })
    }

    /// Answers ``confirmation`` with yes: access and removals are collected, leaving and stopping happen at once.
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

    /// Answers ``confirmation`` with no: nothing has changed.
    public func cancel() { confirmation = nil }

    /// The link, where the screen offers to copy it.
    ///
    /// - Throws: ``SharingError/notOffered`` to a participant of a private share (`ucs-part-people`).
    public func copyLink() throws(SharingError) -> String {
        guard case .people(let screen) = screen, screen.actions.contains(.copyLink), let url = share?.url else {
            throw .notOffered
        }
        return url
    }

    /// Saves everything that was collected: all of it or nothing. Without changes nothing happens.
    ///
    /// - Throws: ``SharingError/busy`` while an earlier save is not answered.
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
                // Somebody else's save came between: what the screen shows is theirs from now on.
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
        // All of a change or nothing of it.
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
