import ChatProtocol
import ChatScreens
import ChatTerminal

/// Deletions and recoveries of the person, on any of their devices.
extension ClientModel {
    /// Applies a deletion or recovery in a conversation, and the conversation's state after it.
    mutating func changed(_ conversation: Conversation, _ change: DeletionChange) {
        let (id, count) = (conversation.id, change.count)
        let words = count == 1 ? "1 message was" : "\(count) messages were"
        switch change.kind {
        case .deleted:
            remove(change, from: id)
            // A list that was empty is out of date now.
            if state.recentlyDeleted.messages[id]?.isEmpty == true {
                state.recentlyDeleted.messages[id] = nil
            }
            if !change.whole { tell(.status("\(words) deleted", conversation: title(conversation))) }
        case .restored:
            forgetDeletedSubjects(of: id, change)
            reload(id)
            reloadReplies(of: id)
            tell(.status("\(words) recovered", conversation: title(conversation)))
        case .erased: tell(.status("\(words) deleted permanently", conversation: title(conversation)))
        }
        state.recentlyDeleted.isCurrent = false
        state.recentlyDeleted.current.remove(id)
        upsert(conversation)
        // The newest remaining message decides the position in the list.
        if change.kind != .erased, line.isListed { ask(.live(.conversationList(.init()))) }
        refreshDeleted()
    }

    /// Requests the parts of Recently Deleted again that are on the screen.
    private mutating func refreshDeleted() {
        let shown = state.deletedInSight
        if shown.list { perform(.loadRecentlyDeleted) }
        for id in shown.conversations { perform(.loadDeletedMessages(conversation: id)) }
    }

    // MARK: Removed and returning messages

    /// Removes deleted messages from the screen.
    private mutating func remove(_ change: DeletionChange, from id: ConversationID) {
        let deleted = known.messages.all.filter { $0.conversation == id && change.has(Int($0.sequence)) }
        let gone = deleted.map(\.id)
        known.messages.remove(gone)
        known[id].mentions = known[id].mentions.filter { !change.has(Int($0)) }
        state.threads[id]?.entries.removeAll { entry in
            if change.whole { return !entry.isUnsent }
            return entry.number.map(change.has) == true
        }
        if change.whole { state.threads[id]?.waiting = [] }
        let ids = Set(gone.map(\.rawValue))
        removeHits { ids.contains($0.id) }
        noteDeletedSubjects(of: id, deleted)
        for (root, thread) in state.replies where thread.conversation == id {
            let isLeft = known.messages.all.contains { $0.id.rawValue == root || $0.thread?.rawValue == root }
            guard !isLeft else { continue }
            state.replies[root] = nil
            if state.view.replies == root { state.view.replies = nil }
        }
        for message in known.messages.all where message.conversation == id && message.replyTo.map(gone.contains) == true
        {
            refresh(message.id)
        }
        for case .message(let entry) in state.threads[id]?.entries ?? [] where entry.replies > 0 {
            refresh(MessageID(entry.id))
        }
        refreshReplies()
        refreshReceipt(in: id)
        refreshPins(of: id)
        // Older messages are loaded if nothing else is left to show.
        if let thread = state.threads[id], thread.isLoaded, thread.hasOlder, thread.entries.allSatisfy(\.isUnsent) {
            reload(id)
        }
    }

    /// Notes the deleted messages that a draft answers or edits. The draft stays as it is until the person
    /// decides.
    private mutating func noteDeletedSubjects(of id: ConversationID, _ deleted: [Message]) {
        var subjects = Set([state.view.replies].compactMap(\.self))
        switch state.view.purposes[id] {
        case .reply(let id)?: subjects.insert(id)
        case .edit(let id, _, let reply)?: subjects.formUnion([id, reply].compactMap(\.self))
        case .command?, nil: break
        }
        for message in deleted where subjects.contains(message.id.rawValue) {
            state.view.deletedSubjects[message.id.rawValue] = DeletedSubject(
                conversation: id, number: Int(message.sequence))
        }
    }

    /// Makes recovered messages valid subjects of a draft again, also those before the newest page.
    private mutating func forgetDeletedSubjects(of id: ConversationID, _ change: DeletionChange) {
        state.view.deletedSubjects = state.view.deletedSubjects.filter { _, subject in
            subject.conversation != id || !change.has(subject.number)
        }
        guard state.view.deletedSubjects.isEmpty else { return }
        let why = ChatUpdate.cannotAnswer(isDeleted: true)
        unsay(why)
        if state.view.refusal == why { state.view.refusal = nil }
    }

    /// Requests the opened replies again, because they may have more messages.
    private mutating func reloadReplies(of id: ConversationID) {
        guard let root = state.view.replies, state.replies[root]?.conversation == id else { return }
        ask(.replies(MessageID(root), isAsked: false))
    }

