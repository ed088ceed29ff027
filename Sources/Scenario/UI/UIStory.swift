import ChatProtocol

/// The steps of one scenario as far as it was played, in the JSON form of a trace.
///
/// The screens, messages and decisions are in tables, as in a trace. A page receives the whole story once, and then each
/// further step with the new items of the tables.
struct UIStory {
    /// The id of the scenario.
    let id: Int
    private let again: String
    private var tables = TraceTables()
    private var steps: [[UInt8]] = []
    private var failure: [UInt8]?
    /// The number of items of each table that pages have.
    private var sent: [TraceList: Int] = [:]

    /// - Parameter again: The command that plays the scenario again.
    init(id: Int, again: String) { (self.id, self.again) = (id, again) }

    /// The number of steps that have ended.
    var count: Int { steps.count }

    /// Appends a step.
    /// - Returns: The message with the step for pages that have the story up to here.
    mutating func add(_ outcome: StepOutcome) -> [UInt8] {
        let step = TraceStep(outcome).bytes(&tables)
        steps.append(step)
        return JSONWriter.object(reserving: step.count + 1_024) { json in
            json.member("type", "step")
            json.member("id", id)
            json.member("index", steps.count - 1)
            json.key("step")
            json.raw(step)
            writeNewItems(to: &json)
        }
    }

    /// Ends the story.
    /// - Returns: The message with the failure for pages that have the story up to here; nil without a failure outside
    ///   the steps.
    mutating func end(_ outcome: ScenarioOutcome) -> [UInt8]? {
        guard let reason = outcome.failure else { return nil }
        let text = JSONWriter.bytes { TraceStep.write(reason, to: &$0, &tables) }
        failure = text
        return JSONWriter.object { json in
            json.member("type", "failure")
            json.member("id", id)
            json.key("failure")
            json.raw(text)
            writeNewItems(to: &json)
        }
    }

    /// The message with the whole story.
    var whole: [UInt8] {
        JSONWriter.object(reserving: 65_536) { json in
            json.member("type", "story")
            json.member("id", id)
            json.member("again", again)
            if let failure {
                json.key("failure")
                json.raw(failure)
            }
            json.key("steps")
            json.array { json in
                for step in steps { json.raw(step) }
            }
            for list in TraceList.allCases { Self.write(list, tables[list].texts[...], to: &json) }
        }
    }

    private mutating func writeNewItems(to json: inout JSONWriter) {
        for list in TraceList.allCases {
            let texts = tables[list].texts
            let first = sent[list] ?? 0
            sent[list] = texts.count
            if first < texts.count { Self.write(list, texts[first...], to: &json) }
        }
    }

    private static func write(_ list: TraceList, _ texts: ArraySlice<[UInt8]>, to json: inout JSONWriter) {
        json.key(dynamic: list.rawValue)
        json.array { json in
            for text in texts { json.raw(text) }
        }
    }
}
