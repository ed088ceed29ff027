import ChatProtocol

/// Does what the system asks of an app: the simulator's `SWCollaborationActionHandler`.
public protocol CollaborationActionHandler: AnyObject {
    /// A collaboration starts: a link and an identifier are wanted.
    func collaborationCoordinator(_ coordinator: CollaborationCoordinator, handle action: StartCollaborationAction)
    /// People come, or go.
    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator, handle action: UpdateCollaborationParticipantsAction)
}

/// Where an app gets its actions: the simulator's `SWCollaborationCoordinator`. What comes before there is a handler
/// waits for it, until its time is over (`coord-singleton`).
///
/// A program that runs one app uses ``shared``, on the main thread, as on a device; one that runs several, a coordinator
/// for each. The handler is called out of ``AppSession/turn()``, or where it is set.
public final class CollaborationCoordinator {
    /// The coordinator of a program that runs one app.
    @MainActor public static let shared = CollaborationCoordinator()

    /// Does what is asked; set it before the first turn of the session.
    public weak var actionHandler: (any CollaborationActionHandler)? {
        didSet { handOver() }
    }

    private var actions: [Action] = []
    private var handedOver: Set<String> = []

    /// A coordinator that serves nobody yet.
    public init() {}

    /// Takes the actions of a session, those that it was welcomed with included.
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
        // A session that comes back is told again of what still waits.
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
