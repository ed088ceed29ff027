import ChatProtocol
import ChatScreens
import ChatSession
import ChatSystem
import ChatTerminal

/// A program on the screen of a terminal. Its state changes with keys and with what its connections receive, and is drawn
/// after each change.
protocol ScreenProgram: AnyObject {
    /// Returns the cells to draw.
    func draw() -> Grid

    /// Waits until a connection or one of the descriptors has something to read, and applies what the connections
    /// received.
    ///
    /// - Returns: The readiness of each descriptor, in order.
    func wait(besides descriptors: [Int32], milliseconds: Int?) -> [Readiness]

    /// Does what is due after each wait.
    ///
    /// - Returns: The exit status; nil to continue.
    func turn(on terminal: ScreenTerminal) -> Int32?

    /// Sets the size of the screen.
    func resize(to size: Size)

    /// Applies a key.
    ///
    /// - Returns: The requests to the owner of the terminal.
    func apply(_ key: Key) -> [PersonSession.Request]

    /// Shows a hint in the last row.
    func tell(_ hint: String)

    /// Lets the person edit a text in their own editor.
    func edit(_ text: String, on terminal: ScreenTerminal)
}

extension ScreenProgram {
    /// Takes over the terminal until the person quits.
    ///
    /// - Returns: The exit status.
    func run(_ palette: Palette) -> Int32 { ScreenTerminal.own(palette, failing: ClientCommand.failScreen, run) }

    /// Runs on a terminal that the caller has taken over and will restore, until the person quits.
    func run(on terminal: ScreenTerminal) -> Int32 {
        resize(to: terminal.mode.size)
        var hasKeys = true
        while true {
            let untilFrame = terminal.show(draw, atOnce: hasKeys)
            let patience = [untilFrame, terminal.patience].compactMap(\.self).min()
            let ready = wait(besides: terminal.descriptors, milliseconds: patience)
            if let status = turn(on: terminal) { return status }
            if ready[1].canRead, terminal.takeEvents() { resize(to: terminal.mode.size) }
            guard let keys = terminal.keys(canRead: ready[0].canRead) else { return 0 }
            hasKeys = !keys.isEmpty
            for key in keys {
                for request in apply(key) {
                    switch request {
                    case .redraw: terminal.forget()
                    case .suspend: terminal.mode.suspend()
                    case .quit: return 0
                    case .copy(let text):
                        let isSent = terminal.mode.copy(text)
                        tell(
                            isSent
                                ? "Copied, where the terminal lets a program do so"
                                : "Too long for a terminal's clipboard")
                    case .edit(let text): edit(text, on: terminal)
                    }
                }
            }
        }
    }
}

/// The screen of one person.
final class PersonProgram: ScreenProgram {
    private let session: PersonSession
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
        _ session: PersonSession, ringsBell: Bool = true, notifies: Bool = false, conversation: String? = nil,
        everyTurn: (() -> Void)? = nil
    ) {
        (self.ringsBell, self.notifies) = (ringsBell, notifies)
        hadNewMessage = session.model.state.view.hasNewMessage
        self.session = session
        self.everyTurn = everyTurn
        if let conversation { session.updateState { $0.view.destination = conversation } }
    }

    func draw() -> Grid { session.grid }

    func wait(besides descriptors: [Int32], milliseconds: Int?) -> [Readiness] {
        let longest = everyTurn == nil ? nil : 1_000
        return session.wait(besides: descriptors, milliseconds: [milliseconds, longest].compactMap(\.self).min())
    }

    func turn(on terminal: ScreenTerminal) -> Int32? {
        // Only `--plain` prints facts; the text of an alert is also used for the desktop.
        for case .alert(let text, let conversation) in session.drain(\.facts) where notifies {
            terminal.mode.notify("\(conversation): \(text)")
        }
        // Several alerts at once, for example after a time offline, ring the bell once.
        if !session.drain(\.alerts).isEmpty, ringsBell { terminal.mode.ringBell() }
        everyTurn?()
        openFirst()
        return !session.wasWelcome && session.isAway ? 1 : nil
    }

    func apply(_ key: Key) -> [PersonSession.Request] {
        session.model.state.keys.standard(key).map(session.apply) ?? []
    }

    func tell(_ hint: String) { session.updateState { $0.view.hint = hint } }

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

    func edit(_ text: String, on terminal: ScreenTerminal) {
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

    func resize(to size: Size) {
        guard session.size != size else { return }
        session.size = size
        session.pump()
    }
}

