import AppFrameworks
import ChatProtocol
import ChatScreens
import ChatSession
import ChatTerminal

/// What somebody does with a document, as steps say it.
enum DocumentWork {
    /// A line more.
    case append
    /// A line more that mentions somebody.
    case mention(Handle)
    /// That text instead of what stood there.
    case write(String)
    /// That text instead of what stood there before the last edit: the person has not seen that one.
    case writeOutdated
    /// Something said about it.
    case comment(String)
    /// Another title.
    case rename(to: String)
    /// Another folder.
    case move(to: String)
    /// Its end.
    case delete
    /// Its beginning: it was shared as it came into being, so that there is nothing left to do but to tell.
    case create

    /// What is written, said and where a document is moved, where a step says no more.
    static let (usualLine, usualComment, usualFolder) = ("One more line.", "What about this?", "Archive")

    /// What the app tells of it.
    var event: ChatProtocol.HighlightEvent {
        switch self {
        case .mention(let mentioned): .mention(mentioned)
        case .append, .write, .writeOutdated: .change(.edit)
        case .comment: .change(.comment)
        case .rename(let title): .persistence(.renamed(to: title))
        case .move: .persistence(.moved)
        case .delete: .persistence(.deleted)
        case .create: .persistence(.created)
        }
    }
}

extension Troupe {
    // MARK: Apps as people run them

    /// An app as somebody runs it, up to date; begins it where it does not run.
    func screen(_ name: String, of person: CastPerson) throws(StepFailure) -> CastAppScreen {
        let index = try app(name)
        guard !person.isSecondDevice else {
            throw StepFailure("apps run on the first device of \(person.name) alone", actual: name)
        }
        if let running = apps[index].screens[person.handle] {
            apps[index].configure(running)
            running.settle()
            return running
        }
        // Who begins has read everything that there is.
        let screen = try CastAppScreen(
            apps[index].id, named: name, as: person, stage: stage, world: world, salt: salt)
        apps[index].configure(screen)
        apps[index].screens[person.handle] = screen
        return screen
    }

    /// The app of a step as the step's person runs it.
    func screen(_ arguments: StepArguments) throws(StepFailure) -> CastAppScreen {
        try screen(arguments.app(), of: person(arguments.person()))
    }

    /// Lets an app ask something on behalf of its person; what becomes of it is that person's.
    ///
    /// - Returns: the result; nil if it was refused and the next step says so.
    func ask(_ screen: CastAppScreen, as person: CastPerson, _ request: AppRequest) throws(StepFailure) -> JSONValue? {
        let outcome = screen.runtime.session.answer(to: request)
        screen.catchUp()
        return try take(outcome, of: person)
    }

    // MARK: Documents

