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
    private var opening: Opening?

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
        stories.append(story)
        let opening = Opening(place: count - 1, status: status, tables)
        if opening.isBetter(than: self.opening) { self.opening = opening }
        tables.endScenario()
    }

    /// The page, in parts.
    var parts: [String] {
        let json = JSONWriter.object(reserving: 65_536) { json in
            json.member("summary", summary)
            json.member("seed", seed)
            json.member("cut", StepScene.WireMessage.bytesMax)
            tables.features.write("features", to: &json)
            json.key("scenarios")
            json.array { json in
                for entry in entries { json.raw(entry) }
            }
            guard let opening else { return }
            json.key("opening")
            json.object { json in
                json.member("place", opening.place)
                Self.write("stories", stories, [opening.place], to: &json)
                for list in TraceList.allCases {
                    Self.write(list.rawValue, tables[list].texts, opening.shown[list] ?? [], to: &json)
                }
            }
        }
        let lines =
            TraceList.allCases.map { list in
                Self.lines(list.rawValue, tables[list].texts, without: opening?.shown[list] ?? [])
            } + [Self.lines("stories", stories, without: opening.map { [$0.place] } ?? [])]
        return TracePage.parts(data: json, lines: lines, digest: SHA256.digest)
    }

    /// Texts as lines; empty ones for those with which the page opens, which stand there.
    private static func lines(_ name: String, _ texts: [[UInt8]], without shown: Set<Int>) -> TracePage.Lines {
        TracePage.Lines(name: name, texts: texts.enumerated().map { shown.contains($0) ? [] : $1 })
    }

    /// Those with which the page opens, by their places.
    private static func write(_ name: String, _ texts: [[UInt8]], _ shown: Set<Int>, to json: inout JSONWriter) {
        json.key(dynamic: name)
        json.object { json in
            for place in shown.sorted() {
                json.key(dynamic: String(place))
                json.raw(texts[place])
            }
        }
    }

    /// The scenario at which the page opens: the first that failed, or that was tried again, or the first of all.
    private struct Opening {
        let place: Int
        /// The places of what it shows.
        let shown: [TraceList: Set<Int>]
        private let rank: Int

        /// The scenario of which all was put into the tables since the one before it.
        init(place: Int, status: String, _ tables: TraceTables) {
            self.place = place
            shown = Dictionary(uniqueKeysWithValues: TraceList.allCases.map { ($0, tables[$0].named) })
            rank = ["failed", "retried"].firstIndex(of: status) ?? 2
        }

        func isBetter(than other: Opening?) -> Bool { other.map { rank < $0.rank } ?? true }
    }
}
