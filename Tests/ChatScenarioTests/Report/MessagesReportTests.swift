import ChatProtocol
import Testing

@testable import ChatScenario
@testable import Gherkin

/// Reports in the format of Cucumber Messages.
@Suite struct MessagesReportTests {
    static func stream(_ stage: ReportStage = ReportStage(), _ story: String = ReportStage.everything) throws
        -> MessageStream
    {
        try MessageStream(try stage.text(of: story) { MessagesReport(write: $0) })
    }

    @Test func everyNumberIsThereOnceAndBeforeItIsUsed() throws {
        for hasSource in [true, false] {
            var stage = ReportStage()
            stage.hasSource = hasSource
            let stream = try Self.stream(stage)
            #expect(stream.problems == [])
        }
    }

    @Test func everythingIsThere() throws {
        let stream = try Self.stream()
        #expect(stream.envelopes.first?.name == "meta")
        #expect(stream.envelopes.last?.name == "testRunFinished")
        #expect(stream.all("testRunFinished").first?["success"]?.boolValue == false)
        #expect(stream.all("source").first?["data"]?.stringValue == ReportStage.everything)
        for (name, count) in [
            ("source", 1), ("gherkinDocument", 1), ("pickle", 6), ("testCase", 6), ("testCaseStarted", 6),
            ("testCaseFinished", 6), ("attachment", 1), ("suggestion", 1), ("hook", 0), ("testStepFinished", 11),
        ] {
            #expect(stream.all(name).count == count, "\(name)")
        }
        let statuses = stream.all("testStepFinished").compactMap { $0["testStepResult"]?["status"]?.stringValue }
        #expect(
            statuses == [
                "PASSED", "PASSED", "PASSED", "FAILED", "SKIPPED", "PASSED", "PASSED", "PASSED", "UNDEFINED", "PASSED",
                "PASSED",
            ])
        #expect(
            stream.all("attachment").first?["body"]?.stringValue
                == """
                Anna saw
                  │ Hi
                  │ ^[[2Jbad
                Bea saw nothing
                Carl has not logged in
                Dee, offline since “Dee bows”, had seen
                  │ Ho
                """)
    }

    @Test func aFailureOutsideAStepIsAHook() throws {
        for (stage, type) in [
            (RunnerStage(failsToBegin: true), "BEFORE_TEST_CASE"), (RunnerStage(failsToEnd: true), "AFTER_TEST_CASE"),
        ] {
            let stream = try Self.stream(ReportStage(stage: stage), "Feature: F\nScenario: S\n* Anna waves\n")
            #expect(stream.problems == [])
            #expect(stream.all("hook").map { $0["type"]?.stringValue } == [type])
            let statuses = stream.all("testStepFinished").map { $0["testStepResult"]?["status"]?.stringValue }
            #expect(statuses.contains("FAILED"))
        }
    }

    @Test func timeIsTheStorysAndTheSameOnEveryRun() throws {
        let story = "Feature: F\nScenario: S\n* Anna waves\n* Anna waves\nScenario: T\n* Anna waves\n"
        var stage = ReportStage()
        stage.change = { outcome in
            outcome.timing.storyStart = .seconds(outcome.step.location.line)
            outcome.timing.storyEnd = .seconds(outcome.step.location.line) + .milliseconds(1_500)
        }
        let stream = try Self.stream(stage, story)
        let finished = stream.all("testStepFinished")
        #expect(finished.first?["testStepResult"]?["duration"]?["seconds"]?.integerValue == 1)
        #expect(finished.first?["testStepResult"]?["duration"]?["nanos"]?.integerValue == 500_000_000)
        #expect(finished.first?["timestamp"]?["seconds"]?.integerValue == 1_662_973_204)
        // The next scenario begins at the same time as every scenario.
        #expect(stream.all("testCaseStarted").allSatisfy { $0["timestamp"]?["seconds"]?.integerValue == 1_662_973_200 })
        #expect(stream.all("testRunFinished").first?["timestamp"]?["seconds"]?.integerValue == 1_662_973_207)
    }

    @Test func roundsAreAttemptsAtOneTestCase() throws {
        var stage = ReportStage()
        stage.rounds = 2
        let stream = try Self.stream(stage, "Feature: F\nScenario: S\n* Anna waves\n")
        #expect(stream.problems == [])
        #expect(stream.all("testCase").count == 1)
        #expect(stream.all("testCaseStarted").map { $0["attempt"]?.integerValue } == [0, 1])
        #expect(stream.all("testCaseFinished").allSatisfy { $0["willBeRetried"]?.boolValue == false })
    }

    @Test func documentsDoNotShareNumbers() throws {
        let text =
            "@a\nFeature: F\nBackground:\n* Anna waves\n@b\nScenario Outline: S\n* <x> waves\n| a | b |\nExamples:\n| x |\n| y |\n"
        let document = try Gherkin.parse(text)
        let paths = ["a.feature", "b.feature"]
        var plan = RunPlan(pickles: try paths.flatMap { try Gherkin.pickles(of: document, path: $0) })
        plan.sources = paths.map { RunPlan.Source(path: $0, text: text, document: document) }
        let written = Diary()
        var report = MessagesReport { written.lines.append($0) }
        report.report(.started(plan))
        report.report(.finished(RunCounts()))
        let stream = try MessageStream(written.lines.joined())
        #expect(stream.problems == [])
        #expect(stream.all("pickle").count == 2)
    }

    @Test func namesCannotBreakIt() throws {
        let stream = try Self.stream(ReportStage.hostile(), ReportStage.hostileStory())
        #expect(stream.problems == [])
        #expect(stream.all("testCase").count == ReportStage.hostileNames.count * 2 + 1)
    }
}

