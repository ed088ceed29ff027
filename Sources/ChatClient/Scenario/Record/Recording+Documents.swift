import ChatProtocol

/// What is done in documents: several requests make one step, where an app tells of what was done.
extension Recording {
    // MARK: What somebody is in the middle of

    /// What somebody was in the middle of is over: the step stands as far as it got.
    mutating func release(_ person: Handle) {
        guard let held = held.removeValue(forKey: person) else { return }
        switch held {
        case .accepted, .opened, .tried, .looked: return
        case .worked(let line, _, let app, _):
            // The app told of nothing: a story has to say so before.
            if let name = appName(app), !cast.posting.contains(app), cast.silent.insert(app).inserted {
                script.insert(.action, "the app \(name) posts nothing", before: line)
            }
        }
    }

    /// The line of a share that was accepted just now, on the way to something else; it is taken out, and what others
    /// saw of it comes behind what follows.
    mutating func takeAcceptance(of url: String, by person: Handle) {
        switch held[person] {
        case .accepted(let line, let known)? where known == url, .looked(let line, let known)? where known == url:
            held[person] = nil
            guard script.isLast(line) else { return }
            script.remove(line)
            postponed += seen
            seen = []
        default: release(person)
        }
    }

    /// The link of the document that a request is about, and in quotes.
    func link(_ request: HeardRequest) -> (url: String, words: String)? {
        var url = request.text("url")
        if url == nil { url = request.result?["document"]?["url"]?.stringValue }
        if url == nil { url = request.result?["share"]?["url"]?.stringValue }
        if url == nil, let share = request.text("share") { url = documents.first { $0.value.share == share }?.key }
        guard let url, let words = RecordedWords.quoted(url) else { return nil }
        return (url, words)
    }

    // MARK: Documents

    mutating func takeDocument(_ request: HeardRequest) {
        guard let person = request.person, let (url, words) = link(request),
            let app = request.app?.rawValue ?? request.text("app") ?? documents[url]?.app
        else { return leaveOut(request, "in a document that was there before") }
        guard let name = appName(app) else { return leaveOut(request, "in an app that is not known") }
        let me = cast.name(person)
        if request.method == .documentOpen {
            if case .opened(_, let known) = held[person], known == url {
                refuse(request)
                return
            }
            takeAcceptance(of: url, by: person)
            let line = act("\(me) opens \(words) in \(name)", request)
            held[person] = .opened(line: line, url: url)
            if request.refusal == nil { pages["\(person) \(url)"] = (line, nil) }
            return
        }
        takeAcceptance(of: url, by: person)
        var text: String?
        var trigger = ""
        switch request.method {
        case .documentCreate:
            let title = RecordedWords.quoted(request.text("title") ?? "")
            guard let title, request.text("text") ?? "" == "" else { return leaveOut(request, "which no phrase says") }
            act("\(me) creates \(title) in \(name) at \(words)", request)
            if request.refusal == nil {
                documents[url] = RecordedDocument(app: app, title: request.text("title") ?? "")
            }
            return
        case .documentClose:
            // What somebody can read no longer closes by itself.
            guard request.refusal == nil else { return }
            // To work on a document is to open it and to leave it again.
            if let page = pages.removeValue(forKey: "\(person) \(url)"), let work = page.work,
                script.remove(page.line, puttingOutcomesBehind: work)
            {
                return
            }
            act("\(me) closes \(words) in \(name)", request)
            return
        case .documentEdit:
            trigger = "edit"
            let new = request.text("text") ?? ""
            // Who types into a page ends its last line, too: the words are the same.
            let typed = String(new.reversed().drop { $0.isNewline }.reversed())
            let before = documents[url]?.text ?? ""
            if request.refusal == "conflict" {
                text = "\(me) edits an outdated \(words) in \(name)"
            } else if new == (before.isEmpty ? "" : before + "\n") + "One more line." {
                text = "\(me) edits \(words) in \(name)"
            } else if !typed.isEmpty, !typed.contains("@"), let said = RecordedWords.quoted(typed) {
                text = "\(me) writes \(said) in \(words) in \(name)"
            } else {
                // More than one line cannot be said; that something was written can.
                text = "\(me) edits \(words) in \(name)"
            }
            if request.refusal == nil { documents[url]?.text = new }
        case .documentComment:
            trigger = "comment"
            let said = request.text("text") ?? ""
            text = RecordedWords.quoted(said).map { "\(me) comments \($0) on \(words) in \(name)" }
            if said == "What about this?" { text = "\(me) comments on \(words) in \(name)" }
        case .documentRename:
            trigger = "renamed"
            text = RecordedWords.quoted(request.text("title") ?? "").map { "\(me) renames \(words) to \($0)" }
        case .documentMove:
            trigger = "moved"
            let folder = request.text("folder") ?? ""
            text = RecordedWords.quoted(folder).map { "\(me) moves \(words) to the folder \($0) in \(name)" }
            if folder == "Archive" { text = "\(me) moves \(words) in \(name)" }
        default:
            trigger = "deleted"
            text = "\(me) deletes \(words) in \(name)"
        }
        guard let text else { return leaveOut(request, "which cannot be said in one line") }
        let line = act(text, request, burst: "work of \(person) at \(url)")
        if let page = pages["\(person) \(url)"], page.work == nil { pages["\(person) \(url)"]?.work = line }
        if request.refusal == nil { held[person] = .worked(line: line, url: url, app: app, trigger: trigger) }
    }

