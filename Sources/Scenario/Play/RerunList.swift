import ChatSystem
import Gherkin

/// The list of the scenarios that failed in the last run. Its file has one line for each: `FILE:LINE  # name`.
///
/// If a feature file was edited since, its scenarios are found by their names.
struct RerunList: Hashable, Sendable {
    /// One failed scenario.
    struct Entry: Hashable, Sendable {
        var path: String
        var line: Int
        var name: String
    }

    private(set) var entries: [Entry] = []

    /// The size of the largest file that is read, in bytes.
    static let bytesMax = 4 * 1024 * 1024
    private static let mark = "  # "

    init() {}

    /// Reads the text of a file. A line can name several scenarios of one file, as Cucumber writes them: `FILE:13:19`.
    /// White space around a line is ignored, and line ends of any kind are accepted.
    /// - Throws: ``FileProblem`` for the first line that does not have this form.
    init(_ text: String, path file: String) throws(FileProblem) {
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let start = line.drop(while: \.isWhitespace)
            if start.isEmpty || start.hasPrefix("#") { continue }
            let mark = start.unicodeScalars.firstRange(of: Self.mark.unicodeScalars)
            var place = mark.map { start[..<$0.lowerBound] } ?? start
            while place.last?.isWhitespace == true { place.removeLast() }
            let name = mark.map { start[$0.upperBound...] } ?? ""
            var lines: [Int] = []
            while let colon = place.lastIndex(of: ":"), let line = Int(place[place.index(after: colon)...]), line > 0 {
                lines.insert(line, at: 0)
                place = place[..<colon]
            }
            guard !lines.isEmpty, !place.isEmpty else {
                throw FileProblem(
                    path: file, reason: "line \(index + 1) is not FILE:LINE, so it is not a list of failures")
            }
            entries += lines.map { Entry(path: String(place), line: $0, name: String(name)) }
        }
    }

    /// Adds a failed scenario, unless it is on the list already.
    mutating func add(_ pickle: Gherkin.Pickle) {
        let entry = Entry(path: pickle.path, line: pickle.location.line, name: Self.oneLine(pickle.name))
        if !entries.contains(entry) { entries.append(entry) }
    }

    /// Returns the list after a run: the scenarios that failed, and those on this list that did not end in this run.
    /// Scenarios that no file contains any more are dropped.
    func after(failed: [Gherkin.Pickle], ended: [Gherkin.Pickle], of all: [Gherkin.Pickle]) -> RerunList {
        var list = RerunList()
        for pickle in failed { list.add(pickle) }
        let places = Set(ended.map(\.place))
        for pickle in chosen(of: all) where !places.contains(pickle.place) { list.add(pickle) }
        return list
    }

    /// Returns the scenarios that are on the list. If several have the same name, the one at the stored line is chosen,
    /// or all of them if none is at that line. If none has the stored name any more, the scenario at that line is
    /// chosen.
    func chosen(of pickles: [Gherkin.Pickle]) -> [Gherkin.Pickle] {
        var chosen: Set<Int> = []
        let names = pickles.map { Self.oneLine($0.name) }
        var identities: [String: FileSystem.Identity] = [:]
        for path in Set(pickles.map(\.path) + entries.map(\.path)) {
            identities[path] = FileSystem.identity(of: path)
        }
        let byFile = Dictionary(grouping: pickles.indices) { identities[pickles[$0].path] }
        for entry in entries {
            let inFile = byFile[identities[entry.path]] ?? []
            let onLine = inFile.first { pickles[$0].location.line == entry.line }
            let named = inFile.filter { names[$0] == entry.name }
            if let onLine, names[onLine] == entry.name || named.isEmpty {
                chosen.insert(onLine)
            } else {
                chosen.formUnion(named)
            }
        }
        return pickles.indices.filter(chosen.contains).map { pickles[$0] }
    }

    /// The text of the file.
    var text: String { entries.map { "\($0.path):\($0.line)\($0.name.isEmpty ? "" : Self.mark + $0.name)\n" }.joined() }

    private static func oneLine(_ name: String) -> String { ReportStyle.harmless(name) }
}

/// The file of `--rerun`, with the list of failed scenarios.
struct RerunFile {
    private let path: String
    /// The scenarios that failed in the last run; empty if none failed or if no run took place yet.
    let list: RerunList

    /// Reads the file; nil without a path. The list is empty if the file does not exist yet.
    /// - Throws: ``FileProblem`` if the path is not a file, cannot be read, or is not such a list.
    init?(_ path: String?) throws(FileProblem) {
        guard let path else { return nil }
        self.path = path
        switch try? FileSystem.kind(of: path) {
        case .file: break
        case .folder, .other:
            throw FileProblem(path: path, reason: "it is not a file, so it cannot store the list of failures")
        case nil:
            list = RerunList()
            return
        }
        let bytes = try FileSystem.bytes(ofFile: path, max: RerunList.bytesMax)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw FileProblem(path: path, reason: "it is not UTF-8, so it is not a list of failures")
        }
        list = try RerunList(text, path: path)
    }

    /// Replaces the list in the file.
    func keep(_ failed: RerunList) throws(FileProblem) { try FileSystem.replace(path, with: Array(failed.text.utf8)) }
}
