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
