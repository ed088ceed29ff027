import Testing

/// Checks that must not pass, and traces that must be the same.
@Suite struct SoundChecksTests {
    private static func story(_ steps: String...) -> String {
        "Feature: F\n  Scenario: S\n    Given a conversation \"Us\" between Anna and Bea\n"
            + steps.map { "    * \($0)\n" }.joined()
    }

    @Test(arguments: [("Caf\u{E9}", "Cafe\u{301}"), ("Cafe\u{301} Slavia", "Caf\u{E9}")])
    func anotherFormOfUnicodeHidesNothing(said: String, unseen: String) throws {
        let played = try PlayedText.play(
            story: Self.story(#"Anna sends "\#(said)" to "Us""#, #"Bea does not see "\#(unseen)" in "Us""#))
        #expect(played.status == 1)
    }

    @Test func theSenderIsNotPartOfTheText() throws {
        let story = Self.story(#"Anna sends "a: b" to "Us""#, #"in "Us" Bea sees in any order:"#)
        #expect(try PlayedText.play(story: story + "      | from | text |\n      | Anna: a | b |\n").status == 1)
        #expect(try PlayedText.play(story: story + "      | from | text |\n      | Anna | a: b |\n").status == 0)
    }
}
