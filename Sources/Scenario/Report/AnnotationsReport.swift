import Gherkin

/// Workflow commands of GitHub Actions: what did not pass stands beside its line in the pull request.
///
/// Files are named as they were on the command line, so play from the root of the repository.
struct AnnotationsReport: Report {
    /// Longer explanations are cut: GitHub shows 64 KB of an annotation, and a person reads less.
    static let bytesMax = 8_192

    private let write: (String) -> Void

    private var scenarios = PlayedScenario.Collector()

    /// Makes a report.
    /// - Parameter write: Takes whole lines, with their line feeds.
    init(write: @escaping (String) -> Void) { self.write = write }

    /// Takes an event.
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

    /// What stands behind the second `::`.
    private static func data(_ text: String) -> String {
        text.replacingBytes(of: "%", with: "%25").replacingBytes(of: "\r", with: "%0D")
            .replacingBytes(of: "\n", with: "%0A")
    }

    /// What stands behind a `=`.
    private static func property(_ text: String) -> String {
        data(text).replacingBytes(of: ":", with: "%3A").replacingBytes(of: ",", with: "%2C")
    }
}
