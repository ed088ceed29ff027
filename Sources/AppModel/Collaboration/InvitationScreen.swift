public import ChatProtocol

/// The Invitation screen as a value, on which a person chooses people and permissions and then sends the link
/// (`ucs-invite-screen`).
public struct InvitationScreen: Hashable, Sendable {
    /// The title of the item; a general one without a delegate (`ucs-default-header`).
    public internal(set) var title: String
    /// One character in place of a thumbnail.
    public internal(set) var thumbnail: String
    /// The chosen people, in the order of the choice.
    public internal(set) var people: [Handle] = []
    /// The people who were chosen before anyone with the link got access. They return if the person changes the access
    /// back.
    private var namedBefore: [Handle] = []
    /// The access to the share.
    public internal(set) var access: Share.Access
    /// The permission of the participants.
    public internal(set) var permission: Share.Permission
    /// True if participants may add people (`options-set`).
    public internal(set) var allowsInviting = false
    /// The message that sends the link; nil until a person or a conversation is chosen.
    public internal(set) var invitation: LinkInvitation?
    /// True if sharing sends ``invitation``.
    public internal(set) var sendsLink = true
    /// The conversation that the person chose for the link; nil for the one that has exactly the named people.
    package internal(set) var place: LinkInvitation.Place?
    /// True if the person is no longer in the conversation that they chose for the link: nothing is shared until they
    /// choose again.
    package internal(set) var isPlaceGone = false
    /// The offered choices of access. A single choice is not shown.
    public let accessChoices: [Share.Access]
    /// The offered choices of permission. A single choice is not shown.
    public let permissionChoices: [Share.Permission]
    /// True if the app offers that participants may add people.
    public let offersInviting: Bool

    init(title: String, thumbnail: String, choices: OfferedChoices) {
        self.title = title
        self.thumbnail = thumbnail
        accessChoices = choices.access
        permissionChoices = choices.permissions
        offersInviting = choices.inviting
        access = choices.access.first ?? .private
        permission = choices.permissions.first ?? .readWrite
    }

    /// Removes the chosen people while anyone with the link has access, and restores them afterwards.
    mutating func nameNobody(_ isPublic: Bool) {
        if isPublic {
            (namedBefore, people, allowsInviting) = (people.isEmpty ? namedBefore : people, [], false)
        } else if people.isEmpty {
            (people, namedBefore) = (namedBefore, [])
        }
    }

    /// True if the link can be sent: people are chosen, or anyone with the link has access.
    public var canSend: Bool { !people.isEmpty || access == .public }
    /// The people who get access when the document is shared: the chosen people and the members of the chosen
    /// conversation. Empty if anyone with the link gets access.
    public var peopleWithAccess: [Handle] {
        guard access == .private else { return [] }
        let others = sendsLink ? place?.people ?? [] : []
        return people + others.filter { !people.contains($0) }
    }
    /// The chosen people who receive no link because they are not in the chosen conversation.
    public var peopleWithoutLink: [Handle] {
        guard sendsLink, let place else { return [] }
        return people.filter { !place.people.contains($0) }
    }
    /// True if the screen has choices that closing it would discard.
    public var hasChanges: Bool {
        !people.isEmpty || allowsInviting || access != (accessChoices.first ?? .private)
            || permission != (permissionChoices.first ?? .readWrite)
    }
    /// True if people can be chosen: not if anyone with the link has access (`ck-no-mix`).
    public var canAddPeople: Bool { access == .private }
    /// True if the person can choose whether participants may add people: the app offers it, and the share is private.
    public var canAllowInviting: Bool { offersInviting && access == .private }
}

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

/// The message that sends the link of a share to the added people (`ucs-invite-owner`): its recipients and its
/// conversation, as shown before a save. The server decides by the same rules when it saves.
public struct LinkInvitation: Hashable, Sendable {
    /// A conversation of the person.
    package struct Place: Hashable, Sendable {
        package var id: ConversationID
        package var title: String
        /// The other people in the conversation.
        package var people: [Handle]

        package init(id: ConversationID, title: String, people: [Handle]) {
            (self.id, self.title, self.people) = (id, title, people)
        }
    }

    /// The destination of the link.
    public enum Destination: Hashable, Sendable {
        /// The conversation with that title.
        case conversation(String)
        /// A new conversation.
        case newConversation
        /// A conversation that the server chooses, because it cannot be determined here.
        case unknown
    }

    /// The people who receive the link.
    public let people: [Handle]
    /// The destination of the link.
    public let destination: Destination
    /// True if only those people receive the link who cannot see it yet. Some of the people are in a conversation with
    /// the link, and only the server knows who joined it later.
    public let isConditional: Bool

    /// Creates the message to the added people; nil if there are none.
    ///
    /// - Parameters:
    ///   - added: the added people.
    ///   - places: the conversations of the person who adds, in the order of their list; nil if they are not known.
    ///   - hasLink: returns true if a conversation contains the link of the share.
    package init?(_ added: [Handle], in places: [Place]?, where hasLink: (Place) -> Bool) {
        guard !added.isEmpty else { return nil }
        people = added
        let wanted = Set(people)
        isConditional = (places ?? []).contains { hasLink($0) && !wanted.isDisjoint(with: $0.people) }
        let place = places?.first { $0.people.count == wanted.count && Set($0.people) == wanted }
        // If fewer of the people need the link, the server sends it to another conversation.
        let isKnown = places != nil && (!isConditional || people.count == 1)
        destination = isKnown ? place.map { .conversation($0.title) } ?? .newConversation : .unknown
    }

    /// Creates the message to a conversation that the person chose. All of its members receive the link.
    init(to place: Place) {
        (people, destination, isConditional) = (place.people, .conversation(place.title), false)
    }

    /// The sentence on the screen about the message: `The link is sent in “Choir” after saving.`
    package var sentence: String {
        let place =
            switch destination {
            case .conversation(let title): " in “\(title)”"
            case .newConversation: " in a new conversation"
            case .unknown: ""
            }
        return isConditional
            ? "People who have not received the link since it was shared get it\(place) after saving."
            : "The link is sent\(place) after saving."
    }

    /// Returns the title of the choice that sends the message: `Send the link to Dee in “Choir”`.
    package func title(names: (Handle) -> String) -> String {
        if case .conversation(let title) = destination, people.isEmpty { return "Send the link in “\(title)”" }
        let list = SharingConfirmation.shortList(people.map(names))
        let place =
            switch destination {
            case .conversation(let title): " in “\(title)”"
            case .newConversation: " in a new conversation"
            case .unknown: ""
            }
        return "Send the link to \(list)\(place)\(isConditional ? " if needed" : "")"
    }
}
