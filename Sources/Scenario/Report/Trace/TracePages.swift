import ChatProtocol
import Gherkin

/// A trace under construction from the events of a run.
struct TracePages {
    private var plan = RunPlan(pickles: [])
    private var data = TraceData()
    private var steps: [[UInt8]] = []
    private var round = 1

    /// Receives an event.
    mutating func take(_ event: RunEvent) {
        switch event {
        case .started(let plan): self.plan = plan
        case .scenarioStarted(_, let round):
            self.round = round
            steps = []
        case .stepFinished(let outcome): steps.append(TraceStep(outcome).bytes(&data.tables))
        case .scenarioFinished(let outcome): finish(outcome)
        case .finished(let counts):
            data.summary = counts.line
            data.seed = String(plan.seed)
        }
    }

    /// Returns the page of a run that has ended, in parts, and releases its data.
    mutating func takeParts() -> [String] {
        defer { data = TraceData() }
        return data.parts + [plan.shard?.comment].compactMap(\.self)
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
}
