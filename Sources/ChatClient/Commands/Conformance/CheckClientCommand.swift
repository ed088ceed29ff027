import ChatConformance
import ChatConnection
import ChatSystem

/// `chat-client check-client`: checks if a client follows the contract.
enum CheckClientCommand {
    static func run(
        _ words: [String], environment: [String: String], dependencies: ClientCommand.Dependencies
    ) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description) else { return 0 }
        if words.has("--list") { return CheckList.tell(ClientConformance.checks) }
        guard !words.rest.isEmpty else {
            throw words.problem("no client was given: chat-client check-client -- COMMAND {host} {port}")
        }
        let checks = try CheckList.chosen(ClientConformance.checks, words)
        let says = words.value("--say").map { $0.replacing("\\n", with: "\n") }
        guard says?.contains("{text}") != false else {
            throw words.problem("--say needs {text}, the text to send")
        }
        let conformance = ClientConformance(
            stage: { try dependencies.local(0) }, says: says ?? "send {conversation} {text}"
        ) { endpoint in try ClientProcess(words.rest, to: endpoint) }
        return CheckList.run(checks) { conformance.result(of: $0) }
    }

    static let description = CommandDescription(
        "check-client", "check that your client follows the wire contract",
        lists: ["--only"],
        help: """
            Acts as a server, starts your client against it once for each check, and checks the contract: the client
            resumes, resends without duplicates, keeps the order, stops when it is refused, ignores unknown members, and
            reconnects. The output is TAP.

            usage: chat-client check-client [options] -- COMMAND…

              --say LINES    the lines for the client's standard input that make it send a message: {conversation} is
                             the id of the conversation, {name} its name, {text} the text, and \n ends a line (default:
                             send {conversation} {text})
              --only NAME    runs only this check; can be repeated
              --list         prints the names of the checks
              --help         this text

            COMMAND receives the server's address in the words {host}, {port} and {url} (of the WebSocket), and in
            UNDERSTUDY_HOST, UNDERSTUDY_PORT and UNDERSTUDY_URL. It receives the person's handle in {handle} and
            UNDERSTUDY_HANDLE. It must run until it is ended, print the text of every received message once, in one
            line, and send the lines of --say. For chat-client itself:

              chat-client check-client --say '/to {name}\\n{text}' -- \\
                chat-client connect {host}:{port} --as {handle} --plain

            exit status: 0 every check passed, 1 a check failed, 2 bad usage

            """)
}

/// A client as a process with pipes for its input and output.
private final class ClientProcess: ClientProgram {
    private let process: PipedProcess
    /// The most bytes of a printed line.
    private static let lineBytesMax = 1024 * 1024
    /// The longest time in which the client may leave a line unread, in milliseconds.
    private static let patience = 5_000

    init(_ words: [String], to endpoint: ServerEndpoint) throws(SystemFailure) {
        let given = [
            "host": endpoint.host, "port": "\(endpoint.port)", "url": "ws://\(endpoint)/ws",
            "handle": ClientStand.handle,
        ]
        let words = words.map { word in
            given.reduce(word) { $0.replacing("{\($1.key)}", with: $1.value) }
        }
        var variables: [String: String] = [:]
        for (name, value) in given { variables["UNDERSTUDY_\(name.uppercased())"] = value }
        process = try PipedProcess(words, variables: variables)
    }

    func say(_ line: String) { _ = process.writeLine(Array(line.utf8), milliseconds: Self.patience) }

    func hear() -> [String] {
        var lines: [String] = []
        while let line = try? process.line(milliseconds: 0, bytesMax: Self.lineBytesMax) {
            lines.append(String(decoding: line, as: UTF8.self))
        }
        return lines
    }

    var end: String? {
        process.exitStatus(milliseconds: 0).map { status in
            let remarks = String(decoding: process.lastErrorOutput(), as: UTF8.self)
            return "with status \(status)" + (remarks.isEmpty ? "" : ", and printed: \(remarks)")
        }
    }

    func stop() { process.kill() }
}
