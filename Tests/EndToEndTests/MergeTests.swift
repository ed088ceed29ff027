import ChatProtocol
import ChatSystem
import Testing

@testable import ChatScenario
@testable import TestSupport

/// The merged reports of the shards of a run equal the report of the whole run.
@Suite struct MergeTests {
    private static let stories = [
        "b": """
        Feature: B
          Scenario: same name
            Given a conversation "Trip" between Anna and Bea
            When Anna sends "Hello" to "Trip"
            Then Bea sees "Hello" in "Trip"
          Scenario: same name
            Given a conversation "Trip" between Anna and Bea
            Then Bea sees "Hello" in "Trip"
          Scenario: waits
            Given a conversation "Trip" between Anna and Bea
            When 90 minutes pass
          Scenario: </script>
            When Anna huggles Bea

        """,
        "a": """
        Feature: A
          Scenario Outline: many
            Given a conversation "<name>" between Anna and Bea
            Examples:
              | name |
              | one  |
              | two  |
              | ]]>  |

        """,
    ]

    /// Returns the reports of the whole run and of its shards, played from one folder.
    private static func reports(
        _ kind: String, parts: Int, _ words: [String] = []
    ) throws -> (whole: String, parts: [ReportMerge.Input]) {
        let folder = try ScratchFolder()
        for (name, text) in stories { try folder.write(text, to: "\(name).feature") }
        func play(_ own: [String], _ name: String) throws -> String {
            let file = folder.path + "/" + name
            let played = PlayedText.play([folder.path, "--report", "\(kind):\(file)"] + words + own)
            #expect(played.status < 2, "\(played.complaints)")
            return String(decoding: try FileSystem.bytes(ofFile: file, max: 50_000_000), as: UTF8.self)
        }
        let whole = try play([], "whole")
        let texts = try (1...parts).map { try play(["--shard", "\($0)/\(parts)"], "\($0)") }
        return (whole, try texts.enumerated().map { try .init(path: "part \($0 + 1)", bytes: Array($1.utf8)) })
    }

    /// With more shards than scenarios some shards are empty.
    @Test(arguments: [1, 3, 9], [[], ["--repeat", "2"], ["--retries", "1"]])
    func junitIsThatOfTheWhole(parts: Int, words: [String]) throws {
        let (whole, parts) = try Self.reports("junit", parts: parts, words)
        #expect(try ReportMerge.merged(parts) == whole)
        #expect(try ReportMerge.merged(parts.reversed()) == whole)
    }

    @Test(arguments: [1, 3, 9])
    func aTraceIsThatOfTheWhole(parts: Int) throws {
        let (whole, parts) = try Self.reports("html", parts: parts)
        let merged = try ReportMerge.merged(parts.reversed())
        // The places are assigned in another order, but have the same values.
        #expect(try Self.shown(merged) == Self.shown(whole))
        #expect(merged.utf8.count == whole.utf8.count)
    }

    /// Returns the values that a trace shows, with each place replaced by its value.
    private static func shown(_ page: String) throws -> [JSONValue] {
        let trace = try TraceReader.value(of: page)
        var values: [JSONValue] = []
        func note(_ list: TraceList, _ place: Int64) -> Int64 {
            if let value = trace[list.rawValue]?.arrayValue?[Int(place)] {
                if list != .screens, list != .rows { values.append(value) }
                _ = TraceStory.replacingPlaces(in: value, of: list, note)
            }
            return -1
        }
        for scenario in trace["scenarios"]?.arrayValue ?? [] {
            values.append(TraceStory.replacingPlaces(in: scenario, note))
        }
        let members = ["summary", "features", "rules", "sources"].map { trace[$0] ?? .null }
        return values + members + [trace["opening"]?["place"] ?? .null]
    }

