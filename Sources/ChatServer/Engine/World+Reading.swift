import ChatCore
import ChatLog
import ChatProtocol

/// What is read from the log when it is asked for: threads, what a search finds, documents.
extension World {
    /// A page of a thread as someone may see it: the newest before an entry, oldest first.
    ///
    /// - Throws: `not_found` if the thread or the entry is not theirs to see.
    func history(_ request: ConversationHistory, for principal: Principal) throws(RPCError) -> Answer {
        let reader = try reader(of: request.conversation, principal)
        return try reading { try page(request, for: reader, principal) }
    }

    /// Who reads a thread: nil for an observer, who reads every one.
    ///
    /// - Throws: `not_found` if it is not theirs to see.
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
        case .app: throw RPCError(.forbidden, "An app reads no threads.")
        }
    }

    /// Reads from the log, whose failures are answered as `unavailable`.
    func reading<Result>(_ read: () throws -> Result) throws(RPCError) -> Result {
        do {
            return try read()
        } catch let error as RPCError {
            throw error
        } catch let error as LogError {
            throw RPCError(error)
        } catch {
            throw RPCError(LogError.unavailable(reason: "what is stored there cannot be read"))
        }
    }

    private func page(_ request: ConversationHistory, for me: Handle?, _ principal: Principal) throws -> Answer {
        var before: Int64?
        if let id = request.before {
            guard let entry = try log.entry(id: id), entry.record.entry?.conversation == request.conversation.rawValue,
                try EventRecord(entry.record).event.entry(for: me, in: core.state, at: entry.place) != nil
            else {
                throw RPCError(.notFound, "before: there is no such entry in this conversation.", .field("before"))
            }
            before = entry.place
        }
        let first = try firstPlace(for: me, in: request.conversation)
        let deleted = me.flatMap { core.state.deleted(by: $0, in: request.conversation) }
        let clearedThrough = deleted?.clearedThrough ?? 0
        // Newest first; what is not theirs to see is passed over.
        var page = PageBuilder<ThreadEntry>(limit: try limits.pageSize(request.limit), bytesMax: pageBytes)
        reading: while !page.hasMore {
            let rows = try log.entries(
                conversation: request.conversation.rawValue, before: before, limit: page.rowCount)
            for row in rows.reversed() where !page.hasMore {
                if row.place < first.place, row.record.entry?.kind != .notice {
                    if row.record.entry?.replaces == false, row.record.at < first.noticesSince { break reading }
                    continue
                }
                if row.place <= clearedThrough, row.record.entry?.kind != .message { continue }
                if let entry = try EventRecord(row.record).event.entry(for: me, in: core.state, at: row.place) {
                    page.take(entry, size: row.record.body.count)
                }
            }
            guard rows.count == page.rowCount, let oldest = rows.first else { break }
            before = oldest.place
            // Of a conversation that was deleted nothing needs to be read before its first deleted message.
            if oldest.place <= clearedThrough, let number = oldest.record.entry?.sequence,
                let run = deleted?.messages.run(of: number)
            {
                before = min(oldest.place, run.from)
            }
        }
        return .history(try countingReplies(of: page.entries.reversed(), for: principal), more: page.hasMore)
    }

    /// How many bytes of the log a page may have: at most half of what may wait for a session, which may have been told
    /// other things before.
    var pageBytes: Int { min(limits.pageBytes, limits.unsentBytes / 2) }

    /// The place at which a reader's part of a thread begins. Before it stand only notices that grew since, and they
    /// grow for a few minutes: nothing that is older must be looked at.
    private func firstPlace(
        for me: Handle?, in conversation: ConversationID
    ) throws -> (place: Int64, noticesSince: Int64) {
        guard let me, case let joined = core.state.joined(me, conversation), joined > 0,
            let began = try log.record(at: joined)
        else { return (0, 0) }
        return (joined, began.at - Int64(limits.coalescingMilliseconds))
    }

    private func countingReplies(of page: [ThreadEntry], for principal: Principal) throws -> [ThreadEntry] {
        var messages = page.compactMap { if case .message(let message) = $0 { message } else { nil } }
        try countReplies(of: &messages, for: principal)
        var counted = messages[...]
        return page.map { entry in
            if case .message = entry, let message = counted.popFirst() { .message(message) } else { entry }
        }
    }

    /// A message as it reads now, if it is the reader's to see.
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

    /// The document that came with a message, with its content.
    ///
    /// - Throws: `not_found` if the message is not theirs to see, has no document, or one whose content was not sent.
    func attachment(of id: MessageID, for principal: Principal) throws(RPCError) -> Answer {
        try reading {
            guard let attachment = try message(id, for: principal).attachment else {
                throw RPCError(.notFound, "message: no document came with it.", .field("message"))
            }
            guard let key = attachment.content, let entry = try log.entry(id: key.rawValue),
                case .attachmentStored(let stored) = try EventRecord(entry.record).event
            else {
                throw RPCError(.notFound, "message: the content of its document is not here.", .field("message"))
            }
            return .attachment(AttachmentFile(attachment: attachment, content: stored.content))
        }
    }
}
