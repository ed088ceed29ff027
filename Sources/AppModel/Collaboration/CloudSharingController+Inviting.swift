public import ChatProtocol

/// The Invitation screen, on which a person chooses people and restrictions and then sends the link.
extension CloudSharingController {
    /// The people who are chosen on the Invitation screen; empty once the share exists.
    package var invitedPeople: [Handle] { share == nil ? currentInvitation.people : [] }

    /// Chooses a person to invite, or does nothing if they are already chosen.
    ///
    /// - Throws: ``SharingError/publicShare`` if anyone with the link has access; ``SharingError/alreadyShared`` if the
    ///   share exists; ``SharingError/busy`` during a save.
    public func invite(_ person: Handle) throws(SharingError) {
        try choose { screen throws(SharingError) in
            guard screen.canAddPeople else { throw .publicShare }
            if !screen.people.contains(person) { screen.people.append(person) }
        }
    }

    /// Removes a person from the chosen people.
    ///
    /// - Throws: ``SharingError/alreadyShared`` if the share exists; ``SharingError/busy`` during a save.
    public func uninvite(_ person: Handle) throws(SharingError) {
        try choose { screen in screen.people.removeAll { $0 == person } }
    }

    /// Chooses who has access. With access for anyone with the link, the screen names no people.
    ///
    /// - Throws: ``SharingError/notOffered`` if the screen does not offer this access; ``SharingError/alreadyShared``;
    ///   ``SharingError/busy``.
    public func choose(_ access: Share.Access) throws(SharingError) {
        try choose { screen throws(SharingError) in
            guard screen.accessChoices.contains(access) else { throw .notOffered }
            screen.access = access
            screen.nameNobody(access == .public)
        }
    }

    /// Chooses the permission of the participants.
    ///
    /// - Throws: ``SharingError/notOffered`` if the screen does not offer this permission;
    ///   ``SharingError/alreadyShared``; ``SharingError/busy``.
    public func choose(_ permission: Share.Permission) throws(SharingError) {
        try choose { screen throws(SharingError) in
            guard screen.permissionChoices.contains(permission) else { throw .notOffered }
            screen.permission = permission
        }
    }

    /// Chooses whether participants may add people.
    ///
    /// - Throws: ``SharingError/notOffered`` if the app does not offer this choice, or if anyone with the link has
    ///   access; ``SharingError/alreadyShared``; ``SharingError/busy``.
    public func choose(allowsInviting: Bool) throws(SharingError) {
        try choose { screen throws(SharingError) in
            guard screen.canAllowInviting else { throw .notOffered }
            screen.allowsInviting = allowsInviting
        }
    }

    /// Chooses the conversation that receives the link. All of its members get access to a private share.
    ///
    /// - Parameter conversation: one of the person's conversations; nil for the one with exactly the chosen people,
    ///   which is created if it does not exist.
    /// - Throws: ``SharingError/notOffered`` if the person is not in that conversation; ``SharingError/alreadyShared``;
    ///   ``SharingError/busy``.
    public func choose(conversation: ConversationID?) throws(SharingError) {
        let places = container?.places() ?? []
        try choose { _ throws(SharingError) in
            guard conversation == nil || places.contains(where: { $0.id == conversation }) else { throw .notOffered }
        }
        self.conversation = conversation
    }

    private func choose(_ body: (inout InvitationScreen) throws(SharingError) -> Void) throws(SharingError) {
        guard share == nil else { throw .alreadyShared }
        guard !isBusy else { throw .busy }
        var screen = currentInvitation
        try body(&screen)
        invitation = screen
    }

    /// Has the share prepared, adds the chosen people and sends the link. The link goes to the chosen conversation, or
    /// else to the one with exactly the chosen people. It is not sent if ``sendsLink`` is false (`ucs-invite-owner`).
    ///
    /// - Throws: ``SharingError/nobodyChosen`` while Send is disabled; ``SharingError/conversationGone`` if the person
    ///   left the chosen conversation; ``SharingError/notPresented``; ``SharingError/alreadyShared``;
    ///   ``SharingError/busy``.
    public func send() throws(SharingError) {
        let screen = currentInvitation
        guard !screen.isPlaceGone else { throw .conversationGone }
        if screen.sendsLink, let place = screen.place { return try send(to: place.id) }
        let sendsLink = screen.sendsLink && screen.invitation != nil
        try prepare { [weak self] chosen, share, container in
            self?.put(chosen, on: share, in: container, sendsLink: sendsLink) { self?.finish(share, in: container) }
        }
    }

