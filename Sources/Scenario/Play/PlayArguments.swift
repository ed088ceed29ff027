package import ChatConnection
package import ChatSystem

/// The parsed command line of `chat-client play`.
package struct PlayArguments: Hashable, Sendable {
    /// The files, folders and `FILE:LINE`, in the given order; never empty unless ``wantsHelp``.
    var paths: [String] = []
    /// The running server, or several of one log, over which the people are spread. Nil plays every scenario on a new
    /// server inside this process.
    package var server: ServerEndpoints?
    /// The name of the world; nil leaves the choice to the player.
    package var world: String?
    /// The tokens for a server that requires them.
    package var credentials = Credentials()
    /// The choice of scenarios by tag; nil for all.
    var tags: TagExpression?
    /// The choice of scenarios by name; nil for all.
    var name: NamePattern?
    /// The requested reports; if empty, the pretty report on standard output.
    var reports: [ReportRequest] = []
    /// The speed of the people: 1 is real time, 2 is twice as fast; nil does not wait at all.
    var pace: Double?
    /// True if every person uses the line-by-line client.
    var isLinear = false
    /// The folder for pictures of the screens that steps check; nil saves none.
    var screensFolder: String?
    /// True if the first failure ends the run.
    var failsFast = false
    /// True if steps are only matched and not done.
    var isDryRun = false
    /// The seed of the worlds' random numbers; nil means 0.
    package var seed: UInt64?
    /// The order in which the scenarios are played.
    var order = RunOrder.defined
    /// The part of the scenarios that this run plays; nil for all.
    var shard: RunShard?
    /// The number of scenarios played at a time.
    var jobs = 1
    /// The number of times that all scenarios are played.
    var rounds = 1
    /// The number of further attempts at a failed scenario.
    var retries = 0
    /// The program for steps without a phrase; nil for none.
    var program: StepProgram?
    /// True if others must be able to connect to the world over a socket, because a program does some steps of the
    /// scenario.
    package var needsSocket = false
    /// The file with the list of failed scenarios, which the next run reads; nil for none.
    var rerunFile: String?
    /// True if the scenarios are played again when a file changes.
    var watches = false
    /// True if a page runs, pauses and steps the scenarios.
    var hasUI = false
    /// The kind of times in the reports; nil for the default of each kind of report.
    var times: ReportTimes?
    /// The value of `--steps`, which can be empty; nil if the option was not given.
    private(set) var stepsCommand: String?
    /// The longest time for a step of a program, in seconds, if `--steps-seconds` was given.
    private(set) var stepsSeconds: Int?
    /// False if `--no-color` was given. The caller also checks the terminal and `NO_COLOR`.
    var allowsColor = true
    /// True if `--help` was given. All other options are ignored then.
    var wantsHelp = false

    /// Reads the words after `play`. The value of an option follows as the next word or after `=`. After `--`, all
    /// words are paths.
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
        hasUI = options.has("--ui")
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

    /// No machine has more cores than this, so a larger number is probably a mistake.
    private static let jobsMax = 256
    /// A larger number of rounds is probably a mistake.
    private static let roundsMax = 100_000

    /// The range of `--pace`. At a lower pace a pause would be longer than a clock can represent; at a higher one no
    /// pause would remain.
    package static let paces = 0.001...1_000_000

    /// A scenario that needs more attempts than this is considered broken.
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

    /// Checks for options that exclude each other.
    /// - Throws: ``PlayUsageError`` for the first such pair.
    private func refuseContradictions() throws(PlayUsageError) {
        if server == nil, world != nil { throw PlayUsageError("--world needs --server: a fresh server has one world") }
        if hasUI, isDryRun { throw PlayUsageError("--ui plays steps: leave out --dry-run") }
        guard jobs > 1 else { return }
        if hasUI { throw PlayUsageError("--ui plays one scenario at a time: leave out --jobs") }
        if pace != nil { throw PlayUsageError("--pace plays one scenario at a time: leave out --jobs") }
        if world != nil { throw PlayUsageError("--jobs needs a world for each scenario: leave out --world") }
    }
}

/// An invalid command line of `play`.
package struct PlayUsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error in one line.
    package let description: String

    /// Creates an error.
    init(_ description: String) { self.description = description }
}

extension PlayArguments {
    /// The text that `chat-client play --help` prints.
    static var help: String { description.help }

