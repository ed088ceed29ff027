import ChatProtocol
import Gherkin
import TracePage

/// The trace: one page that shows a run step by step, with every person's terminal, what went over the wire, what the
/// server decided and why, and the documents. It needs nothing but a browser: no network, no other file.
///
/// The page is written when the run is over, because it has each row, screen, message and decision once. All that a
/// scenario, a server or a person said is data in it, and never markup.
struct TraceReport: Report {
    private let write: (String) -> Void
    private var plan = RunPlan(pickles: [])
    private var tables = TraceTables()
    private var steps: [[UInt8]] = []
    private var round = 1
    private var scenarios: [[UInt8]] = []

    /// Makes a report.
    /// - Parameter write: Takes the page, in parts.
    init(write: @escaping (String) -> Void) { self.write = write }

    /// Tells an event.
    mutating func report(_ event: RunEvent) {
        switch event {
        case .started(let plan): self.plan = plan
        case .scenarioStarted(_, let round):
            self.round = round
            steps = []
            tables.screens.forget()
        case .stepFinished(let outcome): steps.append(TraceStep(outcome).bytes(&tables))
        case .scenarioFinished(let outcome): finish(outcome)
        case .finished(let counts): finish(counts)
        }
    }

    private mutating func finish(_ outcome: ScenarioOutcome) {
        let pickle = outcome.pickle
        let feature = tables.features.place([
            "name": .string(TraceText.clipped(pickle.feature)), "path": .string(pickle.path),
        ])
        let json = JSONWriter.object(reserving: 512) { json in
            json.member("feature", feature)
            json.member("name", TraceText.clipped(pickle.name))
            json.member("line", pickle.location.line)
            json.member("status", outcome.status.rawValue)
            if let rule = pickle.rule { json.member("rule", TraceText.clipped(rule)) }
            if plan.rounds > 1 { json.member("round", round) }
            if !pickle.tags.isEmpty { json.member("tags", pickle.tags.map(\.name)) }
            json.member("again", plan.command(for: pickle))
            if let failure = outcome.failure {
                json.key("failure")
                TraceStep.write(failure, to: &json, &tables)
            }
            json.key("steps")
            json.array { json in
                for step in steps { json.raw(step) }
            }
        }
        scenarios.append(json)
        steps = []
    }

    private mutating func finish(_ counts: RunCounts) {
        let json = JSONWriter.object(reserving: 65_536) { json in
            json.member("summary", counts.line)
            json.member("seed", String(plan.seed))
            json.member("cut", StepScene.WireMessage.bytesMax)
            tables.write(to: &json)
            json.key("scenarios")
            json.array { json in
                for scenario in scenarios { json.raw(scenario) }
            }
        }
        for part in TracePage.parts(data: json, digest: SHA256.digest) { write(part) }
        (scenarios, tables) = ([], TraceTables())
    }
}

/// All that stands in a trace once and is named by its place.
struct TraceTables {
    var screens = TraceScreens()
    var features = TraceTable()
    var names = TraceTable()
    var texts = TraceTable()
    var decisions = TraceTable()
    var pages = TraceTable()

    func write(to json: inout JSONWriter) {
        screens.write(to: &json)
        features.write("features", to: &json)
        names.write("names", to: &json)
        texts.write("texts", to: &json)
        decisions.write("decisions", to: &json)
        pages.write("pages", to: &json)
    }
}

/// Texts as a trace has room for them.
enum TraceText {
    /// The most bytes of one text of a scenario.
    static let bytesMax = 8_192

    /// The text, cut where it is long.
    static func clipped(_ text: String) -> String {
        text.utf8.count > bytesMax ? text.beginning(bytesMax: bytesMax) + "…" : text
    }
}
