import Testing

@testable import ChatScenario

/// References without quotes, which replace a quoted text, such as “the link that was just sent”.
@Suite struct StepReferenceTests {
    @Test(arguments: [
        ("the link that was just sent", StepReference.sentLink(by: nil)),
        ("the link that Anna just sent", .sentLink(by: "Anna")),
        ("the link that was just shared", .sharedLink(by: nil)),
        ("the link that Bea just shared", .sharedLink(by: "Bea")),
        ("the message that was just sent", .sentMessage(by: nil)),
        ("the message that Carl just sent", .sentMessage(by: "Carl")),
        (#"the link called "the plan""#, .namedLink("the plan")),
        (#"the message called "a \"b\"""#, .namedMessage(#"a "b""#)),
    ])
    func itIsOnePiece(_ text: String, _ reference: StepReference) {
        #expect(StepText(text).pieces == [.reference(reference)])
        #expect(reference.description == text)
        #expect(
            StepText("Bea pins \(text) in \"Trip\"").pieces == [
                .word("Bea"), .word("pins"), .reference(reference), .word("in"), .quoted("Trip"),
            ])
    }

    @Test(arguments: [
        "the link that was just", "the link that anna just sent", "the message that was just shared",
        "the link called x",
        "a link that was just sent", "the link that was sent", #""the link that was just sent""#, "the link",
    ])
    func othersAreWordsAsEver(_ text: String) {
        #expect(!StepText(text).pieces.contains { if case .reference = $0 { true } else { false } })
    }

    @Test func itFillsOnlyWhatStandsInQuotes() throws {
        #expect(try PhraseTests.arguments("say {text}", "say the link that was just sent") != nil)
        #expect(try PhraseTests.arguments("say {person}", "say the link that was just sent") == nil)
        #expect(try PhraseTests.arguments(#"say "Yes""#, "say the link that was just sent") == nil)
        // The scenario has not resolved the reference yet.
        let arguments = try #require(try PhraseTests.arguments("say {text}", "say the link that was just sent"))
        #expect(throws: StepFailure.self) { try arguments.text() }
    }
}
