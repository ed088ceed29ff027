public import ChatProtocol

/// A task that an app must perform and answer before the system answers in its place: the simulator's `SWAction`
/// (`act-contract`).
public class Action {
    /// The identifier of the action, with which the answer refers to it.
    public let uuid: String
    /// The time until which the action can be answered.
    public let dueAt: Instant
    /// The collaboration that the action is about.
    public let collaborationMetadata: CollaborationMetadata
    /// True if the action needs no answer any more: it was answered, or the server ended it.
    public fileprivate(set) var isComplete = false

    fileprivate let session: AppSession

    fileprivate init(uuid: String, dueAt: Instant, metadata: CollaborationMetadata, session: AppSession) {
        self.uuid = uuid
        self.dueAt = dueAt
        collaborationMetadata = metadata
        self.session = session
    }

    /// Answers that the app has performed the action.
    public func fulfill() { fulfill(nil, nil) }

    /// Answers that the app cannot perform the action.
    public func fail() { complete(.actionFail(.init(action: ActionID(uuid)))) }

    /// Marks the action as complete because the server ended it.
    func end() { isComplete = true }

    /// Sends the answer, unless the action is complete. ``AppSession/onRefusal`` receives the error of a refusal.
    fileprivate func complete(_ request: Request) {
        guard !isComplete else { return }
        isComplete = true
        session.tell(.request(request))
    }

    fileprivate func fulfill(_ url: String?, _ identifier: String?) {
        complete(.actionFulfill(.init(action: ActionID(uuid), url: url, collaborationIdentifier: identifier)))
    }

    /// Returns the action of a server's request.
    static func of(_ told: RequestedAction, for session: AppSession) -> Action {
        let metadata = CollaborationMetadata(told.metadata)
        switch told.kind {
        case .startCollaboration:
            return StartCollaborationAction(
                uuid: told.id.rawValue, dueAt: told.dueAt, metadata: metadata, session: session)
        case .updateCollaborationParticipants:
            return UpdateCollaborationParticipantsAction(
                uuid: told.id.rawValue, dueAt: told.dueAt, metadata: metadata, session: session, added: told.added,
                removed: told.removed)
        }
    }
}

/// The first action of a collaboration: the app creates a link, and an identifier that is valid on every device
/// (`act-start`).
public final class StartCollaborationAction: Action {
    /// Answers that the app has started the collaboration. An empty argument is refused, and the action still waits.
    ///
    /// - Parameters:
    ///   - url: a universal link of the app.
    ///   - collaborationIdentifier: the identifier of the collaboration on every device.
    public func fulfill(using url: String, collaborationIdentifier: String) {
        guard !url.isEmpty, !collaborationIdentifier.isEmpty else { return refuse() }
        fulfill(url, collaborationIdentifier)
    }

    /// Refuses the answer, because a start needs a link. The action still waits.
    public override func fulfill() { refuse() }

    private func refuse() {
        session.onRefusal?(
            RPCError(.invalidParams, "A start is fulfilled with a link and a collaboration identifier."))
    }
}

/// The second action of a collaboration: the app admits people and removes others. It knows them only by their
/// identities (`act-participants`).
public final class UpdateCollaborationParticipantsAction: Action {
    /// The identities to admit.
    public let addedIdentities: [PersonIdentity]
    /// The identities to remove (`act-remove`).
    public let removedIdentities: [PersonIdentity]

    fileprivate init(
        uuid: String, dueAt: Instant, metadata: CollaborationMetadata, session: AppSession, added: [PersonIdentity],
        removed: [PersonIdentity]
    ) {
        addedIdentities = added
        removedIdentities = removed
        super.init(uuid: uuid, dueAt: dueAt, metadata: metadata, session: session)
    }
}
