import ChatConformance
import ChatConnection
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
