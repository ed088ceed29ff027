import ChatProtocol

/// What somebody does with a document, as steps say it.
enum DocumentWork {
    /// A line more; one that mentions somebody, if it does.
    case append(Handle?)
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

    /// What the app tells of it.
    var event: ChatProtocol.HighlightEvent {
        switch self {
        case .append(let mentioned?): .mention(mentioned)
        case .append(nil), .write, .writeOutdated: .change(.edit)
        case .comment: .change(.comment)
        case .rename(let title): .persistence(.renamed(to: title))
        case .move: .persistence(.moved)
        case .delete: .persistence(.deleted)
        case .create: .persistence(.created)
        }
    }
}

extension Troupe {
    /// Lets a person work on a document in an app, which then tells of it. To do something there is to have opened it,
    /// so that a share which is pending is accepted first. What the document service refuses is not told.
    func work(
        _ work: DocumentWork, by name: String, at url: String, in appName: String, opensFirst: Bool = true
    ) throws(StepFailure) {
        let person = try self.person(name)
        let app = try self.app(appName)
        if opensFirst { guard try join(url, person) else { return } }
        if documentApps[url] == appName {
            guard try change(work, url, in: app, as: person) else { return }
        }
        try post(work.event, by: person, at: url, in: app)
    }

    /// Lets an app tell something of a document, for the person as whom it runs.
    func post(
        _ event: ChatProtocol.HighlightEvent, by person: CastPerson, at url: String, in app: Int
    ) throws(StepFailure) {
        guard apps[app].postsNotices else { return }
        _ = try ask(app, as: person, "highlightCenter.postNotice") {
            $0.member("url", url)
            $0.member("event", event)
        }
    }

    /// Does it.
    ///
    /// - Returns: whether it was done; if not, the next step says so.
    private func change(
        _ work: DocumentWork, _ url: String, in app: Int, as person: CastPerson
    ) throws(StepFailure) -> Bool {
        func ask(_ method: String, _ params: (inout JSONWriter) -> Void = { _ in }) throws(StepFailure) -> JSONValue? {
            try self.ask(app, as: person, method) {
                $0.member("url", url)
                params(&$0)
            }
        }
        func edit(_ text: (String) -> String, behind: Int64 = 0) throws(StepFailure) -> Bool {
            guard let document = try ask("document.get")?["document"] else { return false }
            let new = text(document["text"]?.stringValue ?? "")
            let revision = max(0, (document["revision"]?.integerValue ?? 0) - behind)
            let answer = try ask("document.edit") {
                $0.member("text", new)
                $0.member("revision", revision)
            }
            return answer != nil
        }
        switch work {
        case .append(let mentioned):
            let line = mentioned.map { "What do you think, @\($0)?" } ?? "One more line."
            return try edit({ $0.isEmpty ? line : "\($0)\n\(line)" })
        case .write(let text): return try edit({ _ in text })
        case .writeOutdated: return try edit({ _ in "What I made of what I knew." }, behind: 1)
        case .comment(let text): return try ask("document.comment") { $0.member("text", text) } != nil
        case .rename(let title): return try ask("document.rename") { $0.member("title", title) } != nil
        case .move(let folder): return try ask("document.move") { $0.member("folder", folder) } != nil
        case .delete: return try ask("document.delete") != nil
        case .create: return try ask("document.get") != nil
        }
    }

    /// Accepts a share that waits for this person.
    ///
    /// - Returns: whether nothing stands in the way; if not, the next step says so.
    private func join(_ url: String, _ person: CastPerson) throws(StepFailure) -> Bool {
        guard try isPending(url, for: person) else { return true }
        return try ask(person, "share.accept", { $0.member("url", url) }) != nil
    }

    /// Whether this person was invited to a document and has not opened it yet.
    private func isPending(_ url: String, for person: CastPerson) throws(StepFailure) -> Bool {
        let client = try session(of: person)
        do throws(ClientFailure) {
            let share = try client.request("share.get") { $0.member("url", url) }["share"]
            let mine = share?["participants"]?.arrayValue?.first {
                $0["handle"]?.stringValue == person.handle.rawValue
            }
            return mine?["acceptance"]?.stringValue == Share.Acceptance.pending.rawValue
        } catch {
            // Who is not on the share is refused by what they try to do, in its words.
            if case .refused = error { return false }
            throw StepFailure("share.get of \(person.name) was not answered", actual: error.description)
        }
    }
}
