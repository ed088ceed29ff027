import Gherkin

/// The Test Anything Protocol, version 14: one line for each scenario, and an explanatory block for each failure.
struct TapReport: Report {
    private let write: (String) -> Void
    private var scenarios = PlayedScenario.Collector()
    private var told: Set<[String]> = []
    private var number = 0

    /// Creates a report.
    /// - Parameter write: Receives whole lines, with their line feeds.
    init(write: @escaping (String) -> Void) { self.write = write }

    /// Receives an event.
    mutating func report(_ event: RunEvent) {
        if let scenario = scenarios.add(event) { write(scenario) }
        switch event {
        case .started(let plan):
            let why = plan.count == 0 ? " # SKIP there is no scenario to play" : ""
            write("TAP version 14\n1..\(plan.count)\(why)\n# seed \(plan.seed)\n")
            if let seed = plan.orderSeed { write("# order random:\(seed)\n") }
        case .scenarioStarted, .stepFinished, .scenarioFinished: break
        case .finished(let counts):
            writeUnreached()
            write("# \(counts.line)\n")
        }
    }

    private mutating func write(_ scenario: PlayedScenario) {
        number += 1
        told.insert(Self.key(scenario.pickle, scenario.round))
        let title = Self.escaped(scenarios.names.title(of: scenario.pickle, round: scenario.round))
        switch scenario.verdict {
        case .passed where scenario.isFlaky:
            let tries = "passed at try \(scenario.outcome.attempt)"
            write("ok \(number) - \(title) # FLAKY \(tries)\n" + block(scenario.earlier, message: tries))
        case .passed: write("ok \(number) - \(title)\n")
        case .skipped: write("ok \(number) - \(title) # SKIP \(Self.reason(scenario))\n")
        case .failed, .undefined: write("not ok \(number) - \(title)\n" + block(scenario))
        }
    }

    /// Writes the scenarios that were not reached, because the plan announces them. Without these lines, a reader would
    /// take a run that ended early on purpose for one that was cut off.
    private mutating func writeUnreached() {
        let plan = scenarios.plan
        guard number < plan.count else { return }
        for round in 1...max(1, plan.rounds) {
            for pickle in plan.pickles where !told.contains(Self.key(pickle, round)) {
                number += 1
                write(
                    "ok \(number) - \(Self.escaped(scenarios.names.title(of: pickle, round: round))) # SKIP not reached\n"
                )
            }
        }
    }

    /// Returns the block with the failed attempts before the one that passed.
    private func block(_ tries: [PlayedScenario], message: String) -> String {
        let explanation = tries.flatMap { $0.explanation() }.joined(separator: "\n")
        return "  ---\n  message: \(YAMLText.quoted(message))\n  severity: comment\n  status: flaky\n"
            + "  tries: \(tries.count + 1)\n  explanation: \(YAMLText.value(explanation, indent: 4))\n  ...\n"
    }

    private func block(_ scenario: PlayedScenario) -> String {
        let failure = scenario.culprit?.failure ?? scenario.outcome.failure
        var text = "  ---\n"
        text += "  message: \(YAMLText.quoted(scenario.reason ?? ""))\n  severity: fail\n"
        text += "  status: \(scenario.verdict.rawValue)\n"
        if !scenario.earlier.isEmpty { text += "  tries: \(scenario.earlier.count + 1)\n" }
        text += "  at:\n    file: \(YAMLText.quoted(scenario.pickle.path))\n    line: \(scenario.line)\n"
        if let step = scenario.culprit { text += "  step: \(YAMLText.quoted(step.step.keyword + step.step.text))\n" }
        if let expected = failure?.expected { text += "  expected: \(YAMLText.value(expected, indent: 4))\n" }
        if let actual = failure?.actual { text += "  actual: \(YAMLText.value(actual, indent: 4))\n" }
        let explanation = scenario.explanation().joined(separator: "\n")
        text += "  explanation: \(YAMLText.value(explanation, indent: 4))\n"
        text += "  again: \(YAMLText.quoted(scenarios.plan.command(for: scenario.pickle)))\n"
        return text + "  ...\n"
    }

    private static func reason(_ scenario: PlayedScenario) -> String {
        let reason = ReportStyle.oneLine(scenario.reason ?? "")
        return escaped(reason.hasPrefix("skipped: ") ? String(reason.dropFirst("skipped: ".count)) : reason)
    }

    private static func key(_ pickle: Gherkin.Pickle, _ round: Int) -> [String] {
        [pickle.path, String(pickle.id), String(round)]
    }

    /// Escapes a title. A `#` would begin a directive, and readers of version 13 know no escape. The title of a failed
    /// scenario must never make it look skipped to them.
    private static func escaped(_ text: String) -> String {
        var result = ""
        var rest = Substring(text).unicodeScalars
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\\": result += "\\\\"
            case "#":
                let word = String(rest.drop { $0.properties.isWhitespace }.prefix(4)).lowercased()
                result += word == "skip" || word == "todo" ? "＃" : "\\#"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

/// Values in the subset of YAML that every reader of TAP knows.
enum YAMLText {
    /// Returns the text in double quotes, which can contain any text.
    static func quoted(_ text: String) -> String { JSONLine.string(printable(text)).text }

    /// Returns several lines as an indented block if it can be read back unchanged, or else the text in quotes.
    static func value(_ text: String, indent: Int) -> String {
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(Substring($0)) }
        // A line of dots or dashes would end the block for readers that ignore the indentation.
        let isPlain = lines.allSatisfy { line in
            printable(line) == line && !line.utf8.contains(0x0D) && !line.utf8.contains(0x09)
                && !line.hasSuffix(" ") && !line.drop { $0 == " " }.hasPrefix("...")
                && !line.drop { $0 == " " }.hasPrefix("---")
        }
        guard lines.count > 1, lines.last != "", isPlain else { return quoted(text) }
        let margin = String(repeating: " ", count: indent)
        return "|2-" + lines.map { "\n" + ($0.isEmpty ? "" : margin + $0) }.joined()
    }

    /// Replaces characters that YAML or some of its readers do not allow: most control characters. Characters that
    /// change the direction of text are replaced too, because they would reverse the report on a terminal.
    private static func printable(_ text: String) -> String {
        let isAllowed = { (scalar: Unicode.Scalar) in
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0xA0...0x2027, 0x202F...0x2065, 0x206A...0xD7FF, 0xE000...0xFEFE,
                0xFF00...0xFFFD,
                0x10000...0x10FFFF:
                true
            default: false
            }
        }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isAllowed($0) ? $0 : "\u{FFFD}" }))
    }
}
