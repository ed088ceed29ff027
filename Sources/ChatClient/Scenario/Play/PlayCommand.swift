import ChatProtocol

/// `chat-client play`: reads scenarios, plays each on a stage of its own, and tells what came of it.
public enum PlayCommand {
    /// The exit status when all passed.
    public static let passed: Int32 = 0
    /// The exit status when a scenario failed.
    public static let failed: Int32 = 1
    /// The exit status for words that cannot be followed, a file that cannot be read, and a choice of no scenario.
    public static let unusable: Int32 = 2

    /// Plays what the words ask for.
    ///
    /// - Parameters:
    ///   - words: what stands behind `play` on the command line.
    ///   - stage: gives a stage for one scenario: a server within this process, fresh, or a way to the server that
    ///     `--server` names. It is closed when the scenario is over. Not asked in a dry run.
    ///   - environment: the terminal and the clock.
    /// - Returns: the exit status.
    public static func run(
        _ words: [String], stage: @escaping (PlayArguments) throws -> any Stage, environment: PlayEnvironment
    ) -> Int32 {
        do {
            let arguments = try PlayArguments(words, variables: environment.variables)
            if arguments.wantsHelp {
                environment.output(PlayArguments.help)
                return passed
            }
            let pickles = try ScenarioFiles(paths: arguments.paths).pickles(tags: arguments.tags, name: arguments.name)
            guard !pickles.isEmpty else {
                throw PlayUsageError("no scenario is left to play: the paths and filters choose none")
            }
            return try run(pickles, arguments, stage: stage, environment) ? passed : failed
        } catch {
            environment.complaints("chat-client play: \(error)\n")
            return unusable
        }
    }

    /// Plays scenarios; whether none failed.
    private static func run(
        _ pickles: [Gherkin.Pickle], _ arguments: PlayArguments, stage: @escaping (PlayArguments) throws -> any Stage,
        _ environment: PlayEnvironment
    ) throws -> Bool {
        var report = PrettyReport(
            hasColors: arguments.allowsColor && environment.hasColors, command: command(arguments),
            write: environment.output)
        var page = ""
        var trace = arguments.traceFile.map { _ in TraceReport { page += $0 } }
        var direction = Troupe.Direction(onMoment: environment.onMoment)
        direction.wantsScenes = trace != nil
        if let pace = arguments.pace {
            direction.pace = pace
            direction.pause = environment.pause
        }
        let house = PlayHouse(arguments: arguments, open: stage, direction: direction)
        let runner = ScenarioRunner<Troupe>(
            table: try PlayPhrases.table(),
            options: .init(failsFast: arguments.failsFast, isDryRun: arguments.isDryRun),
            makeContext: { pickle throws(StepFailure) in try house.begin(pickle) },
            endContext: { troupe throws(StepFailure) in try house.end(troupe) },
            scene: { $0.scene })
        let counts = runner.run(pickles) { event in
            report.report(event)
            trace?.report(event)
            environment.onEvent?(event)
        }
        if let file = arguments.traceFile { try FileSystem.write(page, toFile: file) }
        return counts.isSuccess
    }

    /// What plays a scenario in the same place again, for the report to show.
    private static func command(_ arguments: PlayArguments) -> String {
        var command = "chat-client play"
        if let server = arguments.server { command += " --server \(server)" }
        if let world = arguments.world { command += " --world \(PrettyReport.shellWord(world))" }
        return command
    }
}
