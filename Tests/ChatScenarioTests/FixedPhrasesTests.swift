import Testing

@testable import ChatScenario

/// Each phrase of the contract of scenarios can be written, and no step matches two of them.
@Suite struct FixedPhrasesTests {
    /// The phrases, each with steps that match it.
    static let phrases: [(phrase: String, argument: StepArgumentKind, steps: [String])] = [
        ("{persons} are contacts", .none, ["Anna and Bea are contacts", "Anna, Bea and Carl are contacts"]),
        (
            "the app {app} opens links at {text}", .none,
            [
                #"the app "Notes" opens links at "notes.example""#,
                #"the app "Notes" opens links at "notes.example/d/*""#,
            ]
        ),
        (
            "a conversation {conversation} between {persons}", .none,
            [#"a conversation "Trip" between Anna, Bea and Carl"#, #"a conversation "Two" between Anna and Bea"#]
        ),
        ("{person} sends {text} to {conversation}", .none, [#"Anna sends "Hi \"you\"" to "Trip""#]),
        ("{person} replies {text} to {text} in {conversation}", .none, [#"Bea replies "Yes" to "Hi" in "Trip""#]),
        ("{person} edits {text} to {text} in {conversation}", .none, [#"Anna edits "Hi" to "Hello" in "Trip""#]),
        ("{person} unsends {text} in {conversation}", .none, [#"Anna unsends "Hi" in "Trip""#]),
        ("{person} reacts {text} to {text} in {conversation}", .none, [#"Bea reacts "❤️" to "Hi" in "Trip""#]),
        ("{person} pins {url} in {conversation}", .none, [#"Anna pins "https://notes.example/d/1" in "Trip""#]),
        ("{person} unpins {url} in {conversation}", .none, [#"Anna unpins "https://notes.example/d/1" in "Trip""#]),
        ("{person} adds {person} to {conversation}", .none, [#"Anna adds Dee to "Trip""#]),
        ("{person} removes {person} from {conversation}", .none, [#"Anna removes Dee from "Trip""#]),
        ("{person} leaves {conversation}", .none, [#"Dee leaves "Trip""#]),
        (
            "{person} turns automatic sharing on|off [for {app}] [for {conversation}]", .none,
            ["Anna turns automatic sharing off", #"Anna turns automatic sharing on for "Notes" for "Trip""#]
        ),
        ("{person} is asked to share {app} automatically", .none, [#"Anna is asked to share "Notes" automatically"#]),
        (
            "{person} is not asked to share {app} automatically", .none,
            [#"Anna is not asked to share "Notes" automatically"#]
        ),
        (
            #"{person} answers "Allow"|"Not Now"|"Never""#, .none,
            [#"Anna answers "Allow""#, #"Anna answers "Not Now""#, #"Anna answers "Never""#]
        ),
        (
            "{person} sees {url} in Shared with You [from {persons}]", .none,
            [
                #"Bea sees "https://x" in Shared with You"#,
                #"Bea sees "https://x" in Shared with You from Anna and Carl"#,
            ]
        ),
        (
            "{person} does not see {url} in Shared with You", .none,
            [#"Bea does not see "https://x" in Shared with You"#]
        ),
        ("{person} sees in Shared with You:", .table, ["Bea sees in Shared with You:"]),
        ("the app {app} sees {url} for {person}", .none, [#"the app "Notes" sees "https://x" for Anna"#]),
        (
            "the app {app} does not see {url} for {person}", .none,
            [#"the app "Notes" does not see "https://x" for Anna"#]
        ),
        (
            "{person} shares {text} from {app} at {url} in {conversation} "
                + "[so that everyone can edit|so that everyone can view]", .none,
            [
                #"Anna shares "Plan" from "Notes" at "https://x" in "Trip""#,
                #"Anna shares "Plan" from "Notes" at "https://x" in "Trip" so that everyone can edit"#,
                #"Anna shares "Plan" from "Notes" at "https://x" in "Trip" so that everyone can view"#,
            ]
        ),
        (
            "{person} (edits|comments on) {url} in {app}", .none,
            [#"Bea edits "https://x" in "Notes""#, #"Bea comments on "https://x" in "Notes""#]
        ),
        ("{person} mentions {person} in {url} in {app}", .none, [#"Bea mentions Anna in "https://x" in "Notes""#]),
        ("{person} adds {person} to the share at {url}", .none, [#"Anna adds Dee to the share at "https://x""#]),
        (
            "{person} removes {person} from the share at {url}", .none,
            [#"Anna removes Dee from the share at "https://x""#]
        ),
        ("{person} renames {url} to {text}", .none, [#"Anna renames "https://x" to "Plan B""#]),
        ("{person} deletes {url} in {app}", .none, [#"Anna deletes "https://x" in "Notes""#]),
        (
            "{person} sees the notice {text} in {conversation}", .none,
            [#"Bea sees the notice "Anna edited “Plan”" in "Trip""#]
        ),
        (
            "{person} sees {count} notice|notices in {conversation}", .none,
            [#"Bea sees 2 notices in "Trip""#, #"Bea sees one notice in "Trip""#]
        ),
        ("{person} sees no notice in {conversation}", .none, [#"Bea sees no notice in "Trip""#]),
        ("{person} was not notified because {text}", .none, [#"Carl was not notified because "notice-access""#]),
        (
            "the next notice to {person} is (lost|delayed by {duration}|delivered twice)", .none,
            [
                "the next notice to Bea is lost", "the next notice to Bea is delayed by 10 minutes",
                "the next notice to Bea is delivered twice",
            ]
        ),
        ("{person} opens {url} in {app}", .none, [#"Bea opens "https://x" in "Notes""#]),
        ("{person} goes offline", .none, ["Bea goes offline"]),
        ("{person} comes back online", .none, ["Bea comes back online"]),
        ("{duration} pass|passes", .none, ["10 minutes pass", "1 hour 30 minutes pass", "a week passes"]),
        ("the server restarts", .none, ["the server restarts"]),
        ("{person} sees {text} in {conversation}", .none, [#"Bea sees "Hi" in "Trip""#]),
        ("{person} does not see {text} in {conversation}", .none, [#"Bea does not see "Hi" in "Trip""#]),
        ("{person}'s screen shows:", .docString, ["Anna's screen shows:"]),
        (
            "the last request of {person} fails with {text}", .none,
            [#"the last request of Carl fails with "forbidden""#]
        ),
    ]

    static func table() throws -> StepTable<Void> {
        try StepTable(
            phrases.map { entry in
                StepDefinition(
                    entry.phrase, example: entry.steps.first ?? "", summary: "Is fixed by the contract.",
                    argument: entry.argument
                ) { _, _ in }
            })
    }

    @Test func everyStepSaysItsPhraseAndNoOther() throws {
        let table = try Self.table()
        #expect(table.problems().isEmpty)
        for entry in Self.phrases {
            for text in entry.steps {
                guard case .found(let definition, _) = table.match(try PhraseTests.step(text)) else {
                    Issue.record("no single phrase says: \(text)")
                    continue
                }
                #expect(definition.phrase == entry.phrase, "\(text)")
            }
        }
    }

    @Test(arguments: [
        (#"Anna pin "https://x" in "Trip""#, "{person} pins {url} in {conversation}"),
        (#"Anna pins "https://x""#, "{person} pins {url} in {conversation}"),
        ("Bea goes ofline", "{person} goes offline"),
        ("Anna, Bea and Carl is contacts", "{persons} are contacts"),
        ("10 minutes go by", "{duration} pass|passes"),
        (#"anna sends "Hi" to "Trip""#, "{person} sends {text} to {conversation}"),
        ("Anna's screen shows", "{person}'s screen shows:"),
    ])
    func aSlipGetsTheNearestPhrase(_ text: String, _ phrase: String) throws {
        guard case .undefined(let nearest, _) = try Self.table().match(PhraseTests.step(text)) else {
            Issue.record("a phrase says: \(text)")
            return
        }
        #expect(nearest.first == phrase)
        #expect(nearest.count <= 3)
    }

    @Test func aStepFarFromAllPhrasesGetsNoSuggestion() throws {
        guard
            case .undefined(let nearest, let suggestion) = try Self.table().match(
                PhraseTests.step("colourless green ideas sleep furiously"))
        else {
            Issue.record("a phrase says it")
            return
        }
        #expect(nearest.isEmpty)
        #expect(suggestion == nil)
    }
}
