import ChatProtocol

/// What `chat-client` says of itself.
enum ClientHelp {
    /// A command, its line of help, and the options that completion offers.
    struct Command {
        var name: String
        var line: String
        var options: [String]
        /// The words that may follow its name.
        var subcommands: [String] = []
    }

    static let commands = [
        Command(
            name: "connect", line: "take part in conversations, on the screen or line by line",
            options: ["--as", "--name", "--device", "--world", "--token", "--plain", "--no-color", "--quiet"]),
        Command(
            name: "demo", line: "watch the tour, then take part in it", options: ["--pace", "--as", "--no-color"]),
        Command(
            name: "play", line: "play scenarios and check what each person sees",
            options: [
                "--server", "--world", "--token", "--tags", "--name", "--report", "--pace", "--order", "--jobs",
                "--shard", "--repeat", "--rerun", "--watch", "--fail-fast", "--dry-run", "--seed", "--timings",
                "--no-color",
            ]),
        Command(
            name: "record", line: "record what people do as a scenario",
            options: ["--server", "--world", "--token", "--name", "--all", "--force", "--quiet"]),
        Command(
            name: "steps", line: "list or look up the phrases that scenarios may say",
            options: ["--json", "--markdown", "--no-color"]),
        Command(name: "format", line: "lay out feature files", options: ["--check", "--language"]),
        Command(
            name: "gherkin", line: "print what is read in feature files, as Gherkin's official tools do",
            options: ["--ast", "--pickles", "--source", "--tokens", "--language", "--languages", "--corpus"]),
        Command(
            name: "app", line: "an app's side: its Shared with You shelf, on the screen or line by line",
            options: ["--as", "--server", "--world", "--token", "--plain", "--no-color"]),
        Command(
            name: "watch", line: "print what a session is told, one JSON a line",
            options: ["--as", "--observer", "--world", "--after", "--token"]),
        Command(
            name: "send", line: "send one message",
            options: ["--as", "--to", "--world", "--token", "--reply-to", "--attach"]),
        Command(
            name: "link", line: "show which app opens a link, and why",
            options: [
                "--server", "--world", "--token", "--association", "--app", "--domain", "--json", "--no-color",
            ], subcommands: ["explain"]),
        Command(name: "rank", line: "say in which order a shelf shows links, and why", options: []),
        Command(name: "completion", line: "print a completion script for bash, zsh or fish", options: []),
        Command(name: "help", line: "this text, or that of a command", options: []),
    ]

    static var text: String {
        let lines = commands.map { command in
            "  " + command.name + String(repeating: " ", count: 12 - command.name.count) + command.line
        }
        return """
            chat-client: a person, a script or a story in Understudy, the stand-in for Messages.

            usage: chat-client COMMAND …

            \(lines.joined(separator: "\n"))

            chat-client COMMAND --help tells more, chat-client --version which version this is. A server listens on 127.0.0.1:\(ServerEndpoint.standardPort)
            once chat-server has been started.


            """
    }

    static var version: String { "chat-client \(Understudy.version)\n" }
}
