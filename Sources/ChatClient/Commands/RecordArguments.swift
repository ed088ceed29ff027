import ChatConnection
import ChatProtocol
import ChatSystem
import Gherkin

/// The command line of `chat-client record`.
struct RecordArguments {
    var endpoint: ServerEndpoint
    /// The deadline of connecting, and of each answer.
    var timeoutMilliseconds: Int
    var world: WorldName
    var credentials: Credentials
    /// The path of the feature file; nil for standard output.
    var file: String?
    /// The name of the feature.
    var name: String
    var overwrites: Bool
    var isQuiet: Bool
    /// True if typing and reading are recorded too.
    var hasEverything: Bool

    /// Reads the words after `record`.
    ///
    /// - Returns: Nil if they ask for help.
    init?(_ words: [String], environment: [String: String] = [:]) throws(UsageError) {
        guard let words = try OptionWords.read(words, of: Self.description) else { return nil }
        endpoint = try words.server(environment)
        timeoutMilliseconds = try words.timeoutMilliseconds()
        guard let path = words.rest.first else {
            throw words.problem("no file was given: name one such as trip.feature, or - for standard output")
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
        name = words.value("--name") ?? (file == nil || plain.isEmpty ? "A recorded feature" : plain)
        if name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            throw words.problem("--name must be one line")
        }
    }

    static let description = CommandDescription(
        "record", "record what people do as a scenario",
        help: """
            Records what people do in their terminals as a scenario, until Ctrl-C or until the server ends.

            usage: chat-client record [--server HOST:PORT] [options] OUT.feature

              OUT.feature         the feature file; it is complete at any time. - prints it on standard output at the
                                  end
            \(CommandDescription.serverRow(at: 22))
            \(CommandDescription.timeoutRow(at: 22))
              --world NAME        the world to record (default: main)
              --name TEXT         the name of the feature (default: the name of the file)
              --all               records typing and reading too
              --force             overwrites an existing file
              --quiet             does not show the steps as they are recorded
            \(CommandDescription.tokenRows(at: 22))
              --help              this text

            An action without a phrase becomes a comment in the file. The last line counts these comments.

            exit status: 0 when you stop it, 1 if the server is unreachable or refuses or the file cannot be written, 2 bad
            usage

            """)
}