/// The person's own editor, for the text of a message.
enum ExternalEditor {
    /// The reason for which the text was not edited, as a line for the person.
    struct Problem: Error {
        let text: String
    }

    /// Opens the text in `$VISUAL` or `$EDITOR`, as a file that no other user can read. If the client is killed before
    /// the editor ends, its next run finds the file (``addLeftTexts(of:environment:to:)``).
    ///
    /// - Returns: The edited text, without the line end that editors add after the last line.
    /// - Throws: ``Problem`` if no editor is set, the file cannot be written or read, or the editor fails.
    static func edit(_ text: String, of person: Handle, environment: [String: String]) throws(Problem) -> String {
        guard let editor = environment["VISUAL"] ?? environment["EDITOR"], !editor.isEmpty else {
            throw Problem(text: "Set $VISUAL or $EDITOR")
        }
        guard let folder = BaseDirectory.state.path(environment: environment) else {
            throw Problem(text: "The text cannot be stored: set HOME or XDG_STATE_HOME")
        }
        // Another client of this person may edit its own text at the same time.
        let path = "\(folder)/\(prefix(of: person))\(CurrentProcess.id).txt"
        do {
            try PrivateFile.makeDirectories(above: path)
            try FileSystem.replace(path, with: Array((text + "\n").utf8), isPrivate: true, isSynced: false)
            defer { FileSystem.remove(path) }
            let words = editor.split(separator: " ").map(String.init) + [path]
            let status = try ChildProcess.run(words)
            guard status == 0 else { throw Problem(text: "\(editor) ended with \(status): the text is unchanged") }
            return try contents(of: path)
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem(text: "\(error)")
        }
    }

    /// Returns a store that also loads the texts of editors whose clients were killed.
    static func addLeftTexts(
        of person: Handle, environment: [String: String], to store: DraftStore
    ) -> DraftStore {
        var added = store
        added.load = {
            var found = store.load()
            let paths = leftFiles(of: person, environment: environment)
            found.changes += paths.compactMap { path -> DraftStore.Change? in
                guard let written = try? contents(of: path) else { return nil }
                // The number of a link was of the client that ended.
                let text = CommandTable.addressed(written) { _, _ in nil }
                return DraftStore.Change(
                    .messageSend(SendMessage(conversation: "", text: text)), clientID: path, place: nil,
                    cursor: 0, isAnswered: true)
            }
            if !paths.isEmpty, store.keepChanges(found.changes) == nil { for path in paths { FileSystem.remove(path) } }
            return found
        }
        return added
    }

    private static func leftFiles(of person: Handle, environment: [String: String]) -> [String] {
        guard let folder = BaseDirectory.state.path(environment: environment),
            let names = try? FileSystem.names(inFolder: folder)
        else { return [] }
        let prefix = prefix(of: person)
        return names.sorted().filter { name in
            guard name.hasPrefix(prefix), name.hasSuffix(".txt"),
                let process = Int32(name.dropFirst(prefix.count).dropLast(4))
            else { return false }
            return !Signals.isRunning(process)
        }.map { "\(folder)/\($0)" }
    }

    private static func prefix(of person: Handle) -> String {
        "message-\(person.rawValue.replacing("/", with: "_"))-"
    }

    private static func contents(of path: String) throws(FileProblem) -> String {
        let written = String(decoding: try FileSystem.bytes(ofTextFile: path, max: 8 * 1024 * 1024), as: UTF8.self)
        return written.hasSuffix("\n") ? String(written.dropLast()) : written
    }
}
