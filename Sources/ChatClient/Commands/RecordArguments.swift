import ChatConnection
import ChatOptions
import ChatProtocol
import Gherkin

/// The command line of `chat-client record`.
struct RecordArguments {
    var endpoint: ServerEndpoint
    /// The deadline of connecting, and of each answer.
    var timeoutMilliseconds: Int
    var world: WorldName
    var credentials: Credentials
    /// Where the scenario goes; nil for the standard output.
    var file: String?
    /// What the feature is called.
    var name: String
    var overwrites: Bool
    var isQuiet: Bool
    /// Whether typing and reading are steps too.
    var hasEverything: Bool

    /// Reads the words behind `record`.
    ///
    /// - Returns: nil where help is asked for.
    init?(_ words: [String], environment: [String: String] = [:]) throws(UsageError) {
        guard let words = try OptionWords.read(words, of: Self.description) else { return nil }
        endpoint = try words.server(environment)
        timeoutMilliseconds = try words.timeoutMilliseconds()
        guard let path = words.rest.first else {
            throw words.problem("say where the scenario goes: a file such as trip.feature, or - for the output")
        }
        try words.limit(to: 1)
        file = path == "-" ? nil : path
        world = words.world
        credentials = try words.credentials(environment)
        overwrites = words.has("--force")
        isQuiet = words.has("--quiet")
        hasEverything = words.has("--all")
        let last = path.split(separator: "/").last.map(String.init) ?? path
        let stem = last.hasSuffix(".feature") ? String(last.dropLast(8)) : last
        let plain = stem.replacingBytes(of: "-", with: " ")
        name = words.value("--name") ?? (file == nil || plain.isEmpty ? "What was recorded" : plain)
        if name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            throw words.problem("--name must be one line")
        }
    }

    static let description = CommandDescription(
        "record", "record what people do as a scenario",
        help: """
            Records what people do in their terminals as a scenario, until Ctrl-C or the end of the server.

            usage: chat-client record [--server HOST:PORT] [options] OUT.feature

              OUT.feature         where the scenario goes; complete at any time. - for the standard output, at the end
            \(CommandDescription.serverRow(at: 22))
            \(CommandDescription.timeoutRow(at: 22))
              --world NAME        the simulation that they are in (default: main)
              --name TEXT         what the feature is called; the name of the file unless told otherwise
              --all               typing and reading are steps too
              --force             overwrite a file that is there
              --quiet             do not show the steps as they are written
            \(CommandDescription.tokenRows(at: 22))
              --help              this text

            What no phrase of scenarios can say becomes a comment in the file, and is counted at the end.

            exit status: 0 at the end, 1 if the server cannot be reached or refuses or the file cannot be written,
            2 bad usage

            """)
}
