import ChatOptions

extension CommandDescription {
    /// The rows of a help for the secrets of a server that asks for tokens: the same for every command.
    ///
    /// - Parameters:
    ///   - column: where in a row stands what an option is for.
    ///   - note: what more there is to know of the secrets that this command needs.
    static func tokenRows(at column: Int, _ note: String? = nil) -> String {
        let margin = String(repeating: " ", count: column)
        let options = [
            (
                "--token SECRET",
                "for a server that asks for tokens; better in UNDERSTUDY_TOKEN, where nobody sees it"
                    + (note.map { ".\n\(margin)\($0)" } ?? "")
            ), ("--token-file FILE", "the file that it stands in"),
            ("--token-command COMMAND", "a command that prints it"),
        ]
        let rows = options.map { option, what in
            let label = "  \(option)"
            let room = column - label.count
            return room > 1 ? label + margin.suffix(room) + what : "\(label)\n\(margin)\(what)"
        }
        return rows.joined(separator: "\n")
    }
}