    mutating func takeOpening(_ request: HeardRequest) {
        guard let person = request.person, let url = request.text("url") else { return }
        switch held[person] {
        case .opened(_, let known)? where known == url:
            held[person] = nil
            // It was opened to stay so.
            pages["\(person) \(url)"] = nil
            return refuse(request)
        case .accepted(_, let known)? where known == url: return refuse(request)
        case .tried(let lines, let known)? where known == url:
            // A link that leads to no share is opened like any other.
            for line in lines { script.remove(line) }
            held[person] = nil
        default: release(person)
        }
        guard let words = RecordedWords.quoted(url) else { return leaveOut(request, "which cannot be said") }
        act("\(cast.name(person)) opens \(words)", request)
    }

    // MARK: What apps tell

    mutating func takeNotice(_ request: HeardRequest) {
        guard let person = request.person, let url = request.text("url"), let words = RecordedWords.quoted(url),
            let app = request.app?.rawValue, let name = appName(app)
        else { return leaveOut(request, "of an app that is not known") }
        let me = cast.name(person)
        if request.method == .highlightCenterClearNotices {
            takeAcceptance(of: url, by: person)
            let line = act("\(me) opens \(words) in \(name)", request)
            if request.refusal == nil { held[person] = .opened(line: line, url: url) }
            return
        }
        let event = request.params["event"]
        let trigger = event?["trigger"]?.stringValue ?? "mention"
        let other = (event?["mentioned"] ?? event?["person"])?.stringValue.flatMap { Handle($0) }
        if event?["type"] == "membership" { return takeMembership(request, of: other ?? person, trigger, words, name) }
        switch held[person] {
        case .worked(let line, let known, _, let work)
        where known == url && (work == trigger || work == "edit" && trigger == "mention"):
            held[person] = nil
            if let other, trigger == "mention" {
                script.change(line, to: "\(me) mentions \(cast.name(other)) in \(words) in \(name)")
            }
            cast.posting.insert(app)
            return refuse(request)
        default: takeAcceptance(of: url, by: person)
        }
        var text: String?
        switch trigger {
        case "edit": text = "\(me) edits \(words) in \(name)"
        case "comment": text = "\(me) comments on \(words) in \(name)"
        case "mention": text = other.map { "\(me) mentions \(cast.name($0)) in \(words) in \(name)" }
        case "created": text = "\(me) creates \(words) in \(name)"
        case "deleted": text = "\(me) deletes \(words) in \(name)"
        case "moved": text = "\(me) moves \(words) in \(name)"
        default: break
        }
        guard let text else { return leaveOut(request, "of \(trigger), which no phrase says alone") }
        act(text, request, burst: "work of \(person) at \(url)")
    }

    /// What the system tells by itself, and the app tells as well.
    private mutating func takeMembership(
        _ request: HeardRequest, of other: Handle, _ trigger: String, _ words: String, _ app: String
    ) {
        guard let person = request.person else { return }
        release(person)
        let isAdded = trigger == "addedCollaborator"
        let own = isAdded ? "joined" : "left"
        let verb = other == person ? own : isAdded ? "was added to" : "was removed from"
        act("the app \(app) tells for \(cast.name(person)) that \(cast.name(other)) \(verb) \(words)", request)
    }
}
