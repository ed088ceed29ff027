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
