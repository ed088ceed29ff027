import ChatConnection
import ChatProtocol
import ChatSystem
import Gherkin

/// One run of `chat-client play`, which reads the files, chooses, orders and plays scenarios, and reports the results.
struct PlayRun {
    let arguments: PlayArguments
    let stage: (PlayArguments) throws -> any Stage
    let environment: PlayEnvironment

    /// Plays the scenarios and returns the exit status.
    ///
    /// - Throws: An error that prevents the run: a file that cannot be read, a choice without scenarios, or a server
    ///   that cannot be reached.
    func play() throws -> Int32 {
        let own = try arguments.program?.definitions() ?? []
        let table = try PlayPhrases.table(own)
        let rerun = try RerunFile(arguments.rerunFile)
        let (plan, all) = try plan(table, rerun?.list)
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
        let wantsScenes = report.wantsScenes
        var failed: [Gherkin.Pickle] = []
        var ended: [Gherkin.Pickle] = []
        let tell = { (event: RunEvent) in
            report.report(event)
            environment.onEvent?(event)
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
        let isFine = counts.isSuccess && findings.isEmpty && problems.isEmpty
        return isFine ? PlayCommand.passed : PlayCommand.failed
    }

    // MARK: Planning

    private func plan(_ table: StepTable<ScenarioContext>, _ rerun: RerunList?) throws -> (
        plan: RunPlan, all: [Gherkin.Pickle]
    ) {
        let (sources, all) = try ScenarioFiles(paths: arguments.paths).read()
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
            return worlds.runner(table, options).run(plan, report: tell)
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
