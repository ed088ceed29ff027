import ChatProtocol

/// What the log keeps of an answer, so that a retry gets it again.
///
/// A message in it is kept as the position of the fact that says it, and not a second time: what stands once is gone
/// with its fact when the message is unsent, and a message with many tapbacks does not make each answer long.
enum KeptResult {
    /// The position of the message that is the whole answer.
    private static let messageKey: StaticString = "messageAt"
    /// The position of the newest message of the conversation that is answered.
    private static let lastMessageKey: StaticString = "lastMessageAt"

    /// The document that is the whole answer.
    private static let documentKey: StaticString = "documentNow"

    /// The answer that is nothing but a document that the request did not change.
    static func document(_ id: DocumentID) -> [UInt8] {
        JSONWriter.object { $0.member(documentKey, id) }
    }

    /// The document that was answered, where it was kept so.
    static func documentID(_ kept: JSONValue) -> DocumentID? {
        kept["\(documentKey)"]?.stringValue.map { DocumentID($0) }
    }

    /// The answer that is nothing but a message.
    static func message(at position: Int64) -> [UInt8] {
        JSONWriter.object { $0.member(messageKey, position) }
    }

    /// The answer that is a conversation, whose newest message the fact at that position says.
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

    /// The answer that was kept; nil where it was kept as it was.
    ///
    /// - Parameter fact: the message as the fact at a position says it.
    /// - Throws: what `fact` throws, and ``InvalidField`` if it is nothing that this version kept.
    static func answer(_ kept: JSONValue, fact: (Int64) throws -> Message?) throws -> Answer? {
        if let position = kept["\(messageKey)"]?.integerValue { return try fact(position).map(Answer.message) }
        guard let position = kept["\(lastMessageKey)"]?.integerValue else { return nil }
        var fields = try JSONFields(kept, path: "result")
        var inner = try fields.fields("conversation")
        var conversation = try Conversation(from: &inner)
        conversation.lastMessage = try fact(position)
        var line: ThreadEntry?
        if var fields = try fields.optionalFields("line") { line = try ThreadEntry(from: &fields) }
        return .conversation(conversation, line: line)
    }
}
