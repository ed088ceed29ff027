public import ChatProtocol

/// The command line of `chat-server`.
public struct ServerArguments: Sendable, Equatable {
    /// Where the log goes.
    public enum Storage: Sendable, Equatable {
        /// To this file.
        case file(String)
        /// To the usual file of this user.
        case standardFile
        /// Nowhere: all is gone at the end.
        case ephemeral
    }

    /// What to do at all.
    public enum Purpose: Sendable, Equatable {
        /// Serve.
        case serve
        /// Say how it is used.
        case help
        /// Say which version it is.
        case version
    }

    /// What to do at all.
    public var purpose = Purpose.serve
    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 lets the system choose.
    public var port: UInt16 = ServerArguments.standardPort
    /// Where the log goes.
    public var storage = Storage.standardFile
    /// How time passes in `main`.
    public var clock = ClockKind.real
    /// How the server's own lines look.
    public var logFormat = ServerLog.Format.text
    /// Whether the rate of requests is limited.
    public var limitsRate = true

    /// The port that servers and clients use unless told otherwise.
    public static let standardPort: UInt16 = 7400

    /// Why a command line cannot be understood; the program ends with status 2.
    public struct UsageError: Error, Sendable, Equatable, CustomStringConvertible {
        /// One clear line.
        public let message: String
        /// The line.
        public var description: String { message }
    }

    /// Reads the words after the program's name.
    ///
    /// - Throws: ``UsageError`` for the first that is wrong.
    public init(_ words: [String]) throws(UsageError) {
        var rest = words[...]
        var hasStorage = false
        while let word = rest.popFirst() {
            var (option, inline): (String, String?) = (word, nil)
            if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
                (option, inline) = (String(word[..<equals]), String(word[word.index(after: equals)...]))
            }
            func value(_ what: String) throws(UsageError) -> String {
                guard let value = inline ?? rest.popFirst() else {
                    throw UsageError(message: "\(option) needs \(what)")
                }
                return value
            }
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
            case "--host": host = try value("an address")
            case "--port":
                let text = try value("a number from 0 to 65535")
                guard let number = UInt16(text) else {
                    throw UsageError(message: "--port must be a number from 0 to 65535, and is “\(text)”")
                }
                port = number
            case "--data", "--ephemeral":
                guard !hasStorage else { throw UsageError(message: "give one of --data and --ephemeral, once") }
                hasStorage = true
                storage = option == "--data" ? .file(try value("a file")) : .ephemeral
            case "--clock": clock = try choice()
            case "--log-format": logFormat = try choice()
            case "--no-rate-limit": limitsRate = false
            default: throw UsageError(message: "there is no option “\(word)”; chat-server --help lists them")
            }
            if inline != nil, ["--help", "-h", "--version", "--ephemeral", "--no-rate-limit"].contains(option) {
                throw UsageError(message: "\(option) takes no value")
            }
        }
        // Whoever can reach the port can be anyone: beyond this machine that takes tokens.
        guard SocketAddress(host: host, port: port)?.isLoopback != false else {
            throw UsageError(
                message: "--host \(host) can be reached from other machines, which needs tokens, and this version "
                    + "has none yet; listen on 127.0.0.1 or ::1")
        }
    }

    /// What `--help` says.
    public static let help = """
        chat-server: a stand-in for Messages, for people who build collaboration features.

        USAGE
          chat-server [--host ADDRESS] [--port PORT] [--data FILE | --ephemeral] [options]

        OPTIONS
          --host ADDRESS        listen there; 127.0.0.1 unless told otherwise (loopback only)
          --port PORT           listen there; \(standardPort) unless told otherwise, 0 for any free one
          --data FILE           keep the log in this SQLite file; made if it is missing.
                                Unless told otherwise: $XDG_DATA_HOME/understudy/chat.sqlite,
                                or ~/.local/share/understudy/chat.sqlite
          --ephemeral           keep nothing: for tests and demos
          --clock real|virtual  how time passes; a virtual clock moves only by clock.advance
          --no-rate-limit       take any number of requests a second: for load tests
          --log-format text|json
                                how the server's own lines on stderr look
          --version             print the version
          --help                print this

        When it is ready it prints “chat-server listening on ADDRESS:PORT” on stdout.
        SIGTERM and SIGINT end it cleanly, with status 0.

        Speak to it with chat-client, nc (one JSON-RPC message a line), a WebSocket at /ws, or
        POST /rpc; GET /healthz answers ok.

        """
}
