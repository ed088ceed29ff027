import Gherkin

/// The phrases that scenarios may say, noun by noun: the one table that `play`, `steps` and `docs/reference/steps.md` read.
package enum PlayPhrases {
    /// Every phrase, chapter by chapter, in the order in which they are listed.
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
        ("Text of documents", documents),
        ("Participants of a share", shares),
        ("Notices", notices),
        ("Questions to the owners of documents", groupPrompts),
        ("Typing and delivery", presence),
        ("Faults", faults),
        ("The server's clock", serverClock),
        ("References", references), ("Time, connections and the screen", timeAndLine),
    ]

    /// The same as the table of steps has them.
    package static var chapters: [(title: String, phrases: [StepDefinition<ScenarioContext>])] {
        list.map { ($0, $1.phrases) }
    }

    /// How many there are: what a program does stands behind them.
    fileprivate static let count = chapters.reduce(0) { $0 + $1.phrases.count }

    /// The phrases that have a name, which recordings say.
    static let named = Dictionary(
        list.flatMap(\.chapter.named).compactMap { name, sentence in (try? Phrase(sentence)).map { (name, $0) } }
    ) { first, _ in first }

    /// The one table that a step is looked up in.
    ///
    /// - Parameter own: what a program does, which stands behind the others.
    package static func table(_ own: [StepDefinition<ScenarioContext>] = []) throws(PhraseError) -> StepTable<
        ScenarioContext
    > {
        try StepTable(chapters.flatMap(\.phrases) + own, modifiers: modifiers)
    }
}

extension StepTable<ScenarioContext> {
    /// Whether a program does a step.
    func isOwn(_ step: Gherkin.PickleStep) -> Bool {
        if case .found(_, let arguments) = match(step) {
            arguments.number.map { $0 >= PlayPhrases.count } ?? false
        } else {
            false
        }
    }
}
