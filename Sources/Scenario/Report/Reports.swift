import ChatProtocol
import ChatSystem

/// All the reports of a run. It opens their files, forwards every event to each report, and closes the files.
///
/// If no report goes to standard output, only the counts are written there, at the end.
struct Reports: Report {
    private struct Entry {
        var name: String
        var report: any Report
        var file: ReportFile?
        /// True if the report receives the real durations of steps, as far as they were measured.
        var hasRealTimes = false
    }

    private let environment: PlayEnvironment
    private let standard: StandardOutput
    private var entries: [Entry] = []
    private var progress: ProgressLine?
    private let tellsCounts: Bool

    /// True if a report shows the screens of each step.
    let wantsScenes: Bool

    /// Opens the files.
    ///
    /// - Parameters:
    ///   - requests: The requested reports; if empty, the pretty report on standard output.
    ///   - times: The times in the reports; nil for real time in JUnit, which CI systems read, and story time in the
    ///     others.
    ///   - allowsColor: False for `--no-color`. The environment must allow colours too.
    ///   - environment: The terminal.
    /// - Throws: ``PlayUsageError`` for two reports with one destination, and for a file that cannot be written.
    init(
        _ requests: [ReportRequest], times: ReportTimes? = nil, allowsColor: Bool = true, environment: PlayEnvironment
    ) throws(PlayUsageError) {
        let requests = requests.isEmpty ? [ReportRequest(.pretty)] : requests
        try Self.checkPlaces(of: requests)
        self.environment = environment
        standard = StandardOutput()
        let onTerminal = requests.first { $0.destination == .standardOutput }?.kind
        tellsCounts = onTerminal == nil
        let isDumb = environment.variables["TERM"] == "dumb"
        // The dots of a dot report show the progress themselves, and formats for programs cannot contain a further
        // line.
        if environment.isTerminal, !isDumb, onTerminal.map({ $0 == .pretty || $0 == .summary }) ?? true {
            progress = ProgressLine()
        }
        wantsScenes = requests.contains { $0.kind == .html }
        let hasColors = allowsColor && environment.hasColors
        for request in requests {
            var entry = try Self.open(request, hasColors: hasColors, standard)
            entry.hasRealTimes = (times ?? (request.kind == .junit ? .real : .story)) == .real
            entries.append(entry)
        }
        // Removed only after all requests are checked, so that an invalid command line destroys no earlier report.
        for entry in entries { entry.file?.begin() }
    }

    /// Forwards an event to every report.
    mutating func report(_ event: RunEvent) {
        for index in entries.indices {
            entries[index].report.report(entries[index].hasRealTimes ? event : event.withoutRealTime)
        }
        if case .finished(let counts) = event, tellsCounts { standard.text += counts.line + "\n" }
        // Written in one call, so that the progress line does not flicker.
        let text = progress?.around(standard.text, after: event) ?? standard.text
        standard.text = ""
        if !text.isEmpty { environment.output(text) }
        switch event {
        case .started, .stepFinished, .scenarioStarted: break
        case .scenarioFinished, .finished:
            for entry in entries { entry.file?.flush() }
        }
    }

    /// Closes the files.
    /// - Returns: A line for each file that could not be written. A run with such a file does not succeed.
    mutating func close() -> [String] {
        entries.compactMap { entry in
            guard let file = entry.file else { return nil }
            file.close()
            return file.problem.map { "--report \(entry.name): \(file.path) is incomplete: \($0)" }
        }
    }

    private static func checkPlaces(of requests: [ReportRequest]) throws(PlayUsageError) {
        var users: [ReportRequest.Destination: ReportRequest.Kind] = [:]
        for request in requests {
            guard let other = users.updateValue(request.kind, forKey: request.place) else { continue }
            let both =
                other == request.kind ? "\(other.rawValue) twice" : "\(other.rawValue) and \(request.kind.rawValue)"
            switch request.destination {
            case .standardOutput:
                throw PlayUsageError(
                    "--report: \(both) would be mixed on standard output; give one a file: "
                        + "--report \(request.kind.rawValue):FILE")
            case .file(let path):
                throw PlayUsageError("--report: \(both) would be written to \(path); give each a file of its own")
            }
        }
    }

