public import ChatProtocol

/// Something that an app has to do, and to answer, or the system answers in its stead: the simulator's `SWAction`
/// (`act-contract`).
public class Action {
    /// By which it is answered.
    public let uuid: String
    /// Until when it can be answered.
    public let dueAt: Instant
    /// What it is about.
    public let collaborationMetadata: CollaborationMetadata
    /// Whether it needs no answer any more: it got one, or its time is over.
    public fileprivate(set) var isComplete = false

    fileprivate let session: AppSession

    fileprivate init(uuid: String, dueAt: Instant, metadata: CollaborationMetadata, session: AppSession) {
        self.uuid = uuid
        self.dueAt = dueAt
        collaborationMetadata = metadata
        self.session = session
    }

    /// It is done.
    public func fulfill() { fulfill(nil, nil) }

    /// It cannot be done.
    public func fail() { complete(.actionFail(.init(action: ActionID(uuid)))) }

    /// The system needs no answer any more.
    func end() { isComplete = true }

    /// Answers, once: what is answered stays so. What the server refuses is told to ``AppSession/onRefusal``.
    fileprivate func complete(_ request: Request) {
        guard !isComplete else { return }
        isComplete = true
        session.tell(.request(request))
    }

    fileprivate func fulfill(_ url: String?, _ identifier: String?) {
        complete(.actionFulfill(.init(action: ActionID(uuid), url: url, collaborationIdentifier: identifier)))
    }

    /// The action that the server tells of.
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

/// The first of the two: the app makes a link, and a name that holds on every device (`act-start`).
public final class StartCollaborationAction: Action {
    /// It is done.
    ///
    /// - Parameters:
    ///   - url: a universal link of the app.
    ///   - collaborationIdentifier: by which every device knows the collaboration.
    public func fulfill(using url: String, collaborationIdentifier: String) {
        guard !url.isEmpty, !collaborationIdentifier.isEmpty else { return refuse() }
        fulfill(url, collaborationIdentifier)
    }

    /// A start has a link: without one it is not done, and still waits.
    public override func fulfill() { refuse() }

    private func refuse() {
        session.onRefusal?(
            RPCError(.invalidParams, "A start is fulfilled with a link and a collaboration identifier."))
    }
}

/// The second: the app lets people in, and others no longer; they are known by their identities alone
/// (`act-participants`).
public final class UpdateCollaborationParticipantsAction: Action {
    /// Who is let in.
    public let addedIdentities: [PersonIdentity]
    /// Who is let in no longer (`act-remove`).
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
