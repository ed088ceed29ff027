import ChatProtocol
import ChatScreens
import Gherkin

/// Cucumber Messages: one JSON envelope on each line, in the published schema. Cucumber's own formatters and all the
/// programs that read their input can therefore show a run.
///
/// The messages of a scenario are written at its end, because the phrases that its steps match must precede the steps.
struct MessagesReport: Report {
    /// The version of the schema.
    static let protocolVersion = "34.2.0"

    let write: (String) -> Void
    var plan = RunPlan(pickles: [])
    var patterns: [Int: StepPattern] = [:]
    var clock = MessageClock()
    var nextID = 0
    var testCases: [TestCaseKey: TestCase] = [:]
    /// The number of times that each scenario was played so far, by its place. Rounds and further attempts both count.
    var attempts: [String: Int] = [:]
    private var offsets: [String: Int] = [:]
    private var definitions: [String] = []
    private var hooks: [HookPlace: String] = [:]
    private(set) var runStartedID = ""
    private var scenarios = PlayedScenario.Collector()

    /// Creates a report.
    /// - Parameter write: Receives whole lines, with their line feeds.
    init(write: @escaping (String) -> Void) { self.write = write }

    /// Receives an event.
    mutating func report(_ event: RunEvent) {
        if let scenario = scenarios.add(event) { write(scenario) }
        switch event {
        case .started(let plan):
            self.plan = plan
            begin()
        case .scenarioStarted, .stepFinished, .scenarioFinished: break
        case .finished(let counts):
            clock.finish()
            if let shard = plan.shard {
                line(
                    "attachment",
                    [
                        "body": .string(shard.text), "contentEncoding": "IDENTITY",
                        "mediaType": .string(RunShard.mediaType), "testRunStartedId": .string(runStartedID),
                    ])
            }
            line(
                "testRunFinished",
                [
                    "success": .boolean(counts.isSuccess), "timestamp": clock.timestamp,
                    "testRunStartedId": .string(runStartedID),
                ])
        }
    }

    /// Returns an id that is unique in the stream.
    mutating func newID() -> String {
        defer { nextID += 1 }
        return String(nextID)
    }

    /// Writes one message in one line.
    func line(_ name: String, _ value: JSONLine) { write(([name: value] as JSONLine).text + "\n") }

    /// Returns the stream's id for an id that is unique only within the pickle's file.
    func id(_ id: Int, of pickle: Gherkin.Pickle) -> String { String(id + (offsets[pickle.path] ?? 0)) }

    /// Returns the stream's id for a phrase; nil for a phrase that is not in the table.
    func definition(_ phrase: Int?) -> String? {
        phrase.flatMap { definitions.indices.contains($0) ? definitions[$0] : nil }
    }

    /// Returns the id of the hook for failures outside the steps. The first call writes the message that defines the
    /// hook.
    mutating func hook(_ place: HookPlace) -> String {
        if let id = hooks[place] { return id }
        let id = newID()
        hooks[place] = id
        line(
            "hook",
            [
                "id": .string(id), "name": .string(place.name), "sourceReference": ["uri": "chat-client"],
                "type": .string(place.rawValue),
            ])
        return id
    }

    private mutating func begin() {
        writeMeta()
        let pickles = Dictionary(grouping: plan.pickles, by: \.path)
        for source in plan.sources {
            number(pickles[source.path] ?? [], path: source.path, first: source.document.nextID)
            let offset = offsets[source.path] ?? 0
            let notation = Gherkin.Notation(path: source.path)
            write(Gherkin.Messages.line(forSource: source.text, path: source.path, notation: notation) + "\n")
            let writer = Gherkin.MessageWriter(offset: offset)
            line("gherkinDocument", writer.document(source.document, path: source.path))
        }
        for pickle in plan.pickles {
            if offsets[pickle.path] == nil { number(pickles[pickle.path] ?? [], path: pickle.path, first: 0) }
            line("pickle", Gherkin.MessageWriter(offset: offsets[pickle.path] ?? 0).pickle(pickle))
        }
        writeDefinitions()
        runStartedID = newID()
        line("testRunStarted", ["id": .string(runStartedID), "timestamp": clock.timestamp])
    }

