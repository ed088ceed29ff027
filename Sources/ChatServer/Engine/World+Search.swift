import ChatCore
import ChatLog
import ChatProtocol

/// A search on its way: where it looks, how far it got, and what it found. It goes on from tick to tick, a while each,
/// for one search must not keep the server from everybody else (law 14).
struct MessageSearch {
    /// After about how many entries that were looked at a search lets others have their turn.
    static let effort = 512

    let query: SearchQuery
    let principal: Principal
    /// The searcher's system: an older one finds what it was told.
    let system: DeviceSystem
    let scope: SearchScope
    var page: PageBuilder<Message>
    /// What it looks into, and where that ended when it began.
    let log: any EventLog
    let logEnd: Int64
    /// What stands on the page because its reader pinned its link.
    var pinned: Set<MessageID> = []
    var before: Int64?
    /// What is looked for beside all else.
    var pending: PendingSearch?
}

/// What is found by its words, and what was answered to one message.
extension World {
    /// Begins to look for the messages that have all the words and are the reader's to see: those with a link that the
    /// reader pinned first, then the newest first (`swy-pin-list`).
    ///
    /// - Throws: `not_found` for a conversation that is not theirs.
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

    /// Goes on with a search for a while.
    ///
    /// - Returns: the answer; nil where there is more to look at, or where it is waited for what is looked for beside.
    func goOn(with search: inout MessageSearch) throws(RPCError) -> Answer? {
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
            // What was found in earlier ticks may read otherwise by now, or be nobody's any more.
            let messages = search.page.entries.compactMap { found -> Message? in
                guard let now = try? message(found.id.ofMessage, for: search.principal) else { return nil }
                // What an older system was told stays as it is until the message is unsent.
                return search.system == .old ? now.isUnsent ? nil : found : now
            }
            return try answer(
                messages.filter { search.query.matches($0) }, more: search.page.hasMore, for: search.principal)
        }
    }

    /// The most texts of one message that a search of an older system looks through.
    private static let textsMax = 50

    /// Puts a message on the page of a search, as it reads now. An older system gets what it was told of the message, if
    /// that has the words.
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

    /// Looks further.
    ///
    /// - Returns: nil where that has to wait.
    private func look(further search: inout MessageSearch, _ effort: Int) throws(LogError) -> FoundEntries? {
        if let pending = search.pending {
            guard let outcome = pending.take() else { return nil }
            search.pending = nil
            switch outcome {
            case .found(let found): return found
            case .failed(let error): throw error
            case .unasked: break
            }
        } else {
            search.pending = try log.searchBeside(
                search.query, in: search.scope, before: search.before, limit: search.page.rowCount,
                effort: MessageSearch.effort)
        }
        guard search.pending == nil, effort > 0 else { return nil }
        return try log.search(
            search.query, in: search.scope, before: search.before, limit: search.page.rowCount, effort: effort)
    }

    /// Where a search looks: nil for everywhere, as an observer may.
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

    /// So many messages with pinned links are looked at to be put first: the newest ones.
    private static let pinnedMax = 1_000

    /// Puts the messages that a query finds and that hold a link which the reader pinned on a page, newest first.
    ///
    /// - Returns: those that were put there.
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

    /// A thread of replies as its reader may see it: its beginning, then the replies in order (`reply-inline`).
    ///
    /// - Throws: `not_found` for a message that is not theirs to see.
    func replyThread(
        _ request: ReplyThread, for principal: Principal, on system: DeviceSystem
    ) throws(RPCError) -> Answer {
        try reading {
            let named = try message(request.message, for: principal)
            let root = named.thread ?? named.id
            var page = PageBuilder<Message>(limit: try limits.pageSize(request.limit), bytesMax: pageBytes)
            var after: Int64 = 0
            if let id = request.after {
                // The row of one that was edited says nothing of its thread.
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

    /// Returns a message of a thread of replies as it reads now, or on an older system as it was sent; nil if its reader
    /// does not see it.
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

    /// Says of the messages that begin a thread how many replies of it are the reader's to see.
    func countReplies(of messages: inout [Message], for principal: Principal) throws {
        let indices = messages.indices.filter { messages[$0].thread == nil }
        // The messages of one answer may be of several conversations, each with its own beginning for the reader.
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
    /// The id without the position of a change, which a text has that tells an older system of an edit or a tapback.
    fileprivate var ofMessage: MessageID {
        MessageID(String(rawValue.prefix { $0 != "+" }))
    }
}
