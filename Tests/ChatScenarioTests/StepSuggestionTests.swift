import Testing

@testable import ChatScenario
@testable import ChatScreens

/// Suggestions for a step that matches no phrase.
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

    @Test(arguments: [
        (#"Bea should see "Hi" in "Lake""#, #"Bea sees "Hi" in "Lake""#),
        (#"Bea doesn't see "Hi" in "Lake""#, #"Bea does not see "Hi" in "Lake""#),
        (#"Bea cannot see "Hi" in "Lake""#, #"Bea does not see "Hi" in "Lake""#),
        (#"Bea sees a message "Hi" in "Lake""#, #"Bea sees "Hi" in "Lake""#),
        (#"Bea sees the notification "Anna edited" in "Lake""#, #"Bea sees the notice "Anna edited" in "Lake""#),
        (#"Bea turns on automatic sharing for "Maps""#, #"Bea turns automatic sharing on for "Maps""#),
        (#"a conversation called "Lake" between Anna and Zoe"#, #"a conversation "Lake" between Anna and Zoe"#),
        ("2 hours elapse", "2 hours pass"), ("the server is restarted", "the server restarts"),
        ("the next notice for Zoe is dropped", "the next notice to Zoe is lost"),
        (#"the request of Zoe fails with "conflict""#, #"the last request of Zoe fails with "conflict""#),
        (#"Zoe was not told because "ck-accept""#, #"Zoe was not notified because "ck-accept""#),
    ])
    func otherWordsForItFindTheirPhrase(_ text: String, _ suggestion: String) throws {
        #expect(try Self.suggestion(text) == suggestion)
    }

    /// The client suggests nothing rather than a distant phrase. These steps share only names, quotes and small words
    /// with many phrases.
    @Test(arguments: [
        "Anna waves at Bea from afar", "Bea disconnects", "Bea logs out", "Bea accepts", "the user logs in",
        "the moon is full", "Bea clicks the button", "nothing happens", "it works", "quickly jump over the lazy dog",
        "Anna is forbidden to do that", #"Anna gets the error "forbidden""#, #"Bea likes "Hi" in "Trip""#,
        #"Bea receives "Hi" in "Trip""#, #"Bea is notified of "Hi""#, #"Bea taps "Allow""#, "Anna, Bea and Carl exist",
        "Bea goes online", "Bea hears an alert", #"a group "Trip" with Anna, Bea and Carl"#,
        #"Anna invites Carl to "https://notes.example/d/1""#,
    ])
    func aStepFarFromAllPhrasesGetsNoSuggestion(_ text: String) throws {
        #expect(try Self.suggestion(text) == nil)
    }

    @Test func aSuggestionTakesMissingValuesFromTheExample() throws {
        #expect(try Self.suggestion(#"Zoe pins "https://x""#) == #"Zoe pins "https://x" in "Trip""#)
        #expect(try Self.suggestion("goes offline") == "Anna goes offline")
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
        let table = try Self.table.get()
        for definition in table.definitions.enumerated().filter({ $0.offset % 12 == 0 }).map(\.element) {
            // One extra word in the middle of the example.
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

    private static let table = Result { () throws(PatternError) in try PlayPhrases.table() }

    private static func suggestion(_ text: String) throws -> String? {
        guard case .undefined(_, let suggestion) = try Self.table.get().match(PhraseTests.step(text)) else {
            Issue.record("a phrase says: \(text)")
            return nil
        }
        return suggestion
    }
}
