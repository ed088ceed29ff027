/// A conversation that lies over an app.
extension ChatUpdate {
    /// Goes to a shared message; where none is named, to the end of its conversation.
    package static func open(_ place: AttributionContent.Place, in state: inout ChatState) -> [ChatAction] {
        state.view.pane = .thread
        state.view.isShelfShown = false
        state.view.search = nil
        let actions = select(place.conversation, in: &state)
        state.view.replies = nil
        state.view.target = place.message.isEmpty ? nil : place.message
        state.view.repliesToTarget = !place.message.isEmpty
        return actions
    }

    /// Forgets where it went; the draft stays.
    package static func leavePlace(_ state: inout ChatState) {
        state.view.target = nil
        state.view.repliesToTarget = false
        state.view.chosen = nil
        state.view.purpose = nil
    }
}