    package static let description = CommandDescription(
        "play", "play scenarios and check what each person sees", repeats: true,
        letters: ["-j": "--jobs"],
        help: """
            Plays scenarios: .feature files that check what each person sees.

            usage: chat-client play PATH... [options]

            PATH is a .feature file, FILE:LINE for the scenario at that line, or a folder of files. Without --server,
            every scenario runs on its own server with a virtual clock.

              --server HOST:PORT  plays on a running server, over sockets; with HOST:PORT,HOST:PORT… on several servers
                                  of one log, over which the people are spread
              --world NAME        the world of that server
              --token WHO=SECRET,…
                                  the tokens for that server: of observer, of each person by handle, of each app by
                                  bundle id; UNDERSTUDY_TOKEN hides them from `ps`
              --tags EXPRESSION   only scenarios with these tags: "@mention and not @slow"
              --name REGEX        only scenarios whose name matches
              --report NAME[:FILE]
                                  the report, on standard output or in FILE; can be repeated:
                                    pretty       every scenario with its steps (the default)
                                    summary      only failures, and the counts
                                    dot          one character a scenario
                                    tap          the Test Anything Protocol, version 14
                                    junit        XML for CI systems
                                    messages     Cucumber Messages, one JSON a line
                                    annotations  for GitHub Actions: failures at their lines
                                    html         the trace: every person's screen at every step; needs FILE
              --steps COMMAND     a program for steps without a phrase; "" for none (default: an executable file “steps”
                                  in the folder of the features)
              --steps-seconds N   the longest time for one such step (default: 10)
              --linear            plays with the line-by-line client (connect --plain); scenarios about keys and
                                  the screen are skipped
              --screens DIR       saves every checked screen as a picture (SVG), FEATURE-LINE-NAME.svg
              --pace X            types and waits as a person would; 2 is twice as fast
              --order ORDER       defined, random, or random:N to play a shuffled order again
              --jobs N            the number of scenarios at a time (default: 1); reports do not change
              --shard I/N         part I of N, for one of N machines
              --repeat N          plays everything N times
              --retries N         plays a failed scenario again, up to N times; if it passes then, the report marks it
                                  as flaky
              --rerun FILE        plays the scenarios that failed last time, or all if none failed; FILE stores the list
              --watch             plays again when a file changes
              --ui                serves a page for browsers of this machine, on which you run, pause and step the
                                  scenarios, and prints its address; with --watch, a changed file is played again
              --fail-fast         ends after the first failed scenario
              --dry-run           only checks that every step is known
              --seed N            the seed of random choices
              --times WHICH       the times in reports: real time, or story time by the scenario's clock, which is the
                                  same in every run (default: real for JUnit, story for others)
              --timings           the same as --times real
              --no-color          no colours (same as NO_COLOR)
              --help              this text

            exit status: 0 all passed (including flaky scenarios and an empty shard), 1 a scenario failed, 2 bad usage
            or a file that cannot be read

            """)
}

/// The check that no output of a run overwrites a scenario or another output of the run.
enum Overwriting {
    /// Checks the paths of the reports and of the list of failures.
    ///
    /// - Throws: ``PlayUsageError`` for the first output that would overwrite a scenario or another output. No file has
    ///   been written then.
    static func refuse(_ arguments: PlayArguments, over scenarios: Set<String>) throws(PlayUsageError) {
        var written: [(option: String, path: String, place: ReportRequest.Destination)] = []
        for request in arguments.reports {
            guard case .file(let path) = request.destination else { continue }
            written.append(("--report \(request.kind.rawValue)", path, request.place))
        }
        if let path = arguments.rerunFile {
            written.append(("--rerun", path, ReportRequest(.messages, to: .file(path)).place))
        }
        for (index, file) in written.enumerated() {
            if scenarios.contains(where: { FileSystem.areSame($0, file.path) }) {
                throw PlayUsageError("\(file.option): \(file.path) is a scenario, and would be overwritten")
            }
            for other in written[..<index] where isOne(other.path, file.path) || other.place == file.place {
                throw PlayUsageError(
                    "\(other.option) and \(file.option) would be written to one file, \(file.path); "
                        + "give each a file of its own")
            }
        }
    }

    /// Returns true if both paths lead to one regular file. A pipe or a device can take several outputs.
    private static func isOne(_ left: String, _ right: String) -> Bool {
        (try? FileSystem.kind(of: left)) == .file && FileSystem.areSame(left, right)
    }
}
