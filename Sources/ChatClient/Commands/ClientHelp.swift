import ChatConnection
import ChatProtocol
import ChatScenario
import ChatSystem

/// The help and the version of `chat-client`.
enum ClientHelp {
    /// All commands, in the order in which the help lists them.
    static let commands = [
        ConnectCommand.description, DemoArguments.description, PlayArguments.description,
        MergeCommand.description, RecordArguments.description, StepsCommand.description, FormatCommand.description,
        GherkinCommand.description, AppCommand.description, SendCommand.description, CallCommand.description,
        WatchCommand.description, WaitCommand.description, ListenCommand.description, LinkCommand.description,
        RankCommand.description, CheckServerCommand.description, CheckClientCommand.description,
        CompletionCommand.description,
        CommandDescription("help", "print this help, or the help of a command", help: ""),
    ]

    static var text: String {
        let lines = commands.map { command in
            "  " + command.name + String(repeating: " ", count: 14 - command.name.count) + command.line
        }
        return """
            chat-client: terminal client, scenario player and tools of Understudy, a simulator of Messages.

            usage: chat-client COMMAND …

            \(lines.joined(separator: "\n"))

            `chat-client COMMAND --help` describes a command, and `chat-client --version` prints the version.
            The default server is 127.0.0.1:\(ServerEndpoint.standardPort).


            """
    }

    static var version: String { "chat-client \(Understudy.version)\n" }
}
