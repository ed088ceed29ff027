import ChatProtocol

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
