import ChatConformance
import ChatConnection
import ChatOptions
import ChatSystem

/// `chat-client check-client`: whether somebody's client keeps the contract.
enum CheckClientCommand {
    static func run(
        _ words: [String], environment: [String: String], dependencies: ClientCommand.Dependencies
    ) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description) else { return 0 }
        if words.has("--list") { return CheckList.tell(ClientConformance.checks) }
        guard !words.rest.isEmpty else {
            throw words.problem("say which client: chat-client check-client -- COMMAND {host} {port}")
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
            Plays the server to a client, and looks whether it does what the contract says: whether it resumes, sends again
            without doubling, keeps the order, stops when it is refused, passes over what it does not know, and comes back.
            For each check it is started anew. The output is TAP.

            usage: chat-client check-client [options] -- COMMAND…

              --say LINES    what is written to its standard input so that it says something: {conversation} is the id,
                             {name} the name of the conversation, {text} the text, \\n ends a line. Unless told
                             otherwise: send {conversation} {text}
              --only NAME    only this check; may be given again
              --list         the checks there are, and end
              --help         this text

            COMMAND gets where to connect in {host}, {port} and {url} (of the WebSocket) among its words, and in
            UNDERSTUDY_HOST, UNDERSTUDY_PORT and UNDERSTUDY_URL; and as whom, a person, in {handle} and
            UNDERSTUDY_HANDLE. It must stay until it is ended, print every message that it is told once, in a line that
            has its text, and say what it is told to. Our own:

              chat-client check-client --say '/to {name}\\n{text}' -- \\
                chat-client connect {host}:{port} --as {handle} --plain

            exit status: 0 all is as it must be, 1 something is not, 2 bad usage

            """)
}

/// A client as a process between two pipes.
private final class ClientProcess: ClientProgram {
    private let process: PipedProcess
    /// The most bytes of a line that it prints.
    private static let lineBytesMax = 1024 * 1024
    /// How long it may leave unread what it is told, in milliseconds.
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

    func say(_ line: String) { _ = process.say(Array(line.utf8), milliseconds: Self.patience) }

    func hear() -> [String] {
        var lines: [String] = []
        while let line = try? process.line(milliseconds: 0, bytesMax: Self.lineBytesMax) {
            lines.append(String(decoding: line, as: UTF8.self))
        }
        return lines
    }

    var end: String? {
        process.exitStatus(milliseconds: 0).map { status in
            let remarks = String(decoding: process.lastRemarks(), as: UTF8.self)
            return "with status \(status)" + (remarks.isEmpty ? "" : ", and said: \(remarks)")
        }
    }

    func stop() { process.kill() }
}
