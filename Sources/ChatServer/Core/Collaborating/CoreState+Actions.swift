package import ChatProtocol

/// What waits for the answers of apps.
struct Collaborating: Equatable, Sendable {
    /// A collaboration that was begun, and whose.
    struct Start: Equatable, Sendable {
        var start: CollaborationStart
        var person: Handle
        var draft = KeptDraft()
    }

    /// The actions that wait, the one whose time is over first at the beginning.
    private(set) var actions: [CollaborationAction] = []
    /// The collaborations that wait.
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
}

extension CoreState {
    /// The collaborations of a person that wait for their apps, oldest first.
    func starts(of person: Handle) -> [CollaborationStart] {
        collaborating.actions.compactMap(\.start).compactMap { collaborating.starts[$0] }
            .filter { $0.person == person }.map(\.start)
    }

    /// What an app that runs as that person has to answer, oldest first.
    package func actions(of app: AppID, runningAs person: Handle) -> [RequestedAction] {
        collaborating.actions.filter { $0.app == app && $0.person == person }.map { appAction($0) }
    }

    /// An action in the app's own form.
    ///
    /// - Parameter isForObserver: then it lacks what only the app itself is sent (`meta-local-id`).
    func appAction(_ action: CollaborationAction, isForObserver: Bool = false) -> RequestedAction {
        let share = action.existing.flatMap { shares[$0]?.share } ?? action.draft
        let draft = action.start.flatMap { collaborating.starts[$0]?.draft }
        let metadata = RequestedAction.Metadata(
            localIdentifier: isForObserver ? nil : draft?.localIdentifier,
            collaborationIdentifier: share?.collaborationIdentifier, title: action.title,
            defaultShareOptions: action.options.choice,
            userSelectedShareOptions: ((try? action.options.selecting(action.selected)) ?? action.options).choice)
        var told = RequestedAction(id: action.id, kind: action.kind, dueAt: action.dueAt, metadata: metadata)
        if action.kind == .updateCollaborationParticipants {
            told.addedIdentities = action.added.compactMap { share?.identity(of: $0) }
            told.removedIdentities = action.removed.compactMap { share?.identity(of: $0) }
        }
        return told
    }

    /// The actions that time will end.
    func pendingActions(of person: Handle?) -> [PendingWork] {
        collaborating.actions.filter { person == nil || $0.person == person }.map {
            PendingWork(what: "time limit of action \($0.id) of \($0.app)", dueAt: $0.dueAt)
        }
    }
}
