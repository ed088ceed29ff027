import AppModel
import ChatProtocol
import ChatScreens
import ChatSession

extension PlayPhrases {
    /// Phrases about Shared with You.
    static let shelf: PhraseChapter = [
        "{person} sees {url} in Shared with You [from {persons}]": .check(
            "Checks that the link surfaces, and with “from” that exactly these people shared it, newest first.",
            as: .seesOnShelf
        ) { step in
            let (url, shelf) = (try step.url, try step.shelf())
            guard let highlight = shelf.first(where: { $0.url == url }) else {
                // Nil if the server does not know the link.
                let trail = try? step.context.trail(of: url, for: step.person)
                throw step.failure(
                    "{person} does not see it in Shared with You", expected: url,
                    actual: shelf.map(\.line).listed + (trail.map { "\nbecause " + $0.text } ?? ""))
            }
            guard let names = step.arguments.personsIfGiven() else { return }
            try step.expect(highlight.sharers, are: names, or: "other people shared the link")
        },
        "{person} does not see {url} in Shared with You [because {text}]": .check(
            "Checks that the link does not surface, and with “because” the deciding rule.",
            example: ["Carl", "", "surf-group-contact"]
        ) { step in
            let url = try step.url
            if let highlight = try step.shelf().first(where: { $0.url == url }) {
                throw step.failure(
                    "{person} sees it in Shared with You", expected: "no \(url)",
                    actual: highlight.line + "\nbecause \(highlight.why.text)")
            }
            guard let rule = step.given(.text) else { return }
            let trail = try step.context.trail(of: url, for: step.person)
            try step.expect(trail.rules.last == rule, or: "another rule decided it", expected: rule, actual: trail.text)
        },
        "{person} sees in Shared with You:": seenShelf.seesThese(
            "Checks the whole shelf, in order: columns link, title, subtitle, glyph, colour, from, pinned, why."),
        "{person} sees in Shared with You in any order:": seenShelf.seesThese(
            "Checks the whole shelf in any order: the same columns.", inAnyOrder: true),
        "{person} sees nothing in Shared with You": .none(
            "Checks that the shelf is empty.", or: "{person} sees something in Shared with You"
        ) { try $0.shelf().map(\.line) },
    ]

    /// The highlights on a person's shelf.
    static let seenShelf = SeenThings(
        columns: ["link", "title", "subtitle", "glyph", "colour", "from", "pinned", "why"],
        others: "{person} sees another shelf", number: "{person} sees another number of links"
    ) { step in
        try step.shelf().map { highlight in
            [
                highlight.url, highlight.title, highlight.subtitle ?? "", highlight.preview.glyph ?? "",
                highlight.preview.colour?.rawValue ?? "", highlight.sharers.joined(separator: ", "),
                highlight.pinned ? "yes" : "no", highlight.why.rule,
            ]
        }
    }

    /// Phrases about single highlights: their removal by a person, and their lookup by an app.
    static let highlights: PhraseChapter = [
        "{person} removes {url} from Shared with You": .act(
            "Removes the link from this person's shelf.", from: .request(.highlightHide, .highlight)
        ) { step in
            let url = try step.url
            let item = try step.found(
                step.shelf().first { $0.url == url }, or: "{person} does not see it in Shared with You", expected: url)
            step.context.record.removed.append((try step.person.handle, url, item.id))
            return .hideHighlight(id: item.id.rawValue)
        },
        "{person} takes {url} back into Shared with You": .act(
            "Undoes this person's removal of the link.", from: .request(.highlightRestore, .highlight)
        ) { step in
            let (me, url) = (try step.person.handle, try step.url)
            let last = step.context.record.removed.last { $0.person == me && $0.url == url }
            return .restoreHighlight(
                id: try step.found(last, or: "{person} removed no such link", expected: url).id.rawValue)
        },
        "the app {app} finds {url} for {person}": .reads(
            "Checks that the highlight center finds the link, and calls its handler once, asynchronously.",
            is: { try $0.url }
        ) { try $0.lookUp().shown },
        "the app {app} does not find {url} for {person} because {text}": .reads(
            "Checks the highlight center's error: internalError, invalidURL or accessDenied.",
            example: ["", "no link", "Bea", "invalidURL"]
        ) { try $0.lookUp().code },
        "the app {app} finds the document {text} by its identifier for {person}": .lists(
            "Checks that the highlight center finds the collaboration by its identifier, and no other one.",
            example: ["", "Trip plan", "Bea"], are: { [try $0.text, "none"] }
        ) { step in
            let (center, title) = (try step.screen.runtime.center, try step.text)
            let listed = center.highlights.lazy.compactMap { $0 as? CollaborationHighlight }.first { $0.title == title }
            let id = try step.found(listed, or: "no such document is listed", expected: title).collaborationIdentifier
            return [id, id + "x"].map { id in
                let found = try? center.collaborationHighlight(forIdentifier: id)
                return found.map { $0 == listed ? title : "another one" } ?? "none"
            }
        },
        "the app {app} finds the collaboration at {url} for {person}": .reads(
            "Checks that the highlight center finds the collaboration of the link, listed or not.",
            is: { try $0.url }
        ) { try $0.lookCollaborationUp().shown },
        "the app {app} does not find the collaboration at {url} for {person} because {text}": .reads(
            "Checks the highlight center's error: internalError, invalidURL or accessDenied.",
            example: ["", "", "Dana", "accessDenied"]
        ) { try $0.lookCollaborationUp().code },
    ]
}

extension PlayStep {
    /// Opens the person's shelf, which requests it again, and returns its highlights.
    fileprivate func shelf() throws(StepFailure) -> [PersonHighlight] {
        let person = try person
        guard !person.isAway else { throw failure("{person} is offline: the shelf cannot be asked for") }
        try person.settle()
        _ = try person.outcome(of: .highlightList, of: .loadShelf)
        return person.model?.known.shelf.highlights ?? []
    }

    /// The result of a lookup in a highlight center.
    fileprivate struct LookUp {
        /// The link that was found; nil if none was.
        var url: String?
        var error: HighlightCenterError?

        /// The link, or the name of the error.
        var code: String? { error.map { "\($0.code)" } ?? url }
        var shown: String? { error.map { "\($0.code): \($0)" } ?? url }
    }

    /// Looks up the step's link in the highlight center of the step's app.
    fileprivate func lookUp() throws(StepFailure) -> LookUp {
        try answer { center, url, take in
            center.getHighlightFor(url) { take(LookUp(url: $0?.url, error: $1)) }
        }
    }

    /// Looks up the step's link among the collaborations of the same center.
    fileprivate func lookCollaborationUp() throws(StepFailure) -> LookUp {
        try answer { center, url, take in
            center.getCollaborationHighlight(for: url) { take(LookUp(url: $0?.url, error: $1)) }
        }
    }

    /// Makes a lookup and checks that its handler is called once and asynchronously.
    private func answer(
        _ ask: (HighlightCenter, String, @escaping (LookUp) -> Void) -> Void
    ) throws(StepFailure) -> LookUp {
        let screen = try screen
        var answers: [LookUp] = []
        ask(screen.runtime.center, try url) { answers.append($0) }
        try expect(answers.isEmpty, or: "the handler was called from within the lookup")
        screen.catchUp()
        try expect(answers.count == 1, or: "the handler was called \(answers.count) times")
        return answers[0]
    }
}

extension ScenarioContext {
    /// Returns the decision trail of a subject, as the observer receives it.
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
