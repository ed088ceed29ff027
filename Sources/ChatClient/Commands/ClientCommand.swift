public import ChatConnection
import ChatProtocol
import ChatScenario
import ChatSystem
import ChatTerminal

/// `chat-client`: finds the command and runs it.
///
/// This module does not import the server. If a command needs a server within this process, the main program passes a
/// function that makes one.
public enum ClientCommand {
    /// The functions that the main program passes.
    public struct Dependencies: Sendable {
        /// Makes a new server without a socket for one scenario, with that seed for its random numbers.
        public var embedded: @Sendable (_ seed: UInt64) throws -> any Stage
        /// Makes a new server on a free port of this machine, with that seed for its random numbers. It is for the
        /// demo, and for plays that another program must reach.
        public var local: @Sendable (_ seed: UInt64) throws -> any ListeningStage
        /// Ranks a shelf by the text of a `.ranking` file.
        public var rank: @Sendable (String) -> RankVerdict

        /// Creates the dependencies from their functions.
        public init(
            embedded: @escaping @Sendable (_ seed: UInt64) throws -> any Stage,
            local: @escaping @Sendable (_ seed: UInt64) throws -> any ListeningStage,
            rank: @escaping @Sendable (String) -> RankVerdict
        ) {
            self.embedded = embedded
            self.local = local
            self.rank = rank
        }

        /// Returns the server that explains a link: the server of the command line, or a new one for association files.
        func stage(_ arguments: LinkArguments) throws -> any Stage {
            guard arguments.files.isEmpty else { return try embedded(0) }
            return SocketStage(
                to: arguments.endpoint, world: arguments.world, credentials: arguments.credentials,
                timeoutMilliseconds: arguments.timeoutMilliseconds)
        }

        /// Returns the server of a scenario: the server of the command line, or a new one.
        func stage(_ arguments: PlayArguments) throws -> any Stage {
            guard let server = arguments.server else {
                return try arguments.needsSocket ? local(arguments.seed ?? 0) : embedded(arguments.seed ?? 0)
            }
            return SocketStage(to: server, world: arguments.world ?? "main", credentials: arguments.credentials)
        }
    }

    /// Runs the command of a command line.
    ///
    /// - Parameters:
    ///   - words: The words after the program's name.
    ///   - environment: The environment variables.
    /// - Returns: The exit status: 2 for bad usage, else that of the command.
    public static func run(_ words: [String], environment: [String: String], dependencies: Dependencies) -> Int32 {
        Signals.ignoreBrokenPipes()
        do throws(UsageError) {
            return try dispatch(words, environment, dependencies)
        } catch {
            StandardStream.error.write("chat-client: \(error)\n")
            return 2
        }
    }

    private static func dispatch(
        _ words: [String], _ environment: [String: String], _ dependencies: Dependencies
    ) throws(UsageError) -> Int32 {
        guard let first = words.first else {
            if StandardStream.input.isTerminal, StandardStream.output.isTerminal {
                return try WelcomeCommand.run(environment)
            }
            StandardStream.error.write(ClientHelp.text)
            return 2
        }
        let rest = Array(words.dropFirst())
        // A profile contains the server and the handle, so it means `connect`.
        if first == "--profile" { return try ConnectCommand.run(words, environment: environment) }
        switch first {
        case "connect": return try ConnectCommand.run(rest, environment: environment)
        case "app": return try AppCommand.run(rest, environment: environment)
        case "watch": return try WatchCommand.run(rest, environment: environment)
        case "call": return try CallCommand.run(rest, environment: environment)
        case "wait": return try WaitCommand.run(rest, environment: environment)
        case "listen": return try ListenCommand.run(rest, environment: environment)
        case "check-server": return try CheckServerCommand.run(rest, environment: environment)
        case "check-client":
            return try CheckClientCommand.run(rest, environment: environment, dependencies: dependencies)
        case "mcp": return try MCPCommand.run(rest, environment: environment, dependencies: dependencies)
        case "record": return try RecordCommand.run(rest, environment: environment)
        case "send": return try SendCommand.run(rest, environment: environment)
        case "play":
            var playing = PlayEnvironment.process(environment)
            playing.stageOnAnyThread = { try dependencies.stage($0) }
            return PlayCommand.run(rest, stage: { try dependencies.stage($0) }, environment: playing)
        case "merge":
            return try whole(.process(environment)) { (output) throws(UsageError) in
                try MergeCommand.run(rest, environment: output)
            }
        case "steps":
            return try whole(.process(environment)) { (output) throws(UsageError) in
                try StepsCommand.run(rest, environment: output)
            }
        case "gherkin":
            return try whole(.process(environment)) { (output) throws(UsageError) in
                try GherkinCommand.run(rest, environment: output)
            }
        case "format":
            return try whole(.process(environment)) { (output) throws(UsageError) in
                try FormatCommand.run(rest, environment: output)
            }
        case "lsp": return try LanguageServerCommand.run(rest)
        case "demo": return try DemoCommand.run(rest, environment: environment, dependencies: dependencies)
        case "link":
            return LinkCommand.run(rest, stage: { try dependencies.stage($0) }, environment: .process(environment))
        case "rank": return try RankCommand.run(rest, rank: dependencies.rank, environment: .process(environment))
        case "completion": return try CompletionCommand.run(rest)
        case "help", "--help", "-h":
            if let topic = rest.first, topic != "help", !topic.hasPrefix("-") {
                guard ClientHelp.commands.contains(where: { $0.name == topic }) else { throw unknown(topic) }
                return try dispatch([topic, "--help"], environment, dependencies)
            }
            StandardStream.output.write(ClientHelp.text)
            return 0
        case "--version", "version":
            StandardStream.output.write(ClientHelp.version)
            return 0
        default: throw unknown(first)
        }
    }

