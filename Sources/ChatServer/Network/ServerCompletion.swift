import ChatSystem

/// `chat-server completion bash|zsh|fish`: the script with which a shell completes commands and options.
enum ServerCompletion {
    /// Returns the shell that the words name.
    ///
    /// - Returns: nil if the words ask for help.
    /// - Throws: ``ServerArguments/UsageError`` if the words name no shell.
    static func shell(_ words: [String]) throws(ServerArguments.UsageError) -> CompletionScript.Shell? {
        if words.contains("--help") || words.contains("-h") { return nil }
        guard words.count == 1, let shell = CompletionScript.Shell(rawValue: words[0]) else {
            throw ServerArguments.UsageError(message: "completion needs a shell: bash, zsh or fish")
        }
        return shell
    }

    /// Prints the script, or the help if the shell is nil.
    static func run(_ shell: CompletionScript.Shell?) {
        StandardStream.output.write(shell.map(script.text) ?? help)
    }

    private static let script = CompletionScript(
        program: "chat-server",
        commands: [
            TokenArguments.description,
            CommandDescription("check", "check a log for damage", help: CheckCommand.help),
            CommandDescription("copy", "copy the intact records of a log", help: CopyCommand.help),
            CommandDescription(
                "schema", "print the contract for programs",
                subcommands: SchemaCommand.Part.allCases.map(\.rawValue), help: ""),
            CommandDescription(
                "completion", "print a completion script",
                subcommands: CompletionScript.Shell.allCases.map(\.rawValue), help: ""),
        ], options: ServerArguments.optionNames,
        values: [("--role", "person app observer"), ("--clock", "real virtual"), ("--log-format", "text json")],
        fileCommands: ["check", "copy"])

    private static let help = """
        usage: chat-server completion bash|zsh|fish

        Prints a script that lets a shell complete commands and options.

          bash  source <(chat-server completion bash)
          zsh   source <(chat-server completion zsh)
          fish  chat-server completion fish | source

        exit status: 0 done, 2 bad usage

        """
}
