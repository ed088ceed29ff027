public import ChatProtocol

/// A handler that performs the actions of the system: the simulator's `SWCollaborationActionHandler`.
public protocol CollaborationActionHandler: AnyObject {
    /// Called when a collaboration starts and needs a link and an identifier.
    func collaborationCoordinator(_ coordinator: CollaborationCoordinator, handle action: StartCollaborationAction)
    /// Called when people are added to or removed from a collaboration.
    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator, handle action: UpdateCollaborationParticipantsAction)
}

/// A coordinator that gives an app its actions: the simulator's `SWCollaborationCoordinator`. Actions that arrive
/// before the handler is set wait for it until the server ends them (`coord-singleton`).
///
/// A program with one app uses ``shared`` on the main thread, as on a device. A program with several apps creates a
/// coordinator for each. The handler is called by ``AppSession/turn()``, or when it is set.
public final class CollaborationCoordinator {
    /// The coordinator of a program that runs one app.
    @MainActor public static let shared = CollaborationCoordinator()

    /// The handler of the actions. Set it before the first turn of the session.
    public weak var actionHandler: (any CollaborationActionHandler)? {
        didSet { handOver() }
    }

    /// Called with the identities of people who lost their access to a document of the app, and with the identifier of
    /// the collaboration. The app revokes their accounts and answers nothing (`act-remove`).
    public var onRemoval: ((_ identities: [PersonIdentity], _ collaborationIdentifier: String) -> Void)?

    private var actions: [Action] = []
    private var handedOver: Set<String> = []

    /// Creates a coordinator without a session.
    public init() {}

    /// Receives the actions of a session, including those that arrived with its welcome.
    public func serve(_ session: AppSession) {
        session.listen { [weak self, weak session] event in
            guard let self, let session else { return }
            switch event.told {
            case .actionRequested(let action): handle(action, for: session)
            case .actionEnded(let action, _): end(action)
            case .identitiesRemoved(let gone, let identifier, _): onRemoval?(gone, identifier)
            case .highlightsChanged, .documentChanged, .documentAccessChanged, .activitiesChanged, nil: break
            }
        }
    }

    /// The actions that are not complete, oldest first.
    public var waitingActions: [Action] { actions.filter { !$0.isComplete } }

    private func handle(_ told: RequestedAction, for session: AppSession) {
        // A session that reconnects receives the waiting actions again.
        guard !actions.contains(where: { $0.uuid == told.id.rawValue }) else { return }
        actions.append(Action.of(told, for: session))
        handOver()
    }

    private func end(_ id: ActionID) {
        for action in actions where action.uuid == id.rawValue { action.end() }
        forgetComplete()
    }

    private func handOver() {
        guard let actionHandler else { return }
        for action in actions where !action.isComplete && handedOver.insert(action.uuid).inserted {
            switch action {
            case let action as StartCollaborationAction:
                actionHandler.collaborationCoordinator(self, handle: action)
            case let action as UpdateCollaborationParticipantsAction:
                actionHandler.collaborationCoordinator(self, handle: action)
            default: break
            }
        }
        forgetComplete()
    }

    private func forgetComplete() { actions.removeAll(where: \.isComplete) }
}

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
