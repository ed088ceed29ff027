import ChatProtocol
package import ChatScreens
import ChatTerminal
import Gherkin

/// The phrases of scenarios by chapter: the only table for `play`, `steps` and `docs/reference/steps.md`.
package enum PlayPhrases {
    /// The chapters in the order of the list.
    private static let list: [(title: String, chapter: PhraseChapter)] = [
        ("Apps and their links", apps),
        ("Universal links", universalLinks),
        ("Contacts and conversations", conversations),
        ("Groups", groups),
        ("Settings of a conversation", conversationMarks),
        ("Messages", messages),
        ("Edits, unsending and tapbacks", messageChanges),
        ("Deleting from one's own view", deletions),
        ("Older systems", oldSystems),
        ("Replies and attachments", replies),
        ("Alerts", alerts),
        ("Numbers, and lists in any order", amounts),
        ("Pins", pins),
        ("Automatic sharing and consent", settings),
        ("Shared with You", shelf),
        ("Removing and finding highlights", highlights),
        ("An app on the screen", appScreens),
        ("An app's home", appHome),
        ("Sharing screens and the panel", sharingScreens),
        ("Share sheets and extensions", activities),
        ("Documents", sharing),
        ("Starting a collaboration", starting),
        ("Answers of apps", actions),
        ("Identity proofs", identities),
        ("Text of documents", documents),
        ("Participants of a share", shares),
        ("Notices", notices),
        ("Questions to the owners of documents", groupPrompts),
        ("Typing and delivery", presence),
        ("Faults", faults),
        ("The server's clock", serverClock),
        ("References", references), ("Time, connections and the screen", timeAndLine),
    ]

    /// The chapters with their definitions for a step table.
    package static var chapters: [(title: String, phrases: [StepDefinition<ScenarioContext>])] {
        list.map { ($0, $1.phrases) }
    }

    /// The number of phrases. The steps of a program have larger indices.
    fileprivate static let count = chapters.reduce(0) { $0 + $1.phrases.count }

    /// The phrases that a recording can write, in the order of the list.
    private static let recorded = list.flatMap(\.chapter.recorded).compactMap { sentence, meaning in
        (try? Phrase(sentence)).map { (phrase: $0, name: meaning.name, request: meaning.request) }
    }

    /// The phrases with a name, which code of a recording chooses.
    static let named = Dictionary(recorded.compactMap { row in row.name.map { ($0, row.phrase) } }) { $1 }

    /// The phrases for the requests of each method.
    static let requests = recorded.reduce(into: [Method: [(phrase: Phrase, request: PhraseRequest)]]()) { table, row in
        guard let request = row.request else { return }
        for method in request.methods { table[method, default: []].append((row.phrase, request)) }
    }

    /// Returns the table for matching steps.
    ///
    /// - Parameter own: The steps of a program, which follow the others.
    /// - Throws: ``PatternError`` if a phrase is invalid or could match the same step as another.
    package static func table(_ own: [StepDefinition<ScenarioContext>] = []) throws(PatternError) -> StepTable<
        ScenarioContext
    > {
        try StepTable(chapters.flatMap(\.phrases) + own, modifiers: modifiers)
    }
}

extension StepTable<ScenarioContext> {
    /// Returns true if a program does the step.
    func isOwn(_ step: Gherkin.PickleStep) -> Bool { find(step).map { isOwn($1) } ?? false }

    /// Returns true if a program does the step with these arguments.
    func isOwn(_ arguments: StepArguments) -> Bool { arguments.number.map { $0 >= PlayPhrases.count } ?? false }
}

extension PlayPhrases {
    private static let wire = "over the wire"

    /// Returns a step with the words for sending its request without the screen.
    static func overTheWire(_ step: String) -> String { "\(step) \(wire)" }

    /// Returns a step with the words for doing it on its person's second device.
    static func onSecondDevice(_ step: String) -> String { "\(step) on the second device" }

    /// The modifiers of steps.
    package static let modifiers: [StepModifier<ScenarioContext>] = [
        modifier(
            "within {duration}", .before, of: .checks,
            example: #"within 10 minutes, Bea sees the notice "Anna edited “Trip plan”" in "Trip""#,
            summary: "Advances the clock to each due moment until the check passes, up to this time."
        ) { context, arguments, _, body throws(StepFailure) in try context.within(arguments.duration(), body) },
        modifier(
            "for {duration}", .before, of: .checks, example: #"for 2 days, Bea sees no notice in "Trip""#,
            summary: "Advances the clock by this time; the check must pass at every due moment."
        ) { context, arguments, _, body throws(StepFailure) in try context.throughout(arguments.duration(), body) },
        modifier(
            "on the|their second device", .behind, of: .persons, example: #"Bea answers "Allow" on the second device"#,
            summary: "Uses a second device of the step's first person, which logs in at its first use."
        ) { context, _, step, body throws(StepFailure) in
            guard let name = step.actor else { throw StepFailure("the step names no person for the device") }
            try context.onSecondDevice(of: name, body)
        },
        modifier(
            wire, .behind, of: .persons, example: #"Carl sends "Hi" to "Trip" over the wire"#,
            summary: "Sends the request even if the person's screen would refuse it."
        ) { context, _, _, body throws(StepFailure) in try context.overTheWire(body) },
        modifier(
            "on a screen of {count} by {count}", .behind, of: .persons,
            example: "Bea's screen shows on a screen of 120 by 40:",
            summary: "Sets the columns and rows of the terminal of the person and their apps."
        ) { context, arguments, step, body throws(StepFailure) in
            guard let name = step.actor else { throw StepFailure("the step names no person for the screen") }
            let size = Size(columns: try arguments.count(), rows: try arguments.count(1))
            try context.onScreen(of: name, size, body)
        },
    ]

    /// Does a step with the words of a modifier.
    private typealias Around =
        @Sendable (
            ScenarioContext, _ words: StepArguments, _ step: StepArguments, () throws(StepFailure) -> Void
        ) throws(StepFailure) -> Void

    private static func modifier(
        _ phrase: String, _ place: StepModifier<ScenarioContext>.Place, of scope: StepModifier<ScenarioContext>.Scope,
        example: String,
        summary: String, run: @escaping Around
    ) -> StepModifier<ScenarioContext> {
        StepModifier(phrase: phrase, place: place, scope: scope, example: example, summary: summary) {
            context, words, step, body throws(StepFailure) in
            var context = context
            try context.play(step) { () throws(StepFailure) in
                try run(context, words, step) { () throws(StepFailure) in try body(&context) }
            }
        }
    }
}
