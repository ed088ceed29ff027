import Testing

@testable import ChatScenario
@testable import ChatScreens

/// The checks of a whole table of steps.
@Suite struct StepTableTests {
    private static func definition(
        _ phrase: String, example: String, summary: String = "Does it.", argument: StepArgumentKind = .none
    ) -> StepDefinition<Void> {
        StepDefinition(phrase, example: example, summary: summary, argument: argument) { _, _ in }
    }

    @Test func mistakesInTheTableAreFound() throws {
        #expect(throws: PatternError.self) {
            try StepTable([Self.definition("go", example: "go"), Self.definition("go", example: "go")])
        }
        #expect(throws: PatternError.self) { try StepTable([Self.definition("{go}", example: "go")]) }
        let table = try StepTable([
            Self.definition("{person} waves", example: "anna waves"),
            Self.definition("go", example: "go", summary: "no sentence"),
        ])
        #expect(
            table.problems() == [
                "{person} waves: the example does not match: anna waves",
                "go: the summary is not a sentence",
            ])
    }

    @Test func theTableCanBeListedWithNoWorld() throws {
        let definitions = [
            Self.definition("turn on|off", example: "turn on"),
            Self.definition("it lists:", example: "it lists:", argument: .table),
        ]
        let catalogue = StepCatalogue(chapters: [("Lamps", definitions)], modifiers: [])
        #expect(
            catalogue.entries.map { $0.text() }.joined(separator: "\n") == """
                turn on|off
                    Does it.
                    turn on

                it lists:
                    Does it.
                    it lists:
                      + a data table

                """)
        #expect(
            try StepTable(definitions).markdown() == """
                - `turn on|off`. Does it.
                - `it lists:` + data table. Does it.

                """)
    }
}