    /// Reserves a range of ids for a file.
    private mutating func number(_ pickles: [Gherkin.Pickle], path: String, first: Int) {
        offsets[path] = nextID
        let last = pickles.flatMap { [$0.id] + $0.nodeIDs + $0.steps.flatMap { [$0.id] + $0.nodeIDs } }.max() ?? 0
        nextID += max(first, last + 1)
    }

    private func writeMeta() {
        func product(_ name: String, _ version: String? = nil) -> JSONLine {
            .object([("name", .string(name))] + (version.map { [("version", .string($0))] } ?? []))
        }
        #if os(Linux)
            let system = "linux"
        #elseif os(macOS)
            let system = "darwin"
        #else
            let system = "unknown"
        #endif
        #if arch(arm64)
            let processor = "arm64"
        #elseif arch(x86_64)
            let processor = "x64"
        #else
            let processor = "unknown"
        #endif
        line(
            "meta",
            [
                "protocolVersion": .string(Self.protocolVersion),
                "implementation": product("understudy", Understudy.version), "runtime": product("swift"),
                "os": product(system), "cpu": product(processor),
            ])
    }

    private mutating func writeDefinitions() {
        for (index, text) in plan.phrases.enumerated() {
            let id = newID()
            definitions.append(id)
            // A phrase that does not parse is written as its own pattern. The step table contains none.
            let pattern = (try? Phrase(text)).map(StepPattern.init)
            patterns[index] = pattern
            let source: JSONLine = [
                "source": .string(pattern?.source ?? text),
                "type": pattern == nil ? "CUCUMBER_EXPRESSION" : "REGULAR_EXPRESSION",
            ]
            line(
                "stepDefinition",
                ["id": .string(id), "pattern": source, "sourceReference": ["uri": "docs/reference/steps.md"]])
        }
    }
}

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

/// The clock for the time stamps of messages. It is the story time, so that two runs give the same bytes. With `--times
/// real`, it is the sum of the real durations of the steps, from the same starting point.
struct MessageClock {
    /// The time at which every story begins: 2022-09-12 09:00:00 UTC, in seconds since 1970.
    static let beginning: Int64 = 1_662_973_200

    private(set) var now: Duration = .zero
    private var latest: Duration = .zero
    private var hasWall = false

    /// Begins a scenario. Story time starts at zero again.
    mutating func beginScenario(_ scenario: PlayedScenario) {
        hasWall = scenario.wall != nil
        if !hasWall { now = .zero }
    }

    /// Advances the clock to the beginning of a step.
    mutating func begin(_ timing: StepTiming) {
        if !hasWall { now = max(now, timing.storyStart) }
    }

    /// Advances the clock to the end of a step, and returns the duration of the step.
    mutating func end(_ timing: StepTiming) -> Duration {
        let duration = hasWall ? timing.wall ?? .zero : max(.zero, timing.storyEnd - timing.storyStart)
        now = hasWall ? now + duration : max(now, timing.storyEnd)
        latest = max(latest, now)
        return duration
    }

    /// Advances the clock to the latest time of all scenarios.
    mutating func finish() { now = max(now, latest) }

    /// The current time in the form of the schema.
    var timestamp: JSONLine { Self.time(now, since: Self.beginning) }

    /// Returns a duration in the form of the schema.
    static func duration(_ duration: Duration) -> JSONLine { time(duration, since: 0) }

    private static func time(_ duration: Duration, since beginning: Int64) -> JSONLine {
        let (seconds, attoseconds) = duration.components
        return ["seconds": .integer(Int(beginning + seconds)), "nanos": .integer(Int(attoseconds / 1_000_000_000))]
    }
}
