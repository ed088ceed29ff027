import AppFrameworks
import ChatProtocol
import ChatScreens
import ChatSession

extension PlayPhrases {
    /// What surfaces in Shared with You.
    static let shelf: PhraseChapter = [
        "{person} sees {url} in Shared with You [from {persons}]": .check(
            "Checks that the link surfaces, and with from that exactly these shared it, the newest first.",
            as: .seesOnShelf
        ) { step in
            let (url, shelf) = (try step.url, try step.shelf())
            guard let highlight = shelf.first(where: { $0.url == url }) else {
                // The server may not know the link at all.
                let trail = try? step.context.trail(of: url, for: step.person)
                throw step.failure(
                    "{person} does not see it in Shared with You", expected: url,
                    actual: ScenarioContext.list(shelf.map(\.line)) + (trail.map { "\nbecause " + $0.text } ?? ""))
            }
            guard let names = step.arguments.personsIfGiven() else { return }
            try step.expect(
                highlight.sharers.joined(separator: ", "), is: names.joined(separator: ", "),
                or: "the link is from others")
        },
        "{person} does not see {url} in Shared with You [because {text}]": .check(
            "Checks that the link does not surface, and with because which rule settled it.",
            example: ["Carl", "", "surf-group-contact"]
        ) { step in
            let url = try step.url
            if let highlight = try step.shelf().first(where: { $0.url == url }) {
                throw step.failure(
                    "{person} sees it in Shared with You", expected: "no \(url)",
                    actual: highlight.line + "\nbecause \(highlight.why.text)")
            }
            guard let rule = step.arguments.textIfGiven(.text) else { return }
            let trail = try step.context.trail(of: url, for: step.person)
            try step.expect(trail.rules.last == rule, or: "another rule settled it", expected: rule, actual: trail.text)
        },
        "{person} sees in Shared with You:": seenShelf.seesThese(
            "Checks the whole shelf, in order: columns link, title, subtitle, glyph, colour, from, pinned, why."),
        "{person} sees in Shared with You in any order:": seenShelf.seesThese(
            "Checks the whole shelf, whatever its order: the same columns.", inAnyOrder: true),
        "{person} sees nothing in Shared with You": .none(
            "Checks that the shelf is empty.", or: "{person} sees something in Shared with You"
        ) { try $0.shelf().map(\.line) },
    ]

    /// What is on a person's shelf.
    static let seenShelf = SeenThings(
        columns: ["link", "title", "subtitle", "glyph", "colour", "from", "pinned", "why"],
        others: "{person} sees another shelf", number: "{person} sees another number of links", shown: { $0[0] }
    ) { step in
        try step.shelf().map { highlight in
            [
                highlight.url, highlight.title, highlight.subtitle ?? "", highlight.preview.glyph ?? "",
                highlight.preview.colour?.rawValue ?? "", highlight.sharers.joined(separator: ", "),
                highlight.pinned ? "yes" : "no", highlight.why.rule,
            ]
        }
    }

