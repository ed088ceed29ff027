package import ChatCore
package import ChatProtocol

extension LogRecord {
    /// The row of a fact: its text, and the keys by which it is found again.
    ///
    /// - Parameter message: the JSON of the message that was posted, where it is written already.
    package init(_ record: EventRecord, message: [UInt8]? = nil) {
        self.init(
            position: record.position, at: record.at.milliseconds, isHot: record.event.isHot,
            body: record.body(message: message),
            entry: EntryKey(record),
            idempotencyKey: record.idempotency.map { IdempotencyKey(handle: $0.sender, clientID: $0.clientID) },
            searchText: record.event.searchText, erasure: Erasure(record))
    }
}

extension Erasure {
    /// What stands in the log for a message that was taken back, and for the document that came with it: the note that
    /// this fact leaves, so that whoever was away is never told more.
    fileprivate init?(_ record: EventRecord) {
        switch record.event {
        case .messageChanged(let message, .unsent, _):
            self.init(first: record.body(of: .messagePosted(message)), rest: record.body(of: record.event))
        case .attachmentErased, .draftErased:
            self.init(first: record.body(of: record.event), rest: record.body(of: record.event))
        default: return nil
        }
    }
}

extension EventRecord {
    fileprivate func body(of event: Event) -> [UInt8] { EventRecord(position: position, at: at, event: event).body }
}

extension Event {
    /// What its entry is found by from now on; nil for what no search finds.
    fileprivate var searchText: String? {
        switch self {
        case .messagePosted(let message), .messageChanged(let message, _, _): message.searchText
        default: nil
        }
    }
}

extension Message {
    /// What it is found by: its text, the titles of what its links lead to, and the name of its document.
    package var searchText: String? {
        guard !isUnsent else { return nil }
        let titles = links.compactMap(\.title) + (attachment.map { [$0.name] } ?? [])
        return titles.isEmpty ? text : ([text] + titles).joined(separator: "\n")
    }
}

extension SQLiteEventLog {
    /// Opens the log in a file, or makes it: the file with mode 0600, missing directories with 0700. The messages of a
    /// file of an older format are found by their texts as new ones are.
    /// - Throws: `LogOpenError`, whose description is for the person who started the server.
    public convenience init(path: String) throws(LogOpenError) {
        try self.init(path: path, pagesMax: nil)
    }

    /// As above, with a file that may not grow past a number of pages: a full disk for tests.
    convenience init(path: String, pagesMax: Int?) throws(LogOpenError) {
        // What cannot be read is told where it is needed; a search does without it.
        try self.init(path: path, pagesMax: pagesMax) { (try? EventRecord($0))?.event.searchText }
    }
}

extension EntryKey {
    /// Where a fact stands in a thread; nil if it stands in none.
    fileprivate init?(_ record: EventRecord) {
        switch record.event {
        case .messagePosted(let message):
            self.init(
                conversation: message.conversation.rawValue, id: message.id.rawValue, sequence: message.sequence,
                sender: message.sender.rawValue, kind: .message, thread: message.thread?.rawValue)
        case .messageChanged(let message, _, _):
            self.init(
                conversation: message.conversation.rawValue, id: message.id.rawValue, sequence: message.sequence,
                sender: message.sender.rawValue, kind: .message, replaces: true)
        case .participantAdded(let conversation, _, let actor, _), .conversationRenamed(let conversation, _, let actor),
            .conversationPhotoSet(let conversation, _, let actor):
            self.init(line: record.position, of: conversation, by: actor)
        case .participantRemoved(let removal):
            self.init(line: record.position, of: removal.conversation, by: removal.actor)
        case .attachmentStored(let id, let conversation, _):
            self.init(
                conversation: conversation.rawValue, id: id.rawValue, sequence: 0, sender: "", kind: .content)
        case .attachmentErased(let id, let conversation):
            self.init(
                conversation: conversation.rawValue, id: id.rawValue, sequence: 0, sender: "", kind: .content,
                replaces: true)
        case .draftKept(let start, let conversation, _):
            self.init(
                conversation: conversation.rawValue, id: start.rawValue, sequence: 0, sender: "", kind: .content)
        case .draftErased(let start, let conversation):
            self.init(
                conversation: conversation.rawValue, id: start.rawValue, sequence: 0, sender: "", kind: .content,
                replaces: true)
        case .noticePosted(let notice, _, _):
            self.init(
                conversation: notice.conversation.rawValue, id: notice.id.rawValue, sequence: 0,
                sender: notice.actor.rawValue, kind: .notice, replaces: notice.stoodBefore(at: record.position))
        case .documentSaved(let document, let change, _):
            self.init(
                conversation: document.id.rawValue, id: document.id.rawValue, sequence: 0,
                sender: change.person.rawValue, kind: .document, replaces: document.revision > 1)
        default: return nil
        }
    }

    /// The place of a system line.
    private init(line position: Int64, of conversation: ConversationID, by actor: Handle) {
        self.init(
            conversation: conversation.rawValue, id: "e\(position)", sequence: 0, sender: actor.rawValue, kind: .system)
    }
}

extension EventRecord {
    /// The fact of a row.
    ///
    /// - Throws: ``InvalidField`` if it is no fact that this version knows.
    package init(_ row: LogRecord) throws(InvalidField) {
        try self.init(position: row.position, at: Instant(milliseconds: row.at), body: row.body)
    }
}

extension EventLog {
    /// The state that this log is the truth of: the hot facts folded in order, and the head of every conversation.
    ///
    /// Cost: the hot facts, the conversations and the documents; not the messages, nor the edits (law 3).
    package func restoredState() throws(LogError) -> CoreState {
        var state = CoreState()
        while true {
            let page = try readHot(after: state.position, limit: 1_000)
            for row in page { state.fold(try readable(row)) }
            if page.count < 1_000 { break }
        }
        for head in try heads() {
            guard let message = try readable(head.lastMessage.record).event.message else { continue }
            state.restoreHead(
                of: message, at: head.lastMessage.place, fact: head.lastMessage.record.position,
                lastSequences: head.senders.compactMap { sender in
                    Handle(sender.sender).map { ($0, sender.sequence) }
                })
        }
        for id in state.documents.ids {
            guard let newest = try entry(id: id.rawValue)?.record,
                case .documentSaved(let document, _, _) = try readable(newest).event
            else { continue }
            state.documents.restoreContent(of: document)
        }
        if let last = try record(at: end) { state.restoreEnd(end, at: Instant(milliseconds: last.at)) }
        return state
    }

    private func readable(_ row: LogRecord) throws(LogError) -> EventRecord {
        do {
            return try EventRecord(row)
        } catch {
            throw .unavailable(reason: "the fact at position \(row.position) cannot be read: \(error.message)")
        }
    }
}

extension Notice {
    /// Whether it stood in its thread before that fact, and reads otherwise now: it has grown, or its question is
    /// about less, or settled. A notice bears the position of the fact that first posted it.
    fileprivate func stoodBefore(at position: Int64) -> Bool { id.rawValue != "n\(position)" }
}
