import ChatConnection
import ChatProtocol
import ChatSystem
import ChatTerminal

/// `chat-client` alone, at a terminal: finds a server or offers to start one, asks for a handle, and connects.
enum WelcomeCommand {
    static func run(_ environment: [String: String]) throws(UsageError) -> Int32 {
        let output = StandardStream.output
        let endpoint = try OptionWords.sorted([], of: ConnectCommand.description).server(environment)
        output.write("Understudy: Messages in a terminal. (chat-client --help lists all commands.)\n\n")
        if isListening(endpoint) {
            output.write("A server listens on \(endpoint).\n")
        } else {
            guard endpoint.isLoopback else { return ClientCommand.fail("no server listens on \(endpoint)") }
            output.write("No server listens on \(endpoint). Start one that stores its data? [Y/n] ")
            let answer = readLine() ?? "n"
            guard answer.isEmpty || answer.lowercased().hasPrefix("y") else {
                output.write(
                    "To do it yourself, run `chat-server --port \(endpoint.port)`, then "
                        + "`chat-client connect \(endpoint) --as HANDLE`.\n")
                return 0
            }
            if let problem = start(endpoint, environment) { return ClientCommand.fail(problem) }
        }
        guard let me = askWho(environment["USER"]) else { return 0 }
        let name = me.name.map { ["--name", $0] } ?? []
        return try ConnectCommand.run(
            ["\(endpoint)", "--as", me.handle.rawValue] + name, environment: environment)
    }

    /// Asks for a handle until one is valid. A name that is no handle becomes the display name, with a handle proposed.
    ///
    /// - Parameter user: The handle to propose first, if it is valid.
    /// - Returns: Nil at the end of the input.
    private static func askWho(_ user: String?) -> (handle: Handle, name: String?)? {
        var proposed = user.flatMap { Handle($0) } ?? Handle("anna")
        var name: String?
        var question = "Who are you?"
        while true {
            StandardStream.output.write(question + (proposed.map { " [\($0)] " } ?? " "))
            guard let line = readLine() else { return nil }
            let words = line.split(whereSeparator: \.isWhitespace)
            let answer = words.joined(separator: " ")
            if answer.isEmpty, let proposed { return (proposed, name) }
            if let handle = Handle(typed: answer) { return (handle, name) }
            if let handle = Handle(proposedFor: answer) {
                (proposed, name, question) = (handle, answer, "Others will see “\(answer)”. Your handle:")
            } else {
                StandardStream.output.write("“\(CleanText.line(answer))” is not a valid handle: \(Handle.rule).\n")
            }
        }
    }

    private static func isListening(_ endpoint: ServerEndpoint) -> Bool {
        guard let stream = try? SocketStage(to: endpoint, world: "main").connect() else { return false }
        stream.close()
        return true
    }

    /// Starts the `chat-server` in the folder of this program. It keeps running after this program, in its own process
    /// group, so that no key of the terminal ends it.
    ///
    /// - Returns: The reason for which the server could not be started; nil if it listens.
    private static func start(_ endpoint: ServerEndpoint, _ environment: [String: String]) -> String? {
        let own = CommandLine.arguments.first ?? ""
        let folder = own.lastIndex(of: "/").map { own[...$0] } ?? ""
        guard let state = BaseDirectory.state.path(environment: environment) else {
            return "the server's log cannot be stored: set HOME or XDG_STATE_HOME"
        }
        let log = state + "/chat-server.log"
        let script =
            #"trap "" TTOU; nohup "$0" --port "$1" >>"$2" 2>&1 & "#
            + #"echo "(pid $!; stop it with: kill $!)""#
        do {
            try PrivateFile.makeDirectories(above: log)
            StandardStream.output.write("Started chat-server ")
            let words = ["sh", "-c", script, folder + "chat-server", "\(endpoint.port)", log]
            guard try ChildProcess.run(words, inOwnGroup: true) == 0 else {
                return "the server could not be started; see \(log)"
            }
        } catch {
            return "the server could not be started: \(error)"
        }
        // The server listens within milliseconds, or writes to its log why it does not.
        let end = Clocks.steady() + 5_000
        while !isListening(endpoint) {
            guard Clocks.steady() < end else { return "the server does not listen on its port; see \(log)" }
            _ = Readiness.wait(for: [], milliseconds: 20)
        }
        StandardStream.output.write("It listens on \(endpoint); its log is \(log).\n")
        return nil
    }
}
