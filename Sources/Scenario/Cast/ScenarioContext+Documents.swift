import AppModel
import ChatProtocol
import ChatScreens
import ChatSession
import ChatTerminal

/// A change of a document by a person in a step.
enum DocumentWork: Hashable {
    /// Appends a line.
    case append
    /// Appends a line that mentions a person.
    case mention(Handle)
    /// Replaces the text.
    case write(String)
    /// Replaces the text of the revision before the last edit, which the person has not seen.
    case writeOutdated
    /// Adds a comment.
    case comment(String)
    /// Changes the title.
    case rename(to: String)
    /// Moves the document to another folder.
    case move(to: String)
    /// Deletes the document.
    case delete
    /// Reports the creation of the document. Sharing it has created it already.
    case create

    /// The line, comment and folder to use if a step gives none.
    static let (usualLine, usualComment, usualFolder) = ("One more line.", "What about this?", "Archive")

    /// The event that the app posts about the change.
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

    /// Returns the action of an app's screen for the change; nil if no screen offers it.
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

    /// Returns the text with a line appended.
    static func more(_ text: String, _ line: String) -> String { text.isEmpty ? line : "\(text)\n\(line)" }
}

extension ScenarioContext {
    // MARK: Running apps

    /// Returns a person's running app, up to date. Starts it if it does not run.
    func screen(_ name: String, of person: CastPerson) throws(StepFailure) -> CastAppScreen {
        let index = try app(name)
        if let running = apps[index].screens[person.device] {
            apps[index].configure(running)
            running.settle()
            return running
        }
        // A new instance has read everything at its start.
        let screen = try CastAppScreen(apps[index].id, named: name, as: person, stage: stage, world: world, salt: salt)
        apps[index].configure(screen)
        apps[index].screens[person.device] = screen
        return screen
    }

    /// Makes a request of an app for its person, and stores the result as that person's last.
    ///
    /// - Returns: The result; nil if the server refused it and the next step checks that.
    func ask(_ screen: CastAppScreen, as person: CastPerson, _ request: AppRequest) throws(StepFailure) -> JSONValue? {
        let outcome = screen.runtime.session.answer(to: request)
        screen.catchUp()
        return try checked(outcome, of: person)
    }

    // MARK: Documents

    /// Makes the step's person change its document in an app, by default the step's app, which then posts an event
    /// about it. The document is opened first. A change that the document service refuses is not posted.
    func work(_ work: DocumentWork, _ arguments: StepArguments, in app: String? = nil) throws(StepFailure) {
        let person = try roster.person(arguments.person())
        let url = try arguments.url()
        let appName = if let app { app } else { try arguments.app() }
        let screen = try screen(appName, of: person)
        // An app can also post about content that is not a document.
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

    /// Changes the document and posts the event by code, without the app's screen.
    private func changeAndTell(
        _ work: DocumentWork, _ url: String, on screen: CastAppScreen, as person: CastPerson
    ) throws(StepFailure) {
        if try change(work, url, on: screen, as: person) { try post(work.event, by: person, at: url, on: screen) }
    }

    /// Opens a document on an app's screen, which also accepts an invitation.
    ///
    /// - Returns: True if it is open; false if the server refused it and the next step checks that.
    func open(_ url: String, on screen: CastAppScreen, as person: CastPerson) throws(StepFailure) -> Bool {
        if screen.runtime.state.document?.document.url != url {
            screen.runtime.open(link: url)
            screen.catchUp()
        }
        guard screen.runtime.state.document?.document.url != url else { return true }
        // The app first asks its person whether to discard an unsaved text.
        if screen.runtime.state.view.unsaved != nil { return false }
        let failure = screen.runtime.documents.lastFailure
        leave(screen)
        return try checked(.failure(Self.refusal(failure)), of: person) != nil
    }

    /// Closes the open document or item.
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

    /// Posts an event about a document by an app's code, unless the app posts no notices.
    func post(
        _ event: HighlightEvent, by person: CastPerson, at url: String, on screen: CastAppScreen
    ) throws(StepFailure) {
        guard screen.runtime.documents.tellsOthers else { return }
        _ = try ask(screen, as: person, .request(.highlightCenterPostNotice(.init(url: url, event: .init(event)))))
    }

    /// Changes a document by an app's code, without its screen.
    ///
    /// - Returns: True if it was changed; false if the server refused it and the next step checks that.
    func change(
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
