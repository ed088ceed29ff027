import ChatTerminal

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
