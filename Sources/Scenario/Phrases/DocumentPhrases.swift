import AppModel
import ChatProtocol
import ChatScreens
import ChatSession

extension PlayPhrases {
    /// Phrases about the content of documents, the people who have them open, and refusals by the document service.
    static let documents: PhraseChapter = [
        "{person} creates {text} in {app} at {url}": .step(
            "Creates a document that only this person can open.",
            example: ["", "Diary", "", "https://notes.example/d/9"], as: .creates
        ) { step in
            let create = Request.documentCreate(.init(title: try step.text, url: try step.url))
            let answer = try step.context.ask(step.screen, as: step.person, .request(create))
            if answer != nil { step.context.record.documentApps[try step.url] = try step.appName }
        },
        "{person} writes {text} in {url} in {app}": .step(
            "Opens the document and replaces its text; the app posts the notice.",
            example: ["", "Bring a tent."], as: .writes
        ) { try $0.work(.write($0.text)) },
        "{person} edits an outdated {url} in {app}": .step(
            "Saves an edit that is based on the revision before the last edit.", as: .editsOutdated
        ) { try $0.work(.writeOutdated) },
        "{person} comments {text} on {url} in {app}": .step(
            "Opens the document and comments on it; the app posts the notice.",
            example: ["Bea", "Two tents?"], as: .comments
        ) { try $0.work(.comment($0.text)) },
        "{person} moves {url} to the folder {text} in {app}": .step(
            "Moves the document; the app posts the notice.", example: ["", "", "Trips"], as: .moves
        ) { try $0.work(.move(to: $0.text)) },
        "{person} closes {url} in {app}": .step(
            "Closes the document in the app.", as: .closes
        ) { step in
            let (screen, url) = (try step.screen, try step.url)
            try step.expect(
                screen.runtime.state.view.openedItem?.url == url, or: "it is not open", expected: url,
                actual: screen.text)
            step.context.leave(screen)
        },
        "the app {app} posts nothing": .step(
            "Stops the app from posting notices about its documents.", as: .postsNothing
        ) { $0.context.apps[try $0.appIndex].postsNotices = false },
        "{person}'s {url} reads:": .reads(
            "Checks the whole text of the document, as this person sees it.", argument: .docString,
            is: { try $0.arguments.docString() }
        ) { try $0.document().text("text") },
        "{person} is handed the current text:": .reads(
            "Checks that the last request was refused with the current text.", argument: .docString,
            is: { try $0.arguments.docString() }
        ) { step in
            guard case .failure(let refusal)? = try step.person.lastRequest,
                case .document(let document)? = refusal.detail
            else { throw StepFailure("the last request was not refused with a document") }
            return document.text("text")
        },
        "{person} cannot read {url}": .none(
            "Checks that this person cannot read the document.", or: "the document can be read"
        ) { step in
            let answer = try step.outcome(of: .documentGet(.url(step.url))).answer
            return answer.map { [$0["document"]?.text("text") ?? ""] } ?? []
        },
        "{person} sees the comment {text} on {url}": SeenThings(
            columns: ["text"], find: { try $0.document().list("comments").map { [$0.text("text") ?? ""] } }
        ).sees("Checks that the document has exactly this comment.", example: ["", "Two tents?"]),
        "{person} finds {url} called {text} [in the folder {text}]": .lists(
            "Checks the document's title and folder in this person's list.",
            example: ["Bea", "", "Lake plan"], or: "the document has another title or folder",
            are: { [try $0.text, $0.given(.text, 1) ?? ""] }
        ) { step in
            let list = try step.outcome(of: .documentList(.init())).answer?.list("documents") ?? []
            let url = try step.url
            let document = try step.found(
                list.first { $0.text("url") == url }, or: "the document is not in the list", expected: url)
            let folder = step.given(.text, 1) == nil ? nil : document.text("folder")
            return [document.text("title") ?? "", folder ?? ""]
        },
        "{person} sees ({persons}|nobody) at work in {url}": .lists(
            "Checks the people who have the document open, in order of opening.", or: "others have the document open"
        ) { step in
            try step.context.observe(.sessionFence)
            return try step.document().texts("active")
        },
    ]
}

extension PlayStep {
    /// Returns the result of a request to the document service for the step's person.
    fileprivate func outcome(of request: Request) throws(StepFailure) -> Result<JSONValue, RPCError> {
        try look(.app(.request(request), number: 0))
    }

    /// Returns the document of the step, as its person sees it.
    fileprivate func document() throws(StepFailure) -> JSONValue {
        let outcome = try outcome(of: .documentGet(.url(url)))
        guard case .failure(let refusal) = outcome else { return outcome.answer?["document"] ?? .null }
        throw StepFailure("the document cannot be read", actual: "\(refusal.reason.rawValue): \(refusal.message)")
    }
}
