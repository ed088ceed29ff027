import ChatConnection
import ChatProtocol
import ChatSystem

/// `chat-client` alone, at a terminal: finds a server or offers to start one, asks who one is, and goes there.
enum WelcomeCommand {
    private static let endpoint = ServerEndpoint.usual

    static func run(_ environment: [String: String]) throws(UsageError) -> Int32 {
        let output = StandardStream.output
        output.write("Understudy: Messages in a terminal. (chat-client --help lists everything else.)\n\n")
        if isListening {
            output.write("A server listens at \(endpoint).\n")
        } else {
            output.write("No server listens at \(endpoint). Start one that keeps what is said? [Y/n] ")
            let answer = readLine() ?? "n"
            guard answer.isEmpty || answer.lowercased().hasPrefix("y") else {
                output.write("Then: chat-server, and chat-client connect HOST:PORT --as HANDLE\n")
                return 0
            }
            if let problem = start(environment) { return ClientCommand.fail(problem) }
        }
        let user = environment["USER"].flatMap { Handle($0.lowercased()) }?.rawValue ?? "anna"
        output.write("Who are you? [\(user)] ")
        guard let line = readLine() else { return 0 }
        let name = line.filter { !$0.isWhitespace }
        return try ConnectCommand.run(
            ["\(endpoint)", "--as", name.isEmpty ? user : name], environment: environment)
    }

    private static var isListening: Bool {
        guard let stream = try? SocketStage(to: endpoint, world: "main").connect() else { return false }
        stream.close()
        return true
    }

    /// Starts the server beside this program, which goes on when this one ends.
    ///
    /// - Returns: why there is none.
    private static func start(_ environment: [String: String]) -> String? {
        let own = CommandLine.arguments.first ?? ""
        let folder = own.lastIndex(of: "/").map { own[...$0] } ?? ""
        guard let state = BaseDirectory.state.path(environment: environment) else {
            return "there is no place for its log: neither XDG_STATE_HOME nor HOME leads anywhere"
        }
        let log = state + "/chat-server.log"
        let script = #"nohup "$0" --port "$1" >>"$2" 2>&1 & echo "$!""#
        do {
            try PrivateFile.makeDirectories(above: log)
            StandardStream.output.write("Its number is ")
            let words = ["sh", "-c", script, folder + "chat-server", "\(endpoint.port)", log]
            guard try ChildProcess.run(words) == 0 else { return "the server could not be started: \(log) says why" }
        } catch {
            return "the server could not be started: \(error)"
        }
        // It listens within milliseconds, or says in its log why it does not.
        let end = Clocks.steady() + 5_000
        while !isListening {
            guard Clocks.steady() < end else { return "the server does not listen: \(log) says why" }
            _ = Readiness.wait(for: [], milliseconds: 20)
        }
        StandardStream.output.write("It listens at \(endpoint), keeps its log, and writes to \(log).\n")
        return nil
    }
}