    /// Lets the step's person work on its document in an app, its own if none is given, which then tells of it. To do
    /// something there is to have opened it. What the document service refuses is not told.
    func work(_ work: DocumentWork, _ arguments: StepArguments, in app: String? = nil) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let url = try arguments.url()
        let appName = if let app { app } else { try arguments.app() }
        let screen = try screen(appName, of: person)
        guard documentApps[url] == appName, !isOverTheWire else {
            // What no document stands for, the app can tell of all the same.
            if isOverTheWire, documentApps[url] == appName {
                guard try change(work, url, on: screen, as: person) else { return }
            }
            return try post(work.event, by: person, at: url, on: screen)
        }
        let wasOpen = screen.runtime.state.document?.document.url == url
        guard try open(url, on: screen, as: person) else { return }
        try workOnScreen(work, url, screen, person)
        if !wasOpen { leave(screen) }
    }

    /// Does on the app's screen what it offers; the rest the app's own code does, and tells of.
    @discardableResult
    private func workOnScreen(
        _ work: DocumentWork, _ url: String, _ screen: CastAppScreen, _ person: CastPerson
    ) throws(StepFailure) -> Bool {
        guard let document = screen.runtime.state.document?.document else {
            throw StepFailure("the document is not on the screen", actual: screen.text)
        }
        let line = (document.text.isEmpty ? "" : document.text + "\n") + DocumentWork.usualLine
        switch work {
        case .append: return try perform(.edit(text: line, base: document), on: screen, as: person)
        case .write(let text): return try perform(.edit(text: text, base: document), on: screen, as: person)
        case .writeOutdated:
            var outdated = document
            outdated.revision = max(0, document.revision - 1)
            return try perform(
                .edit(text: "What I made of what I knew.", base: outdated), on: screen, as: person)
        case .comment(let text): return try perform(.comment(text: text, document), on: screen, as: person)
        case .rename(let title): return try perform(.rename(title: title, document), on: screen, as: person)
        case .mention, .move, .delete, .create:
            guard try change(work, url, on: screen, as: person) else { return false }
            try post(work.event, by: person, at: url, on: screen)
            return true
        }
    }

    /// Opens a document on an app's screen: an invitation counts as accepted by it.
    ///
    /// - Returns: whether it is open; if not, the next step says so.
    func open(_ url: String, on screen: CastAppScreen, as person: CastPerson) throws(StepFailure) -> Bool {
        if screen.runtime.state.document?.document.url != url {
            screen.runtime.open(link: url)
            screen.catchUp()
        }
        guard screen.runtime.state.document?.document.url != url else { return true }
        // They are asked first whether what they are writing may be lost.
        if screen.runtime.state.view.unsaved != nil { return false }
        let failure = screen.runtime.documents.lastFailure
        leave(screen)
        return try take(.failure(Self.refusal(failure)), of: person) != nil
    }

    /// Goes back from whatever is open.
    func leave(_ screen: CastAppScreen) {
        if screen.runtime.state.view.page.detail != nil { screen.press([.escape]) }
    }

    private func perform(
        _ action: AppAction, on screen: CastAppScreen, as person: CastPerson
    ) throws(StepFailure) -> Bool {
        screen.refusal = nil
        screen.perform(action)
        if let failure = screen.runtime.documents.lastFailure {
            return try take(.failure(Self.refusal(failure)), of: person) != nil
        }
        if let refusal = screen.refusal { return try take(.failure(refusal), of: person) != nil }
        return try take(.success(.object(JSONObject([]))), of: person) != nil
    }

    private static func refusal(_ failure: DocumentService.Failure?) -> RPCError {
        switch failure {
        case .refused(let reason, let message): RPCError(reason, message)
        case .stale(let now):
            RPCError(.conflict, "Somebody changed it meanwhile.", .document(["text": .string(now.text)]))
        case .unreadable(let what): RPCError(.internal, what)
        case nil: RPCError(.notFound, "There is no such document.")
        }
    }

    /// Lets an app's code tell something of a document.
    func post(
        _ event: ChatProtocol.HighlightEvent, by person: CastPerson, at url: String, on screen: CastAppScreen
    ) throws(StepFailure) {
        guard screen.runtime.documents.tellsOthers else { return }
        _ = try ask(screen, as: person, .postNotice(url: url, event))
    }

    /// Lets an app's code change a document, without its screen.
    ///
    /// - Returns: whether it was done; if not, the next step says so.
    private func change(
        _ work: DocumentWork, _ url: String, on screen: CastAppScreen, as person: CastPerson
    ) throws(StepFailure) -> Bool {
        let request: AppDocumentRequest
        switch work {
        case .append, .mention, .write, .writeOutdated:
            guard let now = try ask(screen, as: person, .document(.get(url: url)))?["document"] else { return false }
            let old = now["text"]?.stringValue ?? ""
            let revision = now["revision"]?.integerValue ?? 0
            var text = DocumentWork.usualLine
            if case .mention(let mentioned) = work { text = "What do you think, @\(mentioned)?" }
            if case .write(let new) = work { text = new } else if !old.isEmpty { text = "\(old)\n\(text)" }
            request = .edit(url: url, text: text, revision: revision)
        case .comment(let text): request = .comment(url: url, text: text)
        case .rename(let title): request = .rename(url: url, title: title)
        case .move(let folder): request = .move(url: url, folder: folder)
        case .delete: request = .delete(url: url)
        case .create: request = .get(url: url)
        }
        return try ask(screen, as: person, .document(request)) != nil
    }
}
