import ChatSystem

/// All the reports of a run: opens what they are written to, tells each of them everything, and ends them.
///
/// Where none is for standard output, the counts still stand there at the end.
struct Reports: Report {
    private struct Entry {
        var name: String
        var report: any Report
        var file: ReportFile?
        /// True if it has the real times of steps, as far as they were measured.
        var hasRealTimes = false
    }

    private let environment: PlayEnvironment
    private let standard: StandardOutput
    private var entries: [Entry] = []
    private var progress: ProgressLine?
    private let tellsCounts: Bool

    /// Whether a report shows what could be seen at each step.
    let wantsScenes: Bool

    /// Opens the files.
    ///
    /// - Parameters:
    ///   - requests: Pretty on standard output where empty.
    ///   - times: which times they have; nil for real ones in JUnit, which CI systems read, and the story's in others.
    ///   - allowsColor: False for `--no-color`; the environment is asked all the same.
    /// - Throws: ``PlayUsageError`` for two reports at one place, and for a file that cannot be written.
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
        // A line of dots is its own progress, and a machine's format has no place for another line.
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
        // Only now, so that a word that cannot be followed costs nobody an earlier report.
        for entry in entries { entry.file?.begin() }
    }

    /// Tells every report.
    mutating func report(_ event: RunEvent) {
        for index in entries.indices {
            entries[index].report.report(entries[index].hasRealTimes ? event : event.withoutRealTime)
        }
        if case .finished(let counts) = event, tellsCounts { standard.text += counts.line + "\n" }
        // One write, so that the line of progress does not flicker.
        let text = progress?.around(standard.text, after: event) ?? standard.text
        standard.text = ""
        if !text.isEmpty { environment.output(text) }
        switch event {
        case .started, .stepFinished, .scenarioStarted: break
        case .scenarioFinished, .finished:
            for entry in entries { entry.file?.flush() }
        }
    }

    /// Ends the files.
    /// - Returns: what is wrong with those that could not be written, a line each. A run that wanted them has not
    ///   succeeded.
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

    /// What the report on standard output has written since the event began.
    private final class StandardOutput {
        var text = ""
    }
}
