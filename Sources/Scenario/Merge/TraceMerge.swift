import ChatProtocol
import ChatSystem

/// Merging of traces into one page with all their scenarios, which contains each item once.
enum TraceMerge {
    /// The data of one trace page.
    private struct Trace {
        var summary: RunCounts
        var seed: String
        var features: [JSONValue]
        var entries: [JSONValue]
        var stories: [JSONValue]
        var lists: [TraceList: [JSONValue]]
    }

    static func merged(_ inputs: [ReportMerge.Input]) throws(FileProblem) -> String {
        var traces: [Trace] = []
        var reports: [(input: ReportMerge.Input, places: [MergedOrder.Place])] = []
        for input in inputs {
            let trace = try read(input)
            if let first = traces.first, first.seed != trace.seed {
                throw input.problem("it was played with seed \(trace.seed), and \(inputs[0].path) with \(first.seed)")
            }
            traces.append(trace)
            reports.append((input, trace.entries.map { place(of: $0, in: trace) }))
        }
        let order = try MergedOrder(reports)
        try ReportMerge.check(inputs.map(\.lastLineShard), of: inputs)
        var data = TraceData()
        data.seed = traces.first?.seed ?? ""
        data.summary = traces.map(\.summary).reduce(RunCounts(), +).line
        for entry in order.entries {
            let trace = traces[entry.report]
            var known: [TraceList: [Int64: Int64]] = [:]
            let story = TraceStory.replacingPlaces(in: trace.stories[entry.index]) { list, place in
                move(list, place, of: trace, to: &data.tables, &known)
            }
            let scenario = trace.entries[entry.index]
            let feature = trace.features[Int(scenario["feature"]?.integerValue ?? 0)]
            let members = (scenario.objectValue?.members ?? []).map { member in
                member.key == "feature"
                    ? JSONObject.Member(key: member.key, value: data.tables.features.place(feature)) : member
            }
            data.add(
                entry: JSONWriter.bytes(of: JSONValue.object(JSONObject(members))),
                status: scenario["status"]?.stringValue ?? "",
                tags: (scenario["tags"]?.arrayValue ?? []).compactMap(\.stringValue),
                story: JSONWriter.bytes(of: story))
        }
        return data.parts.joined()
    }

    /// Copies an item, with the items to which it refers, into the merged tables.
    /// - Returns: Its index there.
    private static func move(
        _ list: TraceList, _ place: Int64, of trace: Trace, to tables: inout TraceTables,
        _ known: inout [TraceList: [Int64: Int64]]
    ) -> Int64 {
        if let place = known[list]?[place] { return place }
        let value = TraceStory.replacingPlaces(in: trace.lists[list]?[Int(place)] ?? .null, of: list) { inner, place in
            move(inner, place, of: trace, to: &tables, &known)
        }
        let new = Int64(tables[list].place(of: JSONWriter.bytes(of: value)))
        known[list, default: [:]][place] = new
        return new
    }

    private static func place(of entry: JSONValue, in trace: Trace) -> MergedOrder.Place {
        let feature = trace.features[Int(entry["feature"]?.integerValue ?? 0)]
        return MergedOrder.Place(
            path: feature["path"]?.stringValue ?? "", line: Int(entry["line"]?.integerValue ?? 0),
            round: Int(entry["round"]?.integerValue ?? 1))
    }

    private static func read(_ input: ReportMerge.Input) throws(FileProblem) -> Trace {
        let text = Array(input.text.utf8)
        let data = try block("data", in: text, input, .null).first ?? .null
        guard let counts = RunCounts(line: data["summary"]?.stringValue ?? ""), let seed = data["seed"]?.stringValue,
            let features = data["features"]?.arrayValue, let entries = data["scenarios"]?.arrayValue
        else { throw input.problem("it is an HTML page, but not a trace of this version") }
        var lists: [TraceList: [JSONValue]] = [:]
        for list in TraceList.allCases { lists[list] = try block(list.rawValue, in: text, input, data) }
        let trace = Trace(
            summary: counts, seed: seed, features: features, entries: entries,
            stories: try block("stories", in: text, input, data), lists: lists)
        try check(trace, input)
        return trace
    }

    /// Checks that all the indices of a page are valid. They are not if another program changed it.
    /// - Throws: ``FileProblem`` if one is invalid.
    private static func check(_ trace: Trace, _ input: ReportMerge.Input) throws(FileProblem) {
        var isWhole = trace.stories.count == trace.entries.count
        func look(_ list: TraceList, _ place: Int64) -> Int64 {
            isWhole = isWhole && (0..<Int64(trace.lists[list]?.count ?? 0)).contains(place)
            return place
        }
        for story in trace.stories { _ = TraceStory.replacingPlaces(in: story, look) }
        for list in [TraceList.rows, .screens] {
            for value in trace.lists[list] ?? [] { _ = TraceStory.replacingPlaces(in: value, of: list, look) }
        }
        for entry in trace.entries {
            isWhole = isWhole && trace.features.indices.contains(Int(entry["feature"]?.integerValue ?? -1))
        }
        guard isWhole else { throw input.problem("it is incomplete, or another program changed it") }
    }

    /// Returns the JSON texts of a block, one from each line. An empty line refers to the data of the opening scenario.
    /// - Throws: ``FileProblem`` if the page has no such block or a line is not JSON.
    private static func block(
        _ name: String, in page: [UInt8], _ input: ReportMerge.Input, _ data: JSONValue
    ) throws(FileProblem) -> [JSONValue] {
        let opening = data["opening"]?[name]
        let sign = " id=\"\(name)\">"
        guard let start = ByteSearch.place(of: sign, in: page, from: 0).map({ $0 + sign.utf8.count }),
            let end = ByteSearch.place(of: "</script>", in: page, from: start)
        else { throw input.problem("it is an HTML page, but not a trace of this version") }
        var values: [JSONValue] = []
        var lines = page[start..<end].split(separator: 0x0A, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        for (place, line) in lines.enumerated() {
            if line.isEmpty, let value = opening?[String(place)] {
                values.append(value)
                continue
            }
            do throws(JSONError) { values.append(try JSONReader.read(Array(line)).value) } catch {
                throw input.problem("it is incomplete, or another program changed it")
            }
        }
        return values
    }
}
