import ChatSystem
import Testing

@testable import ChatScenario
@testable import Gherkin

/// The list of the scenarios that failed in the last run.
@Suite struct RerunListTests {
    private static func pickles(_ text: String) throws -> [Gherkin.Pickle] {
        try Gherkin.pickles(of: Gherkin.parse(text), path: "a.feature")
    }

    private static let text = """
        Feature: F
          Scenario: one
            Given x
          Scenario: two
            Given x
          Scenario: two
            Given x
        """

    @Test func aWrittenListReadsBackUnchanged() throws {
        var list = RerunList()
        for pickle in try Self.pickles(Self.text) { list.add(pickle) }
        #expect(list.text == "a.feature:2  # one\na.feature:4  # two\na.feature:6  # two\n")
        #expect(try RerunList(list.text, path: "r") == list)
    }

    @Test func scenariosThatWereNotPlayedStayOnTheList() throws {
        let pickles = try Self.pickles(Self.text)
        var before = RerunList()
        for pickle in pickles { before.add(pickle) }
        let after = before.after(failed: [pickles[1]], ended: [pickles[0], pickles[1]], of: pickles)
        #expect(after.text == "a.feature:4  # two\na.feature:6  # two\n")
        #expect(before.after(failed: [], ended: pickles, of: pickles).entries.isEmpty)
        #expect(before.after(failed: [], ended: [], of: []).entries.isEmpty)
    }

    @Test func aNameWithTheMarkInItIsReadAgain() throws {
        let pickles = try Self.pickles("Feature: F\n  Scenario: a  # b:3  # c\n    Given x\n")
        var list = RerunList()
        list.add(pickles[0])
        #expect(try RerunList(list.text, path: "r").chosen(of: pickles).count == 1)
    }

    @Test func theLineTellsSameNamesApart() throws {
        let pickles = try Self.pickles(Self.text)
        let list = try RerunList("a.feature:6  # two\n", path: "r")
        #expect(list.chosen(of: pickles).map(\.location.line) == [6])
    }

    @Test func aMovedScenarioIsFoundByItsName() throws {
        let moved = try Self.pickles("Feature: F\n\n\n  Scenario: one\n    Given x\n  Scenario: other\n    Given x\n")
        #expect(try RerunList("a.feature:2  # one\n", path: "r").chosen(of: moved).map(\.name) == ["one"])
        #expect(try RerunList("a.feature:6  # one\n", path: "r").chosen(of: moved).map(\.name) == ["one"])
        #expect(try RerunList("a.feature:4  # gone\n", path: "r").chosen(of: moved).map(\.name) == ["one"])
        #expect(try RerunList("b.feature:4  # one\n", path: "r").chosen(of: moved).isEmpty)
    }

    @Test func linesWithoutANameAreTakenToo() throws {
        let pickles = try Self.pickles(Self.text)
        #expect(try RerunList("# by hand\n\na.feature:2\n", path: "r").chosen(of: pickles).map(\.name) == ["one"])
    }

    @Test(
        "a list is read in Cucumber's form and with Windows' line ends",
        arguments: [
            "a.feature:2:6\n", "  a.feature:2:6  \r\n\r\n", "a.feature:2  # one\r\na.feature:6  # two\r\n",
            "./a.feature:2:6",
            "b/../a.feature:6\n.//a.feature:2",
        ])
    func otherSpellingsAreRead(_ text: String) throws {
        let pickles = try Self.pickles(Self.text)
        #expect(try RerunList(text, path: "r").chosen(of: pickles).map(\.location.line) == [2, 6])
    }

    @Test(arguments: ["nonsense", "a.feature", "a.feature:x", "a.feature:0", ":3"])
    func anythingElseIsNoList(_ text: String) {
        let problem = #expect(throws: FileProblem.self) { try RerunList("\n" + text, path: "r") }
        #expect(problem?.reason == "line 2 is not FILE:LINE, so it is not a list of failures")
    }
}
