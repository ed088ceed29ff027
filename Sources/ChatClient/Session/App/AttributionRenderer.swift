import AppModel
import ChatProtocol
import ChatScreens
import ChatTerminal

/// The system's side of an app's screen: Messages as the person has it, in a session of its own. It draws who shared
/// what, asks in which conversation to reply, and lays the conversation over the app (`privacy-render`). The app's own
/// session is never part of it.
protocol AttributionRenderer: AnyObject {
    /// What the system shows of the conversations.
    var messages: ChatState { get }

    /// The same, where the system has begun to look; nil before, so that asking begins nothing.
    var begunMessages: ChatState? { get }

    /// Asks what stands behind an opaque token; ``takeContents()`` brings it.
    func resolve(_ token: String)

    /// What was resolved since the last look.
    func takeContents() -> [(token: String, content: AttributionContent)]

    /// Takes a highlight off the list, as its menu says.
    func remove(_ highlight: String)

    /// Brings back what was taken off.
    func restore(_ highlight: String)

    /// Lays a conversation over the app, at the shared message.
    func lay(_ place: AttributionContent.Place, size: Size)

    /// Takes it away.
    func takeAway()

    /// Says that the sheet shows no other conversation.
    func stay()

    /// Says how large the conversation is that lies over the app.
    func cover(_ size: Size)

    /// Opens the share sheet over the app.
    func share(_ context: ShareContext, size: Size)

    /// Gives the document on the share sheet another title.
    func retitle(_ url: String, _ title: String)

    /// Closes the share sheet: its item is the person's no longer.
    func endShareSheet()

    /// Goes to the conversation with exactly these people and this person; begins it if there is none.
    func message(_ people: [Handle])

    /// The conversation into whose composer something was handed from it since the last look.
    func takeHandedTo() -> AttributionContent.Place?

    /// Says no longer what was last said to the person.
    func forgetHint()

    /// Marks what is shown about a job as read.
    ///
    /// - Returns: true if there was something to read.
    func readProblem() -> Bool

    /// A key for what lies over the app.
    ///
    /// - Returns: what the owner of the terminal must do.
    func apply(_ key: Key) -> [PersonSession.Request]
}

extension AttributionRenderer {
    var begunMessages: ChatState? { messages }

    /// Returns true if the person's list does not have the conversation. A sheet about what they wrote there comes
    /// first.
    func isGone(_ place: AttributionContent.Place) -> Bool {
        guard let messages = begunMessages, messages.isListed, messages.sheet == nil else { return false }
        return !messages.conversations.contains { $0.id == place.conversation }
    }

    /// True if Esc is for the conversation: something in it is open, or staged in its composer, or what is written there
    /// answers a message that was unsent and becomes a message of its own.
    var takesEscape: Bool {
        let view = messages.view
        return messages.sheetHasKeys || view.search != nil || view.chosen != nil || view.replies != nil
            || view.isAtOptions || messages.hasStaged || messages.awaitsItem || messages.isPurposeGone
    }
}

extension PersonSession: AttributionRenderer {
    var messages: ChatState { model.state }

    func stay() { updateState { $0.view.hint = "This sheet shows one conversation; Esc closes it" } }

    func resolve(_ token: String) { ask(.live(.attributionShow(.init(attribution: AttributionToken(token))))) }

    func remove(_ highlight: String) {
        _ = perform([.hideHighlight(id: highlight)])
        pump()
    }

    func restore(_ highlight: String) {
        _ = perform([.restoreHighlight(id: highlight)])
        pump()
    }

    func lay(_ place: AttributionContent.Place, size: Size) {
        self.size = size
        forgetHint()
        _ = perform(updateState { state in ChatUpdate.run(on: &state) { $0.open(place) } })
        tellTyping()
    }

    func forgetHint() { updateState { $0.view.hint = nil } }

    func takeAway() {
        _ = updateState { state in ChatUpdate.run(on: &state) { $0.leavePlace() } }
        // What nobody sees must not count as read.
        size = Size(columns: 0, rows: 0)
        tellTyping()
    }

    func cover(_ size: Size) {
        self.size = size
        pump()
    }

    func share(_ context: ShareContext, size: Size) {
        self.size = size
        _ = perform(updateState { state in ChatUpdate.run(on: &state, size: size) { $0.share(context) } })
        pump()
    }

    func message(_ people: [Handle]) {
        let wanted = Set(people.map(\.rawValue))
        let place = messages.conversations.first { row in
            let members = messages.threads[row.id]?.members.map(\.handle) ?? []
            return Set(members).subtracting([messages.handle]) == wanted
        }
        if let place {
            _ = perform(
                updateState { state in
                    state.view.handedTo = place.id
                    return ChatUpdate.run(on: &state) { $0.turn(to: place.id) }
                })
        } else {
            _ = perform([.createConversation(handles: people.map(\.rawValue), name: nil)])
        }
        tellTyping()
    }

    func retitle(_ url: String, _ title: String) { updateState { $0.retitle(url, title) } }

    func endShareSheet() {
        _ = updateState { state in ChatUpdate.run(on: &state) { $0.endSheets() } }
        takeAway()
    }

    func takeHandedTo() -> AttributionContent.Place? {
        updateState { state in
            guard let id = state.view.handedTo else { return nil }
            state.view.handedTo = nil
            let name = state.conversations.first { $0.id == id }?.title ?? id
            return AttributionContent.Place(conversation: id, name: name)
        }
    }

    func readProblem() -> Bool {
        guard let problem = model.state.problems.last(where: \.isUrgent) else { return false }
        forgetHint()
        let actions = updateState { state in ChatUpdate.run(on: &state) { $0.read(problem) } }
        _ = perform(actions)
        pump()
        return true
    }
}
