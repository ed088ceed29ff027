import ChatEngine
import ChatLog
import ChatProtocol
import ChatSystem

/// The program `chat-server`: reads its arguments, serves until a signal ends it, and reports the result.
public enum ServerCommand {
    /// Runs the command until it is done or a signal ends it.
    ///
    /// - Parameters:
    ///   - words: The words after the program's name.
    ///   - environment: The environment variables.
    /// - Returns: The exit status: 0, 1 if the server cannot start, 2 for bad usage or a refused configuration.
    public static func run(_ words: [String], environment: [String: String]) -> Int32 {
        let parent = ParentWatch()
        // The server survives the end of the program that reads its output.
        Signals.ignoreBrokenPipes()
        let purpose: ServerArguments.Purpose
        let settings: ServerSettings
        let endsWithParent: Bool
        do {
            let arguments = try ServerArguments(words)
            purpose = arguments.purpose
            endsWithParent = arguments.endsWithParent
            switch purpose {
            case .help, .version, .token, .schema, .check, .copy, .completion: settings = ServerSettings()
            case .serve, .printConfiguration:
                settings = try arguments.settings(over: try fileSettings(arguments.configuration))
            }
        } catch {
            log(ServerArguments.logFormat(in: words)).note(.configurationRefused(problem: error.message))
            return 2
        }
        switch purpose {
        case .help: StandardStream.output.write(ServerArguments.help)
        case .version: StandardStream.output.write("chat-server \(Understudy.version)\n")
        case .token(let arguments): return TokenCommand.run(arguments, environment: environment)
        case .schema(let part): SchemaCommand.run(part)
        case .completion(let shell): ServerCompletion.run(shell.flatMap(CompletionScript.Shell.init))
        case .check(let file): return CheckCommand.run(file)
        case .copy(let copy):
            if let copy { return copy.run() }
            StandardStream.output.write(CopyCommand.help)
            return 0
        case .printConfiguration: StandardStream.output.write(settings.text(environment: environment))
        case .serve: return serve(settings, environment: environment, endingWith: endsWithParent ? parent : nil)
        }
        return 0
    }

    private static func log(_ format: ServerLog.Format) -> ServerLog {
        // Lines that the pipe does not accept are dropped, because the server's only thread must not wait for a reader.
        ServerLog(format: format) { _ = Descriptors.writeIfTaken($0, to: StandardStream.error.descriptor) }
    }

    private static func fileSettings(_ path: String?) throws(ServerArguments.UsageError) -> ServerSettings {
        guard let path else { return ServerSettings() }
        let bytes: [UInt8]
        do throws(FileProblem) {
            bytes = try FileSystem.bytes(ofFile: path, max: ConfigurationFile.bytesMax)
        } catch {
            throw ServerArguments.UsageError(message: "--config: \(error)")
        }
        do throws(ConfigurationFile.Problem) {
            return try ConfigurationFile.settings(bytes)
        } catch {
            throw ServerArguments.UsageError(message: "\(path): \(error.message)")
        }
    }

    private static func serve(
        _ settings: ServerSettings, environment: [String: String], endingWith parent: ParentWatch?
    ) -> Int32 {
        CurrentProcess.returnLargeBlocks()
        // Blocked before a second thread exists, so that a signal during the start waits until it is handled below.
        Signals.blockEndSignals()
        let log = log(settings.logFormat)
        let server: SocketServer
        do {
            server = try start(settings, environment: environment, log)
        } catch {
            log.note(.startFailed(problem: "\(error)"))
            return 1
        }
        log.note(
            .started(
                address: settings.host, port: server.port,
                storage: settings.storage.kind, clock: settings.clock, asksForTokens: server.asksForTokens))
        let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
        let unread = StandardStream.output.write("chat-server listening on \(host):\(server.port)\n")
        // The server has its own threads. This thread only waits for the end.
        if let parent {
            // A failed write shows that the parent ended before it could be watched.
            if unread == nil { Signals.waitForEndSignal(orOf: parent) }
        } else {
            Signals.waitForEndSignal()
        }
        server.stop()
        log.note(.stopped)
        return 0
    }

