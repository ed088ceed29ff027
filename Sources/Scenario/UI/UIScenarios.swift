import ChatProtocol
import Gherkin

/// The scenarios on the page of `play --ui`, with their results.
///
/// Each has an id, which it keeps when the files are read again, as long as its file, rule and name stay the same. Its
/// result stays while its steps do.
struct UIScenarios {
    /// A scenario of the list.
    struct Entry {
        let id: Int
        fileprivate(set) var pickle: Gherkin.Pickle
        /// The status in the words of a trace, or `waiting`, `running` or `stopped`.
        fileprivate(set) var status = "waiting"
        /// The attempt of `--retries`, from 1.
        fileprivate(set) var attempt = 1
    }

    /// The number of bytes of stories that are stored. The oldest ones are dropped first, those that passed before the
    /// others.
    static let storedMax = 64 << 20

    private struct Key: Hashable {
        var path: String
        var rule: String?
        var name: String
        /// The number of earlier scenarios with the same names, such as rows of an outline.
        var number: Int
    }

    /// The scenarios in the order of the plan.
    private(set) var entries: [Entry] = []
    private var keys: [Key] = []
    private var places: [Int: Int] = [:]
    private var lastID = 0
    private let storedMax: Int
    private var stored: [(id: Int, isPassed: Bool, text: [UInt8])] = []
    private var storedBytes = 0
    /// The story of the running scenario.
    private var current: UIStory?

    /// Creates an empty list.
    init(storedMax: Int = Self.storedMax) { self.storedMax = storedMax }

    // MARK: The list

    /// Replaces the list by the scenarios of files that were read again.
    mutating func update(_ pickles: [Gherkin.Pickle]) {
        let old = Dictionary(zip(keys, entries)) { first, _ in first }
        let keys = Self.keys(of: pickles)
        entries = zip(keys, pickles).map { key, pickle in
            guard var entry = old[key] else {
                lastID += 1
                return Entry(id: lastID, pickle: pickle)
            }
            if !Self.areSame(entry.pickle, pickle) {
                entry.status = "waiting"
                drop(entry.id)
            }
            entry.pickle = pickle
            return entry
        }
        self.keys = keys
        places = Dictionary(entries.enumerated().map { ($1.id, $0) }) { first, _ in first }
        for story in stored where places[story.id] == nil { drop(story.id) }
    }

    /// Returns the id of a scenario; nil if the list does not have it.
    func id(of pickle: Gherkin.Pickle) -> Int? {
        entries.first { $0.pickle.id == pickle.id && $0.pickle.path == pickle.path }?.id
    }

    /// True if a scenario has this id.
    func has(_ id: Int) -> Bool { places[id] != nil }

    /// Returns the ids of the scenarios of files.
    func ids(of paths: Set<String>) -> Set<Int> { Set(entries.filter { paths.contains($0.pickle.path) }.map(\.id)) }

    /// The lines of all steps.
    var lines: Set<RunGate.Place> {
        Set(
            entries.flatMap { entry in entry.pickle.steps.map { .init(path: entry.pickle.path, line: $0.location.line) }
            })
    }

    /// The message with the list and the breakpoints.
    func list(breakpoints: Set<RunGate.Place>) -> [UInt8] {
        var features = TraceTable()
        var rules = TraceRules()
        for entry in entries { rules.add(tags: entry.pickle.tags.map(\.name)) }
        let scenarios = entries.map { entry in
            let pickle = entry.pickle
            let feature = features.place([
                "name": .string(TraceText.clipped(pickle.feature)), "path": .string(pickle.path),
            ])
            return JSONWriter.object(reserving: 1_024) { json in
                json.member("id", entry.id)
                json.member("feature", feature)
                json.member("name", TraceText.clipped(pickle.name))
                json.member("line", pickle.location.line)
                Self.writeResult(of: entry, to: &json)
                if let rule = pickle.rule { json.member("rule", TraceText.clipped(rule)) }
                if !pickle.tags.isEmpty { json.member("tags", pickle.tags.map(\.name)) }
                json.key("plan")
                json.array { json in
                    for step in pickle.steps { Self.write(step, to: &json) }
                }
            }
        }
        return JSONWriter.object(reserving: 65_536) { json in
            json.member("type", "list")
            json.member("cut", StepScene.WireMessage.bytesMax)
            features.write("features", to: &json)
            rules.write(to: &json)
            json.key("scenarios")
            json.array { json in
                for scenario in scenarios { json.raw(scenario) }
            }
            json.key("breakpoints")
            json.array { json in
                for place in breakpoints.sorted(by: { ($0.path, $0.line) < ($1.path, $1.line) }) {
                    json.string("\(place.path):\(place.line)")
                }
            }
        }
    }

