package import ChatConnection
import ChatProtocol
import ChatSystem
import ChatTerminal
import Gherkin

/// The command `chat-client play`: reads scenarios, plays each on its own stage, and reports the results.
package enum PlayCommand {
    /// The exit status if all scenarios passed.
    package static let passed: Int32 = 0
    /// The exit status if a scenario failed.
    package static let failed: Int32 = 1
    /// The exit status for an invalid command line, a file that cannot be read, or a choice without scenarios.
    static let unusable: Int32 = 2

    /// Runs the command.
    ///
    /// - Parameters:
    ///   - words: The words after `play` on the command line.
    ///   - stage: Returns a stage for one scenario: a new server within this process, or a connection to the server of
    ///     `--server`. The stage is closed at the end of the scenario. Not called in a dry run.
    ///   - environment: The terminal and the clock.
    /// - Returns: The exit status.
    package static func run(
        _ words: [String], stage: @escaping (PlayArguments) throws -> any Stage, environment: PlayEnvironment
    ) -> Int32 {
        do {
            let arguments = try PlayArguments(words, variables: environment.variables)
            if arguments.wantsHelp {
                environment.output(PlayArguments.help)
                return passed
            }
            let run = PlayRun(arguments: arguments, stage: stage, environment: environment)
            if arguments.hasUI { return try UIMode(run).follow() }
            return arguments.watches ? PlayWatch(run).follow() : try run.play()
        } catch {
            environment.complaints("chat-client play: \(error)\n")
            return unusable
        }
    }
}

/// The terminal and the clock of the process, passed in so that the player itself accesses neither.
package struct PlayEnvironment {
    /// True if the output goes to a terminal.
    var isTerminal: Bool
    /// The environment variables; only `NO_COLOR`, `TERM` and `UNDERSTUDY_TOKEN` are read.
    package var variables: [String: String]
    /// Writes text, with its line feeds, to standard output.
    package var output: (String) -> Void
    /// Writes text to standard error: one line if the command line is invalid.
    package var complaints: (String) -> Void
    /// Waits for this much real time, for `--pace`; nil never waits.
    var pause: ((Duration) -> Void)?
    /// Called before and after every step, for a demonstration that draws the threads.
    var onMoment: ((PlayMoment) -> Void)?
    /// Called for every event that the run sends to its reports.
    package var onEvent: ((RunEvent) -> Void)?
    /// Returns a stage on the thread of the scenario, which `--jobs` needs; nil plays one scenario at a time.
    package var stageOnAnyThread: (@Sendable (PlayArguments) throws -> any Stage)?
    /// A monotonic clock, from any starting point, for the real times of reports; nil measures none.
    package var wall: (@Sendable () -> Duration)?
    /// Waits for this much real time and returns the request that the person made at the keyboard, for `--watch`. Nil
    /// ends a watch after the first run.
    package var idle: ((Duration) -> Cue?)?

    /// The text to play in place of the file that the command line names; nil reads the files.
    var text: String?

    /// Called before each step, for `--ui`. It returns when the step may begin; false stops the scenario and the run.
    /// Nil lets every step begin at once.
    var gate: ((Gherkin.PickleStep, Gherkin.Pickle) -> Bool)?

    /// Returns the error that made output to standard output incomplete, or nil without an error. If this closure is
    /// nil, no check is made.
    package var outputProblem: (() -> String?)?

    /// A request of a person who watches the run.
    package enum Cue: Hashable, Sendable {
        /// Plays the scenarios again.
        case again
        /// Ends the watch.
        case end
    }

    /// Creates an environment.
    package init(
        isTerminal: Bool = false, variables: [String: String] = [:], output: @escaping (String) -> Void,
        complaints: @escaping (String) -> Void, pause: ((Duration) -> Void)? = nil,
        onMoment: ((PlayMoment) -> Void)? = nil, onEvent: ((RunEvent) -> Void)? = nil
    ) {
        self.isTerminal = isTerminal
        self.variables = variables
        self.output = output
        self.complaints = complaints
        self.pause = pause
        self.onMoment = onMoment
        self.onEvent = onEvent
    }

    /// True if the output can have colours: it goes to a terminal with colours, and `NO_COLOR` is unset or empty.
    package var hasColors: Bool {
        isTerminal && Palette(environment: variables).hasColors
    }
}

/// One run of `chat-client play`, which reads the files, chooses, orders and plays scenarios, and reports the results.
struct PlayRun {
    let arguments: PlayArguments
    let stage: (PlayArguments) throws -> any Stage
    let environment: PlayEnvironment

