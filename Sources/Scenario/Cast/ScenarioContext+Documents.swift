import AppModel
import ChatProtocol
import ChatScreens
import ChatSession
import ChatTerminal

/// What somebody does with a document, as steps say it.
enum DocumentWork: Hashable {
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
    var event: HighlightEvent {
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

    /// What does it on an app's screen; nil for what no screen offers.
    func action(on document: SharedDocument) -> AppAction? {
        switch self {
        case .append:
            return .edit(text: Self.more(document.text, Self.usualLine), base: document)
        case .write(let text): return .edit(text: text, base: document)
        case .writeOutdated:
            var outdated = document
            outdated.revision = max(0, document.revision - 1)
            return .edit(text: "What I made of what I knew.", base: outdated)
        case .comment(let text): return .comment(text: text, document)
        case .rename(let title): return .rename(title: title, document)
        case .mention, .move, .delete, .create: return nil
        }
    }

    /// A text with a line more.
    static func more(_ text: String, _ line: String) -> String { text.isEmpty ? line : "\(text)\n\(line)" }
}

extension ScenarioContext {
    // MARK: Apps as people run them

    /// An app as somebody runs it, up to date; begins it where it does not run.
    func screen(_ name: String, of person: CastPerson) throws(StepFailure) -> CastAppScreen {
        let index = try app(name)
        if let running = apps[index].screens[person.device] {
            apps[index].configure(running)
            running.settle()
            return running
        }
        // Who begins has read everything that there is.
        let screen = try CastAppScreen(apps[index].id, named: name, as: person, stage: stage, world: world, salt: salt)
        apps[index].configure(screen)
        apps[index].screens[person.device] = screen
        return screen
    }

    /// Lets an app ask something on behalf of its person; what becomes of it is that person's.
    ///
    /// - Returns: the result; nil if it was refused and the next step says so.
    func ask(_ screen: CastAppScreen, as person: CastPerson, _ request: AppRequest) throws(StepFailure) -> JSONValue? {
        let outcome = screen.runtime.session.answer(to: request)
        screen.catchUp()
        return try checked(outcome, of: person)
    }

    // MARK: Documents

    /// Lets the step's person work on its document in an app, its own if none is given, which then tells of it. To do
    /// something there is to have opened it. What the document service refuses is not told.
    func work(_ work: DocumentWork, _ arguments: StepArguments, in app: String? = nil) throws(StepFailure) {
        let person = try roster.person(arguments.person())
        let url = try arguments.url()
        let appName = if let app { app } else { try arguments.app() }
        let screen = try screen(appName, of: person)
        // What no document stands for, the app can tell of all the same.
        guard record.documentApps[url] == appName else { return try post(work.event, by: person, at: url, on: screen) }
        if isOverTheWire { return try changeAndTell(work, url, on: screen, as: person) }
        let wasOpen = screen.runtime.state.document?.document.url == url
        guard try open(url, on: screen, as: person) else { return }
        guard let document = screen.runtime.state.document?.document else {
            throw StepFailure("the document is not on the screen", actual: screen.text)
        }
        if let action = work.action(on: document) {
            try perform(action, on: screen, as: person)
        } else {
            try changeAndTell(work, url, on: screen, as: person)
        }
        if !wasOpen { leave(screen) }
    }

    /// Does without the app's screen what the app's own code does, and tells of.
    private func changeAndTell(
        _ work: DocumentWork, _ url: String, on screen: CastAppScreen, as person: CastPerson
    ) throws(StepFailure) {
        if try change(work, url, on: screen, as: person) { try post(work.event, by: person, at: url, on: screen) }
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
        return try checked(.failure(Self.refusal(failure)), of: person) != nil
    }

    /// Goes back from whatever is open.
    func leave(_ screen: CastAppScreen) {
        if screen.runtime.state.view.page.detail != nil { screen.press([.escape]) }
    }

    private func perform(_ action: AppAction, on screen: CastAppScreen, as person: CastPerson) throws(StepFailure) {
        screen.refusal = nil
        screen.perform(action)
        let refusal = screen.runtime.documents.lastFailure.map { Self.refusal($0) } ?? screen.refusal
        _ = try checked(refusal.map { .failure($0) } ?? .success(.object(JSONObject([]))), of: person)
    }

    private static func refusal(_ failure: DocumentService.Failure?) -> RPCError {
        switch failure {
        case .refused(let reason, let message): RPCError(reason, message)
        case .stale(let now):
            RPCError(.conflict, "Another person changed it.", .document(["text": .string(now.text)]))
        case .unreadable(let what): RPCError(.internal, what)
        case nil: RPCError(.notFound, "There is no such document.")
        }
    }

    /// Lets an app's code tell something of a document.
    func post(
        _ event: HighlightEvent, by person: CastPerson, at url: String, on screen: CastAppScreen
    ) throws(StepFailure) {
        guard screen.runtime.documents.tellsOthers else { return }
        _ = try ask(screen, as: person, .request(.highlightCenterPostNotice(.init(url: url, event: .init(event)))))
    }

    /// Lets an app's code change a document, without its screen.
    ///
    /// - Returns: whether it was done; if not, the next step says so.
    private func change(
        _ work: DocumentWork, _ url: String, on screen: CastAppScreen, as person: CastPerson
    ) throws(StepFailure) -> Bool {
        let request: Request
        switch work {
        case .append, .mention, .write, .writeOutdated:
            guard let now = try ask(screen, as: person, .request(.documentGet(.url(url))))?["document"] else {
                return false
            }
            let old = now.text("text") ?? ""
            let revision = now["revision"]?.integerValue ?? 0
            var text = DocumentWork.usualLine
            if case .mention(let mentioned) = work { text = "What do you think, @\(mentioned)?" }
            if case .write(let new) = work { text = new } else { text = DocumentWork.more(old, text) }
            request = .documentEdit(.init(document: .url(url), text: text, revision: revision))
        case .comment(let text): request = .documentComment(.init(document: .url(url), text: text))
        case .rename(let title): request = .documentRename(.init(document: .url(url), title: title))
        case .move(let folder): request = .documentMove(.init(document: .url(url), folder: folder))
        case .delete: request = .documentDelete(.url(url))
        case .create: request = .documentGet(.url(url))
        }
        return try ask(screen, as: person, .request(request)) != nil
    }
}
