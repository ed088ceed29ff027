import AppModel
import ChatProtocol
import ChatScreens
import ChatSession

extension PlayPhrases {
    /// Phrases about the content of documents, the people who have them open, and refusals by the document service.
    static let documents: PhraseChapter = [
        "{person} creates {text} in {app} at {url} [in the folder at {url}]": .step(
            "Creates a document that only this person can open, or all who can open the shared folder.",
            example: ["", "Diary", "", "https://notes.example/d/9"], as: .creates
        ) { step in
            var parent: DocumentID?
            if let folder = step.given(.url, 1) {
                parent = try step.outcome(of: .documentGet(.url(folder))).answer?["document"]?.text("id").map {
                    DocumentID($0)
                }
                guard parent != nil else { throw StepFailure("there is no such folder", actual: folder) }
            }
            let create = Request.documentCreate(.init(title: try step.text, url: try step.url, parent: parent))
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
        "{person} moves {url} to the folder {text} in {app} [without a notice]": .step(
            "Moves the document; the app posts the notice.", example: ["", "", "Trips"], as: .moves
        ) { step in
            let move = DocumentWork.move(to: try step.text)
            guard step.choice(0) != nil else { return try step.work(move) }
            _ = try step.context.change(move, step.url, on: step.screen, as: step.person)
        },
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

extension PlayPhrases {
    /// Phrases about shared documents and changes of them.
    static let sharing: PhraseChapter = [
        "{person} shares {text} from {app} at {url} in {conversation} "
            + "[so that everyone can edit|so that everyone can view]": .step(
                "Shares a document of the app and sends its link. Everyone in the conversation is invited to the share and can edit.",
                example: ["", "Trip plan"], as: .shares
            ) { try $0.share() },
        "{person} shares the folder {text} from {app} at {url} in {conversation}": .step(
            "Shares a folder with all documents of the app in it, and sends its link.",
            example: ["", "Recipes"], as: .sharesFolder
        ) { try $0.share(isFolder: true) },
        "{person} opens {url}": .step(
            "Opens the link, accepts its share, and passes it to its app if that runs for them.", as: .opens
        ) { try $0.openLink() },
        "{person} opens {url} in {app}": .step(
            "Opens the document in the app: starts the app, accepts the share and clears its notices.", as: .opensInApp
        ) { try $0.openInApp() },
        "{person} (edits|comments on|deletes|moves|creates) {url} in {app}": .step(
            "Opens and changes the document; the app posts the notice.", as: .works
        ) { try $0.work(usualWork[$0.choice] ?? .append) },
        "{person} edits {url} in {app} without having opened it": .step(
            "Posts an edit by an invited person who never opened the document."
        ) { step in try step.context.overTheWire { () throws(StepFailure) in try step.work(.append) } },
        "{person} edits {url} in {app} {count} times every {duration}": .step(
            "Changes the document several times, with this time in between.",
            example: ["Bea", "", "", "21", "11 minutes"]
        ) { step in
            for time in 0..<(try step.count) {
                if time > 0 { try step.context.pass(step.duration) }
                try step.work(.append)
            }
        },
        "{person} mentions {person} in {url} in {app}": .step(
            "Opens the document and mentions a person in it; the app posts the notice.", as: .mentions
        ) { try $0.work(.mention($0.person(1).handle)) },
        "{person} renames ({url}|{conversation}) to {text}": .step(
            "Renames a document, and the app posts the notice; or renames a conversation.",
            example: ["", "", "Plan B"], as: .renames
        ) { try $0.rename() },
    ]

    /// The changes of a document for the words of a step that gives no details.
    static let usualWork: [String: DocumentWork] = [
        "edits": .append, "comments on": .comment(DocumentWork.usualComment), "deletes": .delete,
        "moves": .move(to: DocumentWork.usualFolder), "creates": .create,
    ]
}

extension PlayStep {
    /// Shares a document as the system's sharing screens do in the app: saves the share, then sends its link.
    fileprivate func share(isFolder: Bool = false) throws(StepFailure) {
        let (app, url) = (try app, try url)
        // Checks that the person is online and the conversation exists before anything is shared.
        _ = (try presentPerson(), try conversation)
        if context.record.documents[url] == nil {
            let permission = says("so that everyone can view") ? Share.Permission.readOnly : .readWrite
            let answer = try create(permission, app, isFolder: isFolder)
            guard let answer else { return }
            try keep(share: answer["share"]?.text("id"))
        }
        try send(context.record.document(url).share)
    }

    /// Stores that the step's document is shared.
    func keep(share id: String?) throws(StepFailure) {
        if let id { context.record.share(id, of: try appName, at: try url) }
    }

    /// Creates a share of the step's document in an app.
    func create(
        _ permission: Share.Permission, _ app: CastApp, isFolder: Bool = false
    ) throws(StepFailure) -> JSONValue? {
        let folder = isFolder ? try text : nil
        return try ask(
            .shareCreate(.init(app: app.id, title: text, url: url, permission: permission, folder: folder)))
    }

    /// Opens a link as `/open` does.
    /// Opens a link as the step's person; the step's link by default.
    func openLink(_ link: String? = nil) throws(StepFailure) {
        let (person, isOverTheWire) = (try presentPerson(), context.isOverTheWire)
        let url = if let link { link } else { try url }
        if !isOverTheWire, let obstacle = ChatUpdate.obstacle(to: .openLink(url: url, notice: nil), in: person.state) {
            _ = try context.checked(.failure(RPCError(obstacle.reason, obstacle.text)), of: person, byScreen: true)
            return
        }
        let share = try person.outcome(of: .shareAccept) { session throws(StepFailure) in
            guard !isOverTheWire else { return session.ask(.request(.shareAccept(.url(url)))) }
            try person.perform(.openLink(url: url, notice: nil))
        }
        // A link that is not a collaboration, or one that the person must not know of, is opened like any other.
        if case .failure(let refusal)? = share, !isOverTheWire,
            refusal.reason == .notFound || refusal.reason == .invalidParams
        {
            _ = try context.checked(person.outcome(of: .linkOpen) ?? .success(.object(JSONObject([]))), of: person)
        } else {
            _ = try context.checked(share ?? .failure(RPCError(.conflict, person.state.view.hint ?? "")), of: person)
        }
        // The app receives the link on its own stream.
        for app in context.apps { app.screens[person.device]?.settle() }
    }

    fileprivate func openInApp() throws(StepFailure) {
        let (person, url, screen) = (try person, try url, try screen)
        // The app of another link can clear no notices and receives no activity.
        guard try context.ask(screen, as: person, .request(.highlightCenterClearNotices(.init(url: url)))) != nil else {
            return
        }
        if context.record.documentApps[url] == (try appName) {
            // Opening it again makes a new request.
            context.leave(screen)
            guard try context.open(url, on: screen, as: person) else { return }
        } else if context.record.documents[url] != nil {
            guard try context.checked(context.look(person, .request(.shareAccept(.url(url)))), of: person) != nil else {
                return
            }
        }
        if person.isOnline { _ = try context.look(person, .request(.linkOpen(.init(url: url)))) }
        person.lastRequest = .success(.object(JSONObject([])))
        // The app receives the link on its own stream.
        screen.settle()
    }

    /// Renames a document or a conversation. The quoted text can be a link or a name, so it is looked up in both.
    fileprivate func rename() throws(StepFailure) {
        let (what, name) = (try url, try text)
        switch (context.record.documents[what], context.record.conversations[what]) {
        case (_?, _?): throw StepFailure("\"\(what)\" is a document and a conversation: which one is meant?")
        case (let document?, nil): try work(.rename(to: name), in: document.app)
        case (nil, let id?):
            try context.record.expectNew(name, unless: id)
            let renamed = try act(.rename(conversation: id, name: name), in: id)
            // Steps can use either name from now on.
            if renamed != nil { context.record.conversations[name] = id }
        case (nil, nil):
            throw StepFailure(
                "nothing was shared at \"\(what)\", and no conversation has this name",
                actual: (context.record.documents.keys.sorted() + context.record.conversations.keys.sorted()).listed)
        }
    }
}
