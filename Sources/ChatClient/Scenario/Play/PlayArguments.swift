/// What was asked of `chat-client play`.
public struct PlayArguments: Hashable, Sendable {
    /// A running server to play against.
    public struct Server: Hashable, Sendable, CustomStringConvertible {
        /// A name or an address, without brackets.
        public var host: String
        /// 1…65535.
        public var port: UInt16

        /// `host:port`, with brackets around what has colons in it.
        public var description: String { host.utf8.contains(0x3A) ? "[\(host)]:\(port)" : "\(host):\(port)" }
    }

    /// Files, folders, and `FILE:LINE`, in the order given; never empty unless ``wantsHelp``.
    public var paths: [String] = []
    /// Nil plays every scenario in a fresh server inside this process.
    public var server: Server?
    /// The world to play in; the player's own choice where nil.
    public var world: String?
    /// The secrets for a server that asks for tokens.
    public var credentials = Credentials()
    /// Which scenarios by tag.
    public var tags: TagExpression?
    /// Which scenarios by name.
    public var name: NamePattern?
    /// How fast a person would be: 1 is real, 2 twice as fast; nil does not wait at all.
    public var pace: Double?
    /// Whether the first failure ends the run.
    public var failsFast = false
    /// Whether steps are only matched.
    public var isDryRun = false
    /// What the worlds' randomness starts from; the player's own choice where nil.
    public var seed: UInt64?
    /// False when `--no-color` was given; the caller still asks the terminal and `NO_COLOR`.
    public var allowsColor = true
    /// Where the trace goes; nil writes none.
    public var traceFile: String?
    /// Whether `--help` was given: then nothing else counts.
    public var wantsHelp = false

    /// Reads the words after `play`. An option's value may follow it, or stand behind a `=`; after `--` all are paths.
    /// - Throws: ``PlayUsageError``, with one line to print before the exit with status 2.
    public init(_ words: [String], variables: [String: String] = [:]) throws(PlayUsageError) {
        var reader = PlayWordReader(words)
        credentials = Credentials(environment: variables)
        while let word = reader.next() {
            switch word {
            case .path(let path): paths.append(path)
            case .option(let option): try read(option, from: &reader)
            }
            if wantsHelp { return }
        }
        if paths.isEmpty { throw PlayUsageError("play needs a path: a .feature file or a folder of them") }
        if server == nil, world != nil { throw PlayUsageError("--world needs --server: a fresh server has one world") }
    }

    private mutating func read(_ option: String, from reader: inout PlayWordReader) throws(PlayUsageError) {
        switch option {
        case "--help", "-h": wantsHelp = true
        case "--fail-fast": failsFast = try reader.flag(option)
        case "--dry-run": isDryRun = try reader.flag(option)
        case "--no-color": allowsColor = try !reader.flag(option)
        case "--server": server = try Self.server(try reader.value(option, named: "HOST:PORT"))
        case "--world": world = try reader.value(option, named: "NAME")
        case "--token": credentials = Credentials(try reader.value(option, named: "SECRET"))
        case "--tags":
            let text = try reader.value(option, named: "EXPRESSION")
            do throws(TagExpressionError) { tags = try TagExpression(text) } catch {
                throw PlayUsageError("--tags: \(error)")
            }
        case "--name":
            let text = try reader.value(option, named: "REGEX")
            do throws(NamePatternError) { name = try NamePattern(text) } catch {
                throw PlayUsageError("--name: \(error)")
            }
        case "--report":
            let text = try reader.value(option, named: "NAME")
            if text.hasPrefix("html:"), text.utf8.count > 5 {
                traceFile = String(text.dropFirst(5))
            } else {
                try Self.check(report: text)
            }
        case "--pace":
            let text = try reader.value(option, named: "X")
            guard let pace = Double(text), pace > 0, pace.isFinite else {
                throw PlayUsageError("--pace needs a number above 0, not \"\(text)\"")
            }
            self.pace = pace
        case "--seed":
            let text = try reader.value(option, named: "N")
            guard let seed = UInt64(text) else {
                throw PlayUsageError("--seed needs a whole number from 0, not \"\(text)\"")
            }
            self.seed = seed
        case "--order", "--jobs":
            throw PlayUsageError("\(option) is not available yet")
        default:
            throw PlayUsageError("play has no option \(option); see chat-client play --help")
        }
    }

    private static let laterReports = ["dot", "tap", "junit", "messages", "html"]

    private static func check(report: String) throws(PlayUsageError) {
        let name = String(report.prefix { $0 != ":" })
        if report == "pretty" { return }
        if laterReports.contains(name) {
            throw PlayUsageError("--report \(name) is not available yet; pretty is")
        }
        throw PlayUsageError("--report has no \"\(report)\"; pretty is available")
    }

    private static func server(_ text: String) throws(PlayUsageError) -> Server {
        let problem = PlayUsageError("--server needs HOST:PORT, such as 127.0.0.1:8080, not \"\(text)\"")
        guard let colon = text.utf8.lastIndex(of: 0x3A) else { throw problem }
        var host = text[..<colon]
        let digits = text[text.utf8.index(after: colon)...]
        let isNumber = !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.utf8.contains(0x3A) {
            throw problem
        }
        guard isNumber, let port = UInt16(digits), port > 0, !host.isEmpty else { throw problem }
        return Server(host: String(host), port: port)
    }
}

/// A command line of `play` that cannot be followed.
public struct PlayUsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line.
    public let description: String

    /// Makes an error.
    public init(_ description: String) {
        self.description = description
    }
}
