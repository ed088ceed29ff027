package import ChatConnection
import ChatSystem

/// What was asked of `chat-client play`.
package struct PlayArguments: Hashable, Sendable {
    /// Files, folders, and `FILE:LINE`, in the order given; never empty unless ``wantsHelp``.
    var paths: [String] = []
    /// A running server to play against, or several on one log, among whom people are dealt out; nil plays every scenario
    /// in a fresh server inside this process.
    package var server: ServerEndpoints?
    /// The world to play in; the player's own choice where nil.
    package var world: String?
    /// The secrets for a server that asks for tokens.
    package var credentials = Credentials()
    /// Which scenarios by tag.
    var tags: TagExpression?
    /// Which scenarios by name.
    var name: NamePattern?
    /// How what happens is told; pretty on standard output where empty.
    var reports: [ReportRequest] = []
    /// How fast a person would be: 1 is real, 2 twice as fast; nil does not wait at all.
    var pace: Double?
    /// Whether everybody has the client line by line.
    var isLinear = false
    /// The folder in which the screens that steps look at are kept as pictures; nil keeps none.
    var screensFolder: String?
    /// Whether the first failure ends the run.
    var failsFast = false
    /// Whether steps are only matched.
    var isDryRun = false
    /// What the worlds' randomness starts from; 0 where nil.
    package var seed: UInt64?
    /// In which order scenarios are played.
    var order = RunOrder.defined
    /// Which part of them is played here.
    var shard: RunShard?
    /// How many are played at a time.
    var jobs = 1
    /// How often all of them are played.
    var rounds = 1
    /// How often a scenario that failed is tried again.
    var retries = 0
    /// What does the steps that no phrase says, if anything.
    var program: StepProgram?
    /// Whether what is played must be where others can connect to it: a program does some of its steps.
    package var needsSocket = false
    /// Where the places of what failed are kept, and read before the next play.
    var rerunFile: String?
    /// Whether they are played again when a file changes.
    var watches = false
    /// The times that reports have; nil for what each kind of report has by default.
    var times: ReportTimes?
    /// The value of `--steps`, which may be empty; nil if it was not given.
    private(set) var stepsCommand: String?
    /// The seconds that a step of a program may take, if `--steps-seconds` gave them.
    private(set) var stepsSeconds: Int?
    /// False when `--no-color` was given; the caller still asks the terminal and `NO_COLOR`.
    var allowsColor = true
    /// Whether `--help` was given: then nothing else counts.
    var wantsHelp = false

    /// Reads the words after `play`. An option's value may follow it, or stand behind a `=`; after `--` all are paths.
    /// - Throws: ``PlayUsageError``, with one line to print before the exit with status 2.
    init(_ words: [String], variables: [String: String] = [:]) throws(PlayUsageError) {
        let options: OptionWords
        do throws(OptionFault) {
            options = try OptionWords(words, of: Self.description)
        } catch {
            throw PlayUsageError(error.line(of: "play", help: "chat-client play --help"))
        }
        wantsHelp = options.wantsHelp
        if wantsHelp { return }
        paths = options.rest
        try read(options)
        credentials = Credentials(options.value("--token"), environment: variables)
        if paths.isEmpty { throw PlayUsageError("play needs a path: a .feature file or a folder of .feature files") }
        try refuseContradictions()
        let seconds = try Self.count("--steps-seconds", options, unless: StepProgram.secondsStandard, max: 3_600)
        stepsCommand = options.value("--steps")
        if options.value("--steps-seconds") != nil { stepsSeconds = seconds }
        if let command = stepsCommand {
            program = command.isEmpty ? nil : StepProgram(command: command, seconds: seconds)
        } else if let file = try StepProgram.file(beside: paths) {
            program = StepProgram(words: [file], seconds: seconds)
        }
    }

    private mutating func read(_ options: OptionWords) throws(PlayUsageError) {
        failsFast = options.has("--fail-fast")
        isDryRun = options.has("--dry-run")
        allowsColor = !options.has("--no-color")
        watches = options.has("--watch")
        isLinear = options.has("--linear")
        if options.has("--timings") { times = .real }
        world = options.value("--world")
        rerunFile = options.value("--rerun")
        screensFolder = options.value("--screens")
        if let text = options.value("--server") {
            do throws(ServerEndpoint.Problem) { server = try ServerEndpoints(text) } catch {
                throw PlayUsageError("--server: \(error)")
            }
        }
        if let text = options.value("--tags") {
            do throws(TagExpressionError) { tags = try TagExpression(text) } catch {
                throw PlayUsageError("--tags: \(error)")
            }
        }
        if let text = options.value("--name") {
            do throws(NamePatternError) { name = try NamePattern(text) } catch {
                throw PlayUsageError("--name: \(error)")
            }
        }
        for text in options.list("--report") { reports.append(try ReportRequest(text)) }
        if let text = options.value("--pace") {
            guard let pace = Double(text), Self.paces.contains(pace) else {
                throw PlayUsageError("--pace needs a number from 0.001 to 1000000, not \"\(text)\"")
            }
            self.pace = pace
        }
        if let text = options.value("--seed") {
            guard let seed = UInt64(text) else {
                throw PlayUsageError("--seed needs a whole number from 0, not \"\(text)\"")
            }
            self.seed = seed
        }
        if let text = options.value("--times") {
            guard let which = ReportTimes(rawValue: text) else {
                throw PlayUsageError("--times is real or story, not \"\(text)\"")
            }
            times = which
        }
        if let text = options.value("--order") { order = try RunOrder(text) }
        if let text = options.value("--shard") { shard = try RunShard(text) }
        jobs = try Self.count("--jobs", options, max: Self.jobsMax)
        rounds = try Self.count("--repeat", options, max: Self.roundsMax)
        retries = try Self.count("--retries", options, unless: 0, from: 0, max: Self.retriesMax)
    }

    /// More threads than any machine has cores are a mistake.
    private static let jobsMax = 256
    /// A run that is told of a million scenarios is a mistake.
    private static let roundsMax = 100_000

    /// Slower, and a pause would be longer than a clock can say; faster is no pause at all.
    package static let paces = 0.001...1_000_000

    /// What needs more tries than this does not pass.
    private static let retriesMax = 100

    private static func count(
        _ option: String, _ options: OptionWords, unless standard: Int = 1, from min: Int = 1, max: Int
    ) throws(PlayUsageError) -> Int {
        guard let text = options.value(option) else { return standard }
        guard let count = Int(text), (min...max).contains(count) else {
            throw PlayUsageError("\(option) needs a whole number from \(min) to \(max), not \"\(text)\"")
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
}

/// A command line of `play` that cannot be followed.
package struct PlayUsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line.
    package let description: String

    /// Makes an error.
    init(_ description: String) { self.description = description }
}
