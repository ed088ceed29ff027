import ChatProtocol

/// What is done in documents: several requests make one step, where an app tells of what was done.
extension Recording {
    // MARK: What somebody is in the middle of

    /// What somebody was in the middle of is over: the step stands as far as it got.
    mutating func release(_ person: Handle) {
        guard let was = held.removeValue(forKey: person), case .worked(let app, _) = was.deed else { return }
        // The app told of nothing: a story has to say so before.
        if let text = say(.postsNothing, .app(app)), !cast.posting.contains(app), cast.silent.insert(app).inserted {
            script.insert(.action, text, before: was.line)
        }
    }

    /// The line of a share that was accepted just now, on the way to something else; it is taken out, and what others
    /// saw of it comes behind what follows.
    mutating func withdrawAcceptance(of url: String, by person: Handle) {
        switch deed(of: person, at: url) {
        case .accepted, .looked:
            guard let line = held.removeValue(forKey: person)?.line, script.isLast(line) else { return }
            script.remove(line)
            postponed += seen
            seen = []
        default: release(person)
        }
    }

    /// The link of the document that a request is about, where steps can say it.
    func link(_ request: HeardRequest) -> String? {
        let (told, result) = (request.text("url"), request.result)
        let url =
            told ?? result?["document"]?.text("url") ?? result?["share"]?.text("url")
            ?? request.text("share").flatMap { share in documents.first { $0.value.share == share }?.key }
        return url.flatMap { StepText.fitsLine($0) ? $0 : nil }
    }

    // MARK: Documents

    mutating func recordDocument(_ request: HeardRequest) {
        guard let person = request.person, let url = link(request),
            let app = request.app ?? request.text("app") ?? documents[url]?.app
        else { return leaveOut(request, "in a document that was there before") }
        guard let name = cast.apps[app], StepText.fitsLine(name) else {
            return leaveOut(request, "in an app that is not known")
        }
        let page = "\(person) \(url)"
        if request.method == .documentOpen {
            if case .opened = deed(of: person, at: url) { return refuse(request) }
            withdrawAcceptance(of: url, by: person)
            guard let line = act(say(.opensInApp, .person(person), .text(url), .app(app)), request) else { return }
            held[person] = Held(.opened, url, line: line)
            if request.isDone { pages[page] = (line, nil) }
            return
        }
        withdrawAcceptance(of: url, by: person)
        if request.method == .documentCreate {
            let title = request.text("text") ?? "" == "" ? request.text("title") ?? "" : nil
            let line = act(say(.creates, .person(person), .text(title), .app(app), .text(url)), request)
            if line != nil, request.isDone, let title { documents[url] = RecordedDocument(app: app, title: title) }
            return
        }
        if request.method == .documentClose {
            // What somebody can read no longer closes by itself.
            guard request.isDone else { return }
            // To work on a document is to open it and to leave it again.
            if let page = pages.removeValue(forKey: page), let work = page.work,
                script.remove(page.line, puttingOutcomesBehind: work)
            {
                return
            }
            act(say(.closes, .person(person), .text(url), .app(app)), request)
            return
        }
        let (text, trigger) = work(request, .person(person), url, .app(app))
        let line = act(text, request, burst: "work of \(person) at \(url)", or: "which cannot be said in one line")
        guard let line else { return }
        if let page = pages[page], page.work == nil { pages["\(person) \(url)"]?.work = line }
        if request.isDone { held[person] = Held(.worked(app: app, trigger: trigger), url, line: line) }
    }