    @Test(arguments: [1, 3, 9])
    func messagesTellTheSame(parts: Int) throws {
        let (whole, parts) = try Self.reports("messages", parts: parts, ["--retries", "1"])
        let merged = try ReportMerge.merged(parts)
        #expect(try Self.kinds(of: merged) == Self.kinds(of: whole))
        let lines = try Self.lines(merged)
        // Each id that a message refers to was defined exactly once.
        var given: Set<String> = []
        for line in lines {
            for id in Self.numbers(in: line, { $0 == "id" }) { #expect(given.insert(id).inserted) }
            for id in Self.numbers(in: line, { $0.hasSuffix("Id") || $0.hasSuffix("Ids") }) {
                #expect(given.contains(id))
            }
        }
        #expect(lines.last?["testRunFinished"]?["success"] == false)
    }

    private static func lines(_ text: String) throws -> [JSONValue] {
        try text.split(separator: "\n").map { try JSONReader.read(Array($0.utf8)).value }
    }

    /// Returns the number of messages of each kind, and of each status of a step.
    private static func kinds(of text: String) throws -> [String: Int] {
        try lines(text).reduce(into: [:]) { counts, line in
            let status = line["testStepFinished"]?["testStepResult"]?["status"]?.stringValue ?? ""
            counts[(line.objectValue?.members.first?.key ?? "") + status, default: 0] += 1
        }
    }

    private static func numbers(in value: JSONValue, _ isWanted: (String) -> Bool) -> [String] {
        switch value {
        case .array(let elements): elements.flatMap { numbers(in: $0, isWanted) }
        case .object(let object):
            object.members.flatMap { member in
                isWanted(member.key)
                    ? [member.value.stringValue].compactMap(\.self)
                        + (member.value.arrayValue ?? []).compactMap(\.stringValue)
                    : numbers(in: member.value, isWanted)
            }
        default: []
        }
    }

    @Test(arguments: ["junit", "messages", "html"])
    func reportsThatAreNotPartsOfOneRunAreRefused(_ kind: String) throws {
        let (whole, parts) = try Self.reports(kind, parts: 2)
        let twice = #expect(throws: FileProblem.self) { try ReportMerge.merged([parts[0], parts[0]]) }
        #expect(twice?.reason.contains("each scenario once") == true)
        for count in [whole.utf8.count / 3, whole.utf8.count / 2, whole.utf8.count - 40] {
            let cut = try ReportMerge.Input(path: "cut", bytes: Array(whole.utf8.prefix(count)).filter { $0 < 0x80 })
            #expect(throws: FileProblem.self) { try ReportMerge.merged([cut]) }
        }
        let other = try Self.reports(kind == "html" ? "junit" : "html", parts: 1).whole
        #expect(throws: FileProblem.self) {
            try ReportMerge.merged([parts[0], .init(path: "other", bytes: Array(other.utf8))])
        }
    }

    @Test("a part of --shard that is missing is named", arguments: ["junit", "messages", "html"])
    func aMissingPartIsNamed(_ kind: String) throws {
        let (_, parts) = try Self.reports(kind, parts: 3)
        let one = #expect(throws: FileProblem.self) { try ReportMerge.merged([parts[2], parts[0]]) }
        #expect(one?.reason == "part 2/3 of its run is missing: give the reports of all parts")
        let two = #expect(throws: FileProblem.self) { try ReportMerge.merged([parts[1]]) }
        #expect(two?.reason.hasPrefix("part 1/3 and 1 more of its run is missing") == true)
        let (_, halves) = try Self.reports(kind, parts: 2)
        let mixed = #expect(throws: FileProblem.self) { try ReportMerge.merged([parts[0], halves[1]]) }
        #expect(mixed?.reason == "it is part 2/2, and part 1 is part 1/3")
    }

    @Test func aFileThatIsNoReportIsRefused() throws {
        for text in ["", "hello", "<?xml version=\"1.0\"?><testsuites/>", "<!DOCTYPE html><p>Hi", "{\"meta\":{}}"] {
            #expect(throws: FileProblem.self) {
                try ReportMerge.merged([.init(path: "x", bytes: Array(text.utf8))])
            }
        }
        #expect(throws: FileProblem.self) { try ReportMerge.Input(path: "x", bytes: [0xFF]) }
    }

    @Test func anotherSeedIsAnotherRun() throws {
        let one = try Self.reports("junit", parts: 2).parts[0]
        let other = try Self.reports("junit", parts: 2, ["--seed", "5"]).parts[1]
        #expect(throws: FileProblem.self) { try ReportMerge.merged([one, other]) }
    }
}
