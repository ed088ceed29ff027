import ChatProtocol

/// The command line of `chat-server`.
public struct ServerArguments: Sendable, Equatable {
    /// What to do at all.
    public enum Purpose: Sendable, Equatable {
        /// Serve.
        case serve
        /// Say how it is used.
        case help
        /// Say which version it is.
        case version
        /// Say what a server that was started like this would go by.
        case printConfiguration
        /// Do something with the tokens.
        case token(TokenArguments)
    }

    /// What to do at all.
    public var purpose = Purpose.serve
    /// The configuration file, if there is one.
    public private(set) var configuration: String?
    private var host: String?
    private var port: UInt16?
    private var storage: ServerSettings.Storage?
    private var clock: ClockKind?
    private var logFormat: ServerLog.Format?
    private var tokens: String?
    private var isUnlimited = false

    /// The port that servers and clients use unless told otherwise.
    public static let standardPort: UInt16 = 7400

    /// Why a command line cannot be understood; the program ends with status 2.
    public struct UsageError: Error, Sendable, Equatable, CustomStringConvertible {
        /// One clear line.
        public let message: String
        /// The line.
        public var description: String { message }
    }

    private static let flags = [
        "--help", "-h", "--version", "--ephemeral", "--no-rate-limit", "--print-config",
    ]
    private static let options =
        flags + ["--host", "--port", "--data", "--config", "--tokens", "--clock", "--log-format"]

    /// Reads the words after the program's name.
    ///
    /// - Throws: ``UsageError`` for the first that is wrong.
    public init(_ words: [String]) throws(UsageError) {
        if words.first == "token" {
            purpose = .token(try TokenArguments(Array(words.dropFirst())))
            return
        }
        var rest = words[...]
        while let word = rest.popFirst() {
            var (option, inline): (String, String?) = (word, nil)
            if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
                (option, inline) = (String(word[..<equals]), String(word[word.index(after: equals)...]))
            }
            guard Self.options.contains(option) else {
                let near = Spelling.nearest(to: option, among: Self.options).map { "did you mean \($0)?" }
                throw UsageError(
                    message: "there is no option “\(option)”; \(near ?? "chat-server --help lists them")")
            }
            if inline != nil, Self.flags.contains(option) { throw UsageError(message: "\(option) takes no value") }
            try read(option) { what throws(UsageError) in
                guard let value = inline ?? rest.popFirst() else {
                    throw UsageError(message: "\(option) needs \(what)")
                }
                return value
            }
        }
    }

    private mutating func read(
        _ option: String, _ value: (String) throws(UsageError) -> String
    ) throws(UsageError) {
        func choice<Choice: RawRepresentable & CaseIterable>() throws(UsageError) -> Choice
        where Choice.RawValue == String {
            let words = Choice.allCases.map(\.rawValue).joined(separator: " or ")
            let text = try value(words)
            guard let choice = Choice(rawValue: text) else {
                throw UsageError(message: "\(option) must be \(words), and is “\(text)”")
            }
            return choice
        }
        switch option {
        case "--help", "-h": purpose = .help
        case "--version": purpose = .version
        case "--print-config": purpose = .printConfiguration
        case "--config": configuration = try value("a file")
        case "--host": host = try value("an address")
        case "--port":
            let text = try value("a number from 0 to 65535")
            guard let number = UInt16(text) else {
                throw UsageError(message: "--port must be a number from 0 to 65535, and is “\(text)”")
            }
            port = number
        case "--data", "--ephemeral":
            guard storage == nil else { throw UsageError(message: "give one of --data and --ephemeral, once") }
            storage = option == "--data" ? .file(try value("a file")) : .ephemeral
        case "--tokens": tokens = try value("a file")
        case "--clock": clock = try choice()
        case "--log-format": logFormat = try choice()
        default: isUnlimited = true
        }
    }

    /// The settings that these words make of those that a file gave, or nobody: the command line wins.
    ///
    /// - Throws: ``UsageError`` if what comes out does not fit together.
    public func settings(over base: ServerSettings = .init()) throws(UsageError) -> ServerSettings {
        var settings = base
        if let host { settings.host = host }
        if let port { settings.port = port }
        if let storage { settings.storage = storage }
        if let clock { settings.clock = clock }
        if let logFormat { settings.logFormat = logFormat }
        if let tokens { settings.tokens = tokens }
        if isUnlimited { settings.limitsRate = false }
        if let problem = settings.contradiction { throw UsageError(message: problem) }
        return settings
    }

    /// How a complaint is to look that comes before there are settings: as the words ask, wherever they are wrong.
    static func logFormat(in words: [String]) -> ServerLog.Format {
        let isJSON = zip(words, words.dropFirst()).contains { $0 == ("--log-format", "json") }
        return isJSON || words.contains("--log-format=json") ? .json : .text
    }

    /// What `--help` says.
    public static let help = """
        chat-server: a stand-in for Messages, for people who build collaboration features.

        USAGE
          chat-server [--host ADDRESS] [--port PORT] [--data FILE | --ephemeral] [options]
          chat-server token add|list|revoke …     who may connect; chat-server token --help tells more

        OPTIONS
          --host ADDRESS        listen there; 127.0.0.1 unless told otherwise; beyond loopback only
                                with --tokens
          --port PORT           listen there; \(standardPort) unless told otherwise, 0 for any free one
          --data FILE           keep the log in this SQLite file; made if it is missing.
                                Unless told otherwise: $XDG_DATA_HOME/understudy/chat.sqlite,
                                or ~/.local/share/understudy/chat.sqlite
          --ephemeral           keep nothing: for tests and demos
          --tokens FILE         every session needs a token out of this file
          --config FILE         JSON with comments: every option here, every limit, hosts and origins;
                                docs/configuration.md has the keys. The command line wins
          --print-config        print what the server would go by, as such a file, and end
          --clock real|virtual  how time passes; a virtual clock moves only by clock.advance
          --no-rate-limit       take any number of requests a second: for load tests
          --log-format text|json
                                how the server's own lines on stderr look
          --version             print the version
          --help                print this

        When it is ready it prints “chat-server listening on ADDRESS:PORT” on stdout.
        SIGTERM and SIGINT end it cleanly, with status 0.

        Speak to it with chat-client, nc (one JSON-RPC message a line), a WebSocket at /ws, or
        POST /rpc; GET /healthz answers ok, and GET /metrics counts what happens, for Prometheus.

        """
}
