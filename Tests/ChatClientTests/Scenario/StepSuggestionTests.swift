import Testing

@testable import ChatClient

/// What a step that nobody understands may have meant.
@Suite struct StepSuggestionTests {
    @Test(arguments: [
        (#"Anna pin "https://x" in "Trip""#, #"Anna pins "https://x" in "Trip""#),
        (#"Zoe has pinned "https://x.example/1" in "Lake""#, #"Zoe pins "https://x.example/1" in "Lake""#),
        ("Bea goes ofline", "Bea goes offline"),
        (#"anna sends "Hi" to "Trip""#, #"Anna sends "Hi" to "Trip""#),
        (#"Zoe sends "a \"b\"" in "Lake""#, #"Zoe sends "a \"b\"" to "Lake""#),
        ("Anna, Bea and Carl is contacts", "Anna, Bea and Carl are contacts"),
        ("20 minutes go by", "20 minutes pass"),
        ("Zoe's screen shows", "Zoe's screen shows:"),
        (#"Zoe sees 3 notice at "Lake""#, #"Zoe sees 3 notice in "Lake""#),
        ("Zoe pins the link that was just sent at \"Lake\"", #"Zoe pins the link that was just sent in "Lake""#),
    ])
    func itsOwnValuesStandInTheNearestPhrase(_ text: String, _ suggestion: String) throws {
        #expect(try Self.suggestion(text) == suggestion)
    }

    @Test func whatTheStepDoesNotSayIsThatOfTheExample() throws {
        #expect(try Self.suggestion(#"Zoe pins "https://x""#) == #"Zoe pins "https://x" in "Trip""#)
        #expect(try Self.suggestion("goes offline") == "Bea goes offline")
    }

    @Test(arguments: [
        (#"within 5 minutes, Zoe see "Hi" in "Lake""#, #"within 5 minutes, Zoe sees "Hi" in "Lake""#),
        (#"Zoe see "Hi" in "Lake" on the second device"#, #"Zoe sees "Hi" in "Lake" on the second device"#),
        (#"within 5 minutes, Zoe sends "Hi" to "Lake""#, #"Zoe sends "Hi" to "Lake""#),
    ])
    func theWordsAroundAStepStayWhereTheyMayStand(_ text: String, _ suggestion: String) throws {
        #expect(try Self.suggestion(text) == suggestion)
    }

    @Test func aSuggestionIsAStep() throws {
        let table = try PlayPhrases.table()
        for definition in table.definitions.enumerated().filter({ $0.offset % 12 == 0 }).map(\.element) {
            // A word too many in the middle of it.
            var words = definition.example.split(separator: " ").map(String.init)
            words.insert("surely", at: min(1, words.count))
            guard case .undefined(_, let suggestion) = table.match(try PhraseTests.step(words.joined(separator: " ")))
            else { continue }
            guard let suggestion else { continue }
            guard case .found = table.match(try PhraseTests.step(suggestion)) else {
                Issue.record("\(suggestion) is no step")
                continue
            }
        }
    }

    private static func suggestion(_ text: String) throws -> String? {
        guard case .undefined(_, let suggestion) = try PlayPhrases.table().match(PhraseTests.step(text)) else {
            Issue.record("a phrase says: \(text)")
            return nil
        }
        return suggestion
    }
}