    private static func start(
        _ settings: ServerSettings, environment: [String: String], _ serverLog: ServerLog
    ) throws -> SocketServer {
        var configuration = SocketServer.Configuration()
        configuration.host = settings.host
        configuration.port = settings.port
        configuration.advertised = settings.advertised
        configuration.tokens = settings.tokens
        configuration.hosts = settings.hosts
        configuration.origins = settings.origins
        configuration.engine.clock = settings.clock
        configuration.engine.releaseMilliseconds = settings.releaseSeconds * 1_000
        configuration.engine.limitsRate = settings.limitsRate
        configuration.engine.limits = settings.limits
        configuration.engine.consentPolicy = settings.consent
        configuration.engine.actionPolicy = settings.action
        let log: any EventLog
        var store: any WorldStore = MemoryWorlds()
        switch settings.storage {
        case .ephemeral: log = MemoryEventLog()
        case .database(let address):
            let engine = configuration.engine
            let worlds = try PostgresWorlds(address, main: .init(clock: engine.clock, seed: engine.seed))
            (log, store) = (worlds.main, worlds)
        case .file(let path): log = try open(path, serverLog)
        case .standardFile:
            guard let path = DataPath.chatLog(environment: environment) else {
                throw ListenError(message: "neither XDG_DATA_HOME nor HOME is set; give --data FILE")
            }
            log = try open(path, serverLog)
        }
        do {
            return try SocketServer(
                configuration: configuration, log: log, isStored: settings.storage != .ephemeral, store: store,
                serverLog: serverLog)
        } catch {
            // The other servers of the database would wait for this one, which never started.
            store.close()
            throw error
        }
    }

    /// Opens the log. Reports created folders in the server's log, because a misspelled path creates some.
    private static func open(_ path: String, _ serverLog: ServerLog) throws -> SQLiteEventLog {
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
        let isMissing = !folder.isEmpty && FileSystem.stamp(of: folder) == nil
        let log = try SQLiteEventLog(path: path)
        if isMissing { serverLog.note(.directoriesMade(path: path)) }
        return log
    }
}

/// `chat-server schema`: the contract for other languages, from the description that the code uses too.
public enum SchemaCommand {
    /// The document to print; nil prints the help.
    public enum Part: String, CaseIterable, Sendable {
        /// The JSON Schema of the notifications.
        case notifications
        /// The OpenRPC document of the methods.
        case openrpc
        /// The methods and the notifications as tables for the reference.
        case tables
    }

    /// Reads the words after `schema`.
    ///
    /// - Throws: ``ServerArguments/UsageError`` for an unknown document.
    static func part(_ words: [String]) throws(ServerArguments.UsageError) -> Part? {
        if words.contains("--help") || words.contains("-h") { return nil }
        guard let word = words.first else { return .notifications }
        guard words.count == 1, let part = Part(rawValue: word) else {
            let wrong = words.count == 1 ? word : words[1]
            let nearest = Spelling.nearest(to: wrong, among: Part.allCases.map(\.rawValue))
            let hint = nearest.map { "did you mean \($0)?" } ?? "see chat-server schema --help"
            throw ServerArguments.UsageError(message: "schema does not take “\(wrong)”; \(hint)")
        }
        return part
    }

    /// Prints the document.
    static func run(_ part: Part?) {
        let text =
            switch part {
            case .notifications: ContractText.notificationSchema + "\n"
            case .openrpc: ContractText.openRPC + "\n"
            case .tables: ContractText.reference + "\n"
            case nil: help
            }
        StandardStream.output.write(text)
    }

    private static let help = """
        chat-server schema: the contract of requests and notifications, for programs.

        USAGE
          chat-server schema [notifications]   a JSON Schema (2020-12) of every notification
          chat-server schema openrpc           every method, as an OpenRPC document; rpc.discover answers the same
          chat-server schema tables            both, as docs/reference/methods.md lists them

        """
}

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
