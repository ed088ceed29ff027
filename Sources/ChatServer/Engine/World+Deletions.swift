import ChatCore
import ChatLog
import ChatProtocol

/// Reading the log for deletions and Recently Deleted.
extension World {
    /// Returns the messages that a deletion or a recovery names, and the newest message that it leaves. The transaction
    /// must be empty.
    func prefetched(
        _ ids: [MessageID], of request: Request, for principal: Principal
    ) throws(LogError) -> Prefetched {
        guard let me = principal.handle, ids.count <= limits.pageEntries else { return .nothing }
        var messages: [PlacedMessage] = []
        var known: Set<MessageID> = []
        for id in ids where known.insert(id).inserted {
            guard let message = try log.entry(id: id.rawValue)?.message else { continue }
            messages.append(message)
        }
        let sought = core.soughtHead(by: request, of: me, messages)
        return .deletion(messages, newest: try sought.flatMap { head throws(LogError) in try log.newest(head) })
    }

    /// Returns a page of the messages of a conversation in a person's Recently Deleted.
    ///
    /// - Throws: `not_found` if the person is not in the conversation, or if `before` is not in Recently Deleted.
    func recentlyDeleted(_ request: ListDeletedMessages, for principal: Principal) throws(RPCError) -> Answer {
        let me = try principal.person
        _ = try core.conversation(request.conversation, for: me)
        let runs = core.state.deleted(by: me, in: request.conversation)?.recoverable.runs ?? []
        return try reading {
            var end = Int64.max
            if let id = request.before {
                guard let last = try log.entry(id: id.rawValue), let message = last.message?.message,
                    message.conversation == request.conversation, core.state.isRecoverable(message, by: me)
                else {
                    throw RPCError(
                        .notFound, "before: there is no such message in Recently Deleted.", .field("before"))
                }
                end = last.place
            }
            var page = PageBuilder<Message>(limit: try limits.pageSize(request.limit), bytesMax: pageBytes)
            for run in runs.reversed() where run.from < end && !page.hasMore {
                try take(run, before: end, of: request.conversation, onto: &page)
            }
            return .messages(page.entries.reversed(), more: page.hasMore)
        }
    }

    /// Adds the messages of a run to a page, the newest first.
    private func take(
        _ run: DeletedRun, before end: Int64, of conversation: ConversationID, onto page: inout PageBuilder<Message>
    ) throws {
        var before = min(end, run.to == .max ? .max : run.to + 1)
        while !page.hasMore {
            let rows = try log.entries(conversation: conversation.rawValue, before: before, limit: page.rowCount)
            for row in rows.reversed() where row.place >= run.from && !page.hasMore {
                if let message = row.message { page.take(message.message, size: row.record.body.count) }
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
    func leaveOut(_ deleted: MessageRuns, from counts: inout [Int], of ids: [String], after: Int64) throws {
        let indices = counts.indices.filter { counts[$0] > 0 }
        guard let oldest = indices.map({ MessageID(ids[$0]).position ?? 0 }).min() else { return }
        let begun = indices.map { ids[$0] }
        for run in deleted.runs where run.to > max(oldest, after) {
            let behind = try log.threadCounts(of: begun, after: max(after, run.from - 1))
            let beyond = try log.threadCounts(of: begun, after: max(after, run.to))
            for (place, index) in indices.enumerated() { counts[index] -= behind[place] - beyond[place] }
        }
    }
}
