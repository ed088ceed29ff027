import ChatProtocol

/// The changes of documents. Several requests form one step if the app posts an event about the change.
extension Recording {
    /// The requests of a person at a link that are not yet a complete step.
    struct Held {
        enum Deed {
            /// Opened a share.
            case accepted
            /// Changed a document, without an event of the app so far.
            case worked(app: AppID, HighlightEvent)
            /// Tried to join a share at a link that has none.
            case tried
            /// Opened a document.
            case opened
            /// Opened the content from an app's shelf.
            case looked
        }

        let deed: Deed
        /// The first line of the step.
        let line: Int
        let url: String

        init(_ deed: Deed, _ url: String, line: Int) { (self.deed, self.url, self.line) = (deed, url, line) }
    }

    /// A document that a person has open in its app.
    struct Page: Hashable {
        let person: Handle
        let url: String
    }

    // MARK: Incomplete steps

    /// Returns the incomplete step of a person at this link; nil without one.
    func deed(of person: Handle, at url: String) -> Held.Deed? {
        held[person].flatMap { $0.url == url ? $0.deed : nil }
    }

    /// Ends the incomplete step of a person and keeps its lines.
    mutating func release(_ person: Handle) {
        guard let was = held.removeValue(forKey: person), case .worked(let app, _) = was.deed, tells[app] == nil
        else { return }
        // The app posted no event, so an earlier step must state that.
        let step = say(.postsNothing, .app(app))
        if step.text != nil { tells[app] = false }
        script.insert(.action, step, before: was.line)
    }

    /// Removes the line of a share that was just accepted as a part of another action. Its outcomes move after the next
    /// line.
    mutating func withdrawAcceptance(of url: String, by person: Handle) {
        switch deed(of: person, at: url) {
        case .accepted, .looked:
            guard let line = held.removeValue(forKey: person)?.line, script.isLast(line) else { return }
            script.remove(line)
            postponed += seen
            seen = []
        case .worked, .tried, .opened, nil: release(person)
        }
    }

    // MARK: Documents

    /// Returns the link of the document in a request; nil if it is unknown or a step cannot contain it.
    func link(_ done: DoneRequest) -> String? {
        let share = done.params?.text("share").map { ShareID($0) }
        let answered = done.result?["document"]?.text("url") ?? done.result?["share"]?.text("url")
        let url =
            done.params?.text("url") ?? answered ?? documents.first { share != nil && $0.value.share == share }?.key
        return url.flatMap { StepText.fitsLine($0) ? $0 : nil }
    }

    /// Returns the document of a request and its app; nil, with a comment in the recording, if either is unknown.
    private mutating func page(_ done: DoneRequest) -> (page: Page, app: AppID)? {
        guard let person = done.person, let url = link(done),
            let app = done.owner.app ?? done.params?.text("app").map({ AppID($0) }) ?? documents[url]?.app
        else {
            leaveOut(done, "in a document from before the recording")
            return nil
        }
        return (Page(person: person, url: url), app)
    }

    mutating func recordCreation(_ it: CreateDocument, _ done: DoneRequest) {
        guard let (page, app) = page(done) else { return }
        withdrawAcceptance(of: page.url, by: page.person)
        let title = RecordedSlot.text(it.text.isEmpty ? it.title : nil)
        let folder = it.parent.flatMap { parent in
            documents.first { $0.value.share.map { "d-\($0)" } == parent.rawValue }?.key
        }
        if it.parent != nil, folder == nil { return leaveOut(done, "in a folder from before the recording") }
        let line = act(
            say(.creates, .person(page.person), title, .app(app), .text(page.url), folder.map { .text($0) }), done)
        if line != nil, done.isDone { documents[page.url] = RecordedDocument(app: app, title: it.title) }
    }

    mutating func recordOpeningInApp(_ done: DoneRequest) {
        guard let (page, app) = page(done) else { return }
        if case .opened = deed(of: page.person, at: page.url) { return refuse(done) }
        guard let line = recordOpening(page, app, done) else { return }
        if done.isDone { pages[page] = (line, nil) }
    }

    /// Records that the notices about a link were cleared in its app, as happens when the app opens it.
    mutating func recordSeeing(_ url: String, _ done: DoneRequest) {
        guard let person = done.person, let app = done.owner.app else { return }
        recordOpening(Page(person: person, url: url), app, done)
    }

    @discardableResult
    private mutating func recordOpening(_ page: Page, _ app: AppID, _ done: DoneRequest) -> Int? {
        // Opening a link has already tried to open the document. If the app is refused too, no other request follows.
        let isLast = if case .accepted? = deed(of: page.person, at: page.url) { !done.isDone } else { false }
        withdrawAcceptance(of: page.url, by: page.person)
        let line = act(say(.opensInApp, .person(page.person), .text(page.url), .app(app)), done)
        if let line, done.isDone || done.method == .documentOpen, !isLast {
            held[page.person] = Held(.opened, page.url, line: line)
        }
        return line
    }

