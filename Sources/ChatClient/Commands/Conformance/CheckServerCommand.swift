import ChatConformance
import ChatConnection
import ChatOptions
import ChatSystem

/// `chat-client check-server`: whether somebody's server keeps the contract.
enum CheckServerCommand {
    static func run(_ words: [String], environment: [String: String]) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description) else { return 0 }
        if words.has("--list") { return CheckList.tell(ServerConformance.checks) }
        let (servers, others) = try words.servers(environment)
        try words.limit(others, to: 0)
        guard servers.all.count == 1 else { throw words.problem("give one server") }
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
            Speaks to a server over lines, WebSockets and HTTP, and looks at what the contract says, check by check; what
            fails is told with what was expected and what was seen. The output is TAP.

            usage: chat-client check-server [HOST:PORT] [options]

              --only NAME     only this check; may be given again
              --list          the checks there are, and end
            \(CommandDescription.serverRow(at: 18))
            \(CommandDescription.tokenRows(at: 18, "The one of an observer, and one for everybody: observer=ust_…,ust_…"))
              --help          this text

            An observer makes a world for it, and takes it away again; where the server lets nobody be one, it is done in
            main, among people whom nobody else is.

            exit status: 0 all is as it must be, 1 something is not, or nobody listens there, 2 bad usage

            """)
}
