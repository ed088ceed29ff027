import ChatCore
import ChatLog
import ChatProtocol

/// Reads of the log for requests: lists of conversations, threads, messages and attachments, as a reader sees them.
struct ThreadReader {
    let core: Core
    let log: any EventLog
    let limits: Limits

    private var oldSystems: OldSystemReader { OldSystemReader(core: core, log: log) }

    // MARK: Threads

    /// Returns a page of a thread as a reader sees it: the newest entries before an entry, the oldest first.
    ///
    /// - Throws: `not_found` if the reader cannot see the thread or the entry.
    func history(
        _ request: ConversationHistory, for principal: Principal, on system: DeviceSystem = .current
    ) throws(RPCError) -> Answer {
        let reader = try reader(of: request.conversation, principal)
        return try Self.reading { try page(request, for: reader, on: system, principal) }
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
            guard core.state.conversations[conversation] != nil else {
                throw RPCError(.notFound, "conversation: there is no such conversation.", .field("conversation"))
            }
            return nil
        case .app: throw RPCError(.forbidden, "An app cannot read threads.")
        }
    }

    /// Runs a read of the log. A failure of the log becomes `unavailable`.
    static func reading<Result>(_ read: () throws -> Result) throws(RPCError) -> Result {
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
        let after = me.map { core.state.conversations.joined($0, request.conversation) - 1 } ?? 0
        var before = try request.before.map { try place(of: $0, in: request.conversation, after: after, for: me) }
        let deleted = me.flatMap { core.state.conversations.deleted(by: $0, in: request.conversation) }
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
                        try oldSystems.entries(of: row, for: me, limit: limit)
                    } else {
                        try entry(of: row, for: me).map { [TimedEntry(position: row.place, entry: $0)] } ?? []
                    }
                if !entries.isEmpty {
                    page.add(entries, size: row.record.body.count * entries.count, rows: entries.count)
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
            case .person(let me) where core.state.conversations.isVisible(message, to: me): return message
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
        try Self.reading {
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

    func isVisible(_ message: Message, to principal: Principal) -> Bool {
        switch principal {
        case .person(let me): core.state.conversations.isVisible(message, to: me)
        case .observer: true
        case .app: false
        }
    }

    // MARK: Threads of replies

    /// Returns a page of a thread of replies as the reader sees it: its first message, then the replies in order
    /// (`reply-inline`).
    ///
    /// - Throws: `not_found` if the reader cannot see the message.
    func replyThread(
        _ request: ReplyThread, for principal: Principal, on system: DeviceSystem
    ) throws(RPCError) -> Answer {
        try Self.reading {
            let named = try message(request.message, for: principal)
            let root = named.thread ?? named.id
            var page = PageBuilder<Message>(limit: try limits.pageSize(request.limit), bytesMax: pageBytes)
            var after: Int64 = 0
            if let id = request.after {
                // The row of an edited message does not name its thread.
                let last = try message(id, for: principal, field: "after")
                guard id == root || last.thread == root, let entry = try log.entry(id: id.rawValue) else {
                    throw RPCError(.notFound, "after: it is not in this thread.", .field("after"))
                }
                after = entry.place
            } else if let first = try log.entry(id: root.rawValue),
                let message = try shown(first, to: principal, on: system)
            {
                page.add(message, size: first.record.body.count)
            }
            while !page.hasMore {
                let rows = try log.thread(of: root.rawValue, after: after, limit: page.rowCount)
                for row in rows where !page.hasMore {
                    guard let reply = try shown(row, to: principal, on: system) else { continue }
                    page.add(reply, size: row.record.body.count)
                }
                guard rows.count == page.rowCount, let last = rows.last else { break }
                after = last.place
            }
            return try answer(page, for: principal)
        }
    }

    /// Returns the newest state of a message in a thread of replies, or its first state on an older system. Nil if the
    /// reader cannot see it.
    private func shown(_ row: StoredEntry, to principal: Principal, on system: DeviceSystem) throws -> Message? {
        guard let message = try EventRecord(row.record).event.message, isVisible(message, to: principal) else {
            return nil
        }
        guard system == .old, case .person(let me) = principal else { return message }
        return try oldSystems.messages(of: row, for: me, limit: 1).first
    }

    func answer(_ page: PageBuilder<Message>, for principal: Principal) throws -> Answer {
        try answer(page.entries, more: page.hasMore, for: principal)
    }

    func answer(_ messages: [Message], more: Bool, for principal: Principal) throws -> Answer {
        var messages = messages
        try countReplies(of: &messages, for: principal)
        return .messages(messages, more: more)
    }

    /// Sets the number of replies that the reader can see, on each message that begins a thread.
    private func countReplies(of messages: inout [Message], for principal: Principal) throws {
        let indices = messages.indices.filter { messages[$0].thread == nil }
        // The messages of one answer may be of several conversations, each with its own first position for the reader.
        let groups = Dictionary(grouping: indices) { messages[$0].conversation }
        for (conversation, indices) in groups {
            let after: Int64 =
                if case .person(let me) = principal { core.state.conversations.joined(me, conversation) } else { 0 }
            var counts = try log.threadCounts(of: indices.map { messages[$0].id.rawValue }, after: after)
            if case .person(let me) = principal,
                let deleted = core.state.conversations.deleted(by: me, in: conversation)
            {
                try leaveOut(
                    deleted.messages, from: &counts, of: indices.map { messages[$0].id.rawValue }, after: after)
            }
            for (index, count) in zip(indices, counts) where count > 0 { messages[index].replies = Int64(count) }
        }
    }

    // MARK: Recently Deleted

    /// Returns a page of the messages of a conversation in a person's Recently Deleted.
    ///
    /// - Throws: `not_found` if the person is not in the conversation, or if `before` is not in Recently Deleted.
    func recentlyDeleted(_ request: ListDeletedMessages, for principal: Principal) throws(RPCError) -> Answer {
        let me = try principal.person
        _ = try core.conversation(request.conversation, for: me)
        let runs = core.state.conversations.deleted(by: me, in: request.conversation)?.recoverable.runs ?? []
        return try Self.reading {
            var end = Int64.max
            if let id = request.before {
                guard let last = try log.entry(id: id.rawValue), let message = last.message?.message,
                    message.conversation == request.conversation,
                    core.state.conversations.isRecoverable(message, by: me)
                else {
                    throw RPCError(
                        .notFound, "before: there is no such message in Recently Deleted.", .field("before"))
                }
                end = last.place
            }
            var page = PageBuilder<Message>(limit: try limits.pageSize(request.limit), bytesMax: pageBytes)
            for run in runs.reversed() where run.from < end && !page.hasMore {
                try read(run, before: end, of: request.conversation, onto: &page)
            }
            return .messages(page.entries.reversed(), more: page.hasMore)
        }
    }

    /// Adds the messages of a run to a page, the newest first.
    private func read(
        _ run: DeletedRun, before end: Int64, of conversation: ConversationID, onto page: inout PageBuilder<Message>
    ) throws {
        var before = min(end, run.to == .max ? .max : run.to + 1)
        while !page.hasMore {
            let rows = try log.entries(conversation: conversation.rawValue, before: before, limit: page.rowCount)
            for row in rows.reversed() where row.place >= run.from && !page.hasMore {
                if let message = row.message { page.add(message.message, size: row.record.body.count) }
            }
            guard rows.count == page.rowCount, let oldest = rows.first, oldest.place > run.from else { return }
            before = oldest.place
        }
    }

    /// Subtracts deleted replies from the numbers of replies in threads.
    ///
    /// - Parameters:
    ///   - ids: The messages that begin the threads, in the order of the numbers.
    ///   - after: The place after which the replies were counted.
    private func leaveOut(_ deleted: MessageRuns, from counts: inout [Int], of ids: [String], after: Int64) throws {
        let indices = counts.indices.filter { counts[$0] > 0 }
        guard let oldest = indices.map({ MessageID(ids[$0]).position ?? 0 }).min() else { return }
        let begun = indices.map { ids[$0] }
        for run in deleted.runs where run.to > max(oldest, after) {
            let behind = try log.threadCounts(of: begun, after: max(after, run.from - 1))
            let beyond = try log.threadCounts(of: begun, after: max(after, run.to))
            for (place, index) in indices.enumerated() { counts[index] -= behind[place] - beyond[place] }
        }
    }

    // MARK: Lists

    /// The most bytes of a page of conversations. One conversation fits in any case.
    ///
    /// A page of a thread may have less: a client that requests no further page shows only the first conversations.
    private var listBytes: Int { min(8 * limits.pageBytes, limits.unsentBytes / 2) }

    /// Returns a page of a person's conversations; for an observer, of all conversations.
    ///
    /// - Parameter marks: The messages that were delivered to the other member of a conversation of two.
    func conversations(
        _ request: ListConversations, for principal: Principal, on system: DeviceSystem, at now: Instant,
        _ marks: DeliveredMarks
    ) throws(RPCError) -> ConversationPage {
        let reader: Handle? = if case .observer = principal { nil } else { try principal.person }
        let limit = try limits.pageSize(request.limit ?? limits.pageEntries)
        let views = ConversationViews(core.state)
        let order = views.conversationOrder(of: reader, after: request.after, limit: limit + 1)
        let waiting = views.waitingNotices(of: reader, at: now)
        var page = PageBuilder<(cursor: Int64, bytes: [UInt8])>(limit: limit, bytesMax: listBytes)
        for (id, cursor) in order where !page.hasMore {
            guard var view = views.view(of: id, for: reader, waiting: waiting[id] ?? []) else { continue }
            if let reader {
                view = view.adding(marks, for: reader)
                if system == .old { view = oldSystems.conversation(view, for: reader) }
            }
            let bytes = JSONWriter.bytes(of: view)
            page.add((cursor, bytes), size: bytes.count)
        }
        return ConversationPage(
            conversations: page.entries.map(\.bytes), next: page.hasMore ? page.entries.last?.cursor : nil)
    }

    /// The number of people on a page if the request has no limit.
    private static let usualPage = 200

    /// Returns a page of the people in the world, sorted by handle.
    func people(_ request: ListPeople, _ sessions: SessionRoster) throws(RPCError) -> Answer {
        let limit = request.limit ?? Self.usualPage
        let known = core.state.people.keys.filter { handle in request.after.map { handle > $0 } ?? true }
        let page = known.sorted().prefix(limit)
        return .people(
            page.map { KnownPerson(core.state.person($0), sessions: sessions.people[$0]?.count ?? 0) },
            more: page.count < known.count)
    }
}

/// A page of a list of conversations. Each of them is encoded already, because their bytes decide how many fit.
struct ConversationPage: JSONWritable {
    fileprivate var conversations: [[UInt8]] = []
    fileprivate var next: Int64?

    /// The number of bytes that the answer reserves.
    var bytesMax: Int { conversations.reduce(256) { $0 + $1.count + 1 } }

    func write(to json: inout JSONWriter) {
        json.object {
            $0.key("conversations")
            $0.array { for conversation in conversations { $0.raw(conversation) } }
            $0.member("next", next)
        }
    }
}
