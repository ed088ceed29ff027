import AppModel
package import ChatProtocol
package import ChatScreens
import ChatSystem
package import ChatTerminal

/// Messages over the screen of an app with its own screens: the share sheet, and the conversation in which the person
/// replies or to which they send an item. The app never receives what it shows (`privacy-render`).
package final class MessagesOverlay {
    /// A part of Messages.
    package enum Part: Hashable, Sendable {
        /// The share sheet, over the app's screen.
        case shareSheet
        /// A conversation, in place of the app's screen.
        case conversation
    }

    /// The part that is shown; nil if the app has the screen.
    package private(set) var part: Part?
    /// The size of the screen.
    package var size: Size { didSet { if part != nil { session.size = size } } }
    private let session: PersonSession
    private var contents: [String: AttributionContent] = [:]
    private var asked: Set<String> = []
    private var known: (renames: Int, conversations: Int, shelf: [ShelfItem]) = (0, 0, [])

    /// Creates the overlay of a person's session. At first the app has the screen.
    package init(_ session: PersonSession, size: Size) {
        (self.session, self.size) = (session, size)
        session.size = Size(columns: 0, rows: 0)
    }

    /// The state of Messages.
    package var state: ChatState { session.model.state }

    /// The time of the next ``turn()``, in milliseconds of the steady clock; nil if nothing is due.
    package var deadline: Int64? { session.deadline }

    /// Returns the display name of a person.
    package func label(of handle: Handle) -> String { session.label(of: handle) }

    /// Applies everything that has arrived.
    package func turn() {
        session.turn(.init())
        let state = state
        let isOld =
            known.renames != state.renames || known.conversations != state.conversations.count
            || known.shelf != state.shelf
        if isOld {
            known = (state.renames, state.conversations.count, state.shelf)
            asked.forEach(session.resolve)
        }
        for (token, content) in session.takeContents() { contents[token] = content }
        _ = session.drain(\.facts)
        _ = session.drain(\.alerts)
        follow()
    }

    /// Returns the people who shared an item, by the app's token for it; nil until the server has answered.
    package func content(of token: String) -> AttributionContent? {
        if asked.insert(token).inserted { session.resolve(token) }
        return contents[token]
    }

    /// Opens the share sheet.
    package func share(_ context: ShareContext) {
        session.share(context, size: size)
        part = .shareSheet
    }

    /// Closes the share sheet.
    package func endShareSheet() {
        session.endShareSheet()
        part = nil
    }

    /// Opens the conversation of a shared item, to reply there.
    package func reply(at place: AttributionContent.Place) {
        session.lay(place, size: size)
        session.updateState { $0.view.hint = "Esc returns to the app" }
        part = .conversation
    }

    /// Opens the conversation with exactly these people; begins it if there is none.
    package func message(_ people: [Handle]) {
        session.message(people)
        follow()
    }

    /// True if the composer of the conversation has something that is not sent.
    package var hasUnsent: Bool {
        let state = state
        return state.hasStaged || state.view.selected.flatMap { state.view.drafts[$0] }?.saysSomething == true
    }

    /// Returns the name of the row of the share sheet that a key chooses: the focused row for Return, and the row under
    /// the mouse for a click. Nil if the key chooses no row, or if no share sheet is open.
    package func subject(chosenBy key: Key) -> String? {
        let state = state
        guard part == .shareSheet, state.view.sheet == .share,
            case .picked(let index)? = state.sheetOutcome(of: key, on: size)
        else { return nil }
        let choices = Sheets.sheet(.share, in: state).choices
        return choices.indices.contains(index) ? choices[index].subject : nil
    }

    /// Returns true if a key, a click or a drag cancels the share sheet.
    package func isCancelled(by key: Key) -> Bool {
        if key == .escape || key == .control("c") { return true }
        return part == .shareSheet && state.sheetOutcome(of: key, on: size) == .dismiss
    }

    /// Returns the hint of Messages for a person whose screen shows the app, and removes it; nil if there is none.
    package func takeHint() -> String? {
        guard part == nil, let hint = state.view.hint else { return nil }
        session.forgetHint()
        return hint
    }

    /// Applies a key.
    ///
    /// - Returns: the text to copy; nil if the key copies none.
    package func apply(_ key: Key) -> String? {
        let isCancel = key == .control("c")
        if part == .conversation, key == .escape || isCancel, !session.takesEscape {
            session.takeAway()
            // Its sentences about keys are true on its own screen alone.
            session.forgetHint()
            part = nil
            return nil
        }
        let requests = session.apply(isCancel ? .escape : key)
        follow()
        return requests.lazy.compactMap { if case .copy(let text) = $0 { text } else { nil } }.first
    }

    /// Draws the part that is shown over the app's screen.
    package func draw(over grid: inout Grid) {
        switch part {
        case .shareSheet: _ = state.drawSheet(over: &grid, state.connection)
        case .conversation: grid = session.grid
        case nil: break
        }
    }

    /// Shows the conversation into which an item was handed. Returns the screen to the app when the share sheet has
    /// closed.
    private func follow() {
        if session.takeHandedTo() != nil {
            session.cover(size)
            part = .conversation
        } else if part == .shareSheet, state.view.sheet == nil {
            session.takeAway()
            part = nil
        }
    }
}

/// The mouse: its events act on the topmost part of the screen.
extension AppRuntime {
    /// Applies a mouse event.
    ///
    /// - Returns: the actions for the owner of the terminal.
    func apply(_ event: MouseEvent) -> [AppAction] {
        let isFree = state.view.unsaved == nil
        if isFree, state.view.isSharing { return applyToShareSheet(.mouse(event)) }
        if isFree, state.view.reply != nil, state.view.editor == nil {
            guard let inner = AppReplyPainter.event(event, on: size) else { return [] }
            // The conversation is drawn without its hint, which would move its rows.
            if event.kind != .drag, event.kind != .release { forgetHints() }
            _ = renderer.apply(.mouse(inner))
            return []
        }
        let rest = run { $0.apply(.mouse(event)) }
        pump()
        return rest
    }

    /// Applies a key, or a mouse event, to the share sheet over the page.
    ///
    /// - Returns: the actions for the owner of the terminal.
    func applyToShareSheet(_ key: Key) -> [AppAction] {
        let requests = renderer.apply(key)
        pump()
        if state.view.reply == nil, !state.view.isSharing { renderer.takeAway() }
        return requests.compactMap { if case .copy(let text) = $0 { .copy(text) } else { nil } }
    }
}
