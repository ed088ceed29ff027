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
            "{person} opens {url}",
            summary: """
                Opens the link wherever it belongs: takes part in what is shared there, and hands the link to its app where \
                that runs for them.
                """
        ) { troupe, arguments throws(StepFailure) in
            try troupe.openLink(arguments.url(), by: troupe.person(arguments.person()))
        },
        step(
            "{person} opens {url} in {app}",
            summary: """
                Opens the document in the app, which then runs: accepts the share if it is pending, hands the app the \
                link, and clears its notices.
                """
        ) { troupe, arguments throws(StepFailure) in
            try troupe.openInApp(arguments)
        },
        step(
            "{person} (edits|comments on|deletes|moves|creates) {url} in {app}",
            summary: "Works on the document, having opened it; the app posts the notice."
        ) { troupe, arguments throws(StepFailure) in
            let works: [String: DocumentWork] = [
                "comments on": .comment("What about this?"), "deletes": .delete, "moves": .move(to: "Archive"),
                "creates": .create,
            ]
            try troupe.work(works[arguments.choice() ?? ""] ?? .append, arguments)
        },
        step(
            "{person} edits {url} in {app} without having opened it",
            summary: "Lets the app tell of an edit of somebody who was invited and never came."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.overTheWire { () throws(StepFailure) in
                try troupe.work(.append, arguments)
            }
        },
        step(
            "{person} edits {url} in {app} {count} times every {duration}",
            example: #"Bea edits "https://notes.example/d/1" in "Notes" 21 times every 11 minutes"#,
            summary: "Works on the document again and again, with that time between."
        ) { troupe, arguments throws(StepFailure) in
            for time in 0..<(try arguments.count()) {
                if time > 0 { try troupe.pass(arguments.duration()) }
                try troupe.work(.append, arguments)
            }
        },
        step(
            "{person} mentions {person} in {url} in {app}",
            summary: "Mentions someone in the document, having opened it; the app posts the notice."
        ) { troupe, arguments throws(StepFailure) in
            let mentioned = try troupe.person(arguments.person(1)).handle
            try troupe.work(.mention(mentioned), arguments)
        },
        step(
            "{person} renames ({url}|{conversation}) to {text}",
            example: #"Anna renames "https://notes.example/d/1" to "Plan B""#,
            summary: "Gives a document a new title, and the app posts the notice; or a conversation a new name."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.rename(arguments)
        },
    ]
}

extension Troupe {
    /// Shares a document as the system's sharing screens do in the app: the share is saved, and its link sent.
    fileprivate func share(_ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let app = try apps[self.app(arguments.app())]
        let conversation = try self.conversation(arguments.conversation())
        let url = try arguments.url()
        try beThere(person)
        if documents[url] == nil {
            let permission: Share.Permission =
                arguments.choice() == "so that everyone can view" ? .readOnly : .readWrite
            let answer = try ask(
                person,
                .create(
                    app: app.id, title: arguments.text(), document: nil, url: url, access: .private,
                    permission: permission, allowsInviting: false))
            guard let answer else { return }
            guard let id = answer["share"]?["id"]?.stringValue else { throw StepFailure("a share has no id") }
            documents[url] = Document(share: ShareID(id), app: app.name)
            documentApps[url] = app.name
        }
        let answer = try ask(person, .send(document(url).share, conversation, text: nil))
        note(messageOf: answer, in: conversation)
    }

    /// Asks something of a share in the session of the person's device, as the system's sharing screens do.
    func ask(_ person: CastPerson, _ request: ContainerRequest) throws(StepFailure) -> JSONValue? {
        try ask(person, request.method) { $0.ask(.app(.share(request), number: 0)) }
    }

    /// Opens a link as `/open` does.
    fileprivate func openLink(_ url: String, by person: CastPerson) throws(StepFailure) {
        try beThere(person)
        if !isOverTheWire, let obstacle = ChatUpdate.obstacle(to: .openLink(url: url, notice: nil), in: person.state) {
            _ = try take(.failure(RPCError(obstacle.reason, obstacle.text)), of: person, byScreen: true)
            return
        }
        let share = person.outcome(of: .shareAccept) { session in
            guard !isOverTheWire else { return session.ask(.open(url: url)) }
            _ = session.perform([.openLink(url: url, notice: nil)])
        }
        // What is no collaboration, or none that they may know of, is a link like any other.
        if case .failure(let refusal)? = share, !isOverTheWire,
            refusal.reason == .notFound || refusal.reason == .invalidParams
        {
            _ = try take(person.outcome(of: .linkOpen) ?? .success(.object(JSONObject([]))), of: person)
        } else {
            _ = try take(share ?? .failure(RPCError(.conflict, person.state.view.hint ?? "")), of: person)
        }
    }

    fileprivate func openInApp(_ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let url = try arguments.url()
        let screen = try screen(arguments)
        // Whose link it is not can clear nothing, and is handed nothing.
        guard try ask(screen, as: person, .clearNotices(url: url)) != nil else { return }
        if documentApps[url] == (try arguments.app()) {
            // Opened once more, it is asked for once more.
            leave(screen)
            guard try open(url, on: screen, as: person) else { return }
        } else if documents[url] != nil {
            guard try take(look(person, .open(url: url)), of: person) != nil else { return }
        }
        if person.isOnline { _ = try look(person, .handOver(url: url)) }
        person.lastRequest = .success(.object(JSONObject([])))
        screen.catchUp()
    }

    /// What stands in quotes may be a document's link or a conversation's name: what the story knows by it decides.
    fileprivate func rename(_ arguments: StepArguments) throws(StepFailure) {
        let what = try arguments.url()
        let name = try arguments.text()
        switch (documents[what], conversations[what]) {
        case (_?, _?): throw StepFailure("\"\(what)\" is a document and a conversation: which one is meant?")
        case (let document?, nil): try work(.rename(to: name), arguments, in: document.app)
        case (nil, let id?):
            guard conversations[name] == nil || conversations[name] == id else {
                throw StepFailure("there is a conversation \"\(name)\" already")
            }
            let renamed = try act(
                person(arguments.person()), .rename(conversation: id.rawValue, name: name), .conversationRename, in: id)
            // The story may speak of it by either name from now on.
            if renamed != nil { conversations[name] = id }
        case (nil, nil):
            throw StepFailure(
                "nothing was shared at \"\(what)\", and no conversation is called so",
                actual: Self.list(documents.keys.sorted() + conversations.keys.sorted()))
        }
    }
}
