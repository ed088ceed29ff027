/// A conversation that is shown over an app.
extension ChatUpdate {
    /// Opens a shared message, or the end of the conversation if no message is named.
    package mutating func open(_ place: AttributionContent.Place) {
        state.view.pane = .thread
        leaveShelf()
        state.view.search = nil
        select(place.conversation)
        open()
        state.view.replies = nil
        state.view.target = place.message.isEmpty ? nil : .message(place.message)
        state.view.repliesToTarget = !place.message.isEmpty
    }

    /// Forgets the place that `open` showed, and the reply to its message. The text of the draft stays.
    package mutating func leavePlace() {
        state.view.isTyping = false
        state.view.target = nil
        state.view.repliesToTarget = false
        state.view.chosen = nil
        state.view.purpose = nil
        state.view.opened = nil
    }
}
