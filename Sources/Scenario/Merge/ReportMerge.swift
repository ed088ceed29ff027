package import ChatSystem

/// Joins the reports of a run's parts into one: what `chat-client merge` does.
package enum ReportMerge {
    /// One report.
    package struct Input {
        /// As it was named.
        let path: String
        let text: String

        /// A report of that name, which is UTF-8.
        /// - Throws: ``FileProblem`` if it is not.
        package init(path: String, bytes: [UInt8]) throws(FileProblem) {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw FileProblem(path: path, reason: "it is not UTF-8, so it is not a report")
            }
            (self.path, self.text) = (path, text)
        }

        /// The part of the run that the last line of an XML or HTML report names.
        var lastLineShard: RunShard? {
            text.split(separator: "\n", omittingEmptySubsequences: true).last.flatMap { RunShard(comment: $0) }
        }

        /// Something that is wrong with it.
        func problem(_ reason: String) -> FileProblem { FileProblem(path: path, reason: reason) }
    }

    /// The largest report that is read.
    package static let bytesMax = 512 * 1024 * 1024

    /// What kinds of reports can be joined.
    private enum Kind: String {
        case junit, messages, html

        init?(_ text: String) {
            if text.hasPrefix(JUnitMerge.beginning) {
                self = .junit
            } else if text.hasPrefix("{\"meta\":") {
                self = .messages
            } else if text.hasPrefix("<!DOCTYPE html>") {
                self = .html
            } else {
                return nil
            }
        }
    }

    /// Checks that parts of `--shard` are all there, each once. Reports of other parts of a run are taken as they are.
    ///
    /// - Throws: ``FileProblem`` that names the missing parts, or the report that is of another division or comes again.
    static func check(_ shards: [RunShard?], of inputs: [Input]) throws(FileProblem) {
        guard let first = shards.first ?? nil else { return }
        var numbers: [Int: Input] = [:]
        for (shard, input) in zip(shards, inputs) {
            guard let shard, shard.count == first.count else {
                throw input.problem(
                    "it is \(shard.map { "part \($0.text)" } ?? "no part of --shard"), and \(inputs[0].path) is part "
                        + first.text)
            }
            if let other = numbers.updateValue(input, forKey: shard.number) {
                throw input.problem("it is part \(shard.text), and so is \(other.path)")
            }
        }
        let missing = (1...first.count).filter { numbers[$0] == nil }
        guard let one = missing.first else { return }
        let others = missing.count > 1 ? " and \(missing.count - 1) more" : ""
        throw inputs[0].problem(
            "part \(one)/\(first.count)\(others) of its run is missing: give the reports of all parts")
    }

    /// One report of all of them, in the order of the features.
    ///
    /// - Throws: ``FileProblem`` for the first that is no report, is cut off, or is not of the same run.
    package static func merged(_ inputs: [Input]) throws(FileProblem) -> String {
        var kinds: [Kind] = []
        for input in inputs {
            guard let kind = Kind(input.text) else {
                throw input.problem("it is not a report of chat-client play: junit, messages and html can be merged")
            }
            if let first = kinds.first, first != kind {
                throw input.problem("it is a \(kind.rawValue) report, and \(inputs[0].path) is \(first.rawValue)")
            }
            kinds.append(kind)
        }
        switch kinds.first {
        case .junit?: return try JUnitMerge.merged(inputs)
        case .messages?: return try MessagesMerge.merged(inputs)
        case .html?: return try TraceMerge.merged(inputs)
        case nil: return ""
        }
    }
}

/// Where the scenarios of several reports stand in a report of the whole run.
struct MergedOrder {
    /// A play of a scenario, as its report tells where it stands.
    struct Place: Hashable {
        var path: String
        var line: Int
        var round: Int
    }

    /// One of them by its report and its number in it.
    struct Entry: Hashable {
        var report: Int
        var index: Int
    }

    /// The files, in their order.
    private(set) var paths: [String] = []
    /// All of them, in order.
    private(set) var entries: [Entry] = []

    /// Joins them: rounds one after the other, files in an order in which each report has them, and in a file the lines.
    ///
    /// - Throws: ``FileProblem`` where two reports have the same scenario.
    init(_ reports: [(input: ReportMerge.Input, places: [Place])]) throws(FileProblem) {
        var owners: [Place: Int] = [:]
        for (number, report) in reports.enumerated() {
            add(report.places.map(\.path))
            for place in report.places {
                if let other = owners.updateValue(number, forKey: place), other != number {
                    throw report.input.problem(
                        "it has \(place.path):\(place.line), and so has \(reports[other].input.path): parts of a run have each "
                            + "scenario once")
                }
            }
        }
        let ranks = Dictionary(uniqueKeysWithValues: paths.enumerated().map { ($1, $0) })
        let keyed = reports.enumerated().flatMap { number, report in
            report.places.enumerated().map { index, place in
                (
                    key: [place.round, ranks[place.path] ?? 0, place.line, number, index],
                    Entry(report: number, index: index)
                )
            }
        }
        entries = keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.1)
    }

    /// Puts the files of a report among those that are known: behind the one that stands before them in it, and in the
    /// order of their names where that leaves a choice.
    private mutating func add(_ found: [String]) {
        var position = 0
        for path in found {
            if let known = paths.firstIndex(of: path) {
                position = known + 1
                continue
            }
            while position < paths.count, paths[position] < path { position += 1 }
            paths.insert(path, at: position)
            position += 1
        }
    }
}
