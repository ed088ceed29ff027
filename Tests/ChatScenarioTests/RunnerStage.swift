import Gherkin

@testable import ChatScenario

/// A log of the actions in a world, for tests of the runner.
final class Diary {
    var lines: [String] = []
}

/// A stage for small scenarios.
struct RunnerStage {
    /// The actions of all contexts, with a line for the start and the end of each context.
    let diary = Diary()
    var failsToBegin = false
    var failsToEnd = false

    struct World {
        let diary: Diary
        var waves = 0
    }

    /// Steps that wave, fail, and take arguments.
    static func table() throws -> StepTable<World> {
        try StepTable([
            StepDefinition("{person} waves", example: "Anna waves", summary: "Waves.") {
                world, arguments throws(StepFailure) in
                world.waves += 1
                world.diary.lines.append("\(try arguments.person()) \(world.waves)")
            },
            StepDefinition("{person} fails", example: "Anna fails", summary: "Fails.") {
                _, arguments throws(StepFailure) in
                throw StepFailure(
                    "Anna edited nothing", expected: "“Plan”\nand more", actual: "nothing",
                    threads: [
                        .init(person: try arguments.person(), lines: ["Hi", "\u{1B}[2Jbad"], presence: .here),
                        .init(person: "Bea", lines: [], presence: .here),
                        .init(person: "Carl", lines: [], presence: .awaited),
                        .init(person: "Dee", lines: ["Ho"], presence: .offline(since: "Dee bows")),
                    ])
            },
            StepDefinition(
                "{person} stumbles {count} times", example: "Anna stumbles 2 times", summary: "Fails so many times."
            ) { world, arguments throws(StepFailure) in
                world.diary.lines.append("stumbles")
                let count = world.diary.lines.count { $0 == "stumbles" }
                guard count > (try arguments.count()) else { throw StepFailure("Anna stumbled") }
            },
            StepDefinition("{person} bows", example: "Anna bows", summary: "Bows.") { _, _ in },
            StepDefinition("it lists:", example: "it lists:", summary: "Lists.", argument: .table) { _, _ in },
            StepDefinition("it shows:", example: "it shows:", summary: "Shows.", argument: .docString) { _, _ in },
        ])
    }

    /// Plays the scenarios of a text, and returns all events of the run.
    ///
    /// - Parameter gate: Called before each step; nil lets every step begin at once.
    func events(
        of text: String, options: ScenarioRunner<World>.Options = .init(),
        gate: ((Gherkin.PickleStep, Gherkin.Pickle) -> Bool)? = nil
    ) throws -> [RunEvent] {
        let pickles = try Gherkin.pickles(of: Gherkin.parse(text), path: "stage.feature")
        let runner = ScenarioRunner<World>(
            table: try Self.table(), options: options, gate: gate,
            makeContext: { [diary, failsToBegin] pickle, _ throws(StepFailure) in
                if failsToBegin { throw StepFailure("no stage for \(pickle.name)") }
                diary.lines.append("begin")
                return World(diary: diary)
            },
            endContext: { [failsToEnd] world throws(StepFailure) in
                world.diary.lines.append("end")
                if failsToEnd { throw StepFailure("the stage fell down") }
            })
        var events: [RunEvent] = []
        runner.run(RunPlan(pickles: pickles)) { events.append($0) }
        return events
    }
}