    private static func write(_ step: Gherkin.PickleStep, to json: inout JSONWriter) {
        json.object { json in
            json.member("keyword", step.keyword)
            json.member("text", TraceText.clipped(step.text))
            json.member("line", step.location.line)
        }
    }

    private static func writeResult(of entry: Entry, to json: inout JSONWriter) {
        json.member("status", entry.status)
        if entry.attempt > 1 { json.member("attempt", entry.attempt) }
    }

    private static func keys(of pickles: [Gherkin.Pickle]) -> [Key] {
        var numbers: [Key: Int] = [:]
        return pickles.map { pickle in
            var key = Key(path: pickle.path, rule: pickle.rule, name: pickle.name, number: 0)
            let number = numbers[key, default: 0]
            numbers[key] = number + 1
            key.number = number
            return key
        }
    }

    /// Returns true if both have the same steps. Their lines may differ.
    private static func areSame(_ one: Gherkin.Pickle, _ other: Gherkin.Pickle) -> Bool {
        one.steps.count == other.steps.count
            && zip(one.steps, other.steps).allSatisfy {
                $0.text == $1.text && $0.keyword == $1.keyword && $0.table == $1.table && $0.docString == $1.docString
            }
    }

    // MARK: The run

    /// Begins the story of a scenario.
    ///
    /// - Parameter again: The command that plays it again.
    mutating func begin(_ id: Int, again: String) {
        drop(id)
        current = UIStory(id: id, again: again)
        change(id) { ($0.status, $0.attempt) = ("running", 1) }
    }

    /// Receives a step of the running scenario, and returns the message for pages that show it.
    mutating func add(_ outcome: StepOutcome) -> [UInt8]? { current?.add(outcome) }

    /// The id of the running scenario, and the number of its steps that have ended.
    var running: (id: Int, count: Int)? { current.map { ($0.id, $0.count) } }

    /// Ends the story of the running scenario, and returns the message for pages that show it.
    mutating func end(_ outcome: ScenarioOutcome) -> [UInt8]? {
        guard var story = current else { return nil }
        current = nil
        let message = story.end(outcome)
        let status = outcome.isStopped && outcome.status == .skipped ? "stopped" : TraceText.status(of: outcome)
        change(story.id) { ($0.status, $0.attempt) = (status, outcome.attempt) }
        store(story.id, isPassed: outcome.status == .passed, story.whole)
        return message
    }

    /// The message with the result of a scenario, for every page.
    func result(of id: Int) -> [UInt8]? {
        guard let place = places[id] else { return nil }
        return JSONWriter.object { json in
            json.member("type", "result")
            json.member("id", id)
            Self.writeResult(of: entries[place], to: &json)
        }
    }

    /// The message with the story of a scenario; nil if it was not played, or was played too long ago.
    func story(of id: Int) -> [UInt8]? {
        current?.id == id ? current?.whole : stored.last { $0.id == id }?.text
    }

    private mutating func change(_ id: Int, _ body: (inout Entry) -> Void) {
        if let place = places[id] { body(&entries[place]) }
    }

    private mutating func store(_ id: Int, isPassed: Bool, _ text: [UInt8]) {
        stored.append((id, isPassed, text))
        storedBytes += text.count
        while storedBytes > storedMax, stored.count > 1 {
            let oldest = stored.dropLast().firstIndex { $0.isPassed } ?? 0
            storedBytes -= stored.remove(at: oldest).text.count
        }
    }

    private mutating func drop(_ id: Int) {
        stored.removeAll { story in
            guard story.id == id else { return false }
            storedBytes -= story.text.count
            return true
        }
    }
}
