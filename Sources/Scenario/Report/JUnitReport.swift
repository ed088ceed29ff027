import Gherkin

/// JUnit XML for CI systems, with a suite for each file and a case for each scenario.
///
/// It is written at the end of the run, because it begins with the counts.
struct JUnitReport: Report {
    private let write: (String) -> Void
    private var scenarios = PlayedScenario.Collector()
    private var suites: [Suite] = []
    private var places: [String: Int] = [:]

    private struct Suite {
        var path: String
        var feature: String
        var cases: [String] = []
        var failures = 0
        var errors = 0
        var skipped = 0
        var time = Duration.zero
        var told: Set<[Int]> = []
    }

    /// Creates a report.
    /// - Parameter write: Receives whole lines, with their line feeds.
    init(write: @escaping (String) -> Void) { self.write = write }

    /// Receives an event.
    mutating func report(_ event: RunEvent) {
        if let scenario = scenarios.add(event) { add(scenario) }
        switch event {
        case .started(let plan):
            // The suites keep the order of the files, even if the scenarios are played in another order.
            for path in plan.sources.map(\.path) {
                if let pickle = plan.pickles.first(where: { $0.path == path }) { _ = suite(of: pickle) }
            }
        case .scenarioStarted, .stepFinished, .scenarioFinished: break
        case .finished:
            addUnreached()
            writeDocument()
        }
    }

    private mutating func suite(of pickle: Gherkin.Pickle) -> Int {
        if let place = places[pickle.path] { return place }
        places[pickle.path] = suites.count
        suites.append(Suite(path: pickle.path, feature: pickle.feature))
        return suites.count - 1
    }

    private mutating func add(_ scenario: PlayedScenario) {
        let place = suite(of: scenario.pickle)
        suites[place].told.insert([scenario.pickle.id, scenario.round])
        let time = scenario.wall ?? scenario.story
        suites[place].time += time
        var content = ""
        switch scenario.verdict {
        case .passed: break
        case .skipped:
            suites[place].skipped += 1
            content = Self.skipped(scenario.reason ?? "")
        case .failed, .undefined:
            // If no step failed or is undefined, the problem is an error of the environment, not a failure of the
            // scenario.
            let element = scenario.culprit == nil ? "error" : "failure"
            if element == "error" { suites[place].errors += 1 } else { suites[place].failures += 1 }
            let text = XMLText.content(scenarios.explanation(of: scenario))
            content = "      <\(element)\(why(scenario))>\(text)</\(element)>\n"
        }
        for attempt in scenario.earlier { content += tried(attempt, isFlaky: scenario.isFlaky) }
        let steps = scenario.steps.map { "\($0.status.rawValue): \($0.step.keyword)\($0.step.text)" }
        if !steps.isEmpty {
            content += "      <system-out>\(XMLText.content(steps.joined(separator: "\n")))</system-out>\n"
        }
        suites[place].cases.append(
            element(scenario.pickle, round: scenario.round, time: time, content: content))
    }

    private func why(_ scenario: PlayedScenario) -> String {
        " type=\"\(scenario.verdict.rawValue)\" message=\"\(XMLText.attribute(scenario.reason ?? ""))\""
    }

    /// Returns the element for an attempt before the last one, in the form that Surefire defined.
    private func tried(_ scenario: PlayedScenario, isFlaky: Bool) -> String {
        let element = (isFlaky ? "flaky" : "rerun") + (scenario.culprit == nil ? "Error" : "Failure")
        let text = XMLText.content(scenarios.explanation(of: scenario))
        return "      <\(element)\(why(scenario))><stackTrace>\(text)</stackTrace></\(element)>\n"
    }

    private mutating func addUnreached() {
        for round in 1...max(1, scenarios.plan.rounds) {
            for pickle in scenarios.plan.pickles {
                let place = suite(of: pickle)
                guard suites[place].told.insert([pickle.id, round]).inserted else { continue }
                suites[place].skipped += 1
                suites[place].cases.append(element(pickle, round: round, content: Self.skipped("not reached")))
            }
        }
    }

    private func element(
        _ pickle: Gherkin.Pickle, round: Int, time: Duration = .zero, content: String
    ) -> String {
        let name = XMLText.attribute(scenarios.names.name(of: pickle, round: round))
        let start =
            "    <testcase name=\"\(name)\" classname=\"\(XMLText.attribute(pickle.feature))\" "
            + "file=\"\(XMLText.attribute(pickle.path))\" line=\"\(pickle.location.line)\"\(Self.time(time))"
        return content.isEmpty ? start + "/>\n" : start + ">\n\(content)    </testcase>\n"
    }

    private func writeDocument() {
        write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        let tests = suites.reduce(0) { $0 + $1.cases.count }
        let failures = suites.reduce(0) { $0 + $1.failures }
        let errors = suites.reduce(0) { $0 + $1.errors }
        write(
            "<testsuites name=\"chat-client play\" tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\""
                + Self.time(suites.map(\.time).reduce(.zero, +)) + ">\n")
        for suite in suites {
            write(
                "  <testsuite name=\"\(XMLText.attribute(suite.feature))\" tests=\"\(suite.cases.count)\" "
                    + "failures=\"\(suite.failures)\" errors=\"\(suite.errors)\" skipped=\"\(suite.skipped)\""
                    + "\(Self.time(suite.time))>\n")
            write("    <properties>\n" + property("file", suite.path) + property("seed", String(scenarios.plan.seed)))
            // Readers take a time for real time, so a property marks story time.
            write(property("clock", scenarios.plan.isMeasured ? "wall" : "story") + "    </properties>\n")
            for text in suite.cases { write(text) }
            write("  </testsuite>\n")
        }
        write("</testsuites>\n")
        if let shard = scenarios.plan.shard { write(shard.comment) }
    }

    private func property(_ name: String, _ value: String) -> String {
        "      <property name=\"\(name)\" value=\"\(XMLText.attribute(value))\"/>\n"
    }

    /// Returns an element with the reason as its content, because the older schema has no attribute for it.
    private static func skipped(_ reason: String) -> String { "      <skipped>\(XMLText.content(reason))</skipped>\n" }

    private static func time(_ time: Duration) -> String { " time=\"\(PlayedScenario.seconds(time))\"" }
}

/// Escaping of text for XML 1.0.
enum XMLText {
    /// Returns the text escaped for use between tags.
    static func content(_ text: String) -> String { escaped(text, isAttribute: false) }

    /// Returns the text escaped for use between double quotes. Line ends become character references, because readers
    /// would turn them into spaces.
    static func attribute(_ text: String) -> String { escaped(text, isAttribute: true) }

    private static func escaped(_ text: String, isAttribute: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += isAttribute ? "&quot;" : "\""
            case "\t", "\n":
                if isAttribute { result += "&#\(scalar.value);" } else { result.unicodeScalars.append(scalar) }
            case "\r": result += "&#13;"
            // XML cannot contain these characters, not even escaped.
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
