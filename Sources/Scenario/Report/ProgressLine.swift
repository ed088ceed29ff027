import ChatTerminal

/// The progress of a run in one line at the bottom of a terminal. It is erased before any other text is written.
struct ProgressLine {
    /// The width of the line. It fits every terminal, because a line that wraps could not be erased.
    static let columns = 72

    private var total = 0
    private var number = 0
    private var failed = 0
    private var names = ScenarioNames(RunPlan(pickles: []))
    private var title = ""
    private var shown = ""

    /// Returns the text to write after an event: the codes that erase the line, then the text, and the new line below
    /// it.
    mutating func around(_ text: String, after event: RunEvent) -> String {
        let line = line(after: event)
        guard !text.isEmpty || line != shown else { return "" }
        defer { shown = line }
        return (shown.isEmpty ? "" : "\r\u{1B}[K") + text + line
    }

    /// Returns the line after an event; empty before the first scenario and after the run.
    private mutating func line(after event: RunEvent) -> String {
        switch event {
        case .started(let plan):
            total = plan.count
            names = ScenarioNames(plan)
        case .scenarioStarted(let pickle, let round):
            number += 1
            title = names.title(of: pickle, round: round)
        case .stepFinished: break
        case .scenarioFinished(let outcome):
            if outcome.isRetried { number -= 1 } else if outcome.status == .failed { failed += 1 }
        case .finished: return ""
        }
        guard number > 0 else { return "" }
        let failures = failed > 0 ? "  \(failed) failed" : ""
        return Self.cut("\(number)/\(total)\(failures)  \(title)")
    }

    private static func cut(_ text: String) -> String {
        var width = 0
        var result = ""
        for character in text {
            width += TextWidth.columns(of: character)
            guard width < columns else { return result + "…" }
            result.append(character)
        }
        return result
    }
}
