import Gherkin

extension MessagesReport {
    /// The hook that carries a failure outside the steps: no world could be made for the scenario, or its end failed.
    enum HookPlace: String {
        case before = "BEFORE_TEST_CASE"
        case after = "AFTER_TEST_CASE"

        var name: String {
            switch self {
            case .before: "a world to play in"
            case .after: "the end of the world"
            }
        }
    }

    /// A scenario with the phrases that its steps match. All rounds with the same key share one test case.
    struct TestCaseKey: Hashable {
        var path: String
        var pickle: Int
        var hook: HookPlace?
        var phrases: [[Int]]
    }

    /// The ids of a test case in the stream.
    struct TestCase {
        var id: String
        var steps: [String]
        var hookStep: String?
    }

    mutating func write(_ scenario: PlayedScenario) {
        for attempt in scenario.earlier + [scenario] { writeAttempt(attempt) }
    }

    private mutating func writeAttempt(_ scenario: PlayedScenario) {
        let hook = hookPlace(of: scenario)
        let testCase = testCase(of: scenario, hook: hook)
        let started = newID()
        clock.beginScenario(scenario)
        let attempt = attempts[scenario.pickle.place, default: 0]
        attempts[scenario.pickle.place] = attempt + 1
        line(
            "testCaseStarted",
            [
                "attempt": .integer(attempt), "id": .string(started), "testCaseId": .string(testCase.id),
                "timestamp": clock.timestamp,
            ])
        if hook == .before { writeHookStep(of: scenario, testCase, started) }
        for (step, id) in zip(scenario.steps, testCase.steps) { write(step, id: id, started: started) }
        if hook == .after { writeHookStep(of: scenario, testCase, started) }
        line(
            "testCaseFinished",
            [
                "testCaseStartedId": .string(started), "timestamp": clock.timestamp,
                "willBeRetried": .boolean(scenario.outcome.isRetried),
            ])
    }

    private func hookPlace(of scenario: PlayedScenario) -> HookPlace? {
        guard scenario.outcome.failure != nil else { return nil }
        return scenario.steps.contains { $0.status == .passed } ? .after : .before
    }

    private mutating func testCase(of scenario: PlayedScenario, hook: HookPlace?) -> TestCase {
        let phrases = scenario.steps.map { step in
            step.phrase.map { [$0] } ?? step.phrases.compactMap { plan.phrases.firstIndex(of: $0) }
        }
        let pickle = scenario.pickle
        let key = TestCaseKey(path: pickle.path, pickle: pickle.id, hook: hook, phrases: phrases)
        if let known = testCases[key] { return known }
        let hookID = hook.map { self.hook($0) }
        let testCase = TestCase(
            id: newID(), steps: scenario.steps.map { _ in newID() }, hookStep: hookID.map { _ in newID() })
        testCases[key] = testCase
        var steps = zip(scenario.steps, testCase.steps).enumerated().map { index, pair in
            testStep(pair.0, id: pair.1, phrases: phrases[index])
        }
        if let hookID, let id = testCase.hookStep {
            let step: JSONLine = ["hookId": .string(hookID), "id": .string(id)]
            if hook == .before { steps.insert(step, at: 0) } else { steps.append(step) }
        }
        for step in scenario.steps { writeSuggestion(for: step) }
        line(
            "testCase",
            [
                "id": .string(testCase.id), "pickleId": .string(id(pickle.id, of: pickle)), "testSteps": .array(steps),
                "testRunStartedId": .string(runStartedID),
            ])
        return testCase
    }

    private func testStep(_ step: StepOutcome, id: String, phrases: [Int]) -> JSONLine {
        // The phrases of an undefined step are only similar to it, and do not match it.
        let said = step.status == .undefined ? [] : phrases
        let lists = said.map { phrase -> JSONLine in
            let arguments = patterns[phrase]?.arguments(in: step.step.text) ?? []
            return ["stepMatchArguments": .array(arguments.map(Self.json))]
        }
        return [
            "id": .string(id), "pickleStepId": .string(self.id(step.step.id, of: step.pickle)),
            "stepDefinitionIds": .array(said.compactMap { definition($0).map { .string($0) } }),
            "stepMatchArgumentsLists": .array(lists),
        ]
    }

    private static func json(_ argument: StepPattern.Argument) -> JSONLine {
        [
            "group": ["children": .array([]), "start": .integer(argument.start), "value": .string(argument.value)],
            "parameterTypeName": .string(argument.kind.rawValue),
        ]
    }

    private mutating func writeSuggestion(for step: StepOutcome) {
        guard step.status == .undefined, let suggestion = step.suggestion ?? step.phrases.first else { return }
        let snippet: JSONLine = ["language": "gherkin", "code": .string(step.step.keyword + suggestion)]
        line(
            "suggestion",
            [
                "id": .string(newID()), "pickleStepId": .string(id(step.step.id, of: step.pickle)),
                "snippets": .array([snippet]),
            ])
    }

    private mutating func write(_ step: StepOutcome, id: String, started: String) {
        clock.begin(step.timing)
        let place = [("testCaseStartedId", JSONLine.string(started)), ("testStepId", .string(id))]
        line("testStepStarted", .object(place + [("timestamp", clock.timestamp)]))
        let duration = clock.end(step.timing)
        let explanation = FailureExplanation(style: ReportStyle(hasColors: false))
        var message: [String] = []
        switch step.status {
        case .passed, .skipped: break
        case .undefined: message = explanation.lines(of: step)
        case .failed:
            guard let failure = step.failure else { break }
            writeThreads(of: failure, place)
            message = explanation.facts(of: failure) + ["again: " + plan.command(for: step.pickle)]
        }
        let result = Self.result(step.status.rawValue.uppercased(), duration, message, step.failure)
        line("testStepFinished", .object(place + [("testStepResult", result), ("timestamp", clock.timestamp)]))
    }

    private mutating func writeHookStep(of scenario: PlayedScenario, _ testCase: TestCase, _ started: String) {
        guard let id = testCase.hookStep, let failure = scenario.outcome.failure else { return }
        let place = [("testCaseStartedId", JSONLine.string(started)), ("testStepId", .string(id))]
        line("testStepStarted", .object(place + [("timestamp", clock.timestamp)]))
        writeThreads(of: failure, place)
        let isSkipped = scenario.outcome.status == .skipped
        let lines = FailureExplanation(style: ReportStyle(hasColors: false)).facts(of: failure)
        let result = Self.result(isSkipped ? "SKIPPED" : "FAILED", .zero, lines, isSkipped ? nil : failure)
        line("testStepFinished", .object(place + [("testStepResult", result), ("timestamp", clock.timestamp)]))
    }

    private func writeThreads(of failure: StepFailure, _ place: [(String, JSONLine)]) {
        guard !failure.threads.isEmpty else { return }
        let lines = FailureExplanation(style: ReportStyle(hasColors: false)).threads(of: failure)
        line(
            "attachment",
            .object(
                place + [
                    ("body", .string(lines.joined(separator: "\n"))), ("contentEncoding", "IDENTITY"),
                    ("mediaType", "text/plain"), ("timestamp", clock.timestamp),
                ]))
    }

    private static func result(
        _ status: String, _ duration: Duration, _ message: [String], _ failure: StepFailure?
    ) -> JSONLine {
        var members = [("duration", MessageClock.duration(duration)), ("status", .string(status))]
        if !message.isEmpty { members.append(("message", .string(message.joined(separator: "\n")))) }
        if let failure { members.append(("exception", ["type": "StepFailure", "message": .string(failure.message)])) }
        return .object(members)
    }
}
