import ChatCore
import ChatLog
import ChatProtocol

/// An entry of a thread, with the position of the event that told of it.
struct TimedEntry {
    let position: Int64
    let entry: ThreadEntry
}

/// Devices whose systems know nothing of edits, undo send and tapbacks.
extension World {
    /// The answer to the sender of what was unsent, with a warning that names those who have such a device here
    /// (`msg-unsend-old`).
    ///
    /// - Parameter state: that of the core which decides just now, and which nobody else may look into meanwhile.
    func addingWarning(to answer: Answer, in state: borrowing CoreState) -> Answer {
        guard case .message(let message) = answer, message.isUnsent else { return answer }
        let readers = state.conversations[message.conversation]?.order ?? []
        let keepers = readers.filter { reader in
            reader != message.sender
                && (sessions.people[reader]?.contains { $0.system == .old } == true
                    || live.elsewhere.has(reader, on: .old))
        }
        guard !keepers.isEmpty else { return answer }
        let names = keepers.map { state.person($0).name }.joined(separator: ", ")
        return .unsent(
            message, warning: "\(names) may still see it on a device with an older system.", keptBy: keepers)
    }

    /// Returns what an older system was told of an entry: a message as it was sent, and a text for each edit and tapback
    /// (`msg-edit-old`, `tap-sms`). An unsent message has no text any more, and leaves no gap.
    ///
    /// - Parameter limit: the most entries. Of more texts the newest are returned.
    func entriesOnOldSystem(of row: StoredEntry, for me: Handle, limit: Int) throws -> [TimedEntry] {
        let newest = try EventRecord(row.record)
        guard let entry = newest.event.entry(for: me, in: state, at: row.place) else { return [] }
        guard case .message(let message) = entry else { return [TimedEntry(position: row.place, entry: entry)] }
        if message.isUnsent { return [] }
        guard row.record.position != row.place, let first = try log.record(at: row.place),
            let sent = try EventRecord(first).event.entry(for: me, in: state, at: row.place)
        else { return [TimedEntry(position: row.place, entry: entry)] }
        let texts = try log.changes(of: message.id.rawValue, limit: limit - 1).compactMap { record -> TimedEntry? in
            let change = try EventRecord(record)
            guard
                case .messagePosted(let text, _)? = change.event.notificationOnOldSystems(
                    to: me, in: state, at: change.place)
            else { return nil }
            return TimedEntry(position: record.position, entry: .message(text))
        }
        return [TimedEntry(position: row.place, entry: sent)] + texts.reversed()
    }
}