    mutating func recordOpening(of url: String, _ done: DoneRequest) {
        guard let person = done.person else { return }
        switch deed(of: person, at: url) {
        case .opened:
            held[person] = nil
            // The document was opened to stay open.
            pages[Page(person: person, url: url)] = nil
            return refuse(done)
        case .accepted: return refuse(done)
        case .tried:
            // A link without a share is opened like any other, so the attempt and its refusal are not recorded.
            if let line = held.removeValue(forKey: person)?.line { (line...line + 1).forEach { script.remove($0) } }
        case .worked, .looked, nil: release(person)
        }
        act(say(.opens, .person(person), .text(url)), done)
    }

    mutating func recordClosing(_ done: DoneRequest) {
        guard let (page, app) = page(done) else { return }
        withdrawAcceptance(of: page.url, by: page.person)
        // A document that its reader can no longer read closes by itself.
        guard done.isDone else { return }
        // A step that changes a document also opens and closes it.
        if let (line, work) = pages.removeValue(forKey: page), let work,
            script.remove(line, puttingOutcomesBehind: work)
        {
            return
        }
        act(say(.closes, .person(page.person), .text(page.url), .app(app)), done)
    }

    // MARK: Changes

    mutating func recordEdit(_ it: EditDocument, _ done: DoneRequest) {
        let url = link(done) ?? ""
        let isLineMore = it.text == DocumentWork.more(documents[url]?.text ?? "", DocumentWork.usualLine)
        if done.isDone { documents[url]?.text = it.text }
        // A step cannot contain several lines, but it can state that the document was edited.
        let written = isLineMore ? nil : sayableText(it.text).map { DocumentWork.write($0) }
        recordWork(done.refusal == .conflict ? .writeOutdated : written ?? .append, done)
    }

    /// Returns the whole text of a document if a step can contain it; nil if it has several lines or mentions a person.
    func sayableText(_ text: String) -> String? {
        // People who type into a document may end its last line, which is ignored.
        let typed = String(text.reversed().drop(while: \.isNewline).reversed())
        return !typed.isEmpty && !typed.contains("@") && StepText.fitsLine(typed) ? typed : nil
    }

    mutating func recordWork(_ work: DocumentWork, _ done: DoneRequest) {
        guard let (page, app) = page(done) else { return }
        withdrawAcceptance(of: page.url, by: page.person)
        guard let line = act(say(work, page, app), done, burst: "work of \(page.person) at \(page.url)") else { return }
        if let open = pages[page], open.work == nil { pages[page]?.work = line }
        if done.isDone { held[page.person] = Held(.worked(app: app, work.event), page.url, line: line) }
    }

    /// Returns the step for a change of a document.
    mutating func say(_ work: DocumentWork, _ page: Page, _ app: AppID) -> RecordedStep {
        let (me, link, app) = (RecordedSlot.person(page.person), RecordedSlot.text(page.url), RecordedSlot.app(app))
        if let word = PlayPhrases.usualWork.first(where: { $0.value == work })?.key {
            return say(.works, me, .text(word), link, app)
        }
        return switch work {
        case .mention(let other): say(.mentions, me, .person(other), link, app)
        case .write(let text): say(.writes, me, .text(text), link, app)
        case .writeOutdated: say(.editsOutdated, me, link, app)
        case .comment(let text): say(.comments, me, .text(text), link, app)
        case .rename(let title): say(.renames, me, link, .text(title))
        case .move(let folder): say(.moves, me, link, .text(folder), app)
        case .append, .delete, .create: .unsaid
        }
    }

    // MARK: Events of apps

    mutating func recordTelling(_ it: PostNotice, _ done: DoneRequest) {
        guard let person = done.person, let app = done.owner.app else { return }
        let page = Page(person: person, url: it.url)
        let event = try? it.event.resolved { subject throws(StepFailure) in
            switch subject {
            case .handle(let handle): return handle
            case .caller: return person
            case .identity: throw StepFailure("only the app can identify that person")
            }
        }
        if case .membership(let trigger, let other)? = event {
            // The system posts this event itself, and the app posts it too.
            release(person)
            let (isAdded, isOwn) = (trigger == .addedCollaborator, other == person)
            let verb = isOwn ? (isAdded ? "joined" : "left") : isAdded ? "was added to" : "was removed from"
            act(say(.tellsMembership, .app(app), .person(person), .person(other), .text(verb), .text(it.url)), done)
            return
        }
        let work = event.flatMap { DocumentWork(toldOf: $0) }
        if case .worked(_, let worked) = deed(of: person, at: it.url), let line = held[person]?.line,
            worked == event || worked == .change(.edit) && work?.isMention != false
        {
            held[person] = nil
            if let work, work.isMention { script.change(line, to: say(work, page, app)) }
            tells[app] = true
            return refuse(done)
        }
        withdrawAcceptance(of: it.url, by: person)
        act(work.map { say($0, page, app) } ?? .unsaid, done, burst: "work of \(person) at \(it.url)")
    }
}

extension DocumentWork {
    /// Creates the change for an event of an app; nil if the event does not contain enough to repeat it.
    init?(toldOf event: HighlightEvent) {
        if case .mention(let mentioned) = event {
            self = .mention(mentioned)
            return
        }
        let works: [Self] = [.append, .comment(Self.usualComment), .create, .delete, .move(to: Self.usualFolder)]
        guard let work = works.first(where: { $0.event == event }) else { return nil }
        self = work
    }

    fileprivate var isMention: Bool { if case .mention = self { true } else { false } }
}
