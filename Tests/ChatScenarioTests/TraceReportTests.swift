import ChatProtocol
import Testing

@testable import ChatScenario
@testable import ChatTerminal
@testable import Gherkin
@testable import TestSupport

/// The bytes of a trace: each value is stored once, and no text can be mistaken for markup. `script/trace-check` checks
/// the page in a browser.
@Suite struct TraceReportTests {
    @Test func theSameEventsAreTheSameBytes() throws {
        let events = try Self.events(scene: Self.scene())
        #expect(Self.page(events) == Self.page(events))
    }

    @Test func aPageLoadsNothing() throws {
        let page = Self.page(try Self.events(scene: Self.scene()))
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        #expect(page.contains("default-src 'none'"))
        let shell = try TraceReader.shell(of: page)
        for sign in ["http:", "https:", "@import", "url(", "src=", "innerHTML", "eval(", "fetch(", "{{"] {
            #expect(!shell.contains(sign), "\(sign)")
        }
        #expect(shell.contains("script-src 'sha256-"))
        #expect(!shell.contains("script-src 'unsafe-inline'"))
    }

    @Test func theScriptIsTheOneThatThePolicyNames() throws {
        let page = Self.page(try Self.events(scene: nil))
        let script = try #require(
            page.split(separator: "<script>", maxSplits: 1).last?.split(separator: "</script>").first)
        // `SHA256Tests` compares the digests of the empty text and of other texts with a second implementation.
        let digest = SHA256.digest(Array(script.utf8))
        let named = try #require(page.split(separator: "'sha256-").dropFirst().first?.prefix { $0 != "'" })
        #expect(Self.bytes(ofBase64: String(named)) == digest)
    }

    @Test(arguments: [
        "</script><script>alert(1)</script>", "<!--<script>", "]]>", "{{data}}", "\u{202E}drowkcab",
        "\u{0}\u{7}\u{1B}[2J",
        "\u{2028}", "\"\\\u{FFFD}", "&lt;", "${x}`",
    ])
    func hostileTextStaysDataInThePage(text: String) throws {
        var scene = Self.scene()
        scene.wire = [.init(stream: text, direction: .toServer, bytes: Array("{\"text\":\"\(text)\"}".utf8))]
        scene.decisions = [
            DeliveryDecision(person: text, about: text, isDelivered: true, reasons: [.init(rule: text, text: text)])
        ]
        scene.pages = [.init(url: text, title: text, revision: 1, content: text)]
        let page = Self.page(try Self.events(scene: scene, failure: StepFailure(text, expected: text, actual: text)))
        for name in ["data", "texts", "stories"] { #expect(!(try TraceReader.block(name, of: page).contains("<"))) }
        let value = try TraceReader.value(of: page)
        #expect(value["pages"]?.arrayValue?.first?["text"]?.stringValue == text)
        #expect(value["names"]?.arrayValue?.contains(.string(text)) == true)
        let failure = try #require(value["scenarios"]?.arrayValue?.first?["steps"]?.arrayValue?.last?["failure"])
        #expect(failure["message"]?.stringValue == text)
        #expect(page.split(separator: "</script>", omittingEmptySubsequences: false).count == 11)
    }

    @Test func aTextOfAnyLengthIsCut() throws {
        let long = String(repeating: "é", count: 100_000)
        let page = Self.page(try Self.events(scene: nil, failure: StepFailure(long, expected: long, actual: long)))
        #expect(page.utf8.count < 150_000)
        #expect(TraceText.clipped(long).utf8.count <= TraceText.bytesMax + 3)
        #expect(TraceText.clipped("short") == "short")
    }

    @Test func repeatedValuesAreStoredOnce() throws {
        let scene = Self.scene()
        let value = try Self.value(try Self.events(scene: scene))
        #expect(value["screens"]?.arrayValue?.count == 2)
        #expect(value["texts"]?.arrayValue?.count == 1)
        #expect(value["decisions"]?.arrayValue?.count == 1)
        let steps = try #require(value["scenarios"]?.arrayValue?.first?["steps"]?.arrayValue)
        #expect(steps.count == 2)
        #expect(steps[0]["screens"] == steps[1]["screens"])
    }

    @Test func wideAndOddLettersStandAlone() throws {
        var grid = Grid(Size(columns: 12, rows: 3))
        grid.put("a🎒b漢✓", column: 0, row: 1, Style(.accent, on: .ownBubble).bold)
        var scene = StepScene()
        scene.screens = [.init(person: "Anna", isOnline: true, picture: .drawn(grid))]
        let value = try Self.value(try Self.events(scene: scene))
        #expect(value["styles"] == ["ink-accent on-ownBubble bold"])
        #expect(
            value["rows"]?.arrayValue?.contains([0, "a", 0, ["🎒", 2], 0, "b", 0, ["漢", 2], 0, ["✓", 1]]) == true)
        // An empty row at the end is omitted, an empty row above it is not.
        #expect(value["screens"]?.arrayValue?.first?.arrayValue?.count == 4)
    }

    @Test func aStepMarksAbsentPeopleAndCountsOmittedScreens() throws {
        var scene = Self.scene()
        scene.screens[1].isAwaited = true
        scene.leftOut.screens = 84
        let steps = try Self.value(try Self.events(scene: scene))["scenarios"]?.arrayValue?.first?["steps"]?.arrayValue
        #expect(steps?.first?["screens"]?.arrayValue?.map { $0.arrayValue?[1].integerValue } == [1, 2])
        #expect(steps?.first?["leftOut"]?["screens"]?.integerValue == 84)
    }

    @Test func aFailureSaysHowItIsPlayedAgain() throws {
        var failure = StepFailure("It is not so", expected: "a", actual: "b")
        failure.nearest = "almost"
        failure.trail = [DeliveryDecision(person: "Bea", about: "x", isDelivered: false, reasons: [])]
        let scenario = try Self.value(try Self.events(scene: nil, failure: failure))["scenarios"]?.arrayValue?.first
        #expect(scenario?["again"]?.stringValue == "chat-client play --seed 7 'a b.feature:2'")
        #expect(scenario?["status"]?.stringValue == "failed")
        let shown = scenario?["steps"]?.arrayValue?.last?["failure"]
        #expect(shown?["nearest"]?.stringValue == "almost")
        #expect(shown?["trail"] == [0])
    }

    @Test func aRunOfNothingIsAPageToo() throws {
        let page = Self.page([.started(RunPlan(pickles: [])), .finished(RunCounts())])
        #expect(try TraceReader.value(of: page)["scenarios"] == [])
    }

    @Test("a trace has the sentences and sources of the rules that its tags name, and no others")
    func rulesOfTheTags() throws {
        let tags = ["ev-mention-private", "restart", "__proto__", "</script>"]
        let value = try Self.value(try Self.events(scene: nil, tags: tags))
        let rules = try #require(value["rules"]?.objectValue)
        #expect(rules.members.map(\.key) == ["ev-mention-private"])
        let rule = try #require(value["rules"]?["ev-mention-private"])
        #expect(rule["text"] == "A mention notice is displayed only to the mentioned person.")
        #expect(rule["sources"] == ["D3", "D8"])
        #expect(value["sources"]?.objectValue?.members.map(\.key) == ["D3", "D8"])
        #expect(value["sources"]?["D3"] == "article “Adding custom collaboration to your app”")
        #expect(value["scenarios"]?.arrayValue?.first?["tags"]?.arrayValue?.count == tags.count)
    }

    @Test("a trace without rules has no sentence")
    func noRules() throws {
        let value = try Self.value(try Self.events(scene: nil))
        #expect(value["rules"] == [:])
        #expect(value["sources"] == [:])
    }

    // MARK: A small run

    /// Returns the events of a scenario of two steps, both with that scene, and with those tags. The second step fails
    /// if `failure` is set.
    private static func events(
        scene: StepScene?, failure: StepFailure? = nil, tags: [String] = []
    ) throws -> [RunEvent] {
        let line = tags.isEmpty ? "" : "  \(tags.map { "@\($0)" }.joined(separator: " "))\n"
        let text = "Feature: F\n\(line)  Scenario: S\n    Given one\n    Then two\n"
        let pickles = try Gherkin.pickles(of: Gherkin.parse(text), path: "a b.feature")
        var plan = RunPlan(pickles: pickles)
        plan.command = "chat-client play --seed 7"
        var events: [RunEvent] = [.started(plan)]
        var counts = RunCounts()
        for pickle in pickles {
            events.append(.scenarioStarted(pickle, round: 1))
            for (index, step) in pickle.steps.enumerated() {
                let fails = failure != nil && index == pickle.steps.count - 1
                var outcome = StepOutcome(
                    pickle: pickle, step: step, status: fails ? .failed : .passed, failure: fails ? failure : nil,
                    phrases: [])
                outcome.scene = scene
                events.append(.stepFinished(outcome))
            }
            let status = failure == nil ? ScenarioStatus.passed : .failed
            counts.scenarios[status, default: 0] += 1
            events.append(.scenarioFinished(ScenarioOutcome(pickle: pickle, status: status, failure: nil)))
        }
        return events + [.finished(counts)]
    }

    private static func scene() -> StepScene {
        var scene = StepScene()
        for name in ["Anna", "Bea"] {
            var grid = Grid(Size(columns: 20, rows: 4))
            grid.put("Hello from \(name)", column: 1, row: 1)
            grid.frame(Rectangle(column: 0, row: 0, columns: 20, rows: 3))
            scene.screens.append(.init(person: name, isOnline: true, picture: .drawn(grid)))
        }
        scene.actor = 0
        scene.wire = [.init(stream: "Anna", direction: .toServer, bytes: Array(#"{"method":"message.send"}"#.utf8))]
        scene.decisions = [
            DeliveryDecision(
                person: "Bea", about: "the message “Hi”", isDelivered: true,
                reasons: [.init(rule: "grp-add", text: "Bea was in the conversation")])
        ]
        return scene
    }

    private static func page(_ events: [RunEvent]) -> String {
        var page = ""
        let report = TraceReport { page += $0 }
        for event in events { report.report(event) }
        return page
    }

    private static func value(_ events: [RunEvent]) throws -> JSONValue { try TraceReader.value(of: page(events)) }

    private static func bytes(ofBase64 text: String) -> [UInt8] {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var bits: [UInt8] = []
        for letter in text.utf8 {
            guard let value = letters.firstIndex(of: letter) else { continue }
            for shift in (0..<6).reversed() { bits.append(UInt8(value >> shift & 1)) }
        }
        return stride(from: 0, through: bits.count - 8, by: 8).map { start in
            bits[start..<(start + 8)].reduce(0) { $0 << 1 | $1 }
        }
    }
}