    /// The files of a run, read and checked.
    struct Preparation {
        /// The scenarios to play.
        private(set) var plan: RunPlan
        fileprivate let table: StepTable<ScenarioContext>
        fileprivate let rerun: RerunFile?
        fileprivate let all: [Gherkin.Pickle]

        /// Leaves only some of the scenarios in the plan.
        mutating func choose(_ isChosen: (Gherkin.Pickle) -> Bool) {
            plan.pickles = plan.pickles.filter(isChosen)
            let played = Set(plan.pickles.map(\.path))
            plan.sources = plan.sources.filter { played.contains($0.path) }
        }
    }

    /// Reads the files, and chooses the scenarios to play.
    ///
    /// - Throws: An error that prevents the run: a file that cannot be read, or a choice without scenarios.
    func prepare() throws -> Preparation {
        let own = try arguments.program?.definitions() ?? []
        let table = try PlayPhrases.table(own)
        let rerun = try RerunFile(arguments.rerunFile)
        let (plan, all) = try plan(table, rerun?.list)
        return Preparation(plan: plan, table: table, rerun: rerun, all: all)
    }

    /// Reads the files, plays the scenarios and returns the exit status.
    ///
    /// - Throws: An error that prevents the run: a file that cannot be read, a choice without scenarios, or a server
    ///   that cannot be reached.
    func play() throws -> Int32 { try play(prepare()) }

    /// Plays the scenarios and returns the exit status.
    ///
    /// - Throws: An error that prevents the run: a report that cannot be written, or a server that cannot be reached.
    func play(_ preparation: Preparation) throws -> Int32 {
        let (plan, table, rerun) = (preparation.plan, preparation.table, preparation.rerun)
        let all = preparation.all
        let faults = plan.sources.flatMap(\.faults)
        guard faults.isEmpty || arguments.isDryRun else {
            environment.complaints(faults.map { "chat-client play: \($0)\n" }.joined())
            return PlayCommand.unusable
        }
        try knock()
        try Overwriting.refuse(arguments, over: Set(all.map(\.path)))
        // Created last, so that a run that cannot start overwrites no earlier report.
        var report = try Reports(
            arguments.reports, times: arguments.times, allowsColor: arguments.allowsColor, environment: environment)
        let wantsScenes = report.wantsScenes || environment.gate != nil
        var isStopped = false
        var failed: [Gherkin.Pickle] = []
        var ended: [Gherkin.Pickle] = []
        let tell = { (event: RunEvent) in
            report.report(event)
            environment.onEvent?(event)
            if case .scenarioFinished(let outcome) = event, outcome.isStopped { isStopped = true }
            guard case .scenarioFinished(let outcome) = event, outcome.status != .skipped, !outcome.isRetried else {
                return
            }
            ended.append(outcome.pickle)
            if outcome.status == .failed { failed.append(outcome.pickle) }
        }
        if let rerun, !rerun.list.entries.isEmpty {
            environment.complaints(
                "chat-client play: only the scenarios that failed last time: \(plan.pickles.count) of them\n")
        }
        if let shard = arguments.shard, plan.pickles.isEmpty {
            environment.complaints(
                "chat-client play: shard \(shard.number)/\(shard.count) has no scenario to play: there are fewer than "
                    + "\(shard.number)\n")
        }
        let counts = run(plan, table, wantsScenes, tell)
        var problems = report.close()
        if let rerun, !arguments.isDryRun {
            let list = rerun.list.after(failed: failed, ended: ended, of: all)
            do throws(FileProblem) { try rerun.keep(list) } catch { problems.append(error.description) }
        }
        if let problem = environment.outputProblem?() { problems.append("standard output is incomplete: \(problem)") }
        let findings = arguments.isDryRun ? plan.sources.flatMap(\.findings) : []
        environment.complaints(findings.map { "warning: \($0)\n" }.joined())
        for problem in problems { environment.complaints("chat-client play: \(problem)\n") }
        let isFine = counts.isSuccess && !isStopped && findings.isEmpty && problems.isEmpty
        return isFine ? PlayCommand.passed : PlayCommand.failed
    }

    // MARK: Planning

