import ChatProtocol

extension PlayPhrases {
    /// What stands in documents, who works on them, and what the document service refuses.
    static let documents: [StepDefinition<Troupe>] = [
        step(
            "{person} creates {text} in {app} at {url}",
            example: #"Anna creates "Diary" in "Notes" at "https://notes.example/d/9""#,
            summary: "Makes a document that is not shared yet: nobody else can open it."
        ) { troupe, arguments throws(StepFailure) in
            let url = try arguments.url()
            let answer = try troupe.ask(
                troupe.screen(arguments), as: troupe.person(arguments.person()),
                .document(.create(title: arguments.text(), url: url)))
            if answer != nil { troupe.documentApps[url] = try arguments.app() }
        },
        step(
            "{person} writes {text} in {url} in {app}",
            example: #"Anna writes "Bring a tent." in "https://notes.example/d/1" in "Notes""#,
            summary: "Replaces what stands in the document, having opened it; the app posts the notice."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.work(.write(arguments.text()), arguments)
        },
        step(
            "{person} edits an outdated {url} in {app}",
            summary: "Saves an edit that was made without knowing of the last one."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.work(.writeOutdated, arguments)
        },
        step(
            "{person} comments {text} on {url} in {app}",
            example: #"Bea comments "Two tents?" on "https://notes.example/d/1" in "Notes""#,
            summary: "Says this about the document, having opened it; the app posts the notice."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.work(.comment(arguments.text()), arguments)
        },
        step(
            "{person} moves {url} to the folder {text} in {app}",
            example: #"Anna moves "https://notes.example/d/1" to the folder "Trips" in "Notes""#,
            summary: "Moves the document; the app posts the notice."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.work(.move(to: arguments.text()), arguments)
        },
        step(
            "{person} closes {url} in {app}", summary: "Closes the document that they had open in the app."
        ) { troupe, arguments throws(StepFailure) in
            let screen = try troupe.screen(arguments)
            guard screen.runtime.state.view.openedItem?.url == (try arguments.url()) else {
                throw StepFailure("it is not open", expected: try arguments.url(), actual: screen.text)
            }
            troupe.leave(screen)
        },
        step(
            "the app {app} posts nothing", summary: "Keeps the app from telling of what is done in its documents."
        ) { troupe, arguments throws(StepFailure) in
            troupe.apps[try troupe.app(arguments.app())].postsNotices = false
        },
        check(
            "{person}'s {url} reads:",
            summary: "Checks all that stands in the document, as this person sees it.", argument: .docString
        ) { troupe, arguments throws(StepFailure) in
            try Troupe.expect(
                troupe.document(arguments)["text"]?.stringValue, is: arguments.docString(),
                or: "something else stands in the document")
        },
        check(
            "{person} is handed the current text:",
            summary: "Checks that the last request was refused with what stands in the document now.",
            argument: .docString
        ) { troupe, arguments throws(StepFailure) in
            guard case .failure(let refusal)? = try troupe.person(arguments.person()).lastRequest,
                case .document(let document)? = refusal.detail
            else { throw StepFailure("the last request was not refused with a document") }
            try Troupe.expect(
                document["text"]?.stringValue, is: arguments.docString(), or: "another text was handed")
        },
        check(
            "{person} cannot read {url}", summary: "Checks that the document service shows this person nothing of it."
        ) { troupe, arguments throws(StepFailure) in
            let url = try arguments.url()
            let outcome = try troupe.look(
                troupe.person(arguments.person()), .app(.document(.get(url: url)), number: 0))
            guard let answer = outcome.answer else { return }
            throw StepFailure("the document can be read", actual: answer["document"]?["text"]?.stringValue)
        },
        check(
            "{person} sees the comment {text} on {url}",
            example: #"Anna sees the comment "Two tents?" on "https://notes.example/d/1""#,
            summary: "Checks that somebody said exactly this about the document."
        ) { troupe, arguments throws(StepFailure) in
            let comments = (try troupe.document(arguments)["comments"]?.arrayValue ?? []).compactMap {
                $0["text"]?.stringValue
            }
            try Troupe.expect(comments, has: arguments.text(), or: "no such comment")
        },
        check(
            "{person} finds {url} called {text} [in the folder {text}]",
            example: #"Bea finds "https://notes.example/d/1" called "Lake plan""#,
            summary: "Checks the document's title in this person's list, and the folder that it is in."
        ) { troupe, arguments throws(StepFailure) in
            let url = try arguments.url()
            let outcome = try troupe.look(
                troupe.person(arguments.person()), .app(.document(.list(after: nil)), number: 0))
            let list = outcome.answer?["documents"]?.arrayValue
            guard let document = list?.first(where: { $0["url"]?.stringValue == url }) else {
                throw StepFailure("the document is not in the list", expected: url)
            }
            let folder = arguments.textIfGiven(.text, 1)
            guard document["title"]?.stringValue == (try arguments.text()),
                folder == nil || document["folder"]?.stringValue == folder
            else {
                throw StepFailure(
                    "the document is called otherwise, or is elsewhere", expected: try arguments.text(),
                    actual:
                        "\(document["title"]?.stringValue ?? "?") in \(document["folder"]?.stringValue ?? "no folder")")
            }
        },
        check(
            "{person} sees ({persons}|nobody) at work in {url}",
            summary: "Checks who has the document open, in the order in which they came."
        ) { troupe, arguments throws(StepFailure) in
            let expected = try troupe.handles(of: arguments.personsIfGiven() ?? []).map(\.rawValue)
            try troupe.observe("session.fence")
            let active = (try troupe.document(arguments)["active"]?.arrayValue ?? []).compactMap(\.stringValue)
            try Troupe.expect(Troupe.list(active), is: Troupe.list(expected), or: "others have the document open")
        },
    ]
}

extension Troupe {
    /// The document that a step names, as its person sees it.
    fileprivate func document(_ arguments: StepArguments) throws(StepFailure) -> JSONValue {
        let url = try arguments.url()
        let outcome = try look(person(arguments.person()), .app(.document(.get(url: url)), number: 0))
        if case .failure(let refusal) = outcome {
            throw StepFailure("the document cannot be read", actual: "\(refusal.reason.rawValue): \(refusal.message)")
        }
        return outcome.answer?["document"] ?? .null
    }
}
