import ChatCore
import ChatLog
import ChatProtocol

/// A search in progress: its scope, its position and its results. Each tick continues it for one turn, so that one
/// search does not block other clients.
struct MessageSearch {
    /// The approximate number of entries that a search inspects in one turn.
    static let effort = 512

    let query: SearchQuery
    let principal: Principal
    /// The system of the searcher's device. A search on an older system finds the texts that it received.
    let system: DeviceSystem
    let scope: SearchScope
    var page: PageBuilder<Message>
    /// The log that is searched, and its end when the search began.
    let log: any EventLog
    let logEnd: Int64
    /// The messages that are on the page because the reader pinned one of their links.
    var pinned: Set<MessageID> = []
    var before: Int64?
    /// The asynchronous search in the log, while it runs.
    var pending: PendingSearch?
}

/// The search for messages, and the threads of replies.
extension World {
    /// Begins a search for the messages that have all the words and that the reader can see. Messages with a link that
    /// the reader pinned come first, then the newest (`swy-pin-list`).
    ///
    /// - Throws: `not_found` if the reader is not in the conversation.
    func beginSearch(
        _ request: SearchMessages, for principal: Principal, on system: DeviceSystem
    ) throws(RPCError) -> MessageSearch {
        try core.check(request.text, "text", max: limits.textCharacters, limit: "textCharacters")
        let query = SearchQuery(request.text)
        guard !query.isEmpty else {
            throw RPCError.invalid(InvalidField(field: "text", problem: "must have a word to look for"))
        }
        let conversations = try searched(request.conversation, by: principal)
        return try reading {
            var search = MessageSearch(
                query: query, principal: principal, system: system, scope: SearchScope(conversations?.map(\.rawValue)),
                page: PageBuilder<Message>(limit: try limits.pageSize(request.limit), bytesMax: pageBytes),
                log: log, logEnd: log.end)
            search.pinned = try takePinned(among: conversations, into: &search)
            return search
        }
    }

    /// Continues a search for one turn.
    ///
    /// - Returns: The answer; nil if there is more to search, or if an asynchronous search has not finished.
    func continueWork(with search: inout MessageSearch) throws(RPCError) -> Answer? {
        try reading {
            guard search.log === log else { throw RPCError(.unavailable, "Nothing was done: the world was reset.") }
            var effort = MessageSearch.effort
            while !search.page.hasMore {
                guard let found = try look(further: &search, effort) else { return nil }
                for row in found.entries where !search.page.hasMore {
                    try take(row, into: &search)
                }
                guard let rest = found.rest else { break }
                effort = found.entries.count < search.page.rowCount ? 0 : effort / 2
                search.before = rest
            }
            guard search.logEnd != log.end else { return try answer(search.page, for: search.principal) }
            // A message that was found in an earlier tick may have changed, or the reader may not see it any more.
            let messages = search.page.entries.compactMap { found -> Message? in
                guard let now = try? message(found.id.ofMessage, for: search.principal) else { return nil }
                // A text on an older system does not change until its message is unsent.
                return search.system == .old ? now.isUnsent ? nil : found : now
            }
            return try answer(
                messages.filter { search.query.matches($0) }, more: search.page.hasMore, for: search.principal)
        }
    }

    /// The most texts of one message that a search on an older system inspects.
    private static let textsMax = 50

    /// Adds the newest state of a message to the page of a search. An older system gets the texts that it received for
    /// the message, if they have the words.
    private func take(_ row: StoredEntry, into search: inout MessageSearch) throws {
        guard let message = try EventRecord(row.record).event.message, !search.pinned.contains(message.id),
            isVisible(message, to: search.principal)
        else { return }
        guard search.system == .old, case .person(let me) = search.principal else {
            return search.page.take(message, size: row.record.body.count)
        }
        let told = try messagesOnOldSystem(of: row, for: me, limit: Self.textsMax, in: core.state)
        for message in told.reversed() where !search.page.hasMore && search.query.matches(message) {
            search.page.take(message, size: row.record.body.count)
        }
    }

    /// Searches further.
    ///
    /// - Returns: Nil if the search must wait for its next turn, or for an asynchronous search.
    private func look(further search: inout MessageSearch, _ effort: Int) throws(LogError) -> FoundEntries? {
        if let pending = search.pending {
            guard let outcome = pending.take() else { return nil }
            search.pending = nil
            switch outcome {
            case .found(let found): return found
            case .failed(let error): throw error
            case .notRun: break
            }
        } else {
            search.pending = try log.searchAsync(
                search.query, in: search.scope, before: search.before, limit: search.page.rowCount,
                effort: MessageSearch.effort)
        }
        guard search.pending == nil, effort > 0 else { return nil }
        return try log.search(
            search.query, in: search.scope, before: search.before, limit: search.page.rowCount, effort: effort)
    }

