import ChatCore
import ChatLog
import ChatProtocol

/// A search in progress: its scope, its position and its results. Each tick continues it for one turn, so that one
/// search does not block other clients.
struct MessageSearch {
    /// The approximate number of entries that a search inspects in one turn.
    private static let effort = 512

    private let query: SearchQuery
    private let principal: Principal
    /// The system of the searcher's device. A search on an older system finds the texts that it received.
    private let system: DeviceSystem
    private let scope: SearchScope
    private var page: PageBuilder<Message>
    /// The log that is searched, and its end when the search began.
    private let log: any EventLog
    private let logEnd: Int64
    /// The messages that are on the page because the reader pinned one of their links.
    private var pinned: Set<MessageID> = []
    private var before: Int64?
    /// The asynchronous search in the log, while it runs.
    private(set) var pending: PendingSearch?

    /// Begins a search for the messages that have all the words and that the reader can see. Messages with a link that
    /// the reader pinned come first, then the newest (`swy-pin-list`).
    ///
    /// - Throws: `not_found` if the reader is not in the conversation.
    init(
        _ request: SearchMessages, for principal: Principal, on system: DeviceSystem, with reader: ThreadReader
    ) throws(RPCError) {
        try reader.core.check(request.text, "text", max: reader.limits.textCharacters, limit: "textCharacters")
        let query = SearchQuery(request.text)
        guard !query.isEmpty else {
            throw RPCError.invalid(InvalidField(field: "text", problem: "must have a word to look for"))
        }
        let conversations = try Self.conversations(request.conversation, by: principal, with: reader)
        (self.query, self.principal, self.system) = (query, principal, system)
        scope = SearchScope(conversations?.map(\.rawValue))
        page = PageBuilder<Message>(limit: try reader.limits.pageSize(request.limit), bytesMax: reader.pageBytes)
        (log, logEnd) = (reader.log, reader.log.end)
        pinned = try ThreadReader.reading { try searchPinned(among: conversations, with: reader) }
    }

    /// Continues a search for one turn.
    ///
    /// - Returns: The answer; nil if there is more to search, or if an asynchronous search has not finished.
    mutating func advance(with reader: ThreadReader) throws(RPCError) -> Answer? {
        try ThreadReader.reading {
            guard log === reader.log else { throw RPCError(.unavailable, "Nothing was done: the world was reset.") }
            var effort = Self.effort
            while !page.hasMore {
                guard let found = try readRows(effort) else { return nil }
                for row in found.entries where !page.hasMore {
                    try inspect(row, with: reader)
                }
                guard let rest = found.rest else { break }
                effort = found.entries.count < page.rowCount ? 0 : effort / 2
                before = rest
            }
            guard logEnd != log.end else { return try reader.answer(page, for: principal) }
            // A message that was found in an earlier tick may have changed, or the reader may not see it any more.
            let messages = page.entries.compactMap { found -> Message? in
                guard let now = try? reader.message(found.id.ofMessage, for: principal) else { return nil }
                // A text on an older system does not change until its message is unsent.
                return system == .old ? now.isUnsent ? nil : found : now
            }
            return try reader.answer(messages.filter { query.matches($0) }, more: page.hasMore, for: principal)
        }
    }

    /// The most texts of one message that a search on an older system inspects.
    private static let textsMax = 50

    /// Adds the newest state of a message to the page of a search. An older system gets the texts that it received for
    /// the message, if they have the words.
    private mutating func inspect(_ row: StoredEntry, with reader: ThreadReader) throws {
        guard let message = try EventRecord(row.record).event.message, !pinned.contains(message.id),
            reader.isVisible(message, to: principal)
        else { return }
        guard system == .old, case .person(let me) = principal else {
            return page.add(message, size: row.record.body.count)
        }
        let found = try OldSystemReader(core: reader.core, log: log).messages(
            of: row, for: me, limit: Self.textsMax)
        for message in found.reversed() where !page.hasMore && query.matches(message) {
            page.add(message, size: row.record.body.count)
        }
    }

    /// Searches further.
    ///
    /// - Returns: Nil if the search must wait for its next turn, or for an asynchronous search.
    private mutating func readRows(_ effort: Int) throws(LogError) -> FoundEntries? {
        if let pending {
            guard let outcome = pending.outcome else { return nil }
            self.pending = nil
            switch outcome {
            case .found(let found): return found
            case .failed(let error): throw error
            case .notRun: break
            }
        } else {
            pending = try log.searchAsync(
                query, in: scope, before: before, limit: page.rowCount, effort: Self.effort)
        }
        guard pending == nil, effort > 0 else { return nil }
        return try log.search(query, in: scope, before: before, limit: page.rowCount, effort: effort)
    }

    /// Returns the conversations to search; nil for all of them, which only an observer may search.
    private static func conversations(
        _ conversation: ConversationID?, by principal: Principal, with reader: ThreadReader
    ) throws(RPCError) -> [ConversationID]? {
        if let conversation {
            _ = try reader.reader(of: conversation, principal)
            return [conversation]
        }
        switch principal {
        case .person(let me): return reader.core.state.people[me]?.conversations ?? []
        case .observer: return nil
        case .app: throw RPCError(.forbidden, "An app cannot read threads.")
        }
    }

    /// The most messages with pinned links that come first on the page: the newest ones.
    private static let pinnedMax = 1_000

    /// Adds the matching messages with a link that the reader pinned to a page, the newest first.
    ///
    /// - Returns: The added messages.
    private mutating func searchPinned(
        among conversations: [ConversationID]?, with reader: ThreadReader
    ) throws -> Set<MessageID> {
        guard case .person(let me) = principal, let conversations else { return [] }
        let pinned = ConversationViews(reader.core.state).messagesWithPinnedLinks(of: me, in: conversations)
        for id in pinned.prefix(Self.pinnedMax)
        where !page.hasMore {
            guard let entry = try log.entry(id: id.rawValue),
                let message = try EventRecord(entry.record).event.message, query.matches(message)
            else { continue }
            try inspect(entry, with: reader)
        }
        return Set(page.entries.map(\.id.ofMessage))
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

/// A page of an answer while it is read, with limits for entries and bytes. One entry fits in any case.
///
/// A message with its earlier texts is many times as long as a text may be. A client that requests a page must not be
/// closed as a slow reader because of the size of its answer.
struct PageBuilder<Entry> {
    /// The most rows of the log that are read together, so that few rows that do not fit are read in vain.
    private static var rowsMax: Int { 32 }

    /// The entries of the page, in the order in which they were read.
    private(set) var entries: [Entry] = []
    /// True if an entry did not fit.
    private(set) var hasMore = false
    private let limit: Int
    private let bytesMax: Int
    private var count = 0
    private var byteCount = 0

    /// Creates an empty page.
    init(limit: Int, bytesMax: Int) {
        self.limit = limit
        self.bytesMax = bytesMax
    }

    /// The number of rows to read next. One more row than the limit shows if there are more entries.
    var rowCount: Int { min(limit + 1, Self.rowsMax) }

    /// Adds the next entry if it fits, and if all earlier ones did.
    ///
    /// - Parameters:
    ///   - size: The number of its bytes in the log, which is about the same in the answer.
    ///   - rows: The number of entries that it counts as.
    mutating func add(_ entry: Entry, size: Int, rows: Int = 1) {
        guard !hasMore, count < limit, entries.isEmpty || (size <= bytesMax - byteCount && rows <= limit - count) else {
            return hasMore = true
        }
        entries.append(entry)
        count += rows
        byteCount += size
    }
}
