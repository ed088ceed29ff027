import Testing

@testable import ChatScenario

/// Differences between an expected and an actual text.
@Suite struct TextDifferenceTests {
    @Test func commonLinesAppearOnce() throws {
        let difference = try #require(TextDifference(expected: ["a", "b", "c"], actual: ["a", "x", "c", "d"]))
        #expect(difference.lines == [.both("a"), .expected("b"), .actual("x"), .both("c"), .actual("d")])
    }

    @Test func bothTextsCanBeReadFromIt() throws {
        let expected = ["a", "b", "a", "b", "c"]
        let actual = ["b", "a", "c", "b"]
        let lines = try #require(TextDifference(expected: expected, actual: actual)).lines
        let read = { (isOf: (TextDifference.Line) -> String?) in lines.compactMap(isOf) }
        #expect(
            read {
                switch $0 {
                case .both(let text), .expected(let text): text
                case .actual: nil
                }
            } == expected)
        #expect(
            read {
                switch $0 {
                case .both(let text), .actual(let text): text
                case .expected: nil
                }
            } == actual)
    }

    @Test func textsWithoutAUsefulDifferenceGiveNil() {
        #expect(TextDifference(expected: ["a"], actual: ["a", "b"]) == nil)
        #expect(TextDifference(expected: ["a", "b"], actual: ["c", "d"]) == nil)
        let long = Array(repeating: "a", count: TextDifference.linesMax + 1)
        #expect(TextDifference(expected: long, actual: long) == nil)
    }
}
