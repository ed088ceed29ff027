import ChatProtocol

#if canImport(Glibc)
    import Glibc
#endif

/// What `chat-server` does: reads its arguments, serves until it is told to end, and says how it went.
public enum ServerCommand {
    /// Runs the command until it is told to end.
    ///
    /// - Parameters:
    ///   - words: the words after the program's name.
    ///   - environment: the environment variables.
    /// - Returns: the exit status: 0, 1 if the server cannot start, 2 for bad usage.
    public static func run(_ words: [String], environment: [String: String]) -> Int32 {
        // A reader of our output that goes away is not a reason to die.
        Syscalls.ignoreSignal(SIGPIPE)
        let arguments: ServerArguments
        do {
            arguments = try ServerArguments(words)
        } catch {
            Syscalls.write("chat-server: \(error)\n", to: STDERR_FILENO)
            return 2
        }
        switch arguments.purpose {
        case .help:
            Syscalls.write(ServerArguments.help, to: STDOUT_FILENO)
            return 0
        case .version:
            Syscalls.write("chat-server \(Understudy.version)\n", to: STDOUT_FILENO)
            return 0
        case .serve: break
        }
        // Blocked before there is a second thread: one that comes while the server starts waits to be taken below.
        Syscalls.blockSignals(endings)
        do {
            serve(try start(arguments, environment: environment), arguments)
            return 0
        } catch {
            Syscalls.write("chat-server: \(error)\n", to: STDERR_FILENO)
            return 1
        }
    }

    private static func start(_ arguments: ServerArguments, environment: [String: String]) throws -> SocketServer {
        var configuration = SocketServer.Configuration()
        configuration.host = arguments.host
        configuration.port = arguments.port
        configuration.engine.clock = arguments.clock
        configuration.engine.limitsRate = arguments.limitsRate
        let log: any EventLog
        switch arguments.storage {
        case .ephemeral: log = MemoryEventLog()
        case .file(let path): log = try SQLiteEventLog(path: path)
        case .standardFile:
            guard let path = DataPath.chatLog(environment: environment) else {
                throw ListenError(message: "neither XDG_DATA_HOME nor HOME says where data goes; give --data FILE")
            }
            log = try SQLiteEventLog(path: path)
        }
        let serverLog = ServerLog(format: arguments.logFormat) { Syscalls.write($0, to: STDERR_FILENO) }
        return try SocketServer(
            configuration: configuration, log: log, isStored: arguments.storage != .ephemeral, serverLog: serverLog)
    }

    /// The signals that end the server cleanly.
    private static let endings = [SIGTERM, SIGINT]

    private static func serve(_ server: SocketServer, _ arguments: ServerArguments) {
        let host = arguments.host.contains(":") ? "[\(arguments.host)]" : arguments.host
        Syscalls.write("chat-server listening on \(host):\(server.port)\n", to: STDOUT_FILENO)
        // The server has threads of its own; this one has nothing to do but wait for the end.
        Syscalls.waitForSignal(endings)
        server.stop()
    }
}
