/// A conversation that lies over an app.
extension ChatUpdate {
    /// Goes to a shared message; where none is named, to the end of its conversation.
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

    /// Forgets where it went; the draft stays.
    package mutating func leavePlace() {
        state.view.isTyping = false
        state.view.target = nil
        state.view.repliesToTarget = false
        state.view.chosen = nil
        state.view.purpose = nil
        state.view.opened = nil
    }
}
