import ChatProtocol

/// What others saw of what was done, as it is told.
extension Recording {
    /// Something that somebody saw.
    enum Observation: Hashable {
        /// A message that was said.
        case message(String)
        /// A message that reads otherwise now.
        case text(message: String)
        /// A message that was taken back.
        case unsent(message: String, text: String)
        /// A tapback that alerted somebody.
        case reaction(message: String, by: Handle, spoken: String, alerted: Handle)
        /// Who is in a group now.
        case members(conversation: String)
        /// A notice, by its id.
        case notice(String)
        /// A question to the owner of a document.
        case prompt(Handle, notice: String)
        /// A question of consent.
        case consent(Handle, id: String, app: String)
        /// A link on somebody's shelf, and who shared it where that was one alone.
        case shelf(Handle, url: String, from: Handle?)
        /// Somebody is on a share no longer.
        case noAccess(Handle, url: String)
        /// How far somebody's collaboration got.
        case start(Handle, CollaborationStart.State)
        /// How far somebody's change of a share got, which its app is asked for.
        case change(Handle, CollaborationStart.State)
        /// Somebody types.
        case typing(conversation: String, person: Handle)
        /// A message of a conversation of two was read.
        case read(message: String)
    }

    /// Notes that others saw something.
    mutating func see(_ observation: Observation) {
        if !isUnsaid, !seen.contains(observation) { seen.append(observation) }
    }

    mutating func observe(_ method: String, _ params: JSONValue) {
        if hasPassed {
            // Time alone brought it.
            flush()
            flushTime()
        }
        switch NotificationName(rawValue: method) {
        case .messagePosted: recordPosted(params)
        case .messageChanged: recordChanged(params)
        case .conversationChanged: if let conversation = params["conversation"] { learn(conversation: conversation) }
        case .noticePosted: recordNotice(params["notice"] ?? .null, params.handle("person"))
        case .receipt:
            guard options.hasEverything, params["status"] == "read", let id = params.text("message") else { return }
            see(.read(message: id))
        default: if let person = params.handle("person") { observe(method, params, of: person) }
        }
    }

    /// What is one person's own.
    private mutating func observe(_ method: String, _ params: JSONValue, of person: Handle) {
        switch NotificationName(rawValue: method) {
        case .consentRequested:
            guard let id = params.text("consent"), let app = params.text("app") else { return }
            wait(id, for: person)
            see(.consent(person, id: id, app: app))
        case .settingsChanged:
            consents[person] = (params["settings"]?.list("consents") ?? []).compactMap { $0.text("consent") }
        case .highlightsChanged:
            for highlight in params.list("removed") {
                let url = highlight.text("url")
                seen.removeAll { if case .shelf(person, url, _) = $0 { true } else { false } }
            }
            for highlight in params.list("updated") { recordShelf(highlight, of: person, isNew: false) }
            for highlight in params.list("added") { recordShelf(highlight, of: person, isNew: true) }
        case .shareChanged:
            guard let share = params["share"] else { return }
            learn(share: share)
            if params["gone"] == "removed", let url = share.text("url") { see(.noAccess(person, url: url)) }
        case .collaborationChanged:
            guard let start = params["start"], !unsaidStarts.contains(start.text("id") ?? ""),
                let state = start.text("state").flatMap(CollaborationStart.State.init(rawValue:))
            else { return }
            let isChange = start["share"] != nil && state != .sent
            seen.removeAll { observation in
                switch observation {
                case .change(person, _): isChange
                case .start(person, _): !isChange
                default: false
                }
            }
            see(isChange ? .change(person, state) : .start(person, state))
        case .typing:
            guard options.hasEverything, let id = params.text("conversation") else { return }
            seen.removeAll { $0 == .typing(conversation: id, person: person) }
            if params["typing"] == true { see(.typing(conversation: id, person: person)) }
        default: return
        }
    }

    private mutating func recordPosted(_ params: JSONValue) {
        guard let message = params["message"], let id = message.text("id") else { return }
        cast.learn(message: message)
        recordSent(message)
        let mentioned = message.list("mentions").compactMap { $0.handle("handle") }
        alerted[id] = alone.contains(id) ? [] : params.handles("alerted").filter(mentioned.contains)
        see(.message(id))
    }

    private mutating func recordChanged(_ params: JSONValue) {
        guard let message = params["message"], let id = message.text("id") else { return }
        cast.learn(message: message)
        guard let change = params["change"], change["kind"] == "reacted", change["removed"] != true,
            let by = change.handle("by"), let spoken = change.text("reaction").flatMap({ Reaction($0)?.spoken }),
            let reader = params.handles("alerted").first
        else { return }
        see(.reaction(message: id, by: by, spoken: spoken, alerted: reader))
    }

    private mutating func recordShelf(_ highlight: JSONValue, of person: Handle, isNew: Bool) {
        learn(highlight: highlight)
        guard let url = highlight.text("url") else { return }
        let sharers = Set(highlight.list("attribution").compactMap { $0.text("handle") })
        let from = sharers.count == 1 ? sharers.first.flatMap { Handle($0) } : nil
        if let known = seen.firstIndex(where: { if case .shelf(person, url, _) = $0 { true } else { false } }) {
            seen[known] = .shelf(person, url: url, from: from)
        } else if isNew {
            see(.shelf(person, url: url, from: from))
        }
    }

    private mutating func recordNotice(_ notice: JSONValue, _ person: Handle?) {
        guard let id = notice.text("id"), let conversation = notice.text("conversation") else { return }
        notices[id] = notice
        let isPrompt = !notice.list("actions").isEmpty
        if let person, isPrompt { return see(.prompt(person, notice: id)) }
        if noticeReaders[id] == nil {
            let others = (cast.members[conversation] ?? []).filter { isPrompt || $0 != notice.handle("actor") }
            questions.append((id, Array(others.prefix(8))))
        }
        see(.notice(id))
    }
}