    /// The step that works on a document, and what its app tells of that.
    private mutating func work(
        _ request: HeardRequest, _ me: RecordedSlot, _ url: String, _ app: RecordedSlot
    ) -> (text: String?, trigger: String) {
        let link = RecordedSlot.text(url)
        switch request.method {
        case .documentEdit:
            let new = request.text("text") ?? ""
            // Who types into a page ends its last line, too: the words are the same.
            let typed = String(new.reversed().drop { $0.isNewline }.reversed())
            let before = documents[url]?.text ?? ""
            if request.isDone { documents[url]?.text = new }
            if request.refusal == "conflict" { return (say(.editsOutdated, me, link, app), "edit") }
            let isLineMore = new == (before.isEmpty ? "" : before + "\n") + DocumentWork.usualLine
            let isSaid = !isLineMore && !typed.isEmpty && !typed.contains("@")
            // More than one line cannot be said; that something was written can.
            let writes = isSaid ? say(.writes, me, .text(typed), link, app) : nil
            return (writes ?? say(.works, me, "edits", link, app), "edit")
        case .documentComment:
            let said = request.text("text") ?? ""
            let isUsual = said == DocumentWork.usualComment
            return (
                isUsual ? say(.works, me, "comments on", link, app) : say(.comments, me, .text(said), link, app),
                "comment"
            )
        case .documentRename: return (say(.renames, me, link, .text(request.text("title") ?? "")), "renamed")
        case .documentMove:
            let folder = request.text("folder") ?? ""
            let isUsual = folder == DocumentWork.usualFolder
            return (isUsual ? say(.works, me, "moves", link, app) : say(.moves, me, link, .text(folder), app), "moved")
        default: return (say(.works, me, "deletes", link, app), "deleted")
        }
    }

    mutating func recordOpening(_ request: HeardRequest) {
        guard let person = request.person, let url = request.text("url") else { return }
        switch deed(of: person, at: url) {
        case .opened:
            held[person] = nil
            // It was opened to stay so.
            pages["\(person) \(url)"] = nil
            return refuse(request)
        case .accepted: return refuse(request)
        case .tried:
            // A link that leads to no share is opened like any other: neither that, nor that it was refused, is said.
            if let line = held.removeValue(forKey: person)?.line { (line...line + 1).forEach { script.remove($0) } }
        case .worked, .looked, nil: release(person)
        }
        act(say(.opens, .person(person), .text(url)), request, or: "which cannot be said")
    }

    // MARK: What apps tell

    mutating func recordNotice(_ request: HeardRequest) {
        guard let person = request.person, let url = request.text("url"), StepText.fitsLine(url),
            let app = request.app, let name = cast.apps[app], StepText.fitsLine(name)
        else { return leaveOut(request, "of an app that is not known") }
        let (me, link, place) = (RecordedSlot.person(person), RecordedSlot.text(url), RecordedSlot.app(app))
        if request.method == .highlightCenterClearNotices {
            withdrawAcceptance(of: url, by: person)
            let line = act(say(.opensInApp, me, link, place), request)
            if request.isDone, let line { held[person] = Held(.opened, url, line: line) }
            return
        }
        let event = request.params["event"]
        let trigger = event?.text("trigger") ?? "mention"
        let other = (event?["mentioned"] ?? event?["person"])?.stringValue.flatMap { Handle($0) }
        if event?["type"] == "membership" {
            // What the system tells by itself, and the app tells as well.
            release(person)
            let (isAdded, isOwn) = (trigger == "addedCollaborator", (other ?? person) == person)
            let verb = isOwn ? (isAdded ? "joined" : "left") : isAdded ? "was added to" : "was removed from"
            act(say(.tellsMembership, place, me, .person(other ?? person), .word(verb), link), request)
            return
        }
        let mention = trigger == "mention" ? say(.mentions, me, .person(other), link, place) : nil
        if case .worked(_, let work) = deed(of: person, at: url), let line = held[person]?.line,
            work == trigger || work == "edit" && trigger == "mention"
        {
            held[person] = nil
            script.change(line, to: mention)
            cast.posting.insert(app)
            return refuse(request)
        }
        withdrawAcceptance(of: url, by: person)
        let verbs = [
            "edit": "edits", "comment": "comments on", "created": "creates", "deleted": "deletes", "moved": "moves",
        ]
        act(
            mention ?? say(.works, me, .word(verbs[trigger]), link, place), request,
            burst: "work of \(person) at \(url)", or: "of \(trigger), which no phrase says alone")
    }
}
