/// The phrases that scenarios may say, noun by noun: the one table that `play`, `steps` and `docs/steps.md` read.
enum PlayPhrases {
    /// Every phrase, chapter by chapter, in the order in which they are listed.
    static let chapters: [(title: String, phrases: [StepDefinition<Troupe>])] = [
        ("Apps and their links", apps),
        ("Universal links", universalLinks),
        ("Contacts and conversations", conversations),
        ("Groups", groups),
        ("How each keeps a conversation", conversationMarks),
        ("Messages", messages),
        ("Edits, unsending and tapbacks", messageChanges),
        ("Older systems", oldSystems),
        ("Replies and attachments", replies),
        ("Alerts", alerts),
        ("How many, and in any order", amounts),
        ("Pins", pins),
        ("Automatic sharing and consent", settings),
        ("Shared with You", shelf),
        ("Highlights, removed and looked up", highlights + collaborationLookups),
        ("An app on the screen", appScreens),
        ("An app's home", appHome),
        ("Sharing screens and the panel", sharingScreens),
        ("Documents", sharing),
        ("Starting a collaboration", starting),
        ("What apps answer", actions + askedChanges),
        ("What stands in documents", documents),
        ("Who is on a share", shareManaging + membership + shares),
        ("Notices", notices),
        ("Questions to the owners of documents", groupPrompts),
        ("Typing and delivery", presence),
        ("What goes wrong", faults),
        ("The server's clock", serverClock),
        ("What is spoken of later", references),
        ("Time, the line and the screen", timeAndLine + settling),
    ]

    /// The one table that a step is looked up in.
    static func table() throws(PhraseError) -> StepTable<Troupe> {
        try StepTable(chapters.flatMap(\.phrases), modifiers: modifiers)
    }

    /// A phrase that is done within a play: the director sees it, and a failure shows everyone's thread.
    static func step(
        _ phrase: String, example: String? = nil, summary: String, argument: StepArgumentKind = .none,
        isCheck: Bool = false, run: @escaping @Sendable (Troupe, StepArguments) throws(StepFailure) -> Void
    ) -> StepDefinition<Troupe> {
        StepDefinition(phrase, example: example, summary: summary, argument: argument, isCheck: isCheck) {
            troupe, arguments throws(StepFailure) in
            let context = troupe
            try context.play(arguments) { () throws(StepFailure) in
                // Whoever does something, or has something done to them, is there from then on; a check brings in nobody.
                if !isCheck { for name in arguments.everyone { try context.bringIn(name) } }
                try run(context, context.resolved(arguments))
            }
        }
    }

    /// A phrase that only looks: it changes nothing for anybody, and can be done again.
    static func check(
        _ phrase: String, example: String? = nil, summary: String, argument: StepArgumentKind = .none,
        run: @escaping @Sendable (Troupe, StepArguments) throws(StepFailure) -> Void
    ) -> StepDefinition<Troupe> {
        step(phrase, example: example, summary: summary, argument: argument, isCheck: true, run: run)
    }
}
