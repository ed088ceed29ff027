import ChatProtocol
package import ChatScreens
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
    func isOwn(_ step: Gherkin.PickleStep) -> Bool {
        if case .found(_, let arguments) = match(step) {
            arguments.number.map { $0 >= PlayPhrases.count } ?? false
        } else {
            false
        }
    }
}