    /// Has the share prepared, adds the chosen people, and sends the link to a conversation, whose members all get
    /// access (`ucs-handler-when`, `ucs-invite-owner`).
    ///
    /// - Throws: ``SharingError/nobodyChosen`` while Send is disabled; ``SharingError/notPresented``;
    ///   ``SharingError/alreadyShared``; ``SharingError/busy``.
    public func send(to conversation: ConversationID, text: String? = nil) throws(SharingError) {
        try prepare { [weak self] chosen, share, container in
            self?.put(chosen, on: share, in: container) {
                // The screen did not show a person who joined the conversation after the choice. The server then
                // refuses to send the link.
                let people = chosen.place?.id == conversation ? chosen.place?.people : nil
                self?.sendLink(of: share, to: conversation, people: people, text: text, in: container)
            }
        }
    }

    private func prepare(
        then: @escaping (InvitationScreen, CloudShare, Container) -> Void
    ) throws(SharingError) {
        guard isPresented else { throw .notPresented }
        guard share == nil, let preparationHandler else { throw .alreadyShared }
        guard !isBusy else { throw .busy }
        let chosen = currentInvitation
        guard chosen.canSend else { throw .nobodyChosen }
        isBusy = true
        preparationHandler(self) { [weak self] share, container, error in
            guard let self, isBusy, self.share == nil else { return }
            guard let share, let container, error == nil else {
                return fail(error ?? SharingError.nothingPrepared, nil)
            }
            guard share.saved != nil else { return fail(SharingError.notSaved, share.rootRecord.recordID) }
            guard share.isMadeHere else { return fail(SharingError.alreadyShared, share.rootRecord.recordID) }
            self.container = container
            then(chosen, share, container)
        }
    }

    /// Applies the choices of the screen to the new share, and saves them at once.
    private func put(
        _ chosen: InvitationScreen, on share: CloudShare, in container: Container, sendsLink: Bool = false,
        then: @escaping () -> Void
    ) {
        share.contents.set(chosen.permission)
        share.contents.set(chosen.access)
        share.contents.allowsInviting = chosen.allowsInviting
        for person in chosen.people {
            do throws(SharingError) {
                try share.contents.add(CloudShare.Participant(person))
            } catch {
                return fail(error, share.rootRecord.recordID)
            }
        }
        guard share.hasChanges else { return then() }
        let operation = ModifyRecordsOperation(share: share)
        operation.sendsLink = sendsLink
        operation.modifyRecordsResultBlock = { [weak self] result in
            switch result {
            case .success: then()
            case .failure(let error): self?.fail(error, share.rootRecord.recordID)
            }
        }
        container.add(operation)
    }

    private func sendLink(
        of share: CloudShare, to conversation: ConversationID, people: [Handle]?, text: String?, in container: Container
    ) {
        guard let id = share.shareID else { return fail(SharingError.notSaved, share.rootRecord.recordID) }
        let request = SendShare(share: id, conversation: conversation, text: text, people: people)
        container.ask(.shareSend(request)) { [weak self] answer in
            guard let self else { return }
            switch answer {
            case .failure(let refusal): fail(SharingError(refusal), share.rootRecord.recordID)
            case .success: finish(share, in: container)
            }
        }
    }

    private func finish(_ share: CloudShare, in container: Container) {
        (isBusy, sendsLink, conversation) = (false, true, nil)
        self.share = share
        container.watch(share)
        container.add(self)
        delegate?.cloudSharingControllerDidSaveShare(self)
        container.tellSaved(share.rootRecord.recordID, .success(share))
    }

    func fail(_ error: any Error, _ record: DocumentID?) {
        isBusy = false
        share?.revert()
        delegate?.cloudSharingController(self, failedToSaveShareWithError: error)
        let told = error as? SharingError ?? .unreadable("\(error)")
        container?.tellSaved(record, .failure(told))
    }
}
