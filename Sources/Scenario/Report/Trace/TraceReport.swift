import ChatProtocol
import Gherkin

/// The trace: one page that shows a run step by step, with every person's terminal, what went over the wire, what the
/// server decided and why, and the documents. It needs nothing but a browser: no network, no other file.
///
/// The page is written when the run is over, because it has each row, screen, message and decision once. All that a
/// scenario, a server or a person said is data in it, and never markup.
struct TraceReport: Report {
    private let write: (String) -> Void
    private var plan = RunPlan(pickles: [])
    private var data = TraceData()
    private var steps: [[UInt8]] = []
    private var round = 1

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
        case .stepFinished(let outcome): steps.append(TraceStep(outcome).bytes(&data.tables))
        case .scenarioFinished(let outcome): finish(outcome)
        case .finished(let counts): finish(counts)
        }
    }

    private mutating func finish(_ outcome: ScenarioOutcome) {
        let pickle = outcome.pickle
        let feature = data.tables.features.place([
            "name": .string(TraceText.clipped(pickle.feature)), "path": .string(pickle.path),
        ])
        let status = outcome.isRetried ? "retried" : outcome.isFlaky ? "flaky" : outcome.status.rawValue
        let entry = JSONWriter.object(reserving: 512) { json in
            json.member("feature", feature)
            json.member("name", TraceText.clipped(pickle.name))
            json.member("line", pickle.location.line)
            json.member("status", status)
            json.member("count", steps.count)
            if outcome.isRetried || outcome.attempt > 1 { json.member("attempt", outcome.attempt) }
            if let rule = pickle.rule { json.member("rule", TraceText.clipped(rule)) }
            if plan.rounds > 1 { json.member("round", round) }
            if !pickle.tags.isEmpty { json.member("tags", pickle.tags.map(\.name)) }
        }
        let story = JSONWriter.object(reserving: 4_096) { json in
            json.member("again", plan.command(for: pickle))
            if let failure = outcome.failure {
                json.key("failure")
                TraceStep.write(failure, to: &json, &data.tables)
            }
            json.key("steps")
            json.array { json in
                for step in steps { json.raw(step) }
            }
        }
        data.add(entry: entry, status: status, story: story)
        steps = []
    }

    private mutating func finish(_ counts: RunCounts) {
        data.summary = counts.line
        data.seed = String(plan.seed)
        for part in data.parts { write(part) }
        data = TraceData()
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

    /// Forgets what the scenario showed: another begins.
    mutating func endScenario() {
        for list in TraceList.allCases { self[list].endScenario() }
        screens.forget()
    }

    subscript(list: TraceList) -> TraceTable {
        get {
            switch list {
            case .styles: screens.styles
            case .rows: screens.rows
            case .screens: screens.screens
            case .names: names
            case .texts: texts
            case .decisions: decisions
            case .pages: pages
            }
        }
        _modify {
            switch list {
            case .styles: yield &screens.styles
            case .rows: yield &screens.rows
            case .screens: yield &screens.screens
            case .names: yield &names
            case .texts: yield &texts
            case .decisions: yield &decisions
            case .pages: yield &pages
            }
        }
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
