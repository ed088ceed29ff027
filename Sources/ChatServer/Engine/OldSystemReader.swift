import ChatCore
import ChatLog
import ChatProtocol

/// An entry of a thread, with the position of the event that announced it.
struct TimedEntry {
    let position: Int64
    let entry: ThreadEntry
}

/// Reads threads for devices with older systems, which do not support edits, undo send and tapbacks.
struct OldSystemReader {
    let core: Core
    let log: any EventLog

    /// Returns the entries that an older system received for one entry: a message as it was sent, and a text for each
    /// edit and tapback (`msg-edit-old`, `tap-sms`). An unsent message has no entry, and leaves no gap.
    ///
    /// - Parameter limit: The most entries. If there are more texts, the newest are returned.
    func entries(of row: StoredEntry, for me: Handle, limit: Int) throws -> [TimedEntry] {
        let newest = try EventRecord(row.record)
        guard let entry = newest.event.entry(for: me, in: core.state, at: row.place) else { return [] }
        guard case .message(let message) = entry else { return [TimedEntry(position: row.place, entry: entry)] }
        if message.isUnsent { return [] }
        guard row.record.position != row.place, let first = try log.record(at: row.place),
            let sent = try EventRecord(first).event.entry(for: me, in: core.state, at: row.place)
        else { return [TimedEntry(position: row.place, entry: entry)] }
        let texts = try log.changes(of: message.id.rawValue, limit: limit - 1).compactMap { record -> TimedEntry? in
            let change = try EventRecord(record)
            guard
                case .messagePosted(let text, _)? = change.event.notificationOnOldSystems(
                    to: me, in: core.state, at: change.place)
            else { return nil }
            return TimedEntry(position: record.position, entry: .message(text))
        }
        return [TimedEntry(position: row.place, entry: sent)] + texts.reversed()
    }

    /// Returns the messages among these entries.
    func messages(of row: StoredEntry, for me: Handle, limit: Int) throws -> [Message] {
        try entries(of: row, for: me, limit: limit).compactMap {
            if case .message(let message) = $0.entry { message } else { nil }
        }
    }

    /// Returns a conversation as an older system shows it. Its newest message is the newest one that the system
    /// received, as in the history.
    func conversation(_ conversation: Conversation, for me: Handle) -> Conversation {
        guard let newest = conversation.lastMessage else { return conversation }
        var conversation = conversation
        let read = conversation.readThrough ?? newest.sequence - conversation.unread
        // A message that the log cannot return is left out.
        conversation.lastMessage = (try? newestMessage(newest, for: me)) ?? nil
        if let last = conversation.lastMessage, last.sequence - conversation.unread != read {
            conversation.readThrough = max(0, read)
        }
        return conversation
    }

    /// Returns an answer as an older system receives it.
    func answer(_ answer: Answer, for principal: Principal) -> Answer {
        guard case .person(let me) = principal, case .conversation(let conversation, let line) = answer else {
            return answer
        }
        return .conversation(self.conversation(conversation, for: me), line: line)
    }

    /// Returns the notification about an event for an older system; nil if there is none.
    func notification(of record: EventRecord, to person: Handle) -> ChatProtocol.Notification? {
        let notification = record.event.notificationOnOldSystems(to: person, in: core.state, at: record.place)
        return switch notification {
        case .conversationChanged(let conversation, let line):
            .conversationChanged(self.conversation(conversation, for: person), line: line)
        case .deletionChanged(let conversation, let change):
            .deletionChanged(self.conversation(conversation, for: person), change)
        default: notification
        }
    }

    /// The number of entries that are read at a time to find the newest message.
    private static let pageSize = 32

    private func newestMessage(_ newest: Message, for me: Handle) throws -> Message? {
        // A message that is not in the log yet has not changed.
        guard let row = try log.entry(id: newest.id.rawValue) else { return newest.isUnsent ? nil : newest }
        guard newest.isUnsent else { return try messages(of: row, for: me, limit: 2).last }
        // The message before an unsent one is the newest, unless very many were unsent.
        var before = row.place
        for _ in 0..<4 {
            let rows = try log.entries(
                conversation: newest.conversation.rawValue,
                after: core.state.conversations.joined(me, newest.conversation) - 1,
                before: before, limit: Self.pageSize)
            for row in rows.reversed() where row.record.entry?.kind == .message {
                if let message = try messages(of: row, for: me, limit: 2).last { return message }
            }
            guard rows.count == Self.pageSize, let oldest = rows.first else { break }
            before = oldest.place
        }
        return nil
    }
}