    private static func open(
        _ request: ReportRequest, hasColors: Bool, _ standard: StandardOutput
    ) throws(PlayUsageError) -> Entry {
        let name = request.kind.rawValue
        switch request.destination {
        case .standardOutput:
            let write = { (text: String) in standard.text += text }
            return Entry(name: name, report: try make(request.kind, hasColors: hasColors, write: write), file: nil)
        case .file(let path):
            let file: ReportFile
            do throws(FileProblem) {
                file = try ReportFile(path: path, isWhole: request.kind.isWhole)
            } catch {
                throw PlayUsageError("--report \(name): \(error)")
            }
            let report = try make(request.kind, hasColors: false, write: file.write)
            return Entry(name: name, report: report, file: file)
        }
    }

    private static func make(
        _ kind: ReportRequest.Kind, hasColors: Bool, write: @escaping (String) -> Void
    ) throws(PlayUsageError) -> any Report {
        switch kind {
        case .pretty: PrettyReport(hasColors: hasColors, write: write)
        case .summary: SummaryReport(hasColors: hasColors, write: write)
        case .dot: DotReport(hasColors: hasColors, write: write)
        case .tap: TapReport(write: write)
        case .junit: JUnitReport(write: write)
        case .messages: MessagesReport(write: write)
        case .annotations: AnnotationsReport(write: write)
        case .html: TraceReport(write: write)
        }
    }

    /// The text that the report on standard output has written for the current event.
    private final class StandardOutput {
        var text = ""
    }
}

/// A report that receives the events of a run and writes them: as text on a terminal, or as a file for another program.
///
/// A report passes text to a closure. It reads no clock, so the same events give the same bytes.
protocol Report {
    /// Receives an event.
    mutating func report(_ event: RunEvent)
}

/// One `--report`: a kind of report and its destination.
package struct ReportRequest: Hashable, Sendable {
    /// The kinds of reports.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Every scenario with its steps, for people.
        case pretty
        /// Only the failures and the counts.
        case summary
        /// One character for each scenario.
        case dot
        /// The Test Anything Protocol, version 14.
        case tap
        /// JUnit XML.
        case junit
        /// Cucumber Messages, one JSON value on each line.
        case messages
        /// Workflow commands of GitHub Actions.
        case annotations
        /// The trace: one page with every person's screen at every step.
        case html

        /// True if the report is useless unless complete, so that the file gets its name only at the end. The other
        /// kinds are useful even if they are cut off, and show that they are.
        var isWhole: Bool {
            switch self {
            case .junit, .html: true
            case .pretty, .summary, .dot, .tap, .messages, .annotations: false
            }
        }
    }

    /// The destination of a report.
    enum Destination: Hashable, Sendable {
        case standardOutput
        case file(String)
    }

    var kind: Kind
    var destination: Destination

    /// Creates a request.
    init(_ kind: Kind, to destination: Destination = .standardOutput) {
        self.kind = kind
        self.destination = destination
    }

    /// Reads `NAME` or `NAME:FILE`. The file follows the first colon; `-` is standard output.
    /// - Throws: ``PlayUsageError`` for an unknown name, with the nearest one, and for a file that a report must not
    ///   overwrite.
    init(_ word: String) throws(PlayUsageError) {
        let colon = word.utf8.firstIndex(of: 0x3A)
        let name = String(word[..<(colon ?? word.endIndex)])
        let file = colon.map { String(word[word.utf8.index(after: $0)...]) }
        guard let kind = Self.names[name] else { throw Self.unknown(name) }
        self.kind = kind
        switch file {
        case nil, "-": destination = .standardOutput
        case "": throw PlayUsageError("--report \(name): needs a file after the colon: --report \(name):FILE")
        case let file?: destination = .file(file)
        }
        if case .file(let path) = destination, path.hasSuffix(".feature") || path.hasSuffix(".feature.md") {
            throw PlayUsageError("--report \(name): \(path) is a scenario, and a report would overwrite it")
        }
        if kind == .html, destination == .standardOutput {
            throw PlayUsageError("--report html needs a file: --report html:FILE")
        }
    }

    /// The destination with its path normalized as text: `./a` is `a`.
    var place: Destination {
        guard case .file(let path) = destination else { return destination }
        let parts = path.utf8.split(separator: 0x2F).map { String(Substring($0)) }.filter { $0 != "." }
        return .file((path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/"))
    }

    /// The kinds by their names, and `github` for annotations.
    private static let names: [String: Kind] = {
        var names = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0.rawValue, $0) })
        names["github"] = .annotations
        return names
    }()

    private static func unknown(_ name: String) -> PlayUsageError {
        let all = Kind.allCases.map(\.rawValue)
        let near = Spelling.nearest(to: name.lowercased(), among: all + ["github"])
        let hint = near.map { "; did you mean \($0)?" } ?? "; there are \(all.joined(separator: ", "))"
        return PlayUsageError("--report has no \"\(ReportStyle.oneLine(name))\"\(hint)")
    }
}

