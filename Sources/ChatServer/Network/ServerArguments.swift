import ChatProtocol
import ChatSystem

/// The command line of `chat-server`.
public struct ServerArguments: Sendable, Equatable {
    /// The task of the program.
    public enum Purpose: Sendable, Equatable {
        /// Runs the server.
        case serve
        /// Prints the help.
        case help
        /// Prints the version.
        case version
        /// Prints the effective settings as a configuration file.
        case printConfiguration
        /// Creates, lists or revokes tokens.
        case token(TokenArguments)
        /// Checks a log; nil prints the help.
        case check(file: String?)
        /// Copies the intact records of a log; nil prints the help.
        case copy(CopyCommand?)
        /// Prints the contract; nil prints the help.
        case schema(SchemaCommand.Part?)
        /// Prints a completion script for the shell with this name; nil prints the help.
        case completion(String?)
    }

    /// The task of the program.
    public var purpose = Purpose.serve
    /// The path of the configuration file.
    public private(set) var configuration: String?
    /// True if the server ends when its parent process ends.
    public private(set) var endsWithParent = false
    private var given: [Setting] = []

    /// The default port of servers and clients.
    public static let standardPort: UInt16 = 7400

    /// The reason why a command line is wrong. The program ends with status 2.
    public struct UsageError: Error, Sendable, Equatable, CustomStringConvertible {
        /// The text, in one line.
        public let message: String
        /// The same text as ``message``.
        public var description: String { message }
    }

    /// Reads the words after the program's name.
    ///
    /// - Throws: ``UsageError`` for the first wrong word.
    public init(_ words: [String]) throws(UsageError) {
        if words.first == "token" {
            purpose = .token(try TokenArguments(Array(words.dropFirst())))
            return
        }
        if words.first == "schema" {
            purpose = .schema(try SchemaCommand.part(Array(words.dropFirst())))
            return
        }
        if words.first == "check" {
            purpose = .check(file: try CheckCommand.file(Array(words.dropFirst())))
            return
        }
        if words.first == "copy" {
            purpose = .copy(try CopyCommand.read(Array(words.dropFirst())))
            return
        }
        if words.first == "completion" {
            purpose = .completion(try ServerCompletion.shell(Array(words.dropFirst()))?.rawValue)
            return
        }
        let options: OptionWords
        do throws(OptionFault) {
            options = try OptionWords(words, of: Self.description)
        } catch .unknown(let word, let nearest) {
            throw Self.unknown(word, nearest: nearest)
        } catch {
            throw UsageError(message: error.line(of: "chat-server", help: "chat-server --help"))
        }
        if let word = options.rest.first, !options.wantsHelp { throw Self.unknown(word, nearest: nil) }
        // More than one of these options is an error, because the server would ignore the others.
        guard options.list("--data").count + options.list("--ephemeral").count < 2 else {
            throw UsageError(message: "give one of --data and --ephemeral, once")
        }
        configuration = options.value("--config")
        endsWithParent = options.has("--exit-with-parent")
        for key in ServerSettings.Key.allCases {
            guard let option = key.description.option, let text = options.value(option) else { continue }
            let value: JSONValue =
                switch key {
                case .ephemeral: true
                case .rateLimit: false
                case .origins: .array(options.list(option).map(JSONValue.string))
                case .port: Int64(text).map(JSONValue.integer) ?? .string(text)
                default: .string(text)
                }
            given.append(Setting(key: key, name: option, value: value))
        }
        if options.wantsHelp {
            purpose = .help
        } else if options.has("--version") {
            purpose = .version
        } else if options.has("--print-config") {
            purpose = .printConfiguration
        }
    }

    private static func unknown(_ word: String, nearest: String?) -> UsageError {
        let hint = nearest.map { "did you mean \($0)?" } ?? "chat-server --help lists them"
        return UsageError(message: "there is no option “\(word)”; \(hint)")
    }

    /// Returns the settings of a configuration file, or the defaults, overridden by the command line.
    ///
    /// - Throws: ``UsageError`` if a value is wrong or the settings contradict each other.
    public func settings(over base: ServerSettings = .init()) throws(UsageError) -> ServerSettings {
        var settings = base
        if given.contains(where: { $0.key == .data || $0.key == .ephemeral }) { settings.storage = .standardFile }
        do throws(ConfigurationFile.Problem) {
            for setting in given { try setting.set(in: &settings) }
        } catch {
            throw UsageError(message: error.message)
        }
        if let problem = settings.contradiction { throw UsageError(message: problem) }
        return settings
    }

    /// Returns the format of an error that occurs before the settings are known, from the words alone.
    static func logFormat(in words: [String]) -> ServerLog.Format {
        let isJSON = zip(words, words.dropFirst()).contains { $0 == ("--log-format", "json") }
        return isJSON || words.contains("--log-format=json") ? .json : .text
    }

    /// The text of `--help`.
    public static var help: String { description.help }

    /// The options of the program without a command.
    static var optionNames: [String] { description.options.map(\.name) }

    private static let description = CommandDescription(
        "chat-server", repeats: true,
        help: """
            chat-server: a simulator of Messages, for people who build collaboration features.

            USAGE
              chat-server [--host ADDRESS] [--port PORT] [--data FILE|ADDRESS | --ephemeral] [options]
              chat-server token COMMAND               makes, lists and revokes tokens; see chat-server token --help
              chat-server check FILE                  check a log; see chat-server check --help
              chat-server copy FROM TO                copy a log; see chat-server copy --help
              chat-server schema                      the protocol as JSON Schema or OpenRPC; see chat-server schema --help
              chat-server completion SHELL            a completion script for bash, zsh or fish

            OPTIONS
              --host ADDRESS        the address to listen on (default: 127.0.0.1); beyond loopback only with tokens
              --port PORT           the port to listen on (default: \(standardPort)); 0 uses any free port
              --data FILE           the SQLite file of the data, created if it is missing (default:
                                    $XDG_DATA_HOME/understudy/chat.sqlite, or ~/.local/share/understudy/chat.sqlite)
              --data postgres://…   the PostgreSQL database of all worlds, as a libpq address; see
                                    docs/how-to/use-postgresql.md
              --advertise HOST[:PORT]
                                    where the other servers of the database reach this one (default: the address to
                                    listen on; needed if that is 0.0.0.0 or ::)
              --ephemeral           keeps the data in memory only: for tests and demos
              --tokens FILE         the file of tokens; every session then needs one. Leave it out if the database
                                    holds the tokens (chat-server token add --tokens postgres://…)
              --origin ORIGIN       lets pages of that origin connect, such as http://localhost:5173; can be repeated
              --config FILE         JSON with comments: every option here, every limit, and hosts;
                                    docs/reference/configuration.md has the keys. The command line overrides it
              --exit-with-parent    ends when its parent process ends: for test runners that crash
              --print-config        prints the effective settings as a file for --config, and ends
              --clock real|virtual  the clock of the world main (default: real); clock.advance moves a
                                    virtual one
              --no-rate-limit       no limit of requests a second: for load tests
              --log-format text|json
                                    the format of the server's log on stderr
              --version             prints the version
              --help                prints this help

            When the server is ready, it prints “chat-server listening on ADDRESS:PORT” on stdout. SIGTERM and SIGINT
            end it cleanly, with status 0.

            Connect with chat-client, nc (one JSON-RPC message a line), a WebSocket at /ws, or POST /rpc. GET /healthz
            answers ok, and GET /metrics has counters for Prometheus.

            """)
}
