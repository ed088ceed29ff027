import ChatProtocol
import Testing

@testable import ChatConnection
@testable import ChatScenario
@testable import Gherkin

/// The steps that a recording makes from the notifications of an observer.
struct RecordingTests {
    /// A recording that receives requests, as an observer does from a server.
    private struct Told {
        var recording: Recording
        private var count = 0

        init(_ clock: ClockKind = .virtual, everything: Bool = false) throws {
            var options = Recording.Options()
            options.hasEverything = everything
            recording = Recording(clock: clock, options: options)
            for name in ["anna", "bea"] { ask(name, "session.hello", ["role": "person"]) }
            ask(
                "anna", "conversation.create", ["participants": ["bea"], "name": "Trip"],
                result: [
                    "conversation": [
                        "id": "c1", "name": "Trip", "participants": ["anna", "bea"],
                        "people": [["handle": "anna", "name": "Anna"], ["handle": "bea", "name": "Bea"]],
                        "unread": 0, "muted": false, "waitingNotices": [],
                    ]
                ])
        }

        mutating func ask(
            _ person: String, _ method: String, _ params: JSONValue, result: JSONValue? = [:], refusal: String? = nil,
            second: Int = 0
        ) {
            var members: [JSONObject.Member] = [
                .init(key: "session", value: .string("s-\(person)")), .init(key: "role", value: "person"),
                .init(key: "person", value: .string(person)), .init(key: "method", value: .string(method)),
                .init(key: "params", value: params),
                .init(
                    key: "at", value: .string(Instant(milliseconds: 1_000_000 + Int64(second) * 1_000).description)),
            ]
            if let refusal {
                members.append(.init(key: "error", value: ["code": -1, "reason": .string(refusal), "message": "No."]))
            } else if let result {
                members.append(.init(key: "result", value: result))
            }
            hear("request.done", .object(JSONObject(members)))
        }

        mutating func say(_ person: String, _ text: String, second: Int = 0) {
            count += 1
            let message = Self.message("m\(count)", person, text)
            ask(
                person, "message.send", ["conversation": "c1", "text": .string(text)], result: ["message": message],
                second: second)
            hear("message.posted", ["message": message, "alerted": [], "cursor": .integer(Int64(count))])
        }

        static func message(_ id: String, _ sender: String, _ text: String) -> JSONValue {
            [
                "id": .string(id), "conversation": "c1", "sender": .string(sender), "text": .string(text),
                "sentAt": .string(Instant(milliseconds: 1_000_000).description), "sequence": 1,
            ]
        }

        mutating func hear(_ method: String, _ params: JSONValue) {
            recording.hear(ScriptedClient.Notified(method: method, params: params))
        }

        var steps: [String] {
            var copy = recording
            copy.finish()
            return copy.script.lines.dropFirst().map(\.text)
        }
    }

