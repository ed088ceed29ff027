import ChatCore
import ChatLog
import ChatProtocol

/// The stored answers to requests, for retries.
struct StoredAnswers {
    let core: Core
    let log: any EventLog
    /// The people who have documents open, for answers that are a document.
    let presence: PresenceBoard

    /// Returns the part of an answer that is stored in addition to its first event; nil for the whole answer.
    func stored(_ answer: Answer, of event: Event) -> [UInt8]? {
        switch answer {
        case .message where event.message != nil: []
        // The log has the message and its changes. A request that only names a message finds it there.
        case .message(let message):
            (try? log.entry(id: message.id.rawValue)).map { StoredResult.message(at: $0.record.position) }
        case .conversation(let conversation, let line) where conversation.lastMessage != nil:
            conversation.lastMessage.flatMap { core.state.conversations[conversation.id]?.fact(of: $0.id) }
                .map { StoredResult.conversation(conversation, line: line, lastMessageAt: $0) }
        case .document, .appDocument:
            if case .documentSaved = event { [] } else { Self.documentID(of: answer).map(StoredResult.document) }
        default: nil
        }
    }

    /// Returns the earlier result of a request, which led to the event at a position.
    ///
    /// A document is returned as the request left it. If the request only read the document, its current state is
    /// returned.
    ///
    /// - Throws: ``LogError`` if the log cannot be read; `forbidden` if the answer was a document that the caller
    ///   cannot read any more. A stored answer must not bypass a removal.
    func earlierResult(of principal: Principal, recordedAt position: Int64) throws -> [UInt8]? {
        guard let stored = try log.record(at: position) else { return nil }
        if let result = EventRecord.storedResult(in: stored.body) {
            if let id = StoredResult.documentID(result) {
                // Sometimes(D7): A retry gets a document that its request did not change.
                let document = core.state.documents[id]
                if let document { try checkReadable(document.id, by: principal) }
                return document.map { encoded($0, for: principal) } ?? JSONWriter.bytes(of: Answer.empty)
            }
            do {
                let answer = try StoredResult.answer(result) { position in
                    try log.record(at: position).flatMap { try EventRecord($0).event.message }
                }
                return answer.map { JSONWriter.bytes(of: $0) } ?? JSONWriter.bytes(of: result)
            } catch {
                throw (error as? LogError)
                    ?? LogError.unavailable(reason: "the answer to this request cannot be read: \(error)")
            }
        }
        let event = (try? EventRecord(stored))?.event
        if case .documentSaved(let saved) = event {
            try checkReadable(saved.document.id, by: principal)
            // Sometimes(D7): A retry gets a document as its request saved it.
            return encoded(saved.document, saved.change, for: principal)
        }
        guard let message = event?.message else { return nil }
        return JSONWriter.bytes(of: Answer.message(message))
    }

    private func checkReadable(_ id: DocumentID, by principal: Principal) throws(RPCError) {
        guard let document = core.state.documents[id], let me = principal.handle,
            DocumentViews(core.state).canRead(document, me)
        else {
            throw ShareRefusal(
                .forbidden, "ck-accept",
                "This request was done. Its result is not repeated: you are no longer on the share of this document."
            ).error
        }
    }

    private func encoded(
        _ document: Document, _ change: DocumentChange? = nil, for principal: Principal
    ) -> [UInt8] {
        let views = DocumentViews(core.state)
        let answer: Answer =
            switch principal {
            case .person(let me): .document(views.view(document, of: me), change?.action)
            case .app(_, let me):
                .appDocument(
                    views.appView(document, of: me),
                    change.map { views.appChange($0, of: document, for: me).action })
            case .observer: .empty
            }
        return JSONWriter.bytes(of: presence.added(to: answer))
    }

    /// Returns the id of the answered document; nil if the answer is none.
    private static func documentID(of answer: Answer) -> DocumentID? {
        switch answer {
        case .document(let document, _): document.id
        case .appDocument(let document, _): document.id
        default: nil
        }
    }
}

/// The form in which the log stores an answer, so that a retry gets the same answer.
///
/// A message in an answer is stored as the position of its event. Its text is thus erased with the event when the
/// message is unsent, and a message with many tapbacks does not make each answer long.
enum StoredResult {
    /// The key for the position of the message that is the whole answer.
    private static let messageKey: StaticString = "messageAt"
    /// The key for the position of the newest message in the answered conversation.
    private static let lastMessageKey: StaticString = "lastMessageAt"

    /// The key for the id of the document that is the whole answer.
    private static let documentKey: StaticString = "documentNow"

    /// Returns the stored form of a document that is the whole answer, and that the request did not change.
    static func document(_ id: DocumentID) -> [UInt8] {
        JSONWriter.object { $0.member(documentKey, id) }
    }

    /// Returns the id of the document that is the whole answer; nil for an answer of another form.
    static func documentID(_ stored: JSONValue) -> DocumentID? {
        stored["\(documentKey)"]?.stringValue.map { DocumentID($0) }
    }

    /// Returns the stored form of a message that is the whole answer.
    static func message(at position: Int64) -> [UInt8] {
        JSONWriter.object { $0.member(messageKey, position) }
    }

    /// Returns the stored form of a conversation, whose newest message is in the event at a position.
    static func conversation(_ conversation: Conversation, line: ThreadEntry?, lastMessageAt position: Int64) -> [UInt8]
    {
        var conversation = conversation
        conversation.lastMessage = nil
        return JSONWriter.object {
            $0.member("conversation", conversation)
            $0.member("line", line)
            $0.member(lastMessageKey, position)
        }
    }

    /// Returns the stored answer; nil if it is stored as it was sent.
    ///
    /// - Parameter fact: Returns the message in the event at a position.
    /// - Throws: The errors of `fact`; ``InvalidField`` if this version cannot read the stored form.
    static func answer(_ stored: JSONValue, fact: (Int64) throws -> Message?) throws -> Answer? {
        if let position = stored["\(messageKey)"]?.integerValue { return try fact(position).map(Answer.message) }
        guard let position = stored["\(lastMessageKey)"]?.integerValue else { return nil }
        var fields = try JSONFields(stored, path: "result")
        var inner = try fields.fields("conversation")
        var conversation = try Conversation(from: &inner)
        conversation.lastMessage = try fact(position)
        var line: ThreadEntry?
        if var fields = try fields.optionalFields("line") { line = try ThreadEntry(from: &fields) }
        return .conversation(conversation, line: line)
    }
}