/// The kind of times in a report, from `--times`.
package enum ReportTimes: String, Hashable, Sendable {
    /// The real durations of the steps, which differ in each run.
    case real
    /// The time on the story's clock, which is the same in every run.
    case story
}

/// A file to which a report is written.
///
/// A report that is useless unless complete is written to `FILE.part` and moved to its name at the end. The file of an
/// earlier run is removed at the beginning, so that it cannot be taken for the result of this run.
final class ReportFile {
    /// The path as given.
    let path: String
    /// The first error in writing; nil if there was none. Nothing is written after an error.
    private(set) var problem: String?
    private let writtenPath: String
    private var descriptor: Int32
    private let isNew: Bool
    private var hasBegun = false
    private var waiting: [UInt8] = []

    private static let bytesWaitingMax = 65_536

    /// Opens a file before any scenario is played. Its old content stays until ``begin()``.
    /// - Parameter isWhole: True if the file gets its name only when it is closed.
    /// - Throws: ``FileProblem`` if it cannot be written.
    init(path: String, isWhole: Bool) throws(FileProblem) {
        self.path = path
        let kind = try? FileSystem.kind(of: path)
        guard kind != .folder else { throw FileProblem(path: path, reason: "it is a folder") }
        // A pipe or a device cannot be replaced, and a link must stay a link, so these are written directly.
        writtenPath = isWhole && kind != .other && !FileSystem.isLink(path) ? path + ".part" : path
        isNew = kind == nil || writtenPath != path
        if kind == .file { try FileSystem.checkWritable(path) }
        do throws(FileProblem) {
            descriptor = try FileSystem.openForWriting(writtenPath)
        } catch {
            throw Self.refusal(path, error)
        }
        guard writtenPath != path else { return }
        // The test shows that the file can be created. It is removed again, so that a run that is interrupted now
        // leaves none.
        Descriptors.close(descriptor)
        descriptor = -1
        FileSystem.remove(writtenPath)
    }

    /// Removes the content of an earlier run, once this run is certain to begin.
    func begin() {
        hasBegun = true
        if writtenPath != path {
            FileSystem.remove(path)
        } else {
            FileSystem.empty(descriptor)
        }
    }

    /// Appends text. It is written when enough text is waiting, or by ``flush()``.
    func write(_ text: String) {
        guard problem == nil else { return }
        waiting += text.utf8
        if waiting.count >= Self.bytesWaitingMax { flush() }
    }

    /// Writes the waiting text.
    func flush() {
        guard !waiting.isEmpty else { return }
        noting { () throws(FileProblem) in
            if descriptor < 0 { descriptor = try FileSystem.openForWriting(writtenPath, emptied: true) }
            try FileSystem.write(waiting, to: descriptor, of: path)
        }
        waiting = []
    }

    /// Closes the file and gives it its name. After an error, a file that is useless unless complete is removed.
    func close() {
        flush()
        guard descriptor >= 0 else { return }
        let code = Descriptors.close(descriptor)
        if code != 0, problem == nil { problem = SystemFailure.words(code) }
        descriptor = -1
        guard writtenPath != path else { return }
        noting { () throws(FileProblem) in try FileSystem.move(writtenPath, to: path) }
        if problem != nil { FileSystem.remove(writtenPath) }
    }

    /// Runs the work unless an error occurred earlier, and stores its error.
    private func noting(_ work: () throws(FileProblem) -> Void) {
        guard problem == nil else { return }
        do throws(FileProblem) { try work() } catch { problem = error.reason }
    }

    deinit {
        guard descriptor >= 0 else { return }
        Descriptors.close(descriptor)
        if writtenPath != path || !hasBegun && isNew { FileSystem.remove(writtenPath) }
    }

    private static func refusal(_ path: String, _ problem: FileProblem) -> FileProblem {
        let folder = path.utf8.lastIndex(of: 0x2F).map { String(path[...$0]) } ?? "."
        guard (try? FileSystem.kind(of: folder)) == .folder else {
            return FileProblem(path: path, reason: "the folder \(folder) does not exist")
        }
        return FileProblem(path: path, reason: problem.reason)
    }
}
