import AppFrameworks
import ChatProtocol
import ChatScreens
import ChatSession

extension PlayPhrases {
    /// What stands in documents, who works on them, and what the document service refuses.
    static let documents: PhraseChapter = [
        "{person} creates {text} in {app} at {url}": .step(
            "Makes a document that is not shared yet: nobody else can open it.",
            example: ["", "Diary", "", "https://notes.example/d/9"], as: .creates
        ) { step throws(StepFailure) in
            let url = try step.url
            let answer = try step.troupe.ask(
                step.screen, as: step.person, .document(.create(title: step.text, url: url)))
            if answer != nil { step.troupe.documentApps[url] = try step.appName }
        },
        "{person} writes {text} in {url} in {app}": .step(
            "Replaces what stands in the document, having opened it; the app posts the notice.",
            example: ["", "Bring a tent."], as: .writes
        ) { step throws(StepFailure) in try step.work(.write(step.text)) },
        "{person} edits an outdated {url} in {app}": .step(
            "Saves an edit that was made without knowing of the last one.", as: .editsOutdated
        ) { step throws(StepFailure) in try step.work(.writeOutdated) },
        "{person} comments {text} on {url} in {app}": .step(
            "Says this about the document, having opened it; the app posts the notice.",
            example: ["Bea", "Two tents?"], as: .comments
        ) { step throws(StepFailure) in try step.work(.comment(step.text)) },
        "{person} moves {url} to the folder {text} in {app}": .step(
            "Moves the document; the app posts the notice.", example: ["", "", "Trips"], as: .moves
        ) { step throws(StepFailure) in try step.work(.move(to: step.text)) },
        "{person} closes {url} in {app}": .step(
            "Closes the document that they had open in the app.", as: .closes
        ) { step throws(StepFailure) in
            let (screen, url) = (try step.screen, try step.url)
            try step.expect(
                screen.runtime.state.view.openedItem?.url == url, or: "it is not open", expected: url,
                actual: screen.text)
            step.troupe.leave(screen)
        },
        "the app {app} posts nothing": .step(
            "Keeps the app from telling of what is done in its documents.", as: .postsNothing
        ) { step throws(StepFailure) in step.troupe.apps[try step.appIndex].postsNotices = false },
        "{person}'s {url} reads:": .check(
            "Checks all that stands in the document, as this person sees it.", argument: .docString
        ) { step throws(StepFailure) in
            try step.expect(
                step.document["text"]?.stringValue, is: step.arguments.docString(),
                or: "something else stands in the document")
        },
        "{person} is handed the current text:": .check(
            "Checks that the last request was refused with what stands in the document now.", argument: .docString
        ) { step throws(StepFailure) in
            guard case .failure(let refusal)? = try step.person.lastRequest,
                case .document(let document)? = refusal.detail
            else { throw StepFailure("the last request was not refused with a document") }
            try step.expect(
                document["text"]?.stringValue, is: step.arguments.docString(), or: "another text was handed")
        },
        "{person} cannot read {url}": .check(
            "Checks that the document service shows this person nothing of it."
        ) { step throws(StepFailure) in
            let url = try step.url
            guard let answer = try step.outcome(of: .get(url: url)).answer else { return }
            throw StepFailure("the document can be read", actual: answer["document"]?["text"]?.stringValue)
        },
        "{person} sees the comment {text} on {url}": SeenThings(
            columns: ["text"], missing: "no such comment",
            find: { step throws(StepFailure) in
                try (step.document["comments"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue.map { [$0] } }
            }
        ).sees(
            "Checks that somebody said exactly this about the document.", example: ["", "Two tents?"]),
        "{person} finds {url} called {text} [in the folder {text}]": .check(
            "Checks the document's title in this person's list, and the folder that it is in.",
            example: ["Bea", "", "Lake plan"]
        ) { step throws(StepFailure) in
            let (url, text, folder) = (try step.url, try step.text, step.arguments.textIfGiven(.text, 1))
            let list = try step.outcome(of: .list(after: nil)).answer?["documents"]?.arrayValue
            guard let document = list?.first(where: { $0["url"]?.stringValue == url }) else {
                throw StepFailure("the document is not in the list", expected: url)
            }
            let (title, place) = (document["title"]?.stringValue, document["folder"]?.stringValue)
            try step.expect(
                title == text && (folder == nil || place == folder),
                or: "the document is called otherwise, or is elsewhere", expected: text,
                actual: "\(title ?? "?") in \(place ?? "no folder")")
        },
        "{person} sees ({persons}|nobody) at work in {url}": .check(
            "Checks who has the document open, in the order in which they came."
        ) { step throws(StepFailure) in
            let expected = try step.handles.map(\.rawValue)
            try step.troupe.observe(.sessionFence)
            let active = (try step.document["active"]?.arrayValue ?? []).compactMap(\.stringValue)
            try step.expect(Troupe.list(active), is: Troupe.list(expected), or: "others have the document open")
        },
    ]
}

extension PlayStep {
    /// What the document service answers the step's person.
    fileprivate func outcome(of request: AppDocumentRequest) throws(StepFailure) -> Result<JSONValue, RPCError> {
        try troupe.look(person, .app(.document(request), number: 0))
    }

    /// The document that the step names, as its person sees it.
    fileprivate var document: JSONValue {
        get throws(StepFailure) {
            let outcome = try outcome(of: .get(url: url))
            guard case .failure(let refusal) = outcome else { return outcome.answer?["document"] ?? .null }
            throw StepFailure("the document cannot be read", actual: "\(refusal.reason.rawValue): \(refusal.message)")
        }
    }
}
