import ChatSystem

/// Merging of JUnit XML in the form of ``JUnitReport``. Each line is recognized by its beginning, because a `<` in
/// names and messages is escaped.
enum JUnitMerge {
    static let beginning = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"chat-client play\" "

    private struct Suite {
        /// The name in its escaped form.
        var name: String
        /// The properties in their escaped form.
        var properties = ""
        var cases: [String] = []
    }

    static func merged(_ inputs: [ReportMerge.Input]) throws(FileProblem) -> String {
        var reports: [(input: ReportMerge.Input, places: [MergedOrder.Place])] = []
        var cases: [[(path: String, text: String)]] = []
        var suites: [String: Suite] = [:]
        var empty: [String] = []
        var run: [String]?
        for input in inputs {
            var places: [MergedOrder.Place] = []
            var own: [(path: String, text: String)] = []
            for suite in try read(input) {
                let path = property("file", in: suite.properties)
                let chance = ["seed", "clock"].map { property($0, in: suite.properties) }
                guard chance == (run ?? chance) else {
                    throw input.problem("it was played with another seed or clock than \(inputs[0].path)")
                }
                run = chance
                if suites.updateValue(suite, forKey: path) == nil { empty.append(path) }
                var rounds: [Int: Int] = [:]
                for text in suite.cases {
                    let line = Int(attribute("line", of: text) ?? "") ?? 0
                    rounds[line, default: 0] += 1
                    places.append(MergedOrder.Place(path: path, line: line, round: rounds[line] ?? 1))
                    own.append((path, text))
                }
            }
            reports.append((input, places))
            cases.append(own)
        }
        let order = try MergedOrder(reports)
        try ReportMerge.check(inputs.map(\.lastLineShard), of: inputs)
        for path in suites.keys { suites[path]?.cases = [] }
        for entry in order.entries {
            let (path, text) = cases[entry.report][entry.index]
            suites[path]?.cases.append(text)
        }
        return written((order.paths + empty.filter { !order.paths.contains($0) }).compactMap { suites[$0] })
    }

    private static func written(_ suites: [Suite]) -> String {
        var text = ""
        var (tests, failures, errors, milliseconds) = (0, 0, 0, 0)
        for suite in suites {
            let counts = ["failure", "error", "skipped"].map { element in
                suite.cases.count { $0.contains("\n      <\(element)>") || $0.contains("\n      <\(element) ") }
            }
            let time = suite.cases.reduce(0) { $0 + Self.milliseconds(attribute("time", of: $1) ?? "") }
            text +=
                "  <testsuite name=\"\(suite.name)\" tests=\"\(suite.cases.count)\" failures=\"\(counts[0])\" "
                + "errors=\"\(counts[1])\" skipped=\"\(counts[2])\" time=\"\(seconds(time))\">\n"
            text += suite.properties + suite.cases.joined() + "  </testsuite>\n"
            tests += suite.cases.count
            failures += counts[0]
            errors += counts[1]
            milliseconds += time
        }
        return beginning
            + "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" time=\"\(seconds(milliseconds))\">\n"
            + text + "</testsuites>\n"
    }

    private static func read(_ input: ReportMerge.Input) throws(FileProblem) -> [Suite] {
        var suites: [Suite] = []
        var open: String?
        var isWhole = false
        let lines = input.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2)
        for line in lines {
            if let text = open {
                open = text + line + "\n"
                guard line == "    </testcase>" || line == "    </properties>" else { continue }
            } else if line.hasPrefix("  <testsuite name=\"") {
                suites.append(Suite(name: attribute("name", of: String(line)) ?? ""))
                continue
            } else if line.hasPrefix("    <testcase ") || line == "    <properties>" {
                open = line + "\n"
                if !line.hasSuffix("/>") { continue }
            } else {
                isWhole = line == "</testsuites>" || isWhole && (line.isEmpty || RunShard(comment: line) != nil)
                guard isWhole || line == "  </testsuite>" else { break }
                continue
            }
            guard let text = open, let last = suites.indices.last else { break }
            if text.hasPrefix("    <properties>") {
                suites[last].properties = text
            } else {
                suites[last].cases.append(text)
            }
            open = nil
        }
        guard isWhole else { throw input.problem("it is incomplete, or another program changed it") }
        return suites
    }

    /// Returns an attribute of the element at the beginning of a text, in its escaped form.
    private static func attribute(_ name: String, of text: String) -> String? {
        let head = text.prefix { $0 != "\n" }
        guard let start = head.firstRange(of: " \(name)=\"")?.upperBound else { return nil }
        return String(head[start...].prefix { $0 != "\"" })
    }

    private static func property(_ name: String, in properties: String) -> String {
        guard let start = properties.firstRange(of: "name=\"\(name)\" value=\"")?.upperBound else { return "" }
        return String(properties[start...].prefix { $0 != "\"" })
    }

    private static func milliseconds(_ text: String) -> Int {
        let parts = text.split(separator: ".")
        guard parts.count == 2, let seconds = Int(parts[0]), let rest = Int(parts[1]) else { return 0 }
        return seconds * 1_000 + rest
    }

    private static func seconds(_ milliseconds: Int) -> String {
        PlayedScenario.seconds(.milliseconds(milliseconds))
    }
}