    /// Runs a command whose output is its purpose, and returns its exit status: 2 if the output could not be written.
    private static func whole<Failure: Error>(
        _ environment: PlayEnvironment, _ run: (PlayEnvironment) throws(Failure) -> Int32
    ) throws(Failure) -> Int32 {
        let status = try run(environment)
        guard status == 0, let problem = environment.outputProblem?() else { return status }
        environment.complaints("chat-client: standard output is incomplete: \(problem)\n")
        return 2
    }

    /// Prints a problem on standard error.
    ///
    /// - Returns: The exit status for it, 1.
    @discardableResult
    static func fail(_ problem: String) -> Int32 {
        StandardStream.error.write("chat-client: \(problem)\n")
        return 1
    }

    /// Reports the reason for which the screen cannot be used, and returns the exit status for it.
    static func failScreen(_ problem: String) -> Int32 { fail("\(problem); use --plain") }

    private static func unknown(_ word: String) -> UsageError {
        let near = Spelling.nearest(to: word, among: ClientHelp.commands.map(\.name))
        return UsageError(
            "there is no command “\(word)”\(near.map { "; did you mean \($0)?" } ?? "; chat-client help lists them")")
    }
}

/// The help and the version of `chat-client`.
enum ClientHelp {
    /// All commands, in the order in which the help lists them.
    static let commands = [
        ConnectCommand.description, DemoArguments.description, PlayArguments.description,
        MergeCommand.description, RecordArguments.description, StepsCommand.description, FormatCommand.description,
        GherkinCommand.description, LanguageServerCommand.description, AppCommand.description, SendCommand.description,
        CallCommand.description,
        WatchCommand.description, WaitCommand.description, ListenCommand.description, LinkCommand.description,
        RankCommand.description, CheckServerCommand.description, CheckClientCommand.description,
        MCPCommand.description, CompletionCommand.description,
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

extension PlayEnvironment {
    /// Returns an environment with the terminal and the clock of this process.
    static func process(_ variables: [String: String]) -> PlayEnvironment {
        let output = StandardOutput()
        var environment = PlayEnvironment(
            isTerminal: StandardStream.output.isTerminal, variables: variables,
            output: { output.write($0) },
            complaints: { StandardStream.error.write($0) },
            pause: { _ = Readiness.wait(for: [], milliseconds: Int(clamping: $0.wholeMilliseconds)) })
        environment.outputProblem = { output.problem }
        environment.wall = { .milliseconds(Clocks.steady()) }
        var keyboard = WatchKeyboard()
        environment.idle = { keyboard.wait($0) }
        return environment
    }
}

/// Standard output. It records if text could not be written, for example because of a full disk.
private final class StandardOutput {
    private(set) var problem: String?

    func write(_ text: String) {
        if problem == nil { problem = StandardStream.output.write(text, of: .styled) }
    }
}

/// The keyboard of a person who watches a play. It reads whole lines, as the terminal delivers them.
private struct WatchKeyboard {
    private var input = PlainInput()

    /// Waits for a line, at most for that duration.
    ///
    /// - Returns: The cue of the line; nil if none arrived.
    mutating func wait(_ duration: Duration) -> PlayEnvironment.Cue? {
        if input.wantsMore {
            let interest = Interest(descriptor: StandardStream.input.descriptor)
            let isReady = Readiness.wait(for: [interest], milliseconds: Int(clamping: duration.wholeMilliseconds))
            if isReady.contains(where: \.canRead) { input.read() }
        } else if input.hasEnded {
            _ = Readiness.wait(for: [], milliseconds: Int(clamping: duration.wholeMilliseconds))
        }
        return input.next().map { $0.hasPrefix("q") ? .end : .again }
    }
}
