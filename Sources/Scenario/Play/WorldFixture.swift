import ChatConnection
import ChatProtocol
import Gherkin

/// The maker of worlds: creates one for each scenario and deletes it at the end.
final class WorldFixture {
    private let arguments: PlayArguments
    private let open: (PlayArguments) throws -> any Stage
    private let direction: ScenarioContext.Direction
    /// A random name that distinguishes this run's worlds from those of other runs on the same server.
    private let run: String

    init(
        arguments: PlayArguments, run: String, open: @escaping (PlayArguments) throws -> any Stage,
        direction: ScenarioContext.Direction
    ) {
        self.arguments = arguments
        self.run = run
        self.open = open
        self.direction = direction
    }

    /// Returns a runner that plays each scenario in its own world.
    func runner(
        _ table: StepTable<ScenarioContext>, _ options: ScenarioRunner<ScenarioContext>.Options,
        gate: ((Gherkin.PickleStep, Gherkin.Pickle) -> Bool)? = nil
    ) -> ScenarioRunner<ScenarioContext> {
        ScenarioRunner(
            table: table, options: options, gate: gate,
            makeContext: { pickle, number throws(StepFailure) in
                var arguments = self.arguments
                arguments.needsSocket = arguments.program != nil && pickle.steps.contains(where: table.isOwn)
                return try self.begin(pickle, number, arguments)
            },
            look: { context in .init(elapsed: context.elapsed, scene: context.scene) },
            endContext: { context throws(StepFailure) in try self.end(context) })
    }

    /// True if this run creates the worlds: on a server given by `--server`, unless `--world` names one.
    private var makesWorlds: Bool { arguments.server != nil && arguments.world == nil }

    /// Creates the context with a world for a scenario and its number in the run, from 0.
    /// - Throws: ``StepFailure`` if the server cannot be reached or the world cannot be created, or one for skipping if
    ///   this server or client cannot play the scenario.
    private func begin(
        _ pickle: Gherkin.Pickle, _ number: Int, _ arguments: PlayArguments
    ) throws(StepFailure) -> ScenarioContext {
        let stage: any Stage
        do { stage = try open(arguments) } catch {
            throw StepFailure("the server cannot be started or reached", actual: "\(error)")
        }
        if !stage.canRestart, pickle.steps.contains(where: { $0.text == PlayPhrases.restart }) {
            stage.close()
            throw .skipping("skipped: it restarts the server, which needs a server inside the player")
        }
        if direction.isLinear, pickle.steps.contains(where: { PlayPhrases.needsScreen($0.text) }) {
            stage.close()
            throw .skipping("skipped: it needs keys or a screen, which --linear does not have")
        }
        let setsClock = pickle.steps.contains { PlayPhrases.setsServerClock($0.text) }
        if setsClock, !stage.canStepClock || arguments.world != nil {
            stage.close()
            throw .skipping("skipped: it sets the server's clock, which needs a server inside the player")
        }
        var world = WorldName(arguments.world ?? stage.world)
        if makesWorlds || setsClock {
            let admin = ScenarioContext(stage: stage, world: world)
            defer { admin.leave() }
            // A server inside the player has no other runs, and a trace shows the name of the world.
            world = WorldName(makesWorlds ? "play-\(run)-\(number + 1)" : "play-\(number + 1)")
            do throws(StepFailure) { try create(world, setsClock ? .real : .virtual, by: admin) } catch {
                stage.close()
                throw error
            }
        }
        return ScenarioContext(
            stage: stage, world: world, pickle: pickle, direction: direction, isWorldShared: arguments.world != nil)
    }

    private func create(_ world: WorldName, _ clock: ClockKind, by admin: ScenarioContext) throws(StepFailure) {
        let seed = Int64((arguments.seed ?? 0) & UInt64(RequestID.integerMax))
        try admin.observe(.worldCreate(.init(world: world, clock: clock, seed: seed)))
    }

    /// Ends a scenario: closes its streams, and deletes the world that was created for it.
    private func end(_ context: ScenarioContext) throws(StepFailure) {
        defer { context.stage.close() }
        // Runs before the world is deleted, because a program can clean up in it.
        let program = Result { () throws(StepFailure) in try context.endProgram() }
        context.leave()
        if makesWorlds {
            let admin = ScenarioContext(stage: context.stage, world: WorldName(context.stage.world))
            defer { admin.leave() }
            try admin.observe(.worldDelete(.init(world: context.world)))
        }
        try program.get()
    }
}
