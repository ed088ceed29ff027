import ChatSystem

extension CommandDescription {
    /// Returns the row for `--server` in a command's help, which is the same for every command.
    static func serverRow(at column: Int) -> String {
        row("--server HOST:PORT", "the server (default: UNDERSTUDY_SERVER, else 127.0.0.1:7400)", at: column)
    }

    /// Returns the row for `--timeout` in a command's help.
    ///
    /// - Parameter what: The text that names the steps for which the time applies.
    static func timeoutRow(at column: Int, _ what: String = "for connecting, and for each answer") -> String {
        row("--timeout TIME", "the most time \(what): 500ms, 5s, 2m (default: 10s)", at: column)
    }

    private static func row(_ option: String, _ what: String, at column: Int) -> String {
        let margin = String(repeating: " ", count: column)
        let label = "  \(option)"
        let room = column - label.count
        return room > 1 ? label + margin.suffix(room) + what : "\(label)\n\(margin)\(what)"
    }

    /// Returns the rows for the secrets in a command's help, for a server that requires tokens.
    ///
    /// - Parameters:
    ///   - column: The column in which the description of an option begins.
    ///   - note: A remark on the secrets that this command needs.
    static func tokenRows(at column: Int, _ note: String? = nil) -> String {
        let margin = String(repeating: " ", count: column)
        let options = [
            (
                "--token SECRET",
                "the token to log in with; UNDERSTUDY_TOKEN hides it from `ps`"
                    + (note.map { ".\n\(margin)\($0)" } ?? "")
            ), ("--token-file FILE", "a file that contains the token"),
            ("--token-command COMMAND", "a command that prints the token"),
        ]
        return options.map { row($0, $1, at: column) }.joined(separator: "\n")
    }
}
