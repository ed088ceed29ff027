import Gherkin

/// Workflow commands of GitHub Actions, which show each failure at its line in the pull request.
///
/// Paths are written as they were given on the command line, so run the command in the root of the repository.
struct AnnotationsReport: Report {
    /// The length in bytes at which an explanation is cut. GitHub shows 64 KB of an annotation, more than anyone reads.
    static let bytesMax = 8_192

    private let write: (String) -> Void

    private var scenarios = PlayedScenario.Collector()

    /// Creates a report.
    /// - Parameter write: Receives whole lines, with their line feeds.
    init(write: @escaping (String) -> Void) { self.write = write }

    /// Receives an event.
    mutating func report(_ event: RunEvent) {
        if let scenario = scenarios.add(event) {
            if scenario.verdict.isFailure { write(scenario, as: "error") }
            if scenario.isFlaky, let first = scenario.earlier.first { write(first, as: "warning") }
        }
        guard case .finished(let counts) = event else { return }
        let level = counts.isSuccess ? "notice" : "error"
        write("::\(level) title=chat-client play::\(counts.line)\n\(counts.line)\n")
    }

    private func write(_ scenario: PlayedScenario, as level: String) {
        var path = scenario.pickle.path[...]
        while path.hasPrefix("./") { path = path.dropFirst(2) }
        let title =
            (level == "warning" ? "Flaky: " : "")
            + scenarios.names.title(of: scenario.pickle, round: scenario.round)
        var text = scenarios.explanation(of: scenario)
        if text.utf8.count > Self.bytesMax { text = text.beginning(bytesMax: Self.bytesMax) + "\n…" }
        write(
            "::\(level) file=\(Self.property(String(path))),line=\(scenario.line),title=\(Self.property(title))"
                + "::\(Self.data(text))\n")
    }

    /// Escapes the message, which follows the second `::`.
    private static func data(_ text: String) -> String {
        text.replacingBytes(of: "%", with: "%25").replacingBytes(of: "\r", with: "%0D")
            .replacingBytes(of: "\n", with: "%0A")
    }

    /// Escapes the value of a property, which follows a `=`.
    private static func property(_ text: String) -> String {
        data(text).replacingBytes(of: ":", with: "%3A").replacingBytes(of: ",", with: "%2C")
    }
}

extension String {
    /// Returns the beginning of the text, at most this number of bytes long and never cut within a character's bytes.
    func beginning(bytesMax: Int) -> String {
        guard utf8.count > bytesMax else { return self }
        var end = utf8.index(startIndex, offsetBy: bytesMax)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