    @Test func actsComeFirstAndThenWhatOthersSaw() throws {
        var told = try Told()
        told.say("anna", "Hi")
        told.say("bea", "Hello")
        #expect(
            told.recording.feature("A talk") == """
                Feature: A talk

                  Background:
                    Given a conversation "Trip" between Anna and Bea

                  Scenario: A talk
                    When Anna sends "Hi" to "Trip"
                    And Bea sends "Hello" to "Trip"
                    Then Bea sees "Hi" in "Trip"
                    And Anna sees "Hello" in "Trip"

                """)
    }

    @Test func cardsOfBeforeAreSaidOnceEachWhateverTheyMakeUp() throws {
        let handles = try ["anna", "bea", "carl", "dana", "emil"].map { try #require(Handle($0)) }
        let (anna, bea, carl, dana, emil) = (handles[0], handles[1], handles[2], handles[3], handles[4])
        var recording = Recording(clock: .virtual)
        // Anna has a card of each other person. Bea and Carl have each other's too, Dana has only Anna's, and Emil has
        // none.
        let cards = [
            (anna, emil), (anna, bea), (anna, carl), (anna, dana), (bea, anna), (bea, carl), (carl, anna), (carl, bea),
            (dana, anna),
        ]
        #expect(
            recording.saying(cards.map { RecordedCards.Card(owner: $0, other: $1) }).map(\.text) == [
                "Anna saves Emil as a contact", "Anna, Bea and Carl are contacts", "Anna and Dana are contacts",
            ])
    }

    @Test func aLineBreakInARequestCannotEndItsComment() throws {
        var told = try Told()
        told.recording.cast.apps[AppID("com.example.notes")] = "Notes"
        told.hear(
            "request.done",
            [
                "session": "s-notes", "role": "app", "person": "anna", "app": "com.example.notes",
                "method": "highlightCenter.postNotice", "at": .string(Instant(milliseconds: 1_000_000).description),
                "params": [
                    "url": "https://notes.example/d/1",
                    "event": ["type": "change", "trigger": "x\n  Scenario: Another\u{1B}[2J"],
                ],
                "error": ["code": -1, "reason": "invalid_params", "message": "No."],
            ])
        #expect(told.recording.script.unsaidCount == 1)
        let lines = told.recording.feature("F").split(separator: "\n")
        #expect(lines.count { $0.contains("Scenario:") && !$0.contains("# not recorded") } == 1)
        #expect(!told.recording.feature("F").contains("\u{1B}"))
    }

    @Test func aRefusalIsRecordedRightAfterItsRequest() throws {
        var told = try Told()
        told.ask("bea", "message.send", ["conversation": "c1", "text": "Hi"], refusal: "forbidden")
        #expect(
            told.steps == [#"Bea sends "Hi" to "Trip""#, #"the last request of Bea fails with "forbidden""#])
    }

    @Test func quotesAndBackslashesAreEscapedAndLinesCannotBeSaid() throws {
        var told = try Told()
        told.say("anna", #"a "b" \ c"#)
        told.say("bea", "two\nlines")
        #expect(told.steps.first == #"Anna sends "a \"b\" \\ c" to "Trip""#)
        #expect(told.recording.script.unsaidCount == 1)
        #expect(!told.steps.contains { $0.contains("two") })
        // Steps with this message cannot be written either, and no step expects a person to see it.
        told.ask("anna", "message.react", ["message": "m2", "reaction": "heart"])
        #expect(told.recording.script.unsaidCount == 2)
    }

    @Test func shortPausesAreLeftOutAndAddedUp() throws {
        var told = try Told(.real)
        told.say("anna", "one", second: 4)
        told.say("anna", "two", second: 8)
        told.say("anna", "three", second: 12)
        told.say("anna", "four", second: 264)
        let acts = told.steps.filter { !$0.contains("sees") }
        #expect(
            acts == [
                #"Anna sends "one" to "Trip""#, #"Anna sends "two" to "Trip""#, "12 seconds pass",
                #"Anna sends "three" to "Trip""#, "4 minutes 12 seconds pass", #"Anna sends "four" to "Trip""#,
            ])
    }

    @Test func aPersonWhoLeavesGoesOfflineOnceAnotherStepFollows() throws {
        var told = try Told()
        told.hear("session.ended", ["session": "s-bea", "role": "person", "person": "bea"])
        #expect(told.steps.isEmpty)
        told.say("anna", "Still there?")
        #expect(told.steps == ["Bea goes offline", #"Anna sends "Still there?" to "Trip""#])
        told.ask("bea", "session.hello", ["role": "person"])
        #expect(told.steps.suffix(2) == ["Bea comes back online", #"Bea sees "Still there?" in "Trip""#])
    }

    @Test func aRequestAfterTheSessionEndedBringsThePersonBackOnline() throws {
        var told = try Told()
        told.hear("session.ended", ["session": "s-bea", "role": "person", "person": "bea"])
        told.say("anna", "Still there?")
        told.say("bea", "Yes")
        #expect(
            told.steps == [
                "Bea goes offline", #"Anna sends "Still there?" to "Trip""#, "Bea comes back online",
                #"Bea sees "Still there?" in "Trip""#, #"Bea sends "Yes" to "Trip""#, #"Anna sees "Yes" in "Trip""#,
            ], "\(told.steps)")
    }

    @Test func typingAndReadingAreStepsOnlyWhereAskedFor() throws {
        for everything in [false, true] {
            var told = try Told(everything: everything)
            told.ask("bea", "conversation.typing", ["conversation": "c1", "typing": true])
            told.ask("bea", "conversation.markRead", ["conversation": "c1"])
            #expect(told.steps == (everything ? [#"Bea is typing in "Trip""#, #"Bea reads "Trip""#] : []))
        }
    }

    @Test func lookingIsNoStepAndAMessageSentAgainIsOne() throws {
        var told = try Told()
        told.ask("bea", "conversation.history", ["conversation": "c1"])
        told.ask("bea", "highlight.list", [:])
        #expect(told.steps.isEmpty && told.recording.script.unsaidCount == 0)
        let message = Told.message("m9", "anna", "Hi")
        for _ in 0..<2 {
            told.ask(
                "anna", "message.send", ["conversation": "c1", "text": "Hi", "clientID": "x"],
                result: ["message": message])
        }
        #expect(told.steps.first == #"Anna sends "Hi" to "Trip" and sends it again when the line breaks"#)
        #expect(told.steps.count { $0.contains("sends \"Hi\"") } == 1)
    }

    @Test func aTextThatStandsForSeveralMeansTheNewest() throws {
        var told = try Told()
        told.say("anna", "Hi")
        told.say("bea", "Hi")
        told.ask("bea", "message.react", ["message": "m1", "reaction": "heart"])
        #expect(told.recording.script.unsaidCount == 1)
        told.ask("anna", "message.react", ["message": "m2", "reaction": "thumbsUp"])
        #expect(told.steps.last == #"Anna reacts "thumbs up" to "Hi" in "Trip""#)
    }

    @Test(
        arguments: [
            ("anna", nil, "Anna"), ("anna.b", nil, "Annab"), ("bea", "Bea", "Bea"), ("bea", "Beatrice", "Bea"),
            ("o'neil", "O'neil", "O'neil"), ("4you", nil, "P4you"), ("carl@example.com", nil, "Carl"),
        ] as [(String, String?, String)])
    func namesAreWordsThatStepsTake(_ handle: String, _ shown: String?, _ name: String) throws {
        var cast = RecordedCast()
        let person = try #require(Handle(handle))
        if let shown { cast.show(person, as: shown) }
        #expect(cast.name(person) == name)
        let document = try Gherkin.parse("Feature: F\n  Scenario: S\n    Given \(name) goes offline\n")
        let step = try #require(try Gherkin.pickles(of: document, path: "f").first?.steps.first)
        guard case .found = try PlayPhrases.table().match(step) else {
            Issue.record("no phrase takes \(name)")
            return
        }
    }

    @Test func twoPeopleNeverHaveOneName() throws {
        var cast = RecordedCast()
        let handles = try ["anna.b", "annab", "anna-b@x.example"].map { try #require(Handle($0)) }
        let names = handles.map { cast.name($0) }
        #expect(Set(names.map { $0.lowercased() }).count == 3, "\(names)")
    }

    @Test(
        arguments: [
            (240_000, "4 minutes pass"), (252_000, "4 minutes 12 seconds pass"), (60_000, "a minute passes"),
            (3_600_000, "an hour passes"), (1, "a millisecond passes"), (694_800_000, "8 days 1 hour pass"), (0, nil),
        ] as [(Int64, String?)])
    func timeIsSaidAsStepsSayIt(_ milliseconds: Int64, _ text: String?) {
        var recording = Recording(clock: .virtual)
        #expect(recording.passing(milliseconds: milliseconds).text == text)
    }

    @Test(
        arguments: [
            ("Monday, nine", "writes \"Monday, nine\" in"), ("Monday, nine\n", "writes \"Monday, nine\" in"),
            ("Monday\nnine", "edits"), ("\n", "edits"), ("Ask @anna", "edits"),
        ])
    func theWordsOfADocumentAreKeptWhereTheyFitIntoALine(_ typed: String, _ step: String) throws {
        var told = try Told()
        let url = "https://notes.example/d/1"
        told.ask("anna", "app.register", ["app": "notes", "name": "Notes", "domains": ["notes.example"]])
        told.ask("bea", "document.edit", ["app": "notes", "url": .string(url), "text": .string(typed), "revision": 1])
        #expect(told.steps.contains("Bea \(step) \"\(url)\" in \"Notes\""), "\(told.steps)")
    }

    @Test func everyMethodIsThoughtOfAndNothingBreaks() throws {
        // For any params the result is a step, a comment or nothing, and the text is always a feature.
        var told = try Told(everything: true)
        for method in Method.allCases {
            for params in [[:], ["conversation": "c9", "message": "m9", "url": "x\ny", "handle": "no handle"]]
                as [JSONValue]
            {
                told.ask("anna", method.rawValue, params, result: [:])
                told.ask("anna", method.rawValue, params, refusal: "not_found")
            }
        }
        let text = told.recording.feature("Odd")
        let table = try PlayPhrases.table()
        for pickle in try Gherkin.pickles(of: Gherkin.parse(text), path: "odd.feature") {
            for step in pickle.steps {
                guard case .found = table.match(step) else {
                    Issue.record("no phrase says \(step.text)")
                    continue
                }
            }
        }
    }
}
