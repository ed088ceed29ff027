import ChatScreens
import ChatSession
import ChatSystem
import ChatTerminal

/// The screen of one person: reads keys and draws cells, until the person quits.
final class ScreenLoop {
    private let session: PersonSession
    private let palette: Palette
    private let everyTurn: (() -> Void)?
    private let ringsBell: Bool
    private let notifies: Bool
    /// True if an earlier run left a text in the New Message.
    private let hadNewMessage: Bool

    /// Creates the screen of a session.
    ///
    /// - Parameters:
    ///   - ringsBell: True if an alert rings the terminal's bell.
    ///   - notifies: True if an alert also shows on the desktop, if the terminal supports it (OSC 9).
    ///   - conversation: The conversation to open first.
    ///   - everyTurn: Called after each event, and at least once a second.
    init(
        _ session: PersonSession, palette: Palette, ringsBell: Bool = true, notifies: Bool = false,
        conversation: String? = nil, everyTurn: (() -> Void)? = nil
    ) {
        (self.ringsBell, self.notifies) = (ringsBell, notifies)
        hadNewMessage = session.model.state.view.hasNewMessage
        self.session = session
        self.palette = palette
        self.everyTurn = everyTurn
        if let conversation { session.updateState { $0.view.destination = conversation } }
    }

    /// Takes over the terminal until the person quits.
    ///
    /// - Returns: The exit status.
    func run() -> Int32 { ScreenTerminal.own(palette, failing: ClientCommand.failScreen, run) }

    /// Runs on a terminal that the caller has taken over and will restore.
    func run(on terminal: TerminalMode) -> Int32 { run(on: ScreenTerminal(terminal, palette: palette)) }

    private func run(on terminal: ScreenTerminal) -> Int32 {
        resize(to: terminal.mode.size)
        var hasKeys = true
        while true {
            let untilFrame = terminal.show({ session.grid }, atOnce: hasKeys)
            let patience = [untilFrame, terminal.patience, everyTurn == nil ? nil : 1_000].compactMap { $0 }.min()
            let ready = session.wait(besides: terminal.descriptors, milliseconds: patience)
            // Only `--plain` prints facts; the text of an alert is also used for the desktop.
            for case .alert(let text, let conversation) in session.drain(\.facts) where notifies {
                terminal.mode.notify("\(conversation): \(text)")
            }
            // Several alerts at once, for example after a time offline, ring the bell once.
            if !session.drain(\.alerts).isEmpty, ringsBell { terminal.mode.ringBell() }
            everyTurn?()
            openFirst()
            if !session.wasWelcome, session.isAway { return 1 }
            if ready[1].canRead, terminal.takeEvents() { resize(to: terminal.mode.size) }
            guard let keys = terminal.keys(canRead: ready[0].canRead) else { return 0 }
            hasKeys = !keys.isEmpty
            for key in keys {
                guard let key = session.model.state.keys.standard(key) else { continue }
                for request in session.apply(key) {
                    switch request {
                    case .redraw: terminal.forget()
                    case .suspend: terminal.mode.suspend()
                    case .quit: return 0
                    case .copy(let text):
                        let isSent = terminal.mode.copy(text)
                        session.updateState {
                            $0.view.hint =
                                isSent
                                ? "Copied, where the terminal lets a program do so"
                                : "Too long for a terminal's clipboard"
                        }
                    case .edit(let text): edit(text, on: terminal)
                    }
                }
            }
        }
    }

    /// Opens the first conversation as soon as the list has loaded.
    private func openFirst() {
        guard let conversation = session.model.state.view.destination, session.isSettled else { return }
        let (size, hadNewMessage) = (session.size, hadNewMessage)
        let actions = session.updateState { state -> [ChatAction] in
            state.view.destination = nil
            let writes = state.view.selected == nil && state.view.isTyping && !state.view.draft.isEmpty
            // Text that was added to an older draft, or whose recipients are being entered, stays in the New Message.
            guard !writes || !hadNewMessage && state.view.sheet != .compose else {
                state.view.hint = state.keys.hint("Alt-K goes to another conversation")
                return []
            }
            do throws(SlashCommand.Mistake) {
                return try ChatUpdate.run(on: &state, size: size) { update throws(SlashCommand.Mistake) in
                    try update.perform("/to \(conversation)")
                    if writes { update.moveWords(from: "") }
                }
            } catch {
                // Text for a conversation that does not exist must not go to the first one in the list.
                let actions = ChatUpdate.run(on: &state, size: size) { $0.select("") }
                state.view.hint = error.text
                return actions
            }
        }
        _ = session.perform(actions)
        session.pump()
    }

    private func edit(_ text: String, on terminal: ScreenTerminal) {
        terminal.mode.lend {
            do throws(ExternalEditor.Problem) {
                let written = try ExternalEditor.edit(
                    text, of: session.model.me, environment: CurrentProcess.environment)
                session.updateState { $0.view.draft.rewrite(written) }
            } catch {
                session.updateState { $0.view.hint = error.text }
            }
        }
        terminal.forget()
        session.pump()
    }

    private func resize(to size: Size) {
        guard session.size != size else { return }
        session.size = size
        session.pump()
    }
}
