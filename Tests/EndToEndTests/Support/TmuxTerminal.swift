import Foundation

/// A shell in a tmux server of its own, which is killed when this object is released. Tests judge the client in this
/// terminal.
///
/// The tests use the control mode of tmux, which reports each output of a pane, so they never wait for a fixed time.
final class TmuxTerminal {
    /// The path of tmux; nil if this machine has none.
    static let program: String? = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux"]
        .first { access($0, X_OK) == 0 }

    private static let shell = "/bin/bash --norc --noprofile -i"

    private let control: PlainProcess
    private let name: String
    /// The number of lines of tmux that were read.
    private var read = 0
    private var questions = 0

    /// Starts a shell whose user folders are in `folder`.
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

    /// The visible lines, and the program that runs.
    struct View {
        let lines: [String]
        /// The program in the foreground: `bash`, `chat-client`.
        let program: String
        var text: String { lines.joined(separator: "\n") }
    }

    /// The last view that was read.
    private(set) var view = View(lines: [], program: "")

    /// Types text, as a person does.
    func type(_ text: String) { ask("send-keys -l -- \(Self.quoted(text))") }

    /// Presses keys by their names in tmux: `Enter`, `C-z`, `F2`.
    func press(_ keys: String...) { press(keys) }

    /// Presses several keys.
    func press(_ keys: [String]) { ask("send-keys " + keys.map(Self.quoted).joined(separator: " ")) }

    /// Pastes the text of a file, as a bracketed paste if the program asked for it.
    func paste(file: String) { ask("load-buffer \(Self.quoted(file)) ; paste-buffer -p") }

    /// Changes the size of the window.
    func size(columns: Int, rows: Int) {
        ask("refresh-client -C \(columns)x\(rows)")
        ask("resize-window -x \(columns) -y \(rows)")
    }

    /// Waits until the view meets a condition, and reads it again after each output.
    ///
    /// - Returns: True if it met it within the deadline.
    func waits(seconds: Int = 60, until isWanted: (View) -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            let before = control.lines.count
            look()
            if isWanted(view) { return true }
            let left = deadline - .now
            guard left > .zero else { return false }
            // Output during the read counts as new too.
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

    /// Sends a command to tmux.
    ///
    /// - Returns: The lines of its answer.
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
