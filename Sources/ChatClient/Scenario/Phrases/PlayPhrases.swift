/// The phrases that scenarios may say, noun by noun: the one table that `play`, `steps` and `docs/steps.md` read.
enum PlayPhrases {
    /// Every phrase, in the order in which it is listed.
    static func table() throws(PhraseError) -> StepTable<Troupe> {
        try StepTable(
            apps + conversations + messages + pins + settings + shelf + sharing + notices + presence + faults
                + timeAndLine)
    }

    /// A phrase that is done within a play: the director sees it, and a failure shows everyone's thread.
    static func step(
        _ phrase: String, example: String, summary: String, argument: StepArgumentKind = .none,
        run: @escaping @Sendable (Troupe, StepArguments) throws(StepFailure) -> Void
    ) -> StepDefinition<Troupe> {
        StepDefinition(phrase, example: example, summary: summary, argument: argument) {
            troupe, arguments throws(StepFailure) in
            let context = troupe
            try context.play(arguments) { () throws(StepFailure) in try run(context, arguments) }
        }
    }
}