/// A stream of messages, and the problems of the ids in it.
struct MessageStream {
    var envelopes: [(name: String, value: JSONValue)] = []
    private(set) var problems: [String] = []
    private var kinds: [String: String] = [:]

    init(_ text: String) throws {
        var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        #expect(lines.popLast()?.isEmpty == true)
        for line in lines {
            let members = try #require(try JSONReader.read(Array(line)).value.objectValue).members
            #expect(members.count == 1)
            let member = try #require(members.first)
            envelopes.append((member.key, member.value))
            check(member.key, member.value)
        }
    }

    func all(_ name: String) -> [JSONValue] { envelopes.filter { $0.name == name }.map(\.value) }

    private mutating func declare(_ value: JSONValue?, _ kind: String) {
        guard let id = value?.stringValue else { return problems.append("\(kind) has no id") }
        if let other = kinds.updateValue(kind, forKey: id) { problems.append("\(id) is \(kind) and \(other)") }
    }

    private mutating func need(_ value: JSONValue?, _ kind: String) {
        let found = value?.stringValue.flatMap { kinds[$0] }
        if found != kind { problems.append("\(String(describing: value)) is \(found ?? "nothing"), not \(kind)") }
    }

    private mutating func check(_ name: String, _ value: JSONValue) {
        switch name {
        case "gherkinDocument": declareNodes(value)
        case "pickle":
            declare(value["id"], name)
            for step in value["steps"]?.arrayValue ?? [] { declare(step["id"], "pickleStep") }
            guard all("source").contains(where: { $0["uri"] == value["uri"] }) else { break }
            for id in value["astNodeIds"]?.arrayValue ?? [] { need(id, "node") }
            for tag in value["tags"]?.arrayValue ?? [] { need(tag["astNodeId"], "node") }
            for step in value["steps"]?.arrayValue ?? [] {
                for id in step["astNodeIds"]?.arrayValue ?? [] { need(id, "node") }
            }
        case "stepDefinition", "hook", "testRunStarted": declare(value["id"], name)
        case "suggestion":
            declare(value["id"], name)
            need(value["pickleStepId"], "pickleStep")
        case "testCase":
            declare(value["id"], name)
            need(value["pickleId"], "pickle")
            need(value["testRunStartedId"], "testRunStarted")
            for step in value["testSteps"]?.arrayValue ?? [] {
                declare(step["id"], "testStep")
                if step["hookId"] != nil {
                    need(step["hookId"], "hook")
                } else {
                    need(step["pickleStepId"], "pickleStep")
                }
                for id in step["stepDefinitionIds"]?.arrayValue ?? [] { need(id, "stepDefinition") }
            }
        case "testCaseStarted":
            declare(value["id"], name)
            need(value["testCaseId"], "testCase")
        case "testStepStarted", "testStepFinished", "attachment":
            need(value["testCaseStartedId"], "testCaseStarted")
            need(value["testStepId"], "testStep")
        case "testCaseFinished": need(value["testCaseStartedId"], "testCaseStarted")
        case "testRunFinished": need(value["testRunStartedId"], "testRunStarted")
        case "meta", "source": break
        default: problems.append("\(name) is no message")
        }
    }

    private mutating func declareNodes(_ value: JSONValue) {
        for element in value.arrayValue ?? [] { declareNodes(element) }
        for member in value.objectValue?.members ?? [] {
            if member.key == "id" { declare(member.value, "node") } else { declareNodes(member.value) }
        }
    }
}
