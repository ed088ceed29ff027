@testable import ChatScenario
@testable import Gherkin

/// Runs small stories for tests of reports, with their files, their phrases and the seed of the run.
struct ReportStage {
    var stage = RunnerStage()
    var options = ScenarioRunner<RunnerStage.World>.Options()
    /// True if the plan names the file and its document.
    var hasSource = true
    var seed: UInt64 = 7
    var rounds = 1
    var isMeasured = false
    /// Changes the outcome of every step before it is reported.
    var change: (inout StepOutcome) -> Void = { _ in }

    /// A story with every result that a scenario can have.
    static let everything = """
        @trip
        Feature: Trip
          Background:
            Given Anna waves

          Scenario: passes
            Given it lists:
              | link | why |
              | a    |     |

          Scenario: fails
            When Anna fails
            Then it shows:
              \"\"\"txt
              hello
              \"\"\"

          Rule: R
            Scenario Outline: says <what>
              Given Anna <what>

              @more
              Examples:
                | what  |
                | waves |
                | wavs  |

            Scenario: bows
              * Anna bows

          Scenario: nothing
        """

    /// Returns all events of a story.
    func events(of text: String) throws -> [RunEvent] {
        let told = try stage.events(of: text, options: options)
        let table = try RunnerStage.table()
        var events: [RunEvent] = []
        for event in told {
            switch event {
            case .started(var plan):
                plan.seed = seed
                plan.rounds = rounds
                plan.isMeasured = isMeasured
                plan.phrases = table.definitions.map(\.phrase)
                if hasSource {
                    plan.sources = [
                        RunPlan.Source(path: "stage.feature", text: text, document: try Gherkin.parse(text))
                    ]
                }
                events.append(.started(plan))
            case .stepFinished(var outcome):
                if case .found(let definition, _) = table.match(outcome.step) {
                    outcome.phrase = table.definitions.firstIndex { $0.phrase == definition.phrase }
                }
                change(&outcome)
                events.append(.stepFinished(outcome))
            case .scenarioStarted, .scenarioFinished, .finished: events.append(event)
            }
        }
        guard rounds > 1, let last = events.popLast() else { return events }
        let scenarios = events.dropFirst()
        for round in 2...rounds {
            events += scenarios.map { event in
                if case .scenarioStarted(let pickle, _) = event { return .scenarioStarted(pickle, round: round) }
                return event
            }
        }
        return events + [last]
    }

    /// Returns the text that a report writes.
    func text(of story: String, _ make: (@escaping (String) -> Void) -> any Report) throws -> String {
        let written = Diary()
        var report = make { written.lines.append($0) }
        for event in try events(of: story) { report.report(event) }
        return written.lines.joined()
    }

    /// Names that must not break any format.
    static let hostileNames = [
        "a ]]> b <![CDATA[ & <x/> \" ' > \\", "# SKIP not really", "x # TODO later", "not ok 1 - no", "1..9", "...",
        "--- # x", "Bail out! all is lost", "\u{1B}[31mred\u{1B}]0;title\u{7}",
        "\u{0}\u{1}\u{B}\u{C}\u{7F}\u{85}\u{9B}",
        "line\u{2028}separator\u{2029}x", "\u{202E}drow\u{2066}x", "👩‍👩‍👧‍👦 é ﷽ \u{FEFF}", "\u{FFFE}\u{FFFF}\u{10FFFF}",
        "::error file=x::y %0A %25", "{\"a\": [1, \"b\\n\"]}", "tab\tand \\t", "\u{D7FF}\u{E000}", "🏳️‍🌈\u{200D}\u{301}",
    ]

    /// Returns a story whose names and texts are all hostile.
    static func hostileStory() -> String {
        var story = "Feature: \(hostileNames.joined(separator: " "))\n"
        for name in hostileNames {
            story +=
                "  Scenario: \(name)\n    When Anna fails\n    Then it shows:\n      ```\n      \(name)\n      ```\n"
            story += "  Scenario: p \(name)\n    Given \(name)\n"
        }
        story +=
            "  Scenario Outline: <x>\n    Given Anna waves\n    Examples:\n      | x |\n      | a\\nb\\nok 3 - c |\n"
        return story
    }

    /// Returns a stage whose failures contain the same texts.
    static func hostile() -> ReportStage {
        var stage = ReportStage()
        stage.change = { outcome in
            guard outcome.status == .failed else { return }
            let text = hostileNames.joined(separator: "\n") + "\n...\n  ...\n---\n]]>\r\n"
            var failure = StepFailure(
                text, expected: text, actual: "x\n" + text + " \n",
                threads: [
                    .init(person: text, lines: hostileNames, presence: .offline(since: text))
                ])
            failure.nearest = text
            failure.trail = [
                DeliveryDecision(
                    person: text, about: text, isDelivered: false, reasons: [.init(rule: text, text: text)])
            ]
            outcome = StepOutcome(
                pickle: outcome.pickle, step: outcome.step, status: .failed, failure: failure, phrases: [])
        }
        return stage
    }
}
