package import ChatCore
package import ChatProtocol

extension LogRecord {
    /// Creates the record of an event, with its body and its index keys.
    ///
    /// - Parameter body: The encoded event, if it is already encoded.
    package init(_ record: EventRecord, body: [UInt8]? = nil) {
        self.init(
            position: record.position, at: record.at.milliseconds, isHot: record.event.isHot,
            body: body ?? record.body,
            entry: record.event.entryKey(at: record.position),
            idempotencyKey: record.idempotency.map { IdempotencyKey(handle: $0.sender, clientID: $0.clientID) },
            searchText: record.event.message?.searchText, erasure: Erasure(record))
    }
}

extension Erasure {
    /// Creates the bodies that replace an unsent message, an erased attachment or an erased draft.
    ///
    /// They contain only the note that this event leaves, so that clients that were offline never receive the erased
    /// text. Returns nil if the event erases nothing.
    init?(_ record: EventRecord) {
        guard let (first, rest) = record.event.remainder else { return nil }
        self.init(first: record.body(of: first), rest: record.body(of: rest))
    }
}

extension EventRecord {
    fileprivate func body(of event: Event) -> [UInt8] { EventRecord(position: position, at: at, event: event).body }
}

extension Message {
    /// The searchable text of the message: its text, the titles of its links, and the name of its document; nil if
    /// unsent.
    package var searchText: String? {
        guard !isUnsent else { return nil }
        if links.isEmpty, attachment == nil { return text }
        let titles = links.compactMap(\.title) + (attachment.map { [$0.name] } ?? [])
        return titles.isEmpty ? text : ([text] + titles).joined(separator: "\n")
    }
}

extension SQLiteEventLog {
    /// Opens the log in a file, or creates it: the file with mode 0600, missing folders with mode 0700.
    ///
    /// Makes the messages of a file of an older format searchable like new ones.
    /// - Throws: `LogOpenError`, whose description is for the person who started the server.
    public convenience init(path: String) throws(LogOpenError) {
        try self.init(path: path, pagesMax: nil)
    }

    /// Opens the log in a file that may not exceed a number of pages, to simulate a full disk in tests.
    convenience init(path: String, pagesMax: Int?) throws(LogOpenError) {
        // An unreadable body yields no text. The read that needs the body reports it, and a search omits it.
        try self.init(path: path, pagesMax: pagesMax, searchText: LogRecord.textOfBody)
    }
}

extension LogRecord {
    /// Returns the searchable text of a record's entry, derived from its body; nil if there is none or it is
    /// unreadable.
    package static func textOfBody(_ record: LogRecord) -> String? {
        (try? EventRecord(record))?.event.message?.searchText
    }
}

extension EventRecord {
    /// Decodes the event of a record.
    ///
    /// - Throws: ``InvalidField`` if this version does not know the event.
    package init(_ row: LogRecord) throws(InvalidField) {
        try self.init(position: row.position, at: Instant(milliseconds: row.at), body: row.body)
    }
}

extension StoredEntry {
    /// The message of the entry; nil if the entry is not a message.
    package var message: PlacedMessage? {
        guard record.entry?.kind == .message else { return nil }
        return (try? EventRecord(record))?.event.message.map {
            PlacedMessage($0, at: place, fact: record.position)
        }
    }
}

extension EventLog {
    /// Returns the core's state, restored from the log: the hot events folded in order, and the head of each
    /// conversation.
    ///
    /// The cost grows with the hot events, the conversations and the documents. It does not grow with the messages or
    /// their edits, because old messages stay on the disk.
    package func restoredState() throws(LogError) -> CoreState {
        var state = CoreState()
        while true {
            let page = try readHot(after: state.position, limit: 1_000)
            // Records that other servers append during the read are after the known end, and are applied as remote
            // changes.
            for row in page where row.position <= end { state.fold(try readable(row)) }
            if page.count < 1_000 || state.position < page.last?.position ?? 0 { break }
        }
        for head in try heads() {
            guard let message = try readable(head.lastMessage.record).event.message else { continue }
            state.restoreHead(
                of: message, at: head.lastMessage.place, fact: head.lastMessage.record.position,
                lastSequences: head.senders.compactMap { sender in
                    Handle(sender.sender).map { ($0, sender.sequence) }
                })
        }
        for head in state.conversations.pendingNewestQueries {
            state.conversations.setHead(try newest(head), of: head.conversation, for: head.person)
        }
        for id in state.documents.ids {
            guard let newest = try entry(id: id.rawValue)?.record,
                case .documentSaved(let saved) = try readable(newest).event
            else { continue }
            state.documents.restoreContent(of: saved.document)
        }
        if let last = try record(at: end) { state.restoreEnd(end, at: Instant(milliseconds: last.at)) }
        return state
    }

    /// Returns the newest message that a member still sees in a conversation where they deleted messages.
    package func newest(_ head: NewestMessageQuery) throws(LogError) -> PlacedMessage? {
        var before = head.before
        while true {
            let rows = try entries(conversation: head.conversation.rawValue, before: before, limit: 32)
            if let row = rows.last(where: { $0.record.entry?.kind == .message }) { return row.message }
            guard rows.count == 32, let oldest = rows.first else { return nil }
            before = oldest.place
        }
    }

    /// Returns the events after a position, in order, at most `limit`.
    package func facts(after position: Int64, limit: Int) throws(LogError) -> [EventRecord] {
        var facts: [EventRecord] = []
        for row in try read(after: position, limit: limit) { facts.append(try readable(row)) }
        return facts
    }

    private func readable(_ row: LogRecord) throws(LogError) -> EventRecord {
        do {
            return try EventRecord(row)
        } catch {
            throw .unavailable(reason: "the event at position \(row.position) cannot be read: \(error.description)")
        }
    }
}
