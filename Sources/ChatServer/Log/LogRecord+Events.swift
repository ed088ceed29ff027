package import ChatCore
package import ChatProtocol

extension LogRecord {
    /// The row of a fact: its text, and the keys by which it is found again.
    ///
    /// - Parameter body: its text, where it is written already.
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
    /// What stands in the log for a message that was taken back, and for the document that came with it: the note that
    /// this fact leaves, so that whoever was away is never told more.
    init?(_ record: EventRecord) {
        guard let (first, rest) = record.event.remainder else { return nil }
        self.init(first: record.body(of: first), rest: record.body(of: rest))
    }
}

extension EventRecord {
    fileprivate func body(of event: Event) -> [UInt8] { EventRecord(position: position, at: at, event: event).body }
}

extension Message {
    /// What it is found by: its text, the titles of what its links lead to, and the name of its document.
    package var searchText: String? {
        guard !isUnsent else { return nil }
        if links.isEmpty, attachment == nil { return text }
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
        try self.init(path: path, pagesMax: pagesMax, searchText: LogRecord.textOfBody)
    }
}

extension LogRecord {
    /// What the entry of a record is found by, as its body says it.
    package static func textOfBody(_ record: LogRecord) -> String? {
        (try? EventRecord(record))?.event.message?.searchText
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

extension StoredEntry {
    /// The message that stands there; nil where something else does.
    package var message: PlacedMessage? {
        guard record.entry?.kind == .message else { return nil }
        return (try? EventRecord(record))?.event.message.map {
            PlacedMessage($0, at: place, fact: record.position)
        }
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
            // What others append meanwhile stands behind the end that is known, and is learned as such.
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
        for head in state.soughtHeads {
            state.setHead(try newest(head), of: head.conversation, for: head.person)
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

    /// The newest message that a member sees of a conversation from which they deleted something.
    package func newest(_ head: SoughtHead) throws(LogError) -> PlacedMessage? {
        var before = head.before
        while true {
            let rows = try entries(conversation: head.conversation.rawValue, before: before, limit: 32)
            if let row = rows.last(where: { $0.record.entry?.kind == .message }) { return row.message }
            guard rows.count == 32, let oldest = rows.first else { return nil }
            before = oldest.place
        }
    }

    /// The facts after a position, in order, at most `limit`.
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
