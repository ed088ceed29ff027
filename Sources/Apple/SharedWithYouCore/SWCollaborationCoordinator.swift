import AppModel
public import Foundation
import UnderstudyRuntime

/// The handler of the actions that the system requests of an app.
public protocol SWCollaborationActionHandler: NSObjectProtocol {
    /// Creates a link and an identifier for a collaboration that starts (`act-start`).
    func collaborationCoordinator(
        _ coordinator: SWCollaborationCoordinator, handle action: SWStartCollaborationAction)
    /// Gives people access to a collaboration, and takes it from others (`act-participants`).
    func collaborationCoordinator(
        _ coordinator: SWCollaborationCoordinator, handle action: SWUpdateCollaborationParticipantsAction)
}

/// The source of an app's actions. Actions wait until there is a handler, up to their deadline (`coord-singleton`).
///
/// It is safe to send: its handler is only used with the lock held, and everything else never changes.
open class SWCollaborationCoordinator: NSObject, @unchecked Sendable {
    /// The coordinator of the app that the current code runs as.
    open class var shared: SWCollaborationCoordinator {
        guard let app = RunningApp.currentOrReport else { return SWCollaborationCoordinator(nil) }
        return app.withModel { $0.object { SWCollaborationCoordinator(app) } }
    }

    private weak let app: RunningApp?
    private let forwarder = ActionForwarder()
    private let lock = NSLock()
    private weak var handler: (any SWCollaborationActionHandler)?

    private init(_ app: RunningApp?) {
        self.app = app
        super.init()
        forwarder.coordinator = self
    }

    /// The handler. The actions that wait are handed over when it is set.
    open weak var actionHandler: (any SWCollaborationActionHandler)? {
        get { lock.withLock { handler } }
        set {
            lock.withLock { handler = newValue }
            app?.withModel { $0.coordinator.actionHandler = newValue == nil ? nil : forwarder }
        }
    }

    fileprivate func handOver(_ action: Action) {
        guard let app else { return }
        switch action {
        case let action as StartCollaborationAction:
            let action = SWStartCollaborationAction(action, of: app)
            app.enqueue { [self] in actionHandler?.collaborationCoordinator(self, handle: action) }
        case let action as UpdateCollaborationParticipantsAction:
            let action = SWUpdateCollaborationParticipantsAction(action, of: app)
            app.enqueue { [self] in actionHandler?.collaborationCoordinator(self, handle: action) }
        default: break
        }
    }
}

/// The handler of the model's coordinator: it enqueues each action for the app's own handler.
private final class ActionForwarder: CollaborationActionHandler {
    weak var coordinator: SWCollaborationCoordinator?

    func collaborationCoordinator(_: CollaborationCoordinator, handle action: StartCollaborationAction) {
        coordinator?.handOver(action)
    }

    func collaborationCoordinator(_: CollaborationCoordinator, handle action: UpdateCollaborationParticipantsAction) {
        coordinator?.handOver(action)
    }
}
