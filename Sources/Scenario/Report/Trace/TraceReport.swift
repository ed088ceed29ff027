import ChatProtocol
import Dispatch
import Gherkin
import Synchronization

/// The trace: one page that shows a run step by step. It contains every person's terminal, the messages on the wire,
/// the decisions of the server with their reasons, and the documents. It needs only a browser: no network and no other
/// file.
///
/// The page is written at the end of the run, because it contains each row, screen, message and decision only once. All
/// texts from scenarios, servers and people are data in it, never markup.
///
/// Each step is drawn and encoded on another thread while the next steps are played.
struct TraceReport: Report {
    private let write: (String) -> Void
    private let page = QueuedChanges(TracePages(), most: 64)

    /// Creates a report.
    /// - Parameter write: Receives the page, in parts.
    init(write: @escaping (String) -> Void) { self.write = write }

    /// Receives an event.
    func report(_ event: RunEvent) {
        page.add { $0.take(event) }
        guard case .finished = event else { return }
        for part in page.settled({ $0.takeParts() }) { write(part) }
    }
}

/// The items that a trace contains once each and refers to by index.
struct TraceTables {
    var screens = TraceScreens()
    var features = TraceTable()
    var names = TraceTable()
    var texts = TraceTable()
    var decisions = TraceTable()
    var pages = TraceTable()
    /// The messages of this scenario. A message to a hundred people is encoded once.
    private var messages: [HashedBytes: JSONValue] = [:]

    /// Clears the data about the current scenario, at its end.
    mutating func endScenario() {
        for list in TraceList.allCases { self[list].endScenario() }
        screens.forget()
        messages = [:]
    }

    /// Returns the index of the text of a message.
    mutating func place(of message: StepScene.WireMessage) -> JSONValue {
        let bytes = HashedBytes(message.bytes)
        if let known = messages[bytes] { return known }
        let place = texts.place(.string(message.text))
        messages[bytes] = place
        return place
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

/// Limits for texts in a trace.
enum TraceText {
    /// The largest number of bytes of one text of a scenario.
    static let bytesMax = 8_192

    /// Returns the text, cut with an ellipsis if it is longer than ``bytesMax``.
    static func clipped(_ text: String) -> String {
        text.utf8.count > bytesMax ? text.beginning(bytesMax: bytesMax) + "…" : text
    }

    /// Returns the status of a scenario in the words of the page.
    static func status(of outcome: ScenarioOutcome) -> String {
        outcome.isRetried ? "retried" : outcome.isFlaky ? "flaky" : outcome.status.rawValue
    }
}

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
        let status = TraceText.status(of: outcome)
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
        data.add(entry: entry, status: status, tags: pickle.tags.map(\.name), story: story)
        steps = []
    }
}

/// A value that is changed on its own thread, one change after the other, while the caller continues.
final class QueuedChanges<Value>: Sendable {
    private let value: Mutex<Value>
    private let queue = DispatchQueue(label: "understudy.changes")
    /// Created with 0 and then signaled, because Dispatch traps if a semaphore is released with less than its first
    /// value.
    private let room = DispatchSemaphore(value: 0)

    /// Creates a queue with a value.
    ///
    /// - Parameter most: The number of changes that can wait. A caller that adds another one blocks until one is done.
    init(_ value: sending Value, most: Int) {
        self.value = Mutex(value)
        for _ in 0..<most { room.signal() }
    }

    /// Enqueues a change.
    func add(_ change: @escaping @Sendable (inout Value) -> Void) {
        room.wait()
        queue.async {
            self.value.withLock { change(&$0) }
            self.room.signal()
        }
    }

    /// Waits until all enqueued changes are done, and reads the value.
    func settled<Read: Sendable>(_ read: (inout Value) -> Read) -> Read {
        queue.sync {}
        return value.withLock { read(&$0) }
    }
}
