import ChatProtocol
import Testing

@testable import ChatScenario

@Suite struct FeatureFindingsTests {
    private func mistakes(_ steps: String, after more: String = "") throws -> [String] {
        try Editor("Feature: Trip\n  Scenario: One\n\(steps)\n\(more)").mistakes
    }

    private let conversation = #"    Given a conversation "Trip" between Anna and Bea"#

    @Test("a file without mistakes has no findings")
    func noMistakes() throws {
        #expect(try mistakes(conversation + "\n" + #"    When Anna sends "Hi" to "Trip""#) == [])
    }

    @Test("an undefined step has the sentence that was probably meant")
    func undefinedStep() throws {
        #expect(
            try mistakes(conversation + "\n" + #"    When Anna send "Hi" to "Trip""#)
                == [#"4:9 No phrase matches this step. Did you mean: Anna sends "Hi" to "Trip""#])
    }

    @Test("a person whom only a check names is unknown")
    func unknownPerson() throws {
        #expect(
            try mistakes(conversation + "\n" + #"    Then Bee sees "Hi" in "Trip""#)
                == ["4:9 The scenario has no person Bee yet; did you mean Bea?"])
    }

    @Test("a person who acts enters the scenario, and so does one of the background")
    func knownPeople() throws {
        let text = """
            Feature: Trip
              Background:
                Given a conversation "Trip" between Anna and Bea
              Scenario: One
                When Carl is on the server
                Then Bea sees no notice in "Trip"
                And Carl sees no notice in "Trip"
            """
        #expect(try Editor(text).mistakes == [])
    }

    @Test("a name that one action has, near another name, may be misspelt")
    func misspeltName() throws {
        let more = #"    When Anna sends "Hi" to "Trip""# + "\n" + #"    And Ana sends "Ho" to "Trip""#
        #expect(
            try mistakes(conversation + "\n" + more)
                == ["5:8 Ana enters the scenario here. Did you mean Anna?"])
    }

    @Test("a placeholder without a column is found")
    func unknownPlaceholder() throws {
        let outline = """
            Feature: Trip
              Scenario Outline: One
                Given a conversation "Trip" between Anna and Bea
                When Anna sends "<txt>" to "Trip"
                Examples:
                  | text |
                  | Hi   |
            """
        let found = try Editor(outline).mistakes
        #expect(found.contains("4:4 No examples have a column for <txt>."), "\(found)")
    }

    @Test("the steps of an outline are matched with the values of its rows")
    func outlineRows() throws {
        let outline = """
            Feature: Trip
              Scenario Outline: One
                Given a conversation "Trip" between Anna and <who>
                When <who> <does> "Hi" to "Trip"
                Examples:
                  | who | does  |
                  | Bea | sends |
                  | Bea | sings |
            """
        let found = try Editor(outline).mistakes
        #expect(found.count == 1 && found[0].hasPrefix("4:9 No phrase matches this step."), "\(found)")
    }

    @Test("a misspelt keyword has the right one, and the rest of the file is still checked")
    func misspeltKeyword() throws {
        let found = try mistakes(conversation, after: "  Scenaro: Two\n    Given Anna snds\n")
        #expect(found.count == 2, "\(found)")
        #expect(found.first?.hasSuffix("Did you mean “Scenario:”?") == true)
        #expect(found.last?.hasPrefix("5:10 No phrase matches this step.") == true)
    }

    @Test("a misspelt keyword of a step has the right one")
    func misspeltStepKeyword() throws {
        let found = try mistakes(conversation + "\n" + #"    Whne Anna sends "Hi" to "Trip""#)
        #expect(found.count == 1 && found[0].hasSuffix("Did you mean “When”?"), "\(found)")
    }

    @Test("a step without what it needs below it is found, and one with too much")
    func arguments() throws {
        #expect(try mistakes("    Then Bea's screen shows:").contains("3:9 This step needs a doc string below it."))
        #expect(
            try mistakes(conversation + "\n      | a |") == ["3:10 This step takes no data table."])
    }

    @Test("an undefined step that comes often has one finding")
    func oneFindingEach() throws {
        let text = """
            Feature: Trip
              Background:
                Given a conversaton
              Scenario: One
                * a conversation "Trip" between Anna and Bea
              Scenario: Two
                * a conversation "Trip" between Anna and Bea
            """
        #expect(try Editor(text).mistakes.count == 1)
    }

    @Test("a file with thousands of undefined steps is answered, and few of them cost a search")
    func manyUndefinedSteps() throws {
        let steps = (0..<3_000).map { "    When the unknown thing number \($0) happens" }.joined(separator: "\n")
        let found = try mistakes(steps)
        #expect(found.count == 3_000)
        #expect(found.filter { $0.contains("Did you mean") }.count <= 2)
    }
}
