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
    /// How what happens is told; pretty on standard output where empty.
    public var reports: [ReportRequest] = []
    /// How fast a person would be: 1 is real, 2 twice as fast; nil does not wait at all.
    public var pace: Double?
    /// Whether the first failure ends the run.
    public var failsFast = false
    /// Whether steps are only matched.
    public var isDryRun = false
    /// What the worlds' randomness starts from; 0 where nil.
    public var seed: UInt64?
    /// In which order scenarios are played.
    public var order = RunOrder.defined
    /// Which part of them is played here.
    public var shard: RunShard?
    /// How many are played at a time.
    public var jobs = 1
    /// How often all of them are played.
    public var rounds = 1
    /// Where the places of what failed are kept, and read before the next play.
    public var rerunFile: String?
    /// Whether they are played again when a file changes.
    public var watches = false
    /// Whether reports have the times of the wall's clock.
    public var hasTimings = false
    /// False when `--no-color` was given; the caller still asks the terminal and `NO_COLOR`.
    public var allowsColor = true
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
        try refuseContradictions()
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
        case "--report": reports.append(try ReportRequest(try reader.value(option, named: "NAME[:FILE]")))
        case "--pace":
            let text = try reader.value(option, named: "X")
            guard let pace = Double(text), Self.paces.contains(pace) else {
                throw PlayUsageError("--pace needs a number from 0.001 to 1000000, not \"\(text)\"")
            }
            self.pace = pace
        case "--seed":
            let text = try reader.value(option, named: "N")
            guard let seed = UInt64(text) else {
                throw PlayUsageError("--seed needs a whole number from 0, not \"\(text)\"")
            }
            self.seed = seed
        case "--order": order = try RunOrder(try reader.value(option, named: "defined|random[:N]"))
        case "--shard": shard = try RunShard(try reader.value(option, named: "I/N"))
        case "--jobs", "-j": jobs = try Self.count(try reader.value(option, named: "N"), of: option, max: Self.jobsMax)
        case "--repeat":
            rounds = try Self.count(try reader.value(option, named: "N"), of: option, max: Self.roundsMax)
        case "--rerun": rerunFile = try reader.value(option, named: "FILE")
        case "--watch": watches = try reader.flag(option)
        case "--timings": hasTimings = try reader.flag(option)
        default:
            throw PlayUsageError("play has no option \(option); see chat-client play --help")
        }
    }

    /// More threads than any machine has cores are a mistake.
    private static let jobsMax = 256
    /// A run that is told of a million scenarios is a mistake.
    private static let roundsMax = 100_000

    /// Slower, and a pause would be longer than a clock can say; faster is no pause at all.
    static let paces = 0.001...1_000_000

    private static func count(_ text: String, of option: String, max: Int) throws(PlayUsageError) -> Int {
        guard let count = Int(text), (1...max).contains(count) else {
            throw PlayUsageError("\(option) needs a whole number from 1 to \(max), not \"\(text)\"")
        }
        return count
    }

    /// Options that cannot be had together.
    private func refuseContradictions() throws(PlayUsageError) {
        if server == nil, world != nil { throw PlayUsageError("--world needs --server: a fresh server has one world") }
        guard jobs > 1 else { return }
        if pace != nil { throw PlayUsageError("--pace plays one scenario at a time: leave out --jobs") }
        if world != nil { throw PlayUsageError("--jobs needs a world for each scenario: leave out --world") }
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