    /// Returns the conversations to search; nil for all of them, which only an observer may search.
    private func searched(
        _ conversation: ConversationID?, by principal: Principal
    ) throws(RPCError) -> [ConversationID]? {
        if let conversation {
            _ = try reader(of: conversation, principal)
            return [conversation]
        }
        switch principal {
        case .person(let me): return core.state.conversations(of: me)
        case .observer: return nil
        case .app: throw RPCError(.forbidden, "An app cannot read threads.")
        }
    }

    /// The most messages with pinned links that come first on the page: the newest ones.
    private static let pinnedMax = 1_000

    /// Adds the matching messages with a link that the reader pinned to a page, the newest first.
    ///
    /// - Returns: The added messages.
    private func takePinned(
        among conversations: [ConversationID]?, into search: inout MessageSearch
    ) throws -> Set<MessageID> {
        guard case .person(let me) = search.principal, let conversations else { return [] }
        for id in core.state.messagesWithPinnedLinks(of: me, in: conversations).prefix(Self.pinnedMax)
        where !search.page.hasMore {
            guard let entry = try log.entry(id: id.rawValue),
                let message = try EventRecord(entry.record).event.message, search.query.matches(message)
            else { continue }
            try take(entry, into: &search)
        }
        return Set(search.page.entries.map(\.id.ofMessage))
    }

    private func isVisible(_ message: Message, to principal: Principal) -> Bool {
        switch principal {
        case .person(let me): core.state.isVisible(message, to: me)
        case .observer: true
        case .app: false
        }
    }

    /// Returns a page of a thread of replies as the reader sees it: its first message, then the replies in order
    /// (`reply-inline`).
    ///
    /// - Throws: `not_found` if the reader cannot see the message.
    func replyThread(
        _ request: ReplyThread, for principal: Principal, on system: DeviceSystem
    ) throws(RPCError) -> Answer {
        try reading {
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
                page.take(message, size: first.record.body.count)
            }
            while !page.hasMore {
                let rows = try log.thread(of: root.rawValue, after: after, limit: page.rowCount)
                for row in rows where !page.hasMore {
                    guard let reply = try shown(row, to: principal, on: system) else { continue }
                    page.take(reply, size: row.record.body.count)
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
        return try messagesOnOldSystem(of: row, for: me, limit: 1, in: core.state).first
    }

    private func answer(_ page: PageBuilder<Message>, for principal: Principal) throws -> Answer {
        try answer(page.entries, more: page.hasMore, for: principal)
    }

    private func answer(_ messages: [Message], more: Bool, for principal: Principal) throws -> Answer {
        var messages = messages
        try countReplies(of: &messages, for: principal)
        return .messages(messages, more: more)
    }

    /// Sets the number of replies that the reader can see, on each message that begins a thread.
    func countReplies(of messages: inout [Message], for principal: Principal) throws {
        let indices = messages.indices.filter { messages[$0].thread == nil }
        // The messages of one answer may be of several conversations, each with its own first position for the reader.
        let groups = Dictionary(grouping: indices) { messages[$0].conversation }
        for (conversation, indices) in groups {
            let after: Int64 =
                if case .person(let me) = principal { core.state.joined(me, conversation) } else { 0 }
            var counts = try log.threadCounts(of: indices.map { messages[$0].id.rawValue }, after: after)
            if case .person(let me) = principal, let deleted = core.state.deleted(by: me, in: conversation) {
                try leaveOut(
                    deleted.messages, from: &counts, of: indices.map { messages[$0].id.rawValue }, after: after)
            }
            for (index, count) in zip(indices, counts) where count > 0 { messages[index].replies = Int64(count) }
        }
    }
}

extension SearchQuery {
    /// True if a message has all the words.
    fileprivate func matches(_ message: Message) -> Bool {
        matches(line: SearchWords.line(of: message.searchText ?? ""))
    }
}

extension MessageID {
    /// The id of the message alone. The text about an edit or a tapback on an older system appends the position of the
    /// change.
    fileprivate var ofMessage: MessageID {
        MessageID(String(rawValue.prefix { $0 != "+" }))
    }
}