    /// Makes the newest page of a thread load again. Facts report only those of its entries that are new.
    private mutating func reload(_ id: ConversationID) {
        guard let thread = state.threads[id], thread.isLoaded else { return }
        known[id].told = Set(thread.entries.map(\.id))
        state.threads[id]?.entries.removeAll { !$0.isUnsent }
        state.threads[id]?.isLoaded = false
        line.pages.remove(id)
    }

    // MARK: Recently Deleted

    /// Shows the conversations with messages that can be recovered.
    mutating func showDeleted(_ list: [RecentlyDeleted]) {
        state.recentlyDeleted.rows = list.map { deleted in
            DeletedList.Row(
                id: deleted.conversation.id, title: title(deleted.conversation),
                count: Int(clamping: deleted.messages), endsAt: deleted.endsAt.milliseconds, runs: deleted.runs)
        }
        state.recentlyDeleted.isCurrent = true
        performAwaitedDeletion(of: nil)
        // A sheet of messages is printed when they arrive.
        if case .deletedMessages? = state.view.sheet { return }
        tell(.recentlyDeleted)
    }

    /// Shows the messages of a conversation that can be recovered.
    mutating func showDeleted(_ messages: [Message], of id: ConversationID) {
        state.recentlyDeleted.messages[id] = messages.map { message in
            DeletedList.Message(
                id: message.id.rawValue, number: Int(clamping: message.sequence),
                sender: message.sender == me ? "You" : label(message.sender), text: message.shownText)
        }
        state.recentlyDeleted.current.insert(id)
        // If no message of a conversation is left, its sheet closes.
        if messages.isEmpty {
            state.recentlyDeleted.rows.removeAll { $0.id == id }
        }
        performAwaitedDeletion(of: id)
        tell(.recentlyDeleted)
    }

    /// Runs the command that waited for the list of conversations, or for the messages of one.
    private mutating func performAwaitedDeletion(of conversation: ConversationID?) {
        guard let awaited = state.view.awaitedDeletion, awaited.conversation == conversation else { return }
        var mistake: SlashCommand.Mistake?
        state.view.hint = nil
        let actions = ChatUpdate.run(on: &state) { mistake = $0.performAwaitedDeletion() }
        for action in actions { perform(action) }
        if let mistake { refuse(mistake.text) }
    }

    /// Reports the result of a deletion or recovery that this device requested.
    mutating func said(_ request: Request) {
        switch request {
        case .messageDelete(let deleted):
            // The conversation of the messages is known while they are on the screen.
            let id = deleted.messages.compactMap { known.messages[$0]?.conversation }.first
            guard let id = id ?? state.view.selected else { return }
            state.view.deletions.append(.messages(deleted.messages.map(\.rawValue), conversation: id))
            say("Deleted. /recover restores it")
        case .conversationDelete(let deleted):
            state.view.deletions.append(.conversation(deleted.conversation))
        case .messageRestore(let restored):
            forgetDeletions(of: restored.messages)
            say("Recovered")
        case .conversationRestore(let restored):
            state.view.deletions.removeAll { $0.conversation == restored.conversation }
            say("Recovered")
        case .messageErase(let erased):
            forgetDeletions(of: erased.messages)
            say("Deleted permanently")
        case .conversationErase(let erased):
            state.view.deletions.removeAll { $0.conversation == erased.conversation }
            say("Deleted permanently")
        default: break
        }
    }

    /// Notes that a conversation stays in the list, because a message came after the last one that was deleted.
    mutating func stays(_ conversation: Conversation) {
        known[conversation.id].isBeingLeft = false
        hint("“\(title(conversation))” stays: it has new messages. /recover restores the deleted ones")
    }

    /// Removes recovered or erased messages from the deletions that `/recover` can undo.
    private mutating func forgetDeletions(of messages: [MessageID]) {
        let gone = Set(messages.map(\.rawValue))
        state.view.deletions = state.view.deletions.compactMap { deletion in
            guard case .messages(let ids, let conversation) = deletion else { return deletion }
            let left = ids.filter { !gone.contains($0) }
            return left.isEmpty ? nil : .messages(left, conversation: conversation)
        }
    }
}

extension Request {
    /// True if the request deletes, recovers or erases something in the person's own view.
    var isDeletion: Bool {
        switch self {
        case .messageDelete, .messageRestore, .messageErase, .conversationDelete, .conversationRestore,
            .conversationErase:
            true
        default: false
        }
    }
}

extension DeletionChange {
    /// The number of messages in the change.
    fileprivate var count: Int64 { runs.reduce(0) { $0 + $1.last - $1.first + 1 } }

    /// True if the change includes the message with a number.
    fileprivate func has(_ number: Int) -> Bool { runs.contains { $0.first <= number && number <= $0.last } }
}
