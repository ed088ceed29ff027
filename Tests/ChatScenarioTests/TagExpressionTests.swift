import Gherkin
import Testing

@testable import ChatScenario

/// The scenarios that `--tags` selects.
@Suite struct TagExpressionTests {
    @Test(
        arguments: [
            ("", [], true), ("  ", ["@a"], true),
            ("@a", ["@a"], true), ("@a", ["@b"], false), ("not @a", ["@b"], true), ("not not @a", ["@a"], true),
            ("@a and @b", ["@a"], false), ("@a and @b", ["@b", "@a"], true), ("@a or @b", ["@b"], true),
            ("@a or @b and @c", ["@a"], true), ("(@a or @b) and @c", ["@a"], false),
            ("@a and not (@b or @c)", ["@a"], true), ("@a and not (@b or @c)", ["@a", "@c"], false),
            ("not @a and @b", ["@b"], true), ("not @a or @b", ["@a", "@b"], true),
            ("((@a))", ["@a"], true), ("@mention and not @slow", ["@mention"], true),
            (#"@a\(b\) or @c\ d"#, ["@a(b)"], true), (#"@a\(b\) or @c\ d"#, ["@c d"], true),
            (#"@a\\b"#, [#"@a\b"#], true),
        ] as [(String, [String], Bool)])
    func expressionsAreTrueOrNot(_ text: String, _ tags: [String], _ expected: Bool) throws {
        #expect(try TagExpression(text).matches(tags) == expected)
    }

    @Test(arguments: [
        ("@a @b", "Expected operator."), ("@a and", "Expected operand."), ("or @a", "Expected operand."),
        ("@a not @b", "Expected operator."), ("(@a", "Unmatched (."), ("@a)", "Unmatched )."),
        ("()", "Expected operand."),
        ("not", "Expected operand."), ("@a and or @b", "Expected operand."), (#"@a\x"#, #"Illegal escape before "x"."#),
        (#"@a\"#, "Illegal escape at the end."), ("(", "Expected operand."), (")", "Expected operand."),
    ])
    func anInvalidExpressionNamesTheProblem(_ text: String, _ problem: String) {
        let error = #expect(throws: TagExpressionError.self) { try TagExpression(text) }
        #expect(error?.problem == problem)
        #expect(error?.expression == text)
    }

    @Test func depthIsNoTrouble() throws {
        let deep = 100_000
        let brackets = String(repeating: "(", count: deep) + "@a" + String(repeating: ")", count: deep)
        #expect(try TagExpression(brackets).matches(["@a"]))
        #expect(try TagExpression(String(repeating: "not ", count: deep) + "@a").matches(["@a"]))
    }

    @Test func namesAreFoundAnywhere() throws {
        let pickles = try Gherkin.pickles(
            of: Gherkin.parse("Feature: f\nScenario: Anna pins\nScenario: Bea unpins\n"), path: "p")
        #expect(try NamePattern("^A.*pins$").filter(pickles).map(\.name) == ["Anna pins"])
        #expect(try NamePattern("pins").filter(pickles).count == 2)
        #expect(throws: NamePatternError.self) { try NamePattern("(") }
        // Nested repetitions try every division of a word. The search continues after the error: 16 letters take a
        // second, but each further letter more than doubles that, and 26 would keep a core busy until the tests end.
        let name = String(repeating: "a", count: 16) + "!"
        let long = try Gherkin.pickles(of: Gherkin.parse("Feature: f\nScenario: \(name)\n"), path: "p")
        let error = #expect(throws: NamePatternError.self) {
            try NamePattern("(a+)+$").filter(long, limitMilliseconds: 50)
        }
        #expect(error?.description.contains("takes too long") == true)
        #expect(try NamePattern("a+!$").filter(long).count == 1)
    }
}
