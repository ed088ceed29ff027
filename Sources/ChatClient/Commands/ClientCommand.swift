public import ChatConnection
import ChatProtocol
import ChatScenario
import ChatSystem

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
