import ChatProtocol

/// What one person was told, in the order in which they were told it: fed from notifications and from the answers to
/// the person's own requests, and from nothing else.
struct Notebook: Sendable {
    /// One conversation.
    struct Thread: Sendable {
        let id: ConversationID
        /// Its name; nil where it has none, or where it is not known yet.
        var name: String?
        var people: [ChatProtocol.Person] = []
        fileprivate(set) var entries: [ThreadEntry] = []
        /// The ids of the entries, so that what is new is known at once.
        fileprivate var known: Set<String> = []
        /// The group's photo, if it has one.
        var photo: String?
        /// The notices in the banner, oldest first.
        var waiting: [Notice] = []
        /// Who types there, in the order in which they began.
        var typing: [Handle] = []
        /// Up to which message what one said is known to have come to the other person.
        var deliveredThrough: Int64 = 0
        /// What messages that were unsent said before, so that a story can still speak of them.
        var unsentTexts: [MessageID: String] = [:]
        /// What this person was alerted to, as it read then, oldest first.
        var alerts: [Alert] = []
        /// Up to which message the other one was said to have read.
        var readThrough: Int64 = 0

        /// The messages, oldest first.
        var messages: [Message] {
            entries.compactMap { if case .message(let message) = $0 { message } else { nil } }
        }
    }

    /// One thing that made somebody's device ring.
    enum Alert: Hashable, Sendable {
        /// A message or the sentence of a notice.
        case text(String)
        /// A tapback to a message that read so.
        case reaction(by: Handle, Reaction, to: String)
    }

    /// The conversations at the top of the list, in this person's own order.
    private(set) var pinnedConversations: [ConversationID] = []
    /// In the order in which they were first met.
    private(set) var threads: [Thread] = []
    /// The questions that wait for an answer, oldest first.
    private(set) var consents: [ConsentRequest] = []
    /// The switches, as they were last told; nil where nothing was.
    private(set) var settings: Settings?
    /// The links that this person pinned.
    private(set) var pins: Set<String> = []
    /// The shelf as it was last asked for.
    var shelf: [PersonHighlight] = []
    /// The highlights that the person removed, by their links.
    var removed: [String: String] = [:]
    /// Whether the shelf changed since.
    var isShelfStale = true
    /// The shares as they were last asked for.
    var shares: [TakenShare] = []
    /// Those that are this person's no longer, by their links.
    var lost: [String: LostCollaboration] = [:]
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
            var fields = try params.fields("message")
            let message = try Message(from: &fields)
            take(message)
            if try params.optionalBool("alert") == true { note(.text(message.shownText), in: message.conversation) }
        case "message.changed":
            var fields = try params.fields("message")
            var change = try params.fields("change")
            let message = try Message(from: &fields)
            take(message)
            let alert = Alert(try MessageChange(from: &change), of: message)
            if try params.optionalBool("alert") == true { note(alert, in: message.conversation) }
        case "receipt":
            let receipt = try MessageReceipt(from: &params)
            change(try params.id("conversation")) { thread in
                thread.deliveredThrough = max(thread.deliveredThrough, receipt.sequence)
                if receipt.status == .read { thread.readThrough = max(thread.readThrough, receipt.sequence) }
            }
        case "conversation.changed":
            var conversation = try params.fields("conversation")
            var line: ThreadEntry?
            if var fields = try params.optionalFields("line") { line = try ThreadEntry(from: &fields) }
            take(try Conversation(from: &conversation), line: line)
        case "notice.posted":
            var fields = try params.fields("notice")
            let notice = try Notice(from: &fields)
            take(notice)
            if try params.optionalBool("alert") == true { note(.text(notice.text), in: notice.conversation) }
        case "notice.cleared": clear((try params.optionalStrings("notices") ?? []).map { NoticeID($0) })
        case "consent.requested": take(try ConsentRequest(from: &params))
        case "settings.changed":
            var settings = try params.fields("settings")
            take(try Settings(from: &settings))
        case "highlights.changed": isShelfStale = true
        case "share.changed": try takeShareChange(&params)
        case "typing":
            let id: ConversationID = try params.id("conversation")
            let person = try params.handle("person")
            let isTyping = try params.bool("typing")
            change(id) { thread in
                thread.typing.removeAll { $0 == person }
                if isTyping { thread.typing.append(person) }
            }
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
            // A question that is settled stands in the thread alone.
            if !notice.isSettled { thread.waiting.append(notice) }
        }
    }

    /// Notes how a conversation is now, and the line that stands in its thread for what happened to it.
    mutating func take(_ conversation: Conversation, line: ThreadEntry? = nil) {
        change(conversation.id) { thread in
            thread.name = conversation.name
            thread.people = conversation.people
            thread.photo = conversation.photo
        }
        if let line { put(line, in: conversation.id) }
    }

    mutating func take(_ request: ConsentRequest) {
        if !consents.contains(where: { $0.id == request.id }) { consents.append(request) }
    }

    mutating func take(_ settings: Settings) {
        self.settings = settings
        consents = settings.consents
        pinnedConversations = settings.pinnedConversations
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
        message.sequence <= thread(message.conversation)?.deliveredThrough ?? 0
    }

    /// Forgets who types, as whoever leaves does.
    mutating func forgetTyping() {
        for index in threads.indices { threads[index].typing = [] }
    }

    private mutating func note(_ alert: Alert, in id: ConversationID) {
        change(id) { $0.alerts.append(alert) }
    }

    /// Puts an entry at the end, and a message that comes late where it was said; one that is there already changes in
    /// its place.
    private mutating func put(_ entry: ThreadEntry, in id: ConversationID) {
        latest = id
        change(id) { thread in
            if thread.known.insert(entry.id).inserted {
                thread.entries.insert(entry, at: thread.place(for: entry))
            } else if let index = thread.entries.lastIndex(where: { $0.id == entry.id }) {
                if case .message(let old) = thread.entries[index], case .message(let new) = entry, new.isUnsent,
                    !old.isUnsent
                {
                    thread.unsentTexts[old.id] = old.shownText
                }
                thread.entries[index] = entry
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

extension Notebook.Thread {
    /// Where an entry that is new stands: at the end, or before the messages that were said after it.
    fileprivate func place(for entry: ThreadEntry) -> Int {
        var place = entries.endIndex
        for index in entries.indices.reversed() {
            if entry.isBefore(entries[index]) {
                place = index
            } else if entries[index].isBefore(entry) {
                break
            }
        }
        return place
    }
}

extension ThreadEntry {
    /// Whether both are messages, and this one was said before the other.
    fileprivate func isBefore(_ other: ThreadEntry) -> Bool {
        guard case .message(let mine) = self, case .message(let theirs) = other else { return false }
        return mine.sequence < theirs.sequence
    }
}

extension Notebook.Alert {
    /// What somebody who is alerted to a change is alerted to.
    fileprivate init(_ change: MessageChange, of message: Message) {
        switch change {
        case .edited, .unsent: self = .text(message.shownText)
        case .reacted(let person, let reaction, _): self = .reaction(by: person, reaction, to: message.shownText)
        }
    }
}

extension Message {
    /// What a story calls it by: its text, and where it has none the name of its document.
    var shownText: String {
        text.isEmpty ? attachment?.name ?? "" : text
    }
}
