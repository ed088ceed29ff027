package import ChatSystem

/// Merging of the reports of a run's parts into one, for `chat-client merge`.
package enum ReportMerge {
    /// One report.
    package struct Input {
        /// The path as given.
        let path: String
        let text: String

        /// Creates an input from the bytes of a report.
        /// - Throws: ``FileProblem`` if they are not UTF-8.
        package init(path: String, bytes: [UInt8]) throws(FileProblem) {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw FileProblem(path: path, reason: "it is not UTF-8, so it is not a report")
            }
            (self.path, self.text) = (path, text)
        }

        /// The part of the run in the last line of an XML or HTML report; nil if it names none.
        var lastLineShard: RunShard? {
            text.split(separator: "\n", omittingEmptySubsequences: true).last.flatMap { RunShard(comment: $0) }
        }

        /// Returns an error about this report.
        func problem(_ reason: String) -> FileProblem { FileProblem(path: path, reason: reason) }
    }

    /// The size of the largest report that is read, in bytes.
    package static let bytesMax = 512 * 1024 * 1024

    /// The kinds of reports that can be merged.
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

    /// Checks that each part of `--shard` is given exactly once. If the first report names no part, nothing is checked.
    ///
    /// - Throws: ``FileProblem`` that names the missing parts, or the report that is a part of another division or a
    ///   repeated part.
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

    /// Returns one report of all the scenarios, in the order of the features.
    ///
    /// - Throws: ``FileProblem`` for the first input that is not a report, is cut off, or belongs to another run.
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

/// The order in which a merged report lists the scenarios of several reports.
struct MergedOrder {
    /// The place of a played scenario, as its report gives it.
    struct Place: Hashable {
        var path: String
        var line: Int
        var round: Int
    }

    /// A played scenario by the number of its report and its index in that report.
    struct Entry: Hashable {
        var report: Int
        var index: Int
    }

    /// The files, in order.
    private(set) var paths: [String] = []
    /// The played scenarios of all reports, in order.
    private(set) var entries: [Entry] = []

    /// Merges the places by round, then by file, then by line. The order of the files agrees with that of each report.
    ///
    /// - Throws: ``FileProblem`` if two reports have the same scenario.
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

    /// Inserts the files of a report into the order: each after its predecessor in the report, and by name where
    /// several positions are possible.
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
