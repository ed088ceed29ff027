import ChatProtocol
import Pages

/// All the data of a trace page.
///
/// One JSON text contains the list of scenarios and the scenario with which the page opens. The other stories, and the
/// data that they show, follow the script, one on each line. The page reads them when they are opened, so a page with
/// many scenarios opens as quickly as one with few.
struct TraceData {
    /// The counts, such as `2 passed, 1 failed`.
    var summary = ""
    var seed = ""
    var tables = TraceTables()
    private var rules = TraceRules()
    private var entries: [[UInt8]] = []
    private var stories: [[UInt8]] = []
    private var opening: Opening?

    /// The number of scenarios.
    var count: Int { entries.count }

    /// Appends a scenario.
    ///
    /// - Parameters:
    ///   - entry: Its entry in the list, as JSON.
    ///   - status: Its status, which the entry also contains.
    ///   - tags: Its tags, which the entry also contains.
    ///   - story: Its steps, as JSON.
    mutating func add(entry: [UInt8], status: String, tags: [String], story: [UInt8]) {
        rules.add(tags: tags)
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
            rules.write(to: &json)
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

    /// Returns texts as lines. Texts that the opening scenario shows are empty here, because the first JSON text has
    /// them.
    private static func lines(_ name: String, _ texts: [[UInt8]], without shown: Set<Int>) -> TracePage.Lines {
        TracePage.Lines(name: name, texts: texts.enumerated().map { shown.contains($0) ? [] : $1 })
    }

    /// Writes the texts that the opening scenario shows, by their indices.
    private static func write(_ name: String, _ texts: [[UInt8]], _ shown: Set<Int>, to json: inout JSONWriter) {
        json.key(dynamic: name)
        json.object { json in
            for place in shown.sorted() {
                json.key(dynamic: String(place))
                json.raw(texts[place])
            }
        }
    }

    /// The scenario with which the page opens: the first that failed, or else the first that was retried, or else the
    /// first of all.
    private struct Opening {
        let place: Int
        /// The indices of the items that it shows.
        let shown: [TraceList: Set<Int>]
        private let rank: Int

        /// Creates the candidate from the scenario that was added last. Its items are those named in the tables since
        /// the scenario before it.
        init(place: Int, status: String, _ tables: TraceTables) {
            self.place = place
            shown = Dictionary(uniqueKeysWithValues: TraceList.allCases.map { ($0, tables[$0].named) })
            rank = ["failed", "retried"].firstIndex(of: status) ?? 2
        }

        func isBetter(than other: Opening?) -> Bool { other.map { rank < $0.rank } ?? true }
    }
}

/// A table of items that a trace contains once each and refers to by index.
struct TraceTable {
    /// The JSON texts, in the order of their first use.
    private(set) var texts: [[UInt8]] = []
    private var places: [HashedBytes: Int] = [:]
    /// The indices that were used since the last scenario.
    private(set) var named: Set<Int> = []

    /// Returns the index of an item by its JSON text. A new item is appended.
    mutating func place(of text: [UInt8]) -> Int {
        let place = places[HashedBytes(text)] ?? texts.count
        if place == texts.count {
            places[HashedBytes(text)] = place
            texts.append(text)
        }
        named.insert(place)
        return place
    }

    /// Clears the set of used indices at the end of a scenario.
    mutating func endScenario() { named = [] }

    mutating func place(_ value: JSONValue) -> JSONValue { .integer(Int64(place(of: JSONWriter.bytes(of: value)))) }

    /// Writes all the items as an array under that name.
    func write(_ key: StaticString, to json: inout JSONWriter) {
        json.key(key)
        json.array { json in
            for text in texts { json.raw(text) }
        }
    }
}

/// The lists of items that a trace contains once each and refers to by index.
enum TraceList: String, CaseIterable {
    case styles, rows, screens, names, texts, decisions, pages
}

/// The indices in the JSON of stories and of the items that they show, as ``TraceStep`` and ``TraceScreens`` write
/// them.
enum TraceStory {
    /// Maps an index in a list to another one.
    typealias Placing = (TraceList, Int64) -> Int64

    /// Returns a story with its indices replaced.
    static func replacingPlaces(in story: JSONValue, _ place: Placing) -> JSONValue {
        replacing(story) { key, value in
            switch key {
            case "failure": failure(value, place)
            case "steps":
                .array(
                    (value.arrayValue ?? []).map { step in
                        replacing(step) { key, value in
                            switch key {
                            case "screens": each(value) { row($0, [.names, nil, .screens], place) }
                            case "wire": each(value) { row($0, [.names, nil, .texts], place) }
                            case "decisions": each(value) { placed($0, .decisions, place) }
                            case "pages": each(value) { placed($0, .pages, place) }
                            case "failure": failure(value, place)
                            default: value
                            }
                        }
                    })
            default: value
            }
        }
    }

    /// Returns an item of a list with the indices in it replaced.
    static func replacingPlaces(in value: JSONValue, of list: TraceList, _ place: Placing) -> JSONValue {
        guard let elements = value.arrayValue else { return value }
        switch list {
        case .rows:
            return .array(elements.enumerated().map { $0.isMultiple(of: 2) ? placed($1, .styles, place) : $1 })
        case .screens: return .array(elements.enumerated().map { $0 < 2 ? $1 : placed($1, .rows, place) })
        case .styles, .names, .texts, .decisions, .pages: return value
        }
    }

    private static func failure(_ value: JSONValue, _ place: Placing) -> JSONValue {
        replacing(value) { key, value in key == "trail" ? each(value) { placed($0, .decisions, place) } : value }
    }

    private static func row(_ value: JSONValue, _ lists: [TraceList?], _ place: Placing) -> JSONValue {
        .array(
            zip(value.arrayValue ?? [], lists).map { element, list in list.map { placed(element, $0, place) } ?? element
            })
    }

    private static func placed(_ value: JSONValue, _ list: TraceList, _ place: Placing) -> JSONValue {
        value.integerValue.map { .integer(place(list, $0)) } ?? value
    }

    private static func each(_ value: JSONValue, _ change: (JSONValue) -> JSONValue) -> JSONValue {
        .array((value.arrayValue ?? []).map(change))
    }

    private static func replacing(_ value: JSONValue, _ change: (String, JSONValue) -> JSONValue) -> JSONValue {
        .object(
            JSONObject(
                (value.objectValue?.members ?? []).map {
                    JSONObject.Member(key: $0.key, value: change($0.key, $0.value))
                }))
    }
}
