import ChatProtocol
import ChatSession

extension CastAppScreen {
    /// Returns the actions that the app still has to answer: those of which it was notified, without the ended and
    /// answered ones.
    /// - Throws: ``StepFailure`` if an action cannot be read.
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
    /// Applies the app's settings for sharing screens and notices to a running instance.
    func configure(_ screen: CastAppScreen) {
        screen.runtime.documents.availablePermissions = sharingChoices
        screen.runtime.documents.namesItems = namesItems
        screen.runtime.documents.tellsOthers = postsNotices
    }
}
