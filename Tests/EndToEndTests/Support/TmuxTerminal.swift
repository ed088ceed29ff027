import Foundation

/// A shell in a tmux of its own, which is killed when it is forgotten: the terminal that the client is judged in.
///
/// tmux is spoken to in its control mode, where it says by itself that a pane was written to: nothing here waits for
/// a time to pass.
final class TmuxTerminal {
    /// Where tmux is, if this machine has it.
    static let program: String? = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux"]
        .first { access($0, X_OK) == 0 }

    private static let shell = "/bin/bash --norc --noprofile -i"

    private let control: PlainProcess
    private let name: String
    /// How many lines of tmux were looked at.
    private var read = 0
    private var questions = 0

    /// Starts a shell, whose folders of the user are in `folder`.
    init(folder: String, columns: Int = 100, rows: Int = 30) throws {
        guard let program = Self.program else { throw ServerProcess.Failure(description: "no tmux") }
        name = "understudy-\(UUID().uuidString)"
        control = try PlainProcess(
            program,
            [
                "-L", name, "-f", "/dev/null", "-u", "-C", "new-session", "-c", folder, "-x", "\(columns)", "-y",
                "\(rows)", Self.shell,
            ],
            variables: [
                "PATH=\(ServerProcess.productsFolder):/usr/bin:/bin", "HOME=\(folder)",
                "XDG_STATE_HOME=\(folder)/state",
                "XDG_CONFIG_HOME=\(folder)/config", "TMUX_TMPDIR=\(folder)", "TERM=xterm-256color", "LANG=C.UTF-8",
            ])
        size(columns: columns, rows: rows)
    }

    deinit {
        control.type("kill-server\n")
        _ = control.end()
    }

    /// What is seen, line by line, and what its shell is doing.
    struct View {
        let lines: [String]
        /// The program in the foreground: `bash`, `chat-client`.
        let program: String
        var text: String { lines.joined(separator: "\n") }
    }

    /// The view that was taken last.
    private(set) var view = View(lines: [], program: "")

    /// Types text, as a person does.
    func type(_ text: String) { ask("send-keys -l -- \(Self.quoted(text))") }

    /// Presses keys by tmux's names of them: `Enter`, `C-z`, `F2`.
    func press(_ keys: String...) { press(keys) }

    /// The same for many.
    func press(_ keys: [String]) { ask("send-keys " + keys.map(Self.quoted).joined(separator: " ")) }

    /// Pastes the text of a file, in brackets if the program asked for them.
    func paste(file: String) { ask("load-buffer \(Self.quoted(file)) ; paste-buffer -p") }

    /// Makes the window another size.
    func size(columns: Int, rows: Int) {
        ask("refresh-client -C \(columns)x\(rows)")
        ask("resize-window -x \(columns) -y \(rows)")
    }

    /// Waits until the view is as wanted, looking again whenever something was written.
    ///
    /// - Returns: whether it came to be so within the deadline.
    func waits(seconds: Int = 30, until isWanted: (View) -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            let before = control.lines.count
            look()
            if isWanted(view) { return true }
            let left = deadline - .now
            guard left > .zero else { return false }
            // What was written while it looked is new as well.
            guard
                control.waits(
                    seconds: Int(left.components.seconds) + 1,
                    until: {
                        $0[before...].contains { $0.hasPrefix("%output") || $0.hasPrefix("%window-pane-changed") }
                    })
            else { return false }
        }
    }

    private func look() {
        var lines = ask("capture-pane -p ; display-message -p '#{pane_current_command}'")
        let program = lines.popLast() ?? ""
        view = View(lines: lines, program: program)
    }

    /// Asks tmux to do something.
    ///
    /// - Returns: what it answered, line by line.
    @discardableResult
    private func ask(_ command: String) -> [String] {
        questions += 1
        let mark = "answered \(questions)"
        control.type("\(command) ; display-message -p \(Self.quoted(mark))\n")
        guard control.waits(until: { $0[self.read...].contains(mark) }) else { return [] }
        let lines = control.lines[read...]
        guard let end = lines.firstIndex(of: mark) else { return [] }
        read = end + 1
        return lines[..<end].filter { !$0.hasPrefix("%") }
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("$", with: "\\$") + "\""
    }
}
