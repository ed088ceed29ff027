import ChatConformance
import ChatConnection
import ChatProtocol
import ChatSystem

/// `chat-client check-server`: checks if a server follows the contract.
enum CheckServerCommand {
    static func run(_ words: [String], environment: [String: String]) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description) else { return 0 }
        if words.has("--list") { return CheckList.tell(ServerConformance.checks) }
        let (servers, others) = try words.servers(environment)
        try words.limit(others, to: 0)
        guard servers.all.count == 1 else { throw words.problem("give exactly one server") }
        let endpoint = servers.all[0]
        let checks = try CheckList.chosen(ServerConformance.checks, words)
        let credentials = try words.credentials(environment)
        do throws(TransportError) {
            let conformance = try ServerConformance(endpoint, credentials: credentials)
            defer { conformance.end() }
            return CheckList.run(checks) { conformance.result(of: $0) }
        } catch {
            return ClientCommand.fail("\(error)")
        }
    }

    static let description = CommandDescription(
        "check-server", "check that a server follows the wire contract",
        lists: ["--only"],
        help: """
            Connects to a server by lines, WebSockets and HTTP, and checks the contract. Each failed check shows the
            expected and the received value. The output is TAP.

            usage: chat-client check-server [HOST:PORT] [options]

              --only NAME     runs only this check; can be repeated
              --list          prints the names of the checks
            \(CommandDescription.serverRow(at: 18))
            \(CommandDescription.tokenRows(at: 18, "An observer's token, and one for all people: observer=ust_…,ust_…"))
              --help          this text

            An observer creates a world for the checks, and deletes it at the end. If the server admits no observers,
            the checks run in the world main, with handles of their own.

            exit status: 0 every check passed, 1 a check failed or no server listens there, 2 bad usage

            """)
}

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
                             the id of the conversation, {name} its name, {text} the text, and \\n ends a line (default:
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

/// Runs checks one by one, and prints the results as TAP.
enum CheckList {
    /// Returns the checks that `--only` names; all without `--only`.
    static func chosen<Subject>(
        _ checks: [ConformanceCheck<Subject>], _ words: OptionWords
    ) throws(UsageError) -> [ConformanceCheck<Subject>] {
        let only = words.list("--only")
        if let unknown = only.first(where: { name in !checks.contains { $0.name == name } }) {
            let near = Spelling.nearest(to: unknown, among: checks.map(\.name))
            throw words.problem(
                "there is no check \(unknown)\(near.map { "; did you mean \($0)?" } ?? "; --list has all")")
        }
        return only.isEmpty ? checks : checks.filter { only.contains($0.name) }
    }

    /// Prints the names and rules of the checks.
    static func tell<Subject>(_ checks: [ConformanceCheck<Subject>]) -> Int32 {
        let width = (checks.map(\.name.count).max() ?? 0) + 2
        for check in checks {
            let blanks = String(repeating: " ", count: width - check.name.count)
            StandardStream.output.write("\(check.name)\(blanks)\(check.rule)\n")
        }
        return 0
    }

    /// Runs the checks one after the other.
    ///
    /// - Returns: The exit status: 1 if a check failed or the output could not be written.
    static func run<Subject>(
        _ checks: [ConformanceCheck<Subject>], _ result: (ConformanceCheck<Subject>) -> CheckResult
    ) -> Int32 {
        var failed = 0
        var skipped = 0
        var problem = StandardStream.output.write("TAP version 14\n1..\(checks.count)\n")
        for (index, check) in checks.enumerated() {
            let result = result(check)
            if result.hasFailed { failed += 1 } else if result.outcome != .passed { skipped += 1 }
            problem = StandardStream.output.write(result.lines(number: index + 1)) ?? problem
        }
        let passed = checks.count - failed - skipped
        problem = StandardStream.output.write("# \(passed) passed, \(failed) failed, \(skipped) skipped\n") ?? problem
        if let problem { return ClientCommand.fail("standard output is incomplete: \(problem)") }
        return failed == 0 ? 0 : 1
    }
}
