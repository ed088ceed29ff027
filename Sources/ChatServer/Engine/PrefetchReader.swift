import ChatCore
import ChatLog
import ChatProtocol

/// Reads from the log what the core needs for a decision. The transaction must be empty.
struct PrefetchReader {
    let core: Core
    let log: any EventLog
    let limits: Limits

    /// Returns the event of a thread entry with this id from the log.
    func entry(_ id: String) throws(LogError) -> Prefetched {
        // An action is in no thread. Its id has the position of its event.
        if id.hasPrefix("x"), let position = Int64(id.dropFirst()) {
            guard let row = try log.record(at: position), let record = try? EventRecord(row) else { return .nothing }
            return .record(record)
        }
        guard let entry = try log.entry(id: id), let record = try? EventRecord(entry.record) else { return .nothing }
        return .record(record)
    }

    /// Returns the messages that a deletion or a recovery names, and the newest message that it leaves.
    func deletion(
        of ids: [MessageID], by request: Request, for principal: Principal
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

    /// Returns the events that answer a question about a delivery, in order.
    ///
    /// Cost: one or two look-ups. For a notice that grew without notifying a member again, the events of the ten
    /// minutes in which it may grow. For an edited message, the events up to its last edit.
    func facts(toExplain question: ExplainDelivery) throws(LogError) -> [EventRecord] {
        let about = question.about
        if let entry = try log.entry(id: about) {
            guard let newest = try? EventRecord(entry.record) else { return [] }
            if case .messageChanged(let changed) = newest.event, !changed.message.isUnsent {
                return try tellings(of: changed.message, from: entry.place, newest: newest)
            }
            guard case .noticePosted(let posted) = newest.event, entry.place < newest.position,
                !posted.recipients.contains(question.person),
                core.state.conversations.wasEverMember(question.person, of: posted.notice.conversation)
            else { return [newest] }
            return try records(of: about, from: entry.place, through: newest.position)
        }
        if about.hasPrefix("q"), let position = Int64(about.dropFirst()), let row = try log.record(at: position) {
            return (try? EventRecord(row)).map { [$0] } ?? []
        }
        guard let pinned = ShelfReader(core.state).pinPosition(of: about, by: question.person) else { return [] }
        // A pin is followed by its effect on the shelf, and by the question that it leads to.
        return try log.read(after: pinned, limit: 2).compactMap { try? EventRecord($0) }
    }

    /// Returns the sent, the edited and the newest states of a message. Tapbacks come for years, edits only for
    /// minutes.
    private func tellings(
        of message: Message, from place: Int64, newest: EventRecord
    ) throws(LogError) -> [EventRecord] {
        var found: [EventRecord] = []
        if let editedAt = message.editedAt {
            found = try records(of: message.id.rawValue, from: place, through: newest.position - 1, until: editedAt)
        } else if let row = try log.record(at: place) {
            found = (try? EventRecord(row)).map { [$0] } ?? []
        }
        return found + [newest]
    }

    /// Returns the events of one id between two positions, up to a time.
    private func records(
        of id: String, from first: Int64, through last: Int64, until end: Instant? = nil
    ) throws(LogError) -> [EventRecord] {
        var found: [EventRecord] = []
        var position = first - 1
        while position < last {
            let page = try log.read(after: position, limit: 256)
            guard let newest = page.last else { break }
            found += page.filter { $0.position <= last && $0.entry?.id == id }.compactMap { try? EventRecord($0) }
            if let end, newest.at > end.milliseconds { break }
            position = newest.position
        }
        return found
    }
}
