import ChatProtocol

/// What is kept of an answer, and found again when its request comes once more.
extension World {
    /// What is kept of an answer beside the first fact that it led to; nil for all of it.
    func kept(_ answer: Answer, of event: Event) -> [UInt8]? {
        switch answer {
        case .message where event.message != nil: []
        // The message stands as it was, and all about it is in the log: a request that names a message finds it there.
        case .message(let message):
            (try? log.entry(id: message.id.rawValue)).map { KeptResult.message(at: $0.record.position) }
        case .conversation(let conversation, let line) where conversation.lastMessage != nil:
            core.state.conversations[conversation.id].map {
                KeptResult.conversation(conversation, line: line, lastMessageAt: $0.lastFact)
            }
        default: nil
        }
    }

    /// The result that a request with that client id got the first time; nil if it is new.
    func earlierResult(sender: Core.Actor.Sender, clientID: String) throws(LogError) -> [UInt8]? {
        if let result = pendingReceipts[sender]?[Array(clientID.utf8)] { return result }
        guard let position = try log.position(of: ReceiptKey(handle: sender.key, clientID: clientID)),
            let stored = try log.record(at: position)
        else { return nil }
        if let result = EventRecord.storedResult(in: stored.body) {
            do {
                let answer = try KeptResult.answer(result) { position in
                    try log.record(at: position).flatMap { try EventRecord($0).event.message }
                }
                return answer.map { JSONWriter.bytes(of: $0) } ?? JSONWriter.bytes(of: result)
            } catch {
                throw (error as? LogError)
                    ?? .unavailable(reason: "the answer to this request cannot be read: \(error)")
            }
        }
        guard let message = (try? EventRecord(stored))?.event.message else { return nil }
        return JSONWriter.bytes(of: Answer.message(message))
    }

    /// The fact that stands in a thread under that id, read from the log; nothing may be pending.
    func found(_ id: String) throws(LogError) -> Core.Found {
        // An action stands in no thread, and bears the position of its fact.
        if id.hasPrefix("x"), let position = Int64(id.dropFirst()) {
            guard let row = try log.record(at: position), let record = try? EventRecord(row) else { return .nothing }
            return .record(record)
        }
        guard let entry = try log.entry(id: id), let record = try? EventRecord(entry.record) else { return .nothing }
        return .record(record)
    }
}
