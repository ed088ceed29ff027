import FoundationEssentials
import Testing

@testable import ChatClient
@testable import ChatScenario
@testable import ChatScreens
@testable import Gherkin

/// The phrases that can be played match the contract, and the reference page lists all of them.
@Suite struct PlayPhrasesTests {
    @Test func everyExampleSaysItsPhraseAndNoOther() throws {
        #expect(try PlayPhrases.table().problems() == [])
    }

    @Test func everyNameIsThatOfOnePhrase() {
        #expect(Set(PlayPhrases.named.keys) == Set(PhraseName.allCases))
        #expect(Set(PlayPhrases.named.values.map(\.description)).count == PhraseName.allCases.count)
    }

    @Test("a phrase has a slot for each value of its requests")
    func phraseHasASlotForEachValueOfItsRequests() {
        let derived = [ParameterKind.person, .app, .conversation].map { Phrase.Slot.parameter($0) }
        for (phrase, request) in PlayPhrases.requests.values.joined() {
            #expect(phrase.slots.count { !derived.contains($0) } >= request.values.count, "\(phrase)")
        }
    }

    @Test func aPhraseWritesTheValuesThatItReads() throws {
        for definition in try PlayPhrases.table().definitions {
            let phrase = try Phrase(definition.phrase)
            let values = try #require(phrase.values(in: StepText(definition.example)))
            let said = try #require(phrase.step(saying: values.filter { $0 != nil }), "\(definition.phrase)")
            #expect(phrase.values(in: StepText(said)) == values, "\(said)")
        }
    }

    @Test(
        arguments: [
            ([.text("Bea"), .text("off")], "Bea turns automatic sharing off"),
            ([.text("Bea"), .text("on"), .text("Notes")], #"Bea turns automatic sharing on for "Notes""#),
            ([.text("Bea"), .text("on"), nil, .text("Trip")], #"Bea turns automatic sharing on for "Trip""#),
            ([.text("Bea")], nil), ([.text("Bea"), .text("maybe")], nil), ([nil, .text("on")], nil),
            ([.text("Bea"), .text("on"), .text("Notes"), .text("Trip"), .text("too much")], nil),
        ] as [([StepValue?], String?)])
    func aStepIsSaidWhereTheValuesFit(_ values: [StepValue?], _ step: String?) {
        #expect(PlayPhrases.named[.turnsSharing]?.step(saying: values) == step)
    }

    @Test func everyFixedPhraseIsPlayed() throws {
        let table = try PlayPhrases.table()
        for entry in FixedPhrasesTests.phrases {
            for text in entry.steps {
                switch table.match(try PhraseTests.step(text)) {
                case .found(let definition, _): #expect(definition.argument == entry.argument, "\(text)")
                case .undefined: Issue.record("\(text): nothing plays it")
                }
            }
        }
    }

    @Test func onlySummariesOfChecksBeginWithChecks() throws {
        for definition in try PlayPhrases.table().definitions {
            let checks = definition.summary.hasPrefix("Checks ")
            #expect(definition.isCheck == checks, "\(definition.phrase): \(definition.summary)")
        }
    }

    @Test func everyModifierTakesItsExample() throws {
        let table = try PlayPhrases.table()
        #expect(table.modifiers.count == 5)
        for modifier in table.modifiers {
            guard case .found = table.match(try PhraseTests.step(modifier.example)) else {
                Issue.record("nothing plays \(modifier.example)")
                continue
            }
        }
    }

    @Test func thePageIsThatOfTheTable() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../docs/reference/steps.md").standardizedFileURL
        let written = String(decoding: try Data(contentsOf: page), as: UTF8.self)
        #expect(
            written == (try StepsCommand.markdown()),
            "docs/reference/steps.md is old; chat-client steps --markdown > docs/reference/steps.md")
        for phrase in try PlayPhrases.table().definitions.map(\.phrase) {
            #expect(written.utf8.contains(sequence: phrase), "\(phrase)")
        }
    }
}