    private func plan(_ table: StepTable<ScenarioContext>, _ rerun: RerunList?) throws -> (
        plan: RunPlan, all: [Gherkin.Pickle]
    ) {
        let (sources, all) =
            if let text = environment.text { try ScenarioFiles.read(text, as: arguments.paths[0]) } else {
                try ScenarioFiles(paths: arguments.paths).read()
            }
        let choice = ScenarioChoice(tags: arguments.tags, name: arguments.name, rerun: rerun, shard: arguments.shard)
        let pickles = try choice.chosen(of: all)
        var plan = RunPlan(pickles: pickles)
        plan.all = all
        if let seed = arguments.order.seed() {
            plan.pickles = RunOrder.shuffled(pickles, seed: seed)
            plan.orderSeed = seed
        }
        let played = Set(pickles.map(\.path))
        plan.sources = sources.filter { played.contains($0.path) }
        plan.rounds = arguments.rounds
        plan.seed = arguments.seed ?? 0
        plan.jobs = arguments.jobs
        plan.isMeasured = arguments.times != .story
        plan.shard = arguments.shard
        plan.command = command
        plan.phrases = table.definitions.map(\.phrase)
        return (plan, all)
    }

    /// The command that plays a scenario in the same way again, without its path, for reports to show.
    private var command: String {
        var command = "chat-client play"
        if let server = arguments.server { command += " --server \(server)" }
        if let world = arguments.world { command += " --world \(ShellWord.quoted(world))" }
        if arguments.isLinear { command += " --linear" }
        if let pace = arguments.pace { command += " --pace \(pace)" }
        if let steps = arguments.stepsCommand { command += " --steps \(ShellWord.quoted(steps))" }
        if let seconds = arguments.stepsSeconds { command += " --steps-seconds \(seconds)" }
        if let seed = arguments.seed, seed != 0 { command += " --seed \(seed)" }
        return command
    }

    /// Checks once that the server can be reached, before any scenario is played.
    /// - Throws: ``PlayUsageError`` if it cannot be reached.
    private func knock() throws {
        guard let server = arguments.server, !arguments.isDryRun else { return }
        do { try stage(arguments).connect().close() } catch {
            throw PlayUsageError("there is no server at \(server): \(error)")
        }
    }

    // MARK: Playing

    private func run(
        _ plan: RunPlan, _ table: StepTable<ScenarioContext>, _ wantsScenes: Bool, _ tell: @escaping (RunEvent) -> Void
    ) -> RunCounts {
        let options = ScenarioRunner<ScenarioContext>.Options(
            failsFast: arguments.failsFast, isDryRun: arguments.isDryRun, retries: arguments.retries,
            wall: plan.isMeasured ? environment.wall : nil)
        let name = String(UInt64.random(in: .min ... .max), radix: 36)
        guard arguments.jobs > 1, let open = environment.stageOnAnyThread else {
            let worlds = WorldFixture(arguments: arguments, run: name, open: stage, direction: direction(wantsScenes))
            return worlds.runner(table, options, gate: environment.gate).run(plan, report: tell)
        }
        let arguments = arguments
        let crew = ScenarioCrew(
            play: { number in
                let worlds = WorldFixture(
                    arguments: arguments, run: name, open: open,
                    direction: ScenarioContext.Direction(
                        wantsScenes: wantsScenes, isLinear: arguments.isLinear,
                        screensFolder: arguments.screensFolder))
                var events: [RunEvent] = []
                worlds.runner(table, options).play(number, of: plan) { events.append($0) }
                return events
            }, count: plan.count, jobs: arguments.jobs)
        var tally = RunTally(plan, failsFast: arguments.failsFast, report: tell)
        tally.begin()
        crew.run { events in
            for event in events { tally.tell(event) }
            return !tally.isOver
        }
        return tally.end()
    }

    private func direction(_ wantsScenes: Bool) -> ScenarioContext.Direction {
        var direction = ScenarioContext.Direction(onMoment: environment.onMoment, wantsScenes: wantsScenes)
        direction.isLinear = arguments.isLinear
        direction.screensFolder = arguments.screensFolder
        if let pace = arguments.pace {
            direction.pace = pace
            direction.pause = environment.pause
        }
        return direction
    }
}

/// Quoting of words in commands that a person copies.
enum ShellWord {
    /// Returns the word quoted for a shell, with control characters made visible.
    static func quoted(_ word: String) -> String {
        let plain = { (byte: UInt8) in
            (0x61...0x7A).contains(byte | 0x20) || (0x2B...0x3A).contains(byte) || byte == 0x5F || byte >= 0x80
        }
        let safe = ReportStyle.harmless(word)
        if !safe.isEmpty, safe.utf8.allSatisfy(plain) { return safe }
        return "'" + safe.replacingBytes(of: "'", with: "'\\''") + "'"
    }
}
