import ChatProtocol
import ChatTestKit
import FoundationEssentials
import Testing

@testable import ChatScenario
@testable import Gherkin

/// Plays scenarios over a socket, with the built client as a second device of one person of each.
struct OraclePlay<Beside: ClientBeside> {
    /// The result of one scenario.
    struct End {
        var scenario: String
        var hasPassed = false
        var failure: StepFailure?
        var differences: [String] = []
        var comparisons = 0
    }

    private let name: String
    private let table: StepTable<ScenarioContext>
    /// Called with the person's client after each step, before the comparison.
    var meddle: ((CastPerson) -> Void)?
    /// The time in seconds within which both must show the same.
    var patience = 10

    /// - Parameter name: The name of the compared person, as in the steps.
    init(beside name: String) throws {
        self.name = name
        table = try PlayPhrases.table()
    }

    /// Returns the scenarios of a file that contain the person and can be compared.
    func scenarios(of file: String) throws -> [Gherkin.Pickle] {
        let path = "\(ScenariosTests.folder)/\(file).feature"
        let document = try Gherkin.parse(bytes: Array(Data(contentsOf: URL(filePath: path))))
        return try Gherkin.pickles(of: document, path: path).filter { pickle in
            guard let first = pickle.steps.firstIndex(where: { names(in: $0).contains(name) }) else { return false }
            return comparable(pickle) > first + 1
        }
    }

    /// Returns the number of steps of a scenario that are compared.
    private func comparable(_ pickle: Gherkin.Pickle) -> Int {
        let steps = pickle.steps.map { step in
            OracleStep(text: step.text, names: names(in: step), isCheck: table.isCheck(step))
        }
        return Beside.comparable(steps, with: name)
    }

    /// Plays one scenario, and returns its result.
    func play(_ pickle: Gherkin.Pickle) throws -> End {
        var end = End(scenario: pickle.name)
        let stage = try BesidesStage()
        let context = ScenarioContext(
            stage: stage, world: WorldName(stage.world), pickle: pickle, direction: .init(keepsAll: true))
        var beside: Beside?
        stage.beforeStream = { [weak context, weak stage] in
            guard beside == nil, let stage, context?.roster.people.contains(where: { $0.name == name }) == true else {
                return
            }
            do {
                beside = try Beside(name, at: stage.server, patience: patience)
            } catch {
                Issue.record("\(pickle.name): \(error)")
            }
        }
        func person() -> CastPerson? { context.roster.people.first { $0.name == name } }
        let comparable = comparable(pickle)
        var looks = 0
        let runner = ScenarioRunner<ScenarioContext>(
            table: table, makeContext: { _, _ in context },
            look: { _ in
                looks += 1
                // The runner calls this before each step and after it.
                guard looks.isMultiple(of: 2), let person = person() else { return .init() }
                meddle?(person)
                guard looks / 2 <= comparable else { return .init() }
                beside?.compare(with: person, after: pickle.steps[looks / 2 - 1].text)
                return .init()
            },
            endContext: { _ in
                if comparable == pickle.steps.count, let person = person() { beside?.compareAtTheEnd(with: person) }
            })
        runner.run(RunPlan(pickles: [pickle])) { event in
            switch event {
            case .stepFinished(let outcome): end.failure = end.failure ?? outcome.failure
            case .scenarioFinished(let outcome): end.hasPassed = outcome.status == .passed
            case .started, .scenarioStarted, .finished: break
            }
        }
        if let beside {
            (end.differences, end.comparisons) = (beside.differences, beside.comparisons)
            let status = beside.end()
            if status != 0 { end.differences.append("it ends with \(status.map(String.init) ?? "nothing")") }
        }
        context.leave()
        stage.close()
        return end
    }

    /// Returns the words of a step outside of quotes that may be names.
    private func names(in step: Gherkin.PickleStep) -> [String] {
        StepText(step.text).pieces.compactMap {
            if case .word(let word) = $0, word.first?.isUppercase == true { word } else { nil }
        }
    }
}

extension StepTable<ScenarioContext> {
    /// Returns true if a step is a check, without an action.
    fileprivate func isCheck(_ step: Gherkin.PickleStep) -> Bool {
        if case .found(let definition, _) = match(step) { definition.isCheck } else { false }
    }
}
