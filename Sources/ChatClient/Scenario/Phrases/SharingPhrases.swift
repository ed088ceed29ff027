import ChatProtocol

extension PlayPhrases {
    /// Documents that are shared, and what is done in them.
    static let sharing: [StepDefinition<Troupe>] = [
        step(
            "{person} shares {text} from {app} at {url} in {conversation} "
                + "[so that everyone can edit|so that everyone can view]",
            example: #"Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip""#,
            summary: "Shares a document of the app and sends its link; everyone there is on the share, and can edit."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.share(arguments)
        },
        step(
            "{person} opens {url}", example: #"Bea opens "https://notes.example/d/1""#,
            summary: "Opens the link wherever it belongs: the app is handed it where it runs for them."
        ) { troupe, arguments throws(StepFailure) in
            let url = try arguments.url()
            _ = try troupe.ask(troupe.person(arguments.person()), "link.open") { $0.member("url", url) }
        },
        step(
            "{person} opens {url} in {app}", example: #"Bea opens "https://notes.example/d/1" in "Notes""#,
            summary: """
                Opens the document in the app, which then runs: accepts the share if it is pending, hands the app the \
                link, and clears its notices.
                """
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let app = try troupe.app(arguments.app())
            let url = try arguments.url()
            // Whose link it is not can clear nothing, and is handed nothing.
            let answer = try troupe.ask(app, as: person, "highlightCenter.clearNotices") { $0.member("url", url) }
            if answer != nil, troupe.documentApps[url] == troupe.apps[app].name {
                guard try troupe.ask(app, as: person, "document.open", { $0.member("url", url) }) != nil else {
                    return
                }
            } else if answer != nil, troupe.documents[url] != nil {
                guard try troupe.ask(person, "share.accept", { $0.member("url", url) }) != nil else { return }
            }
            if answer != nil, !person.isAway { _ = try troupe.look(person, "link.open") { $0.member("url", url) } }
            person.notebook.clear(
                (answer?["cleared"]?.arrayValue ?? []).compactMap { $0.stringValue.map { NoticeID($0) } })
        },
        step(
            "{person} (edits|comments on) {url} in {app}",
            example: #"Bea edits "https://notes.example/d/1" in "Notes""#,
            summary: "Works on the document, having opened it; the app posts the notice."
        ) { troupe, arguments throws(StepFailure) in
            let work: DocumentWork = arguments.choice() == "edits" ? .append(nil) : .comment("What about this?")
            try troupe.work(work, by: arguments.person(), at: arguments.url(), in: arguments.app())
        },
        step(
            "{person} edits {url} in {app} without having opened it",
            example: #"Carl edits "https://notes.example/d/1" in "Notes" without having opened it"#,
            summary: "Lets the app tell of an edit of somebody who was invited and never came."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.work(
                .append(nil), by: arguments.person(), at: arguments.url(), in: arguments.app(), opensFirst: false)
        },
        step(
            "{person} edits {url} in {app} {count} times every {duration}",
            example: #"Bea edits "https://notes.example/d/1" in "Notes" 21 times every 11 minutes"#,
            summary: "Works on the document again and again, with that time between."
        ) { troupe, arguments throws(StepFailure) in
            for time in 0..<(try arguments.count()) {
                if time > 0 { try troupe.pass(arguments.duration()) }
                try troupe.work(.append(nil), by: arguments.person(), at: arguments.url(), in: arguments.app())
            }
        },
        step(
            "{person} mentions {person} in {url} in {app}",
            example: #"Bea mentions Anna in "https://notes.example/d/1" in "Notes""#,
            summary: "Mentions someone in the document, having opened it; the app posts the notice."
        ) { troupe, arguments throws(StepFailure) in
            let mentioned = try troupe.person(arguments.person(1))
            try troupe.work(
                .append(mentioned.handle), by: arguments.person(), at: arguments.url(), in: arguments.app())
        },
        step(
            "{person} joins the share at {url}", example: #"Bea joins the share at "https://notes.example/d/1""#,
            summary: "Opens the document for the first time."
        ) { troupe, arguments throws(StepFailure) in
            let url = try arguments.url()
            _ = try troupe.ask(troupe.person(arguments.person()), "share.accept") { $0.member("url", url) }
        },
        step(
            "{person} renames ({url}|{conversation}) to {text}",
            example: #"Anna renames "https://notes.example/d/1" to "Plan B""#,
            summary: "Gives a document a new title, and the app posts the notice; or a conversation a new name."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.rename(arguments)
        },
        step(
            "{person} (deletes|moves|creates) {url} in {app}",
            example: #"Anna deletes "https://notes.example/d/1" in "Notes""#,
            summary: "Makes, moves or deletes the document; the app posts the notice."
        ) { troupe, arguments throws(StepFailure) in
            let works: [String: DocumentWork] = ["deletes": .delete, "moves": .move(to: "Archive")]
            let work = works[arguments.choice() ?? ""] ?? .create
            try troupe.work(work, by: arguments.person(), at: arguments.url(), in: arguments.app())
        },
    ]
}

extension Troupe {
    fileprivate func share(_ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let app = try apps[self.app(arguments.app())]
        let conversation = try self.conversation(arguments.conversation())
        let url = try arguments.url()
        if documents[url] == nil {
            let title = try arguments.text()
            let permission: Share.Permission =
                arguments.choice() == "so that everyone can view" ? .readOnly : .readWrite
            let answer = try ask(person, "share.create") {
                $0.member("app", app.id)
                $0.member("title", title)
                $0.member("url", url)
                $0.member("permission", permission.rawValue)
            }
            guard let answer else { return }
            guard let id = answer["share"]?["id"]?.stringValue else { throw StepFailure("a share has no id") }
            documents[url] = Document(share: ShareID(id), app: app.name)
            documentApps[url] = app.name
        }
        let share = try document(url).share
        let answer = try ask(person, "share.send") {
            $0.member("share", share)
            $0.member("conversation", conversation)
        }
        if let answer { try take(messageOf: answer, for: person) }
    }

    /// What stands in quotes may be a document's link or a conversation's name: what the story knows by it decides.
    fileprivate func rename(_ arguments: StepArguments) throws(StepFailure) {
        let what = try arguments.url()
        let name = try arguments.text()
        switch (documents[what], conversations[what]) {
        case (_?, _?): throw StepFailure("\"\(what)\" is a document and a conversation: which one is meant?")
        case (let document?, nil):
            try work(.rename(to: name), by: arguments.person(), at: what, in: document.app)
        case (nil, let id?):
            guard conversations[name] == nil || conversations[name] == id else {
                throw StepFailure("there is a conversation \"\(name)\" already")
            }
            let renamed = try change(what, by: person(arguments.person()), "conversation.rename") {
                $0.member("name", name)
            }
            // The story may speak of it by either name from now on.
            if renamed != nil { conversations[name] = id }
        case (nil, nil):
            throw StepFailure(
                "nothing was shared at \"\(what)\", and no conversation is called so",
                actual: Self.list(documents.keys.sorted() + conversations.keys.sorted()))
        }
    }
}
