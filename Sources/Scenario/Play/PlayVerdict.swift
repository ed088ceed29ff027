package import ChatConnection
package import ChatProtocol
import Gherkin

/// The result of a play as a text and as a value, for programs that play scenarios without a terminal.
package struct PlayVerdict {
    /// The counts, preceded by the failures as the reports explain them.
    package private(set) var text = ""
    /// The counts and the failures as an object.
    package private(set) var value: JSONValue = [:]
    /// False if nothing could be played: the text has errors, or no scenario was chosen.
    package let isPlayed: Bool

    /// The most failures that a verdict explains. The others are only counted.
    private static let failuresMax = 20

    private struct Failure {
        var pickle: Gherkin.Pickle
        var line: Int
        var lines: [String]
        var value: JSONValue
    }

    /// Plays scenarios as `chat-client play` does.
    ///
    /// - Parameters:
    ///   - words: The words after `play` on a command line.
    ///   - text: The text to play in place of the file that the words name; nil reads the files.
    ///   - stage: Returns a stage for one scenario.
    package init(_ words: [String], text: String? = nil, stage: @escaping (PlayArguments) throws -> any Stage) {
        var complaints = ""
        var failures: [Failure] = []
        var counts = RunCounts()
        var environment = PlayEnvironment(output: { _ in }, complaints: { complaints += $0 })
        environment.text = text
        environment.onEvent = { event in
            switch event {
            case .started, .scenarioStarted: break
            case .stepFinished(let outcome): failures += Self.failure(of: outcome)
            case .scenarioFinished(let outcome): failures += Self.failure(of: outcome)
            case .finished(let all): counts = all
            }
        }
        isPlayed = PlayCommand.run(words, stage: stage, environment: environment) != PlayCommand.unusable
        guard isPlayed else {
            self.text = complaints
            return
        }
        let shown = failures.prefix(Self.failuresMax)
        let rest = failures.count - shown.count
        let explained = shown.map { failure in
            let place = ReportStyle.harmless(failure.pickle.path) + ":\(failure.line)"
            return "\(place)  \(ReportStyle.harmless(failure.pickle.name))\n"
                + failure.lines.map { "  \($0)\n" }.joined() + "\n"
        }
        self.text = complaints + explained.joined() + (rest > 0 ? "and \(rest) more failures\n\n" : "") + counts.line
        value = [
            "passed": .integer(Int64(counts[ScenarioStatus.passed])),
            "failed": .integer(Int64(counts[ScenarioStatus.failed])),
            "skipped": .integer(Int64(counts[ScenarioStatus.skipped])),
            "failures": .array(shown.map(\.value)),
        ]
    }

    private static func failure(of outcome: StepOutcome) -> [Failure] {
        let explanation = FailureExplanation(style: ReportStyle(hasColors: false)).lines(of: outcome)
        guard !explanation.isEmpty else { return [] }
        let step = outcome.step.keyword + ReportStyle.harmless(outcome.step.text)
        let line = outcome.step.location.line
        var members = members(of: outcome.pickle, line) + [.init(key: "step", value: .string(step))]
        if outcome.status == .undefined {
            members.append(.init(key: "message", value: "no phrase matches this step"))
            members.append(.init(key: "phrases", value: .array(outcome.phrases.map(JSONValue.string))))
            members += optional("suggestion", outcome.suggestion)
        }
        if let failure = outcome.failure { members += Self.members(of: failure) }
        return [
            Failure(
                pickle: outcome.pickle, line: line, lines: [step] + explanation, value: .object(JSONObject(members)))
        ]
    }

    private static func failure(of outcome: ScenarioOutcome) -> [Failure] {
        guard let failure = outcome.failure, outcome.status != .skipped else { return [] }
        let line = outcome.pickle.location.line
        return [
            Failure(
                pickle: outcome.pickle, line: line,
                lines: FailureExplanation(style: ReportStyle(hasColors: false)).lines(of: failure),
                value: .object(JSONObject(members(of: outcome.pickle, line) + members(of: failure))))
        ]
    }

    private static func members(of pickle: Gherkin.Pickle, _ line: Int) -> [JSONObject.Member] {
        [
            .init(key: "scenario", value: .string(pickle.name)), .init(key: "path", value: .string(pickle.path)),
            .init(key: "line", value: .integer(Int64(line))),
        ]
    }

    private static func members(of failure: StepFailure) -> [JSONObject.Member] {
        let decisions = failure.trail.map { decision -> JSONValue in
            [
                "person": .string(decision.person), "about": .string(decision.about),
                "delivered": .bool(decision.isDelivered),
                "reasons": .array(decision.reasons.map { ["rule": .string($0.rule), "text": .string($0.text)] }),
            ]
        }
        let threads = failure.threads.map { thread -> JSONValue in
            ["person": .string(thread.person), "lines": .array(thread.lines.map(JSONValue.string))]
        }
        return [.init(key: "message", value: .string(failure.message))] + optional("expected", failure.expected)
            + optional("actual", failure.actual) + optional("nearest", failure.nearest)
            + [.init(key: "decisions", value: .array(decisions)), .init(key: "threads", value: .array(threads))]
    }

    private static func optional(_ key: String, _ text: String?) -> [JSONObject.Member] {
        text.map { [.init(key: key, value: .string($0))] } ?? []
    }
}
