import Testing

@testable import ChatScenario
@testable import ChatScreens
@testable import Gherkin

/// Phrases as regular expressions.
@Suite struct StepPatternTests {
    @Test func everyPhraseSaysItsExample() throws {
        for definition in try PlayPhrases.table().definitions {
            let phrase = try Phrase(definition.phrase)
            let pattern = StepPattern(phrase)
            let regex = try Regex(pattern.source).matchingSemantics(.unicodeScalar)
            #expect(definition.example.wholeMatch(of: regex) != nil, "\(definition.phrase): \(pattern.source)")
            #expect("somebody else's words".wholeMatch(of: regex) == nil)
        }
    }

    @Test func everyArgumentOfAStepIsFound() throws {
        let pattern = StepPattern(
            try Phrase(
                "{persons} share[s] {url} [for {app}] {count} times|days after {duration}"
                    .replacingBytes(of: "share[s]", with: "share")))
        let step = "Anna, Bea and Zoë share \"🎈 \\\"x\\\"\" for \"Notes\" three days after 1 hour and 2 minutes "
        let found = pattern.arguments(in: step)
        #expect(found.map(\.kind) == [.persons, .url, .app, .count, .duration])
        #expect(
            found.map(\.value) == ["Anna, Bea and Zoë", "🎈 \\\"x\\\"", "Notes", "three", "1 hour and 2 minutes"])
        for argument in found {
            let start = step.utf16.index(step.utf16.startIndex, offsetBy: argument.start)
            #expect(step[start...].hasPrefix(argument.value))
        }
    }

    @Test func anOmittedOptionalPartHasNoArgument() throws {
        let pattern = StepPattern(try Phrase("{person}'s app [for {app}] shows:"))
        #expect(pattern.arguments(in: "Anna’s app shows:").map(\.value) == ["Anna"])
        #expect(pattern.arguments(in: "Anna shows:").isEmpty)
    }

    @Test func aHugeStepIsNotTakenApart() throws {
        let pattern = StepPattern(try Phrase("{persons} wave"))
        let crowd = "Anna" + String(repeating: ", Bea", count: 380)
        #expect(crowd.utf8.count < StepPattern.bytesMax)
        #expect(pattern.arguments(in: crowd + " wave").count == 1)
        #expect(pattern.arguments(in: crowd + " waves").isEmpty)
        #expect(pattern.arguments(in: crowd + crowd + " wave").isEmpty)
    }
}
