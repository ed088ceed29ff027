import ChatConnection
import ChatOptions
import ChatProtocol
import ChatSession
import ChatSystem

/// `chat-client watch`: what a session is told, one JSON a line, for `jq` and tests in other languages.
enum WatchCommand {
    static func run(_ words: [String], environment: [String: String]) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description) else { return 0 }
        let endpoint = try words.endpoint()
        try words.limit(to: 1)
        let identity: Hello.Identity
        if words.has("--observer") {
            identity = .observer(words.value("--as") == nil ? nil : try words.handle())
        } else {
            identity = .person(try words.handle(), name: nil)
        }
        var after: Int64?
        if let text = words.value("--after") {
            guard let number = Int64(text), number >= 0 else {
                throw words.problem("--after needs a cursor: a whole number from 0, not “\(text)”")
            }
            after = number
        }
        let world = words.world
        let credentials = try words.credentials(environment)
        return watch(endpoint, Hello(identity, world: world, after: after).with(credentials))
    }

    private static func watch(_ endpoint: ServerEndpoint, _ hello: Hello) -> Int32 {
        var lines: [UInt8] = []
        let connection = LiveConnection<ClientRequest>(to: endpoint, hello: hello)
        connection.tap = { message in
            guard case .notification? = ServerMessage.read(message) else { return }
            lines += message + [0x0A]
        }
        connection.start()
        var isWelcome = false
        while true {
            for report in connection.takeReports() {
                switch report {
                case .welcome: isWelcome = true
                case .phase(.refused(let error)): return ClientCommand.fail(error.message)
                case .phase(.waiting) where !isWelcome: return ClientCommand.fail(connection.lastProblem)
                case .phase(.waiting): ClientCommand.fail("\(connection.lastProblem) Trying again.")
                default: break
                }
            }
            if !lines.isEmpty {
                guard StandardStream.output.write(String(decoding: lines, as: UTF8.self)) == nil else { return 0 }
                lines = []
            }
            let left = connection.deadline.map { Int(clamping: max(0, $0 - Clocks.steady())) }
            // Nothing is wanted of the output but to hear that its reader went away.
            let output = Interest(descriptor: StandardStream.output.descriptor, reads: false)
            let ready = Readiness.wait(for: [output] + [connection.interest].compactMap { $0 }, milliseconds: left)
            if ready[0].canRead { return 0 }
            connection.turn(ready.count > 1 ? ready[1] : .init())
        }
    }

    static let description = CommandDescription(
        "watch", "print what a session is told, one JSON a line",
        help: """
            Prints everything that a session is told, one JSON-RPC notification a line, until it is stopped.

            usage: chat-client watch HOST:PORT --as HANDLE | --observer [options]

              --as HANDLE     what this person is told
              --observer      everything, as a test harness sees it
              --world NAME    the simulation to be in; main unless told otherwise
              --token SECRET  for a server that asks for tokens; better in UNDERSTUDY_TOKEN, where nobody sees it
              --token-file FILE
                              the file that it stands in
              --token-command COMMAND
                              a command that prints it
              --after CURSOR  what came after that cursor first; 0 for all that ever was
              --help          this text

            A lost connection is taken up where it ended. exit status: 0 when nobody reads the output any more,
            1 if the server cannot be reached or refuses, 2 bad usage

            """)
}
