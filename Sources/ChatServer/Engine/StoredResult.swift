import ChatProtocol

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
