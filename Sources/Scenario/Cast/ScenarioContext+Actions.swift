import ChatProtocol
import ChatSession

extension CastAppScreen {
    /// What the app has to answer as it runs for its person: what it was told, without what ended.
    func openActions() throws(StepFailure) -> [RequestedAction] {
        var actions: [RequestedAction] = []
        for told in told where told.method == NotificationName.actionRequested {
            let action = try RequestedAction(told: told.params["action"], as: "an action")
            if !actions.contains(where: { $0.id == action.id }) { actions.append(action) }
        }
        let ended = told.filter { $0.method == NotificationName.actionEnded }.compactMap { $0.params.text("action") }
        return actions.filter { !ended.contains($0.id.rawValue) && !answered.contains($0.id) }
    }
}

extension CastApp {
    /// Tells a screen of the app what the app says of its sharing screens and events.
    func configure(_ screen: CastAppScreen) {
        screen.runtime.documents.availablePermissions = sharingChoices
        screen.runtime.documents.namesItems = namesItems
        screen.runtime.documents.tellsOthers = postsNotices
    }
}
