package import ChatProtocol

/// Deleting messages from a person's own view, recovering them, and erasing them (`swy-delete`, `unread-mark`).
///
/// Other members are not notified. The log keeps the text, because they have it.
struct DeletionDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// The largest number of runs of deleted messages that are stored for one person in one conversation.
    static let deletedRunsMax = 5_000

    /// A deletion, a recovery or an erasure that has passed its checks.
    private struct Plan {
        let conversation: ConversationID
        let kind: DeletionChange.Kind
        let runs: [DeletedRun]
        var isWhole = false

        func event(by me: Handle) -> Event {
            switch kind {
            case .deleted: .messagesDeleted(by: me, conversation, runs, whole: isWhole)
            case .restored: .messagesRestored(by: me, conversation, runs)
            case .erased: .messagesErased(of: me, conversation, runs)
            }
        }

        func change(_ deleted: inout DeletedMessages, at place: LogPosition) {
            switch kind {
            case .deleted: deleted.delete(runs, isWhole: isWhole, at: place)
            case .restored: deleted.restore(runs)
            case .erased: deleted.erase(runs)
            }
        }
    }

    /// Decides a deletion, a recovery or an erasure.
    ///
    /// - Parameter prefetched: the messages that the request names, and the newest message that remains.
    func changeDeleted(
        _ request: Request, by me: Handle, prefetched: Prefetched, at now: Instant
    ) throws(RPCError) -> Answer {
        var (messages, newest): ([PlacedMessage], PlacedMessage?) = ([], nil)
        if case .deletion(let found, let head) = prefetched { (messages, newest) = (found, head) }
        let plan = try plan(request, by: me, messages)
        let conversation = try ConversationDecisions(draft).conversation(plan.conversation, for: me)
        let isDeletedFromList = conversation.isDeletedFromList(of: me)
        guard !plan.runs.isEmpty || plan.isWhole && !isDeletedFromList else {
            // Recovering a conversation without messages returns it to the list.
            if plan.kind == .restored, isDeletedFromList {
                draft.decide(.conversationReturned(conversation.id, to: [me]), at: now)
            }
            return .conversation(try ConversationDecisions(draft).view(conversation.id, of: me, at: now), line: nil)
        }
        if plan.isWhole { unpinAndClearNotices(conversation.id, by: me, at: now) }
        draft.decide(plan.event(by: me), at: now)
        draft.setHead(newest, of: conversation.id, for: me)
        return .conversation(try ConversationDecisions(draft).view(conversation.id, of: me, at: now), line: nil)
    }

    /// Returns the search in the log for the newest message that a request leaves to a person; nil if none is needed.
    ///
    /// - Parameter messages: the messages that the request names.
    func soughtHead(
        by request: Request, of me: Handle, _ messages: [PlacedMessage]
    ) -> NewestMessageQuery? {
        guard let plan = try? plan(request, by: me, messages),
            var conversation = draft.state.conversations[plan.conversation]
        else { return nil }
        conversation.changeDeleted(of: me) {
            plan.change(&$0, at: LogPosition(position: draft.nextPosition, at: draft.state.lastAt))
        }
        return conversation.soughtHead(for: me).map {
            NewestMessageQuery(conversation: conversation.id, person: me, before: $0)
        }
    }

    /// Unpins a conversation that is being deleted, and clears its waiting notices. Questions still wait for an answer
    /// when the conversation is back.
    private func unpinAndClearNotices(_ id: ConversationID, by me: Handle, at now: Instant) {
        let waiting = (draft.state.people[me]?.waitingNotices ?? [])
            .filter { $0.conversation == id && $0.actions.isEmpty }.map(\.id)
        if !waiting.isEmpty { draft.decide(.noticesCleared(of: me, waiting), at: now) }
        let pinned = draft.state.people[me]?.pinnedConversations ?? []
        if pinned.contains(id) { draft.decide(.conversationsPinned(by: me, pinned.filter { $0 != id }), at: now) }
    }

    // MARK: Plans

    private func plan(
        _ request: Request, by me: Handle, _ messages: [PlacedMessage]
    ) throws(RPCError) -> Plan {
        let plan =
            switch request {
            case .messageDelete(let request): try deleting(request, by: me, messages)
            case .messageRestore(let request): try ending(.restored, request, by: me, messages)
            case .messageErase(let request): try ending(.erased, request, by: me, messages)
            case .conversationDelete(let request): try deletingAll(request, by: me, messages)
            case .conversationErase(let request): try ending(.erased, request, by: me)
            case .conversationRestore(let request): try ending(.restored, request, by: me)
            default: throw RPCError(.internal, "\(request.method.rawValue) deletes nothing.")
            }
        try checkRoom(for: plan, of: me)
        return plan
    }

    private func deleting(
        _ request: MessageReferences, by me: Handle, _ messages: [PlacedMessage]
    ) throws(RPCError) -> Plan {
        let state = draft.state
        let found = try named(request, messages) { message in
            state.conversations[message.conversation]?.isWithin(message, of: me) == true
                && (state.conversations.isVisible(message, to: me)
                    || state.conversations.isRecoverable(message, by: me))
        }
        // A message that another device deleted a moment ago needs no second deletion.
        let new = found.messages.filter { state.conversations.isVisible($0.message, to: me) }
        return Plan(
            conversation: found.conversation, kind: .deleted, runs: MessageRuns(new.map(DeletedRun.init)).runs)
    }

    private func ending(
        _ kind: DeletionChange.Kind, _ request: MessageReferences, by me: Handle, _ messages: [PlacedMessage]
    ) throws(RPCError) -> Plan {
        let state = draft.state
        let found = try named(request, messages) { state.conversations.isRecoverable($0, by: me) }
        return Plan(
            conversation: found.conversation, kind: kind,
            runs: MessageRuns(found.messages.map(DeletedRun.init)).runs)
    }

    /// Returns the deletion of a conversation. A message after the last one that the request names stays.
    private func deletingAll(
        _ request: DeleteConversation, by me: Handle, _ messages: [PlacedMessage]
    ) throws(RPCError) -> Plan {
        let conversation = try ConversationDecisions(draft).conversation(request.conversation, for: me)
        let visible = MessageRuns(conversation.visible(to: me))
        var covered = visible
        if request.through != nil {
            guard let last = messages.first, last.message.conversation == conversation.id,
                conversation.isWithin(last.message, of: me)
            else {
                throw RPCError(.notFound, "through: there is no such message in this conversation.", .field("through"))
            }
            covered.remove(
                DeletedRun(
                    first: last.message.sequence + 1, last: .max, from: last.position + 1, to: .max))
        }
        return Plan(
            conversation: conversation.id, kind: .deleted, runs: covered.runs, isWhole: covered == visible)
    }

    /// Returns the recovery or the erasure of deleted messages. A run that is not within the named ones was deleted later.
    private func ending(
        _ kind: DeletionChange.Kind, _ request: EndDeletion, by me: Handle
    ) throws(RPCError) -> Plan {
        let id = request.conversation
        let conversation = try ConversationDecisions(draft).conversation(id, for: me)
        // A set is built fastest from runs in order.
        let named = MessageRuns(
            request.runs.filter { $0.first <= $0.last }.sorted { $0.first < $1.first }
                .map { DeletedRun(first: $0.first, last: $0.last, from: 0, to: 0) })
        let recent = conversation.deleted[me]?.recent.flatMap(\.messages.runs) ?? []
        let runs = MessageRuns(
            recent.filter { request.runs.isEmpty || (named.run(of: $0.first)?.last ?? 0) >= $0.last }
        ).runs
        let isListed = !conversation.isDeletedFromList(of: me)
        guard !runs.isEmpty || kind == .restored && request.runs.isEmpty && !isListed else {
            throw RPCError(
                .notFound, "conversation: it has no messages in Recently Deleted.",
                .rule("unread-mark", field: "conversation"))
        }
        return Plan(conversation: id, kind: kind, runs: runs)
    }

    /// Returns the messages that a request names.
    ///
    /// - Throws: `not_found` if one is missing or may not be changed so, `invalid_params` if they are not of one
    ///   conversation, `too_large` if there are too many.
    private func named(
        _ request: MessageReferences, _ messages: [PlacedMessage], where isMeant: (Message) -> Bool
    ) throws(RPCError) -> (conversation: ConversationID, messages: [PlacedMessage]) {
        guard request.messages.count <= draft.limits.pageEntries else {
            throw RPCError.tooLarge(
                "\(request.messages.count) messages at once", limit: "pageEntries", draft.limits.pageEntries)
        }
        let found = messages.filter { isMeant($0.message) }
        guard let first = found.first, Set(request.messages).isSubset(of: found.map(\.message.id)) else {
            throw RPCError(.notFound, "messages: there is no such message.", .field("messages"))
        }
        guard found.allSatisfy({ $0.message.conversation == first.message.conversation }) else {
            throw RPCError.invalid(InvalidField(field: "messages", problem: "must be of one conversation"))
        }
        return (first.message.conversation, found)
    }

    /// Checks that the stored runs of deletions stay within ``deletedRunsMax``, however many messages a person selects.
    private func checkRoom(for plan: Plan, of me: Handle) throws(RPCError) {
        guard !plan.isWhole else { return }
        var deleted = draft.state.conversations.deleted(by: me, in: plan.conversation) ?? DeletedMessages()
        plan.change(&deleted, at: LogPosition(position: draft.nextPosition, at: draft.state.lastAt))
        guard deleted.runCount > Self.deletedRunsMax else { return }
        throw RPCError.tooLarge(
            "Too many messages of this conversation are deleted one by one; delete the conversation instead",
            limit: "deletedRuns",
            Self.deletedRunsMax)
    }

    // MARK: Recently Deleted

    /// Returns the conversations with messages that a person can recover, the last deletion first.
    func listRecentlyDeleted(of me: Handle, at now: Instant) -> Answer {
        let state = draft.state
        var found: [RecentlyDeleted] = []
        for id in state.people[me]?.conversations ?? [] {
            guard let conversation = state.conversations[id], let deleted = conversation.deleted[me],
                let (oldest, newest) = deleted.recent.first.flatMap({ oldest in
                    deleted.recent.last.map { (oldest, $0) }
                })
            else { continue }
            var view = conversation.view(for: me, in: state, at: now)
            view.lastMessage = nil
            let recoverable = deleted.recoverable
            found.append(
                RecentlyDeleted(
                    conversation: view, messages: recoverable.count, deletedAt: newest.at,
                    endsAt: draft.limits.permanence(ofDeletionAt: oldest.at),
                    runs: recoverable.runs.map { MessageRun(first: $0.first, last: $0.last) }))
        }
        found.sort { $0.deletedAt > $1.deletedAt }
        var left = draft.limits.unsentBytes / 2
        let fitting = found.prefix { item in
            left -= JSONWriter.bytes(of: item).count
            return left >= 0
        }
        return .recentlyDeleted(Array(fitting), more: fitting.count < found.count)
    }

    /// Erases the messages of the oldest deletion, at the end of the time in which they can be recovered.
    func endNextDeletion() {
        guard let next = draft.state.deletionEnds.first else { return }
        let deletion = draft.state.conversations.deleted(by: next.person, in: next.conversation)?.recent
            .first { $0.position == next.position }
        if let runs = deletion?.messages.runs {
            draft.decide(
                .messagesErased(of: next.person, next.conversation, runs),
                at: draft.limits.permanence(ofDeletionAt: next.at))
        }
        // It is removed in any case, because ``TimeDecisions/endByTime(upTo:)`` would never pass an end that remains.
        if draft.state.deletionEnds.first?.position == next.position { draft.removeFirstDeletionEnd() }
    }
}

extension Request {
    /// The messages that a deletion, a recovery or an erasure names by their ids, and nil for every other request. The
    /// deletion of a conversation names its last message.
    package var deletedMessages: [MessageID]? {
        switch self {
        case .messageDelete(let request), .messageRestore(let request), .messageErase(let request): request.messages
        case .conversationDelete(let request): request.through.map { [$0] } ?? []
        case .conversationRestore, .conversationErase: []
        default: nil
        }
    }
}
