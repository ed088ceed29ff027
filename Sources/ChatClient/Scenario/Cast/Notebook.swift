import ChatProtocol

/// What one person was told, in the order in which they were told it: fed from notifications and from the answers to
/// the person's own requests, and from nothing else.
struct Notebook: Sendable {
    /// One conversation.
    struct Thread: Sendable {
        let id: ConversationID
        /// Its name; nil where it has none, or where it is not known yet.
        var name: String?
        var people: [Person] = []
        var entries: [ThreadEntry] = []
        /// The notices in the banner, oldest first.
        var waiting: [Notice] = []
        /// Who types there, in the order in which they began.
        var typing: [Handle] = []
        /// The newest message of one's own that is known to have come to the other person.
        var delivered: MessageID?
        /// Whether the lines about the conversation itself were asked for.
        var hasSystemLines = false
    }

    /// In the order in which they were first met.
    private(set) var threads: [Thread] = []
    /// The questions that wait for an answer, oldest first.
    private(set) var consents: [ConsentRequest] = []
    /// The links that this person pinned.
    private(set) var pins: Set<String> = []
    /// The shelf as it was last asked for.
    var shelf: [Highlight] = []
    /// Whether the shelf changed since.
    var isShelfStale = true
    /// Where something happened last.
    private(set) var latest: ConversationID?

    /// The conversation of that id, if this person ever heard of it.
    func thread(_ id: ConversationID) -> Thread? {
        threads.first { $0.id == id }
    }

    // MARK: Notifications

    /// Notes what a notification says.
    ///
    /// - Throws: ``InvalidField`` if it is not what the contract says.
    mutating func take(_ notified: ScriptedClient.Notified) throws(InvalidField) {
        var params = try JSONFields(notified.params)
        switch notified.method {
        case "message.posted":
            var message = try params.fields("message")
            take(try Message(from: &message))
        case "conversation.changed":
            var conversation = try params.fields("conversation")
            take(try Conversation(from: &conversation))
        case "notice.posted":
            var notice = try params.fields("notice")
            take(try Notice(from: &notice))
        case "notice.cleared": clear((try params.optionalStrings("notices") ?? []).map { NoticeID($0) })
        case "consent.requested": take(try ConsentRequest(from: &params))
        case "settings.changed":
            var settings = try params.fields("settings")
            take(try Settings(from: &settings))
        case "highlights.changed": isShelfStale = true
        case "typing":
            let id: ConversationID = try params.id("conversation")
            let person = try params.handle("person")
            let isTyping = try params.bool("typing")
            change(id) { thread in
                thread.typing.removeAll { $0 == person }
                if isTyping { thread.typing.append(person) }
            }
        case "receipt":
            guard try params.string("status") == "delivered" else { break }
            let message: MessageID = try params.id("message")
            change(try params.id("conversation")) { $0.delivered = message }
        default: break
        }
    }

    // MARK: Facts

    mutating func take(_ message: Message) {
        put(.message(message), in: message.conversation)
    }

    mutating func take(_ notice: Notice) {
        put(.notice(notice), in: notice.conversation)
        change(notice.conversation) { thread in
            thread.waiting.removeAll { $0.id == notice.id }
            thread.waiting.append(notice)
        }
    }

    mutating func take(_ conversation: Conversation) {
        change(conversation.id) { thread in
            thread.name = conversation.name
            thread.people = conversation.people
        }
    }

    mutating func take(_ request: ConsentRequest) {
        if !consents.contains(where: { $0.id == request.id }) { consents.append(request) }
    }

    mutating func take(_ settings: Settings) {
        consents = settings.consents
        isShelfStale = true
    }

    mutating func take(pin url: String, isPinned: Bool) {
        if isPinned { pins.insert(url) } else { pins.remove(url) }
        isShelfStale = true
    }

    mutating func clear(_ notices: [NoticeID]) {
        for index in threads.indices { threads[index].waiting.removeAll { notices.contains($0.id) } }
    }

    /// Whether a message of one's own is known to have come to the other person: it, or a later one.
    func isDelivered(_ message: Message) -> Bool {
        guard let thread = thread(message.conversation), let delivered = thread.delivered else { return false }
        for case .message(let other) in thread.entries where other.id == delivered {
            return other.sequence >= message.sequence
        }
        return false
    }

    /// Forgets who types, as whoever leaves does.
    mutating func forgetTyping() {
        for index in threads.indices { threads[index].typing = [] }
    }

    /// Notes the lines that a page of history has about the conversation itself; they came before what was said.
    mutating func take(systemLines: [ThreadEntry], of id: ConversationID) {
        change(id) { thread in
            thread.hasSystemLines = true
            let known = Set(thread.entries.map(\.id))
            thread.entries.insert(contentsOf: systemLines.filter { !known.contains($0.id) }, at: 0)
        }
    }

    /// Puts an entry at the end, and a message that comes late where it was said; one that is there already changes in
    /// its place.
    private mutating func put(_ entry: ThreadEntry, in id: ConversationID) {
        latest = id
        change(id) { thread in
            if let index = thread.entries.lastIndex(where: { $0.id == entry.id }) {
                thread.entries[index] = entry
            } else if let index = thread.entries.firstIndex(where: { entry.isBefore($0) }) {
                thread.entries.insert(entry, at: index)
            } else {
                thread.entries.append(entry)
            }
        }
    }

    private mutating func change(_ id: ConversationID, _ body: (inout Thread) -> Void) {
        if let index = threads.firstIndex(where: { $0.id == id }) {
            body(&threads[index])
        } else {
            var thread = Thread(id: id)
            body(&thread)
            threads.append(thread)
            latest = latest ?? id
        }
    }
}

extension ThreadEntry {
    /// Whether both are messages, and this one was said before the other.
    fileprivate func isBefore(_ other: ThreadEntry) -> Bool {
        guard case .message(let mine) = self, case .message(let theirs) = other else { return false }
        return mine.sequence < theirs.sequence
    }
}
