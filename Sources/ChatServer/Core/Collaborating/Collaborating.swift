package import ChatProtocol

/// The actions and the collaborations that wait for answers of apps.
struct Collaborating: Equatable, Sendable {
    /// A waiting collaboration, with its person and its draft.
    struct Start: Equatable, Sendable {
        var start: CollaborationStart
        var person: Handle
        var draft = StoredDraft()
    }

    /// The waiting actions, by the end of their time limit, the earliest first.
    private(set) var actions: [CollaborationAction] = []
    /// The waiting collaborations.
    var starts: [StartID: Start] = [:]

    mutating func add(_ action: CollaborationAction) {
        let index = actions.firstIndex { $0.dueAt > action.dueAt } ?? actions.count
        actions.insert(action, at: index)
    }

    mutating func remove(_ id: ActionID) { actions.removeAll { $0.id == id } }

    mutating func set(_ start: CollaborationStart, of person: Handle) {
        if start.state == .waiting {
            starts[start.id, default: Start(start: start, person: person)].start = start
        } else {
            starts[start.id] = nil
        }
    }

    /// Returns the collaborations of a person that wait for apps, oldest first.
    func starts(of person: Handle) -> [CollaborationStart] {
        actions.compactMap(\.start).compactMap { starts[$0] }
            .filter { $0.person == person }.map(\.start)
    }

    /// Returns the time limits of a person's waiting actions; of all waiting actions if the person is nil.
    func pending(of person: Handle?) -> [PendingWork] {
        actions.filter { person == nil || $0.person == person }.map {
            PendingWork(what: "time limit of action \($0.id) of \($0.app)", dueAt: $0.dueAt)
        }
    }
}

/// The actions as apps receive them.
package struct ActionViews {
    private let state: CoreState

    package init(_ state: CoreState) { self.state = state }

    /// Returns the actions that an app running as a person must answer, oldest first.
    package func actions(of app: AppID, runningAs person: Handle) -> [RequestedAction] {
        state.collaborating.actions.filter { $0.app == app && $0.person == person }.map { appAction($0) }
    }

    /// Returns an action in the app's own form.
    ///
    /// - Parameter isForObserver: True if an observer receives the action. The local identifier is then missing,
    ///   because only the app itself is sent it (`meta-local-id`).
    func appAction(_ action: CollaborationAction, isForObserver: Bool = false) -> RequestedAction {
        let share = action.existing.flatMap { state.shares[$0]?.share } ?? action.draft
        let draft = action.start.flatMap { state.collaborating.starts[$0]?.draft }
        let metadata = RequestedAction.Metadata(
            localIdentifier: isForObserver ? nil : draft?.localIdentifier,
            collaborationIdentifier: share?.collaborationIdentifier, title: action.title,
            defaultShareOptions: action.options.choice,
            userSelectedShareOptions: ((try? action.options.selecting(action.selected)) ?? action.options).choice)
        var requested = RequestedAction(id: action.id, kind: action.kind, dueAt: action.dueAt, metadata: metadata)
        if action.kind == .updateCollaborationParticipants {
            requested.addedIdentities = action.added.compactMap { share?.identity(of: $0) }
            requested.removedIdentities = action.removed.compactMap { share?.identity(of: $0) }
        }
        return requested
    }
}
