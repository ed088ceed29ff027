import AppModel
import ChatProtocol
import ChatScreens
import ChatTerminal

/// The system's side of an app's screen: Messages, in the person's own session. It draws the people who shared an item,
/// asks for the conversation of a reply, and shows the conversation over the app (`privacy-render`). The app's own
/// session is never part of it.
protocol AttributionRenderer: AnyObject {
    /// The state of Messages.
    var messages: ChatState { get }

    /// The state of Messages if its session has begun; nil before. Reading it does not begin the session.
    var begunMessages: ChatState? { get }

    /// Requests the content of an opaque token. ``takeContents()`` returns it.
    func resolve(_ token: String)

    /// Returns the contents that arrived since the last call.
    func takeContents() -> [(token: String, content: AttributionContent)]

    /// Removes a highlight from the list, for its menu.
    func remove(_ highlight: String)

    /// Restores a removed highlight.
    func restore(_ highlight: String)

    /// Shows a conversation over the app, at the shared message.
    func lay(_ place: AttributionContent.Place, size: Size)

    /// Removes the conversation from the screen.
    func takeAway()

    /// Shows a hint that the sheet has one conversation only.
    func stay()

    /// Sets the size of the share sheet or the conversation over the app.
    func cover(_ size: Size)

    /// Opens the share sheet over the app.
    func share(_ context: ShareContext, size: Size)

    /// Changes the title of the document on the share sheet.
    func retitle(_ url: String, _ title: String)

    /// Closes the share sheet, because the person has lost its item.
    func endShareSheet()

    /// Opens the conversation with exactly these people and this person. Creates it if there is none.
    func message(_ people: [Handle])

    /// Returns the conversation whose composer got an item since the last call; nil if there is none.
    func takeHandedTo() -> AttributionContent.Place?

    /// Removes the hint from the last row.
    func forgetHint()

    /// Marks the problem of a job on the screen as read.
    ///
    /// - Returns: true if there was one.
    func readProblem() -> Bool

    /// Applies a key to the part of Messages over the app.
    ///
    /// - Returns: the requests to the owner of the terminal.
    func apply(_ key: Key) -> [PersonSession.Request]
}

extension AttributionRenderer {
    var begunMessages: ChatState? { messages }

    /// True if the person's list does not have the conversation. A sheet about their text there comes first.
    func isGone(_ place: AttributionContent.Place) -> Bool {
        guard let messages = begunMessages, messages.isListed, messages.sheet == nil else { return false }
        return !messages.conversations.contains { $0.id == place.conversation }
    }

    /// True if Esc is for the conversation: something in it is open or staged.
    var takesEscape: Bool {
        let view = messages.view
        return messages.hasActivePart || view.replies != nil || view.isAtOptions || messages.hasStaged
            || messages.awaitsItem
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
        // Messages that are not visible must not count as read.
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
            let name = state.conversations.first { $0.id == id }?.title ?? id.rawValue
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

/// Messages on a device on which an app runs: a session of the person's own. It logs in when the app first needs it.
package final class SystemMessages: AttributionRenderer {
    private let open: () -> PersonSession
    private(set) var session: PersonSession?

    /// - Parameter open: begins the session.
    package init(_ open: @escaping () -> PersonSession) { self.open = open }

    /// The session; begins it if there is none.
    package func begun() -> PersonSession {
        if let session { return session }
        let session = open()
        session.updateState { $0.wayBack = "undo (u)" }
        self.session = session
        return session
    }

    var messages: ChatState { begun().messages }

    var begunMessages: ChatState? { session?.messages }

    func resolve(_ token: String) { begun().resolve(token) }

    func takeContents() -> [(token: String, content: AttributionContent)] { session?.takeContents() ?? [] }

    func remove(_ highlight: String) { begun().remove(highlight) }

    func restore(_ highlight: String) { begun().restore(highlight) }

    func lay(_ place: AttributionContent.Place, size: Size) { begun().lay(place, size: size) }

    func takeAway() { session?.takeAway() }

    func stay() { session?.stay() }

    func cover(_ size: Size) { session?.cover(size) }

    func share(_ context: ShareContext, size: Size) { begun().share(context, size: size) }

    func retitle(_ url: String, _ title: String) { session?.retitle(url, title) }

    func endShareSheet() { session?.endShareSheet() }

    func message(_ people: [Handle]) { begun().message(people) }

    func takeHandedTo() -> AttributionContent.Place? { session?.takeHandedTo() }

    func readProblem() -> Bool { session?.readProblem() ?? false }

    func forgetHint() { session?.forgetHint() }

    func apply(_ key: Key) -> [PersonSession.Request] { begun().apply(key) }
}
