import ChatProtocol
import ChatScenario
import ChatSystem
import ChatTerminal

/// `chat-client completion`: prints a script with which a shell completes commands and options.
enum CompletionCommand {
    static func run(_ words: [String]) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description) else { return 0 }
        try words.limit(to: 1)
        guard let shell = words.rest.first.flatMap(CompletionScript.Shell.init) else {
            throw words.problem("give a shell: bash, zsh or fish")
        }
        StandardStream.output.write(script.text(for: shell))
        return 0
    }

    /// The script for all commands of `chat-client`.
    static var script: CompletionScript {
        CompletionScript(
            program: "chat-client", commands: ClientHelp.commands, options: ["--version", "--help"],
            values: [
                ("--report", ReportRequest.Kind.allCases.map(\.rawValue).joined(separator: " ")),
                ("--for", Set(NotificationName.allCases.map(\.rawValue)).sorted().joined(separator: " ")),
                ("--theme", (["auto"] + Theme.allCases.map(\.rawValue)).joined(separator: " ")),
            ], fileCommands: ["play", "record", "format", "gherkin", "rank", "link"])
    }

    static let description = CommandDescription(
        "completion", "print a completion script for bash, zsh or fish",
        subcommands: CompletionScript.Shell.allCases.map(\.rawValue),
        help: """
            Prints a script that lets a shell complete commands and options.

            usage: chat-client completion bash|zsh|fish

              bash  source <(chat-client completion bash)
              zsh   source <(chat-client completion zsh)
              fish  chat-client completion fish | source

            """)
}