    /// Highlights one by one: what a person removes, and what an app looks up.
    static let highlights: PhraseChapter = [
        "{person} removes {url} from Shared with You": .act(
            .highlightHide, "Takes the link off this person's shelf, for good.", as: .removesFromShelf
        ) { step in
            let url = try step.url
            let item = try step.found(
                step.shelf().first { $0.url == url }, or: "{person} does not see it in Shared with You", expected: url)
            step.context.record.removed.append((try step.person.handle, url, item.id))
            return .hideHighlight(id: item.id.rawValue)
        },
        "{person} takes {url} back into Shared with You": .act(
            .highlightRestore, "Undoes that this person removed the link.", as: .takesBackIntoShelf
        ) { step in
            let (me, url) = (try step.person.handle, try step.url)
            let last = step.context.record.removed.last { $0.person == me && $0.url == url }
            return .restoreHighlight(
                id: try step.found(last, or: "{person} removed no such link", expected: url).id.rawValue)
        },
        "the app {app} finds {url} for {person}": .check(
            "Checks that the highlight center finds the link, by a handler that is called once, and later."
        ) { step in
            guard let error = try step.lookUpError() else { return }
            throw StepFailure("it is not found", expected: try step.url, actual: "\(error.code): \(error)")
        },
        "the app {app} does not find {url} for {person} because {text}": .reads(
            "Checks the highlight center's error: internalError, invalidURL or accessDenied.",
            example: ["", "no link", "Bea", "invalidURL"], or: "the lookup ended otherwise"
        ) { step in try step.lookUpError().map { "\($0.code)" } ?? "found" },
        "the app {app} finds the document {text} by its identifier for {person}": .check(
            "Checks that the highlight center finds the collaboration by its identifier, and no other one.",
            example: ["", "Trip plan", "Bea"]
        ) { step in
            let (center, title) = (try step.screen.runtime.center, try step.text)
            let listed = center.highlights.lazy.compactMap { $0 as? CollaborationHighlight }.first { $0.title == title }
            guard let listed else { throw StepFailure("no such document is listed", expected: title) }
            do throws(HighlightCenterError) {
                let found = try center.collaborationHighlight(forIdentifier: listed.collaborationIdentifier)
                if found != listed { throw HighlightCenterError(.internalError, "another one: \(found)") }
            } catch {
                throw StepFailure("it is not found by its identifier", expected: title, actual: "\(error)")
            }
            guard (try? center.collaborationHighlight(forIdentifier: listed.collaborationIdentifier + "x")) != nil
            else { return }
            throw StepFailure("an identifier that nobody has is found", actual: title)
        },
        "the app {app} finds the collaboration at {url} for {person}": .check(
            "Checks that the highlight center finds the collaboration of the link, listed or not."
        ) { step in
            let url = try step.url
            switch try step.lookCollaborationUp() {
            case .success(let highlight):
                try step.expect(highlight.url, is: url, or: "the collaboration is at something else")
            case .failure(let error):
                throw StepFailure("it is not found", expected: url, actual: "\(error.code): \(error)")
            }
        },
        "the app {app} does not find the collaboration at {url} for {person} because {text}": .reads(
            "Checks the highlight center's error: internalError, invalidURL or accessDenied.",
            example: ["", "", "Dana", "accessDenied"], or: "the lookup ended with something else"
        ) { step in
            switch try step.lookCollaborationUp() {
            case .success(let highlight): throw StepFailure("it is found", actual: highlight.url)
            case .failure(let error): "\(error.code)"
            }
        },
    ]
}

extension PlayStep {
    /// The person's shelf, which they open: it is asked for anew by that.
    fileprivate func shelf() throws(StepFailure) -> [PersonHighlight] {
        let person = try person
        guard !person.isAway else { throw failure("{person} is offline: the shelf cannot be asked for") }
        try person.settle()
        _ = try person.outcome(of: .highlightList, of: .loadShelf)
        return person.model?.known.shelf.highlights ?? []
    }

    /// Looks the step's link up in the center of the step's app.
    ///
    /// - Returns: why it was not found; nil if it was.
    fileprivate func lookUpError() throws(StepFailure) -> HighlightCenterError? {
        try answer { center, url, take in
            center.getHighlightFor(url) { highlight, error in
                take(highlight?.url == url ? nil : error ?? HighlightCenterError(.internalError, "another link"))
            }
        }
    }

    /// What the center of the step's app answers of the step's link: once, and not from within the question.
    private func answer<Answer>(
        _ ask: (HighlightCenter, String, @escaping (Answer) -> Void) -> Void
    ) throws(StepFailure) -> Answer {
        let screen = try screen
        var answers: [Answer] = []
        ask(screen.runtime.center, try url) { answers.append($0) }
        guard answers.isEmpty else { throw StepFailure("the handler was called from within the lookup") }
        screen.catchUp()
        guard answers.count == 1 else { throw StepFailure("the handler was called \(answers.count) times") }
        return answers[0]
    }

    /// What the center of the step's app answers of the collaboration at the step's link.
    fileprivate func lookCollaborationUp() throws(StepFailure) -> Result<CollaborationHighlight, HighlightCenterError> {
        try answer { center, url, take in
            center.getCollaborationHighlight(for: url) { highlight, error in
                let problem = error ?? HighlightCenterError(.internalError, "no answer")
                take(highlight.map { .success($0) } ?? .failure(problem))
            }
        }
    }
}

extension ScenarioContext {
    /// The decision trail of something, as the observer may ask for it.
    func trail(
        of about: String, for person: CastPerson, _ notification: NotificationName? = nil
    ) throws(StepFailure) -> (isDelivered: Bool, rules: [String], text: String) {
        let decision = try decision(on: Subject(about: about, words: about, notification), for: person)
        let text = decision.reasons.map { "\($0.rule): \($0.text)" }.joined(separator: "\n")
        return (decision.isDelivered, decision.reasons.map(\.rule), text)
    }
}

extension PersonHighlight {
    fileprivate var line: String { "\(url) from \(sharers.joined(separator: ", "))" + (pinned ? ", pinned" : "") }
}
