import ChatProtocol
import TracePage

/// All that a trace shows, as its page is written.
///
/// What a list shows of the scenarios stands in one JSON text, and with it the scenario at which the page opens. The
/// other stories, and what they show, stand a line each, behind the script, and are read when somebody looks at them:
/// so a page of many scenarios opens as quickly as one of few.
struct TraceData {
    /// `2 passed, 1 failed`.
    var summary = ""
    var seed = ""
    var tables = TraceTables()
    private var entries: [[UInt8]] = []
    private var stories: [[UInt8]] = []
    private var statuses: [String] = []

    /// How many scenarios there are.
    var count: Int { entries.count }

    /// Puts a scenario behind the others.
    ///
    /// - Parameters:
    ///   - entry: What the list shows of it.
    ///   - status: What became of it, which the entry says too.
    ///   - story: Its steps.
    mutating func add(entry: [UInt8], status: String, story: [UInt8]) {
        entries.append(entry)
        statuses.append(status)
        stories.append(story)
    }

    /// The page, in parts.
    var parts: [String] {
        let opening = Opening(self)
        let json = JSONWriter.object(reserving: 65_536) { json in
            json.member("summary", summary)
            json.member("seed", seed)
            json.member("cut", StepScene.WireMessage.bytesMax)
            tables.features.write("features", to: &json)
            json.key("scenarios")
            json.array { json in
                for entry in entries { json.raw(entry) }
            }
            if let opening { json.member("opening", opening.json) }
        }
        let lines =
            TraceList.allCases.map { list in
                Self.lines(list.rawValue, tables[list].texts, without: opening?.shown[list] ?? [])
            } + [Self.lines("stories", stories, without: opening.map { [Int64($0.place)] } ?? [])]
        return TracePage.parts(data: json, lines: lines, digest: SHA256.digest)
    }

    /// Texts as lines; empty ones for those with which the page opens, which stand there.
    private static func lines(_ name: String, _ texts: [[UInt8]], without shown: Set<Int64>) -> TracePage.Lines {
        TracePage.Lines(name: name, texts: texts.enumerated().map { shown.contains(Int64($0)) ? [] : $1 })
    }

    /// The scenario at which the page opens, with all that it shows: the first that failed, or that was tried again.
    private struct Opening {
        let place: Int
        /// The places of what it shows.
        private(set) var shown: [TraceList: Set<Int64>] = [:]
        /// As the page reads it: what stands at each place.
        private(set) var json: JSONValue = .null

        /// Nil where nothing was played.
        init?(_ data: TraceData) {
            guard !data.stories.isEmpty else { return nil }
            place = data.statuses.firstIndex(of: "failed") ?? data.statuses.firstIndex(of: "retried") ?? 0
            var shown: [TraceList: Set<Int64>] = [:]
            /// Notes a place, and what stands there names.
            func note(_ list: TraceList, _ place: Int64) -> Int64 {
                if shown[list, default: []].insert(place).inserted {
                    _ = TraceStory.replacingPlaces(in: value(data.tables[list].texts[Int(place)]), of: list, note)
                }
                return place
            }
            let story = TraceStory.replacingPlaces(in: value(data.stories[place]), note)
            var members = [
                JSONObject.Member(key: "place", value: .integer(Int64(place))),
                JSONObject.Member(
                    key: "stories", value: .object(JSONObject([JSONObject.Member(key: String(place), value: story)]))),
            ]
            for list in TraceList.allCases {
                let values = (shown[list] ?? []).sorted().map { place in
                    JSONObject.Member(key: String(place), value: value(data.tables[list].texts[Int(place)]))
                }
                members.append(JSONObject.Member(key: list.rawValue, value: .object(JSONObject(values))))
            }
            (self.shown, json) = (shown, .object(JSONObject(members)))
        }
    }
}

/// A text that was written here.
private func value(_ text: [UInt8]) -> JSONValue { (try? JSONReader.read(text).value) ?? .null }
