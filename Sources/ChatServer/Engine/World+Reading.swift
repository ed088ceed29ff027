import ChatCore
import ChatLog
import ChatProtocol

/// Reads of the log for requests: threads, messages and attachments.
extension World {
    /// Returns a page of a thread as a reader sees it: the newest entries before an entry, the oldest first.
    ///
    /// - Throws: `not_found` if the reader cannot see the thread or the entry.
    func history(
        _ request: ConversationHistory, for principal: Principal, on system: DeviceSystem = .current
    ) throws(RPCError) -> Answer {
        let reader = try reader(of: request.conversation, principal)
        return try reading { try page(request, for: reader, on: system, principal) }
    }

    /// Returns the reader of a thread; nil for an observer, who reads every thread.
    ///
    /// - Throws: `not_found` if the reader cannot see the thread.
    func reader(of conversation: ConversationID, _ principal: Principal) throws(RPCError) -> Handle? {
        switch principal {
        case .person(let me):
            _ = try core.conversation(conversation, for: me)
            return me
        case .observer:
            guard core.state.hasConversation(conversation) else {
                throw RPCError(.notFound, "conversation: there is no such conversation.", .field("conversation"))
            }
            return nil
        case .app: throw RPCError(.forbidden, "An app cannot read threads.")
        }
    }

    /// Runs a read of the log. A failure of the log becomes `unavailable`.
    func reading<Result>(_ read: () throws -> Result) throws(RPCError) -> Result {
        do {
            return try read()
        } catch let error as RPCError {
            throw error
        } catch let error as LogError {
            throw RPCError(error)
        } catch {
            throw RPCError(LogError.unavailable(reason: "its stored record cannot be read"))
        }
    }

    private func page(
        _ request: ConversationHistory, for me: Handle?, on system: DeviceSystem, _ principal: Principal
    ) throws -> Answer {
        // A reader does not see what came before they joined (`grp-add`).
        let after = me.map { core.state.joined($0, request.conversation) - 1 } ?? 0
        var before = try request.before.map { try place(of: $0, in: request.conversation, after: after, for: me) }
        let deleted = me.flatMap { core.state.deleted(by: $0, in: request.conversation) }
        let clearedThrough = deleted?.clearedThrough ?? 0
        let limit = try limits.pageSize(request.limit)
        // The newest entry comes first. Entries that the reader cannot see are skipped.
        var page = PageBuilder<[TimedEntry]>(limit: limit, bytesMax: pageBytes)
        while !page.hasMore {
            let rows = try log.entries(
                conversation: request.conversation.rawValue, after: after, before: before, limit: page.rowCount)
            for row in rows.reversed() where !page.hasMore {
                if row.place <= clearedThrough, row.record.entry?.kind != .message { continue }
                let entries =
                    if let me, system == .old {
                        try entriesOnOldSystem(of: row, for: me, limit: limit, in: core.state)
                    } else {
                        try entry(of: row, for: me).map { [TimedEntry(position: row.place, entry: $0)] } ?? []
                    }
                if !entries.isEmpty {
                    page.take(entries, size: row.record.body.count * entries.count, rows: entries.count)
                }
            }
            guard rows.count == page.rowCount, let oldest = rows.first else { break }
            before = oldest.place
            // In a cleared conversation, a run of deleted messages is skipped without being read.
            if oldest.place <= clearedThrough, let number = oldest.record.entry?.sequence,
                let run = deleted?.messages.run(of: number)
            {
                before = min(oldest.place, run.from)
            }
        }
        let entries = page.entries.reversed().flatMap(\.self)
        let ordered = system == .old ? entries.sorted { $0.position < $1.position } : entries
        return .history(try countingReplies(of: ordered.map(\.entry), for: principal), more: page.hasMore)
    }

    private func entry(of row: StoredEntry, for me: Handle?) throws -> ThreadEntry? {
        try EventRecord(row.record).event.entry(for: me, in: core.state, at: row.place)
    }

    /// Returns the place in a thread of an entry that the reader names.
    ///
    /// - Throws: `not_found` if the reader cannot see the entry.
    private func place(
        of id: String, in conversation: ConversationID, after: Int64, for me: Handle?
    ) throws -> Int64 {
        // The text about a change on an older system has the id of the message and the position of the change.
        let parts = id.split(separator: "+", maxSplits: 1)
        let change = parts.count > 1 ? parts.last.flatMap { Int64($0) } : nil
        guard let entry = try log.entry(id: change == nil ? id : String(parts[0])),
            entry.record.entry?.conversation == conversation.rawValue, entry.place > after,
            try self.entry(of: entry, for: me) != nil
        else {
            throw RPCError(.notFound, "before: there is no such entry in this conversation.", .field("before"))
        }
        return max(change ?? entry.place, entry.place)
    }

    /// The most bytes that a page reads from the log. It is at most half of the bytes that may wait unsent for a
    /// session, because other messages may wait too.
    var pageBytes: Int { min(limits.pageBytes, limits.unsentBytes / 2) }

    private func countingReplies(of page: [ThreadEntry], for principal: Principal) throws -> [ThreadEntry] {
        var messages = page.compactMap { if case .message(let message) = $0 { message } else { nil } }
        try countReplies(of: &messages, for: principal)
        var counted = messages[...]
        return page.map { entry in
            if case .message = entry, let message = counted.popFirst() { .message(message) } else { entry }
        }
    }

    /// Returns the newest state of a message, if the reader can see it.
    func message(_ id: MessageID, for principal: Principal, field: String = "message") throws -> Message {
        if let entry = try log.entry(id: id.rawValue), let message = try EventRecord(entry.record).event.message {
            switch principal {
            case .person(let me) where core.state.isVisible(message, to: me): return message
            case .observer: return message
            case .person, .app: break
            }
        }
        throw RPCError(.notFound, "\(field): there is no such message in your conversations.", .field(field))
    }

    /// Returns the document of a message with its content.
    ///
    /// - Throws: `not_found` if the reader cannot see the message, if it has no document, or if the content was not
    ///   sent.
    func attachment(of id: MessageID, for principal: Principal) throws(RPCError) -> Answer {
        try reading {
            guard let attachment = try message(id, for: principal).attachment else {
                throw RPCError(.notFound, "message: it has no attachment.", .field("message"))
            }
            guard let key = attachment.content, let entry = try log.entry(id: key.rawValue),
                case .attachmentStored(let stored) = try EventRecord(entry.record).event
            else {
                throw RPCError(.notFound, "message: the content of its attachment is not stored.", .field("message"))
            }
            return .attachment(AttachmentFile(attachment: attachment, content: stored.content))
        }
    }
}
